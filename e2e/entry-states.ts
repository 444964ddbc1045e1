import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Before anybody has signed in. */
export function signedOutStates(server: TestServer): State[] {
  const at = going(server)
  return [
    { name: 'login', shows: ['login'], open: at('/pages/login', '.roles') },
    {
      name: 'login refused',
      shows: ['login'],
      open: steps(at('/pages/login', '.roles'), click('button[type=submit]'), ready('.err, .alert, [role=alert]')),
    },
    { name: 'login menu', shows: [], everyWidth: true, open: steps(at('/pages/login', '.roles'), click('.langbtn')) },
    { name: 'error-404', shows: ['error404'], open: at('/nowhere', '.plainpage .state') },
    {
      name: 'verify',
      shows: ['verify'],
      open: async (page) => {
        await page.evaluate(() => {
          localStorage.setItem('jwt', 'unverified')
          localStorage.setItem('userInfo', JSON.stringify({ verified: false }))
        })
        const phone = '0912•••305'
        await page.route('**/his/api/verificationcodes', (route) =>
          route.fulfill({ json: { status: 'OK', data: { code: null, phone, corrected: false } } }),
        )
        await at('/pages/verify', '.entrycard form, .entrycard button')(page)
      },
      after: async (page) => {
        await page.unroute('**/his/api/verificationcodes')
        await page.evaluate(() => localStorage.clear())
      },
    },
    { name: 'register', shows: ['register'], open: at('/pages/register', '.entrycard input') },
    { name: 'forgotten password', shows: ['forgetpassword'], open: at('/pages/forgetpassword', '.entrycard input') },
    { name: 'agreement', shows: ['agreement'], open: at('/pages/agreement', '.entrycard h1') },
    {
      name: 'a word of hand-over that nobody gave',
      shows: ['theseAutoLogin'],
      open: at('/these-auto-login#token=nobody-has-ever-made-this-one', '.entrycard .state, .entrycard button'),
    },
    { name: 'link of nobody', shows: ['link'], open: at('/link/nobody-has-ever-made-this-one', '.lk-over') },
  ]
}
