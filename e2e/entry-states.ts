import type { WaitingBoard } from '@teleward/contract/boards/schema.ts'
import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, loading, ready, steps } from './states.ts'

const BOARD = '**/his/api/waitingboards/*'
/** Everything at once: somebody called, somebody in the call, more who wait than are named, a doctor who is late, and one who is free. */
function board() {
  const now = new Date().toISOString()
  const person = (no: number | null, name: string, nameEn: string | null, site: string) => {
    return { no, name, nameEn, site, since: now }
  }
  const doctor = { called: null, serving: null, waiting: [], count: 0, delayMinutes: 0 }
  const waiting = [
    person(7, '陳○華', 'Chen ○-hua', 'video'),
    person(8, '李○', null, 'voice'),
    person(null, '歐陽○雯', null, 'onsite'),
  ]
  const called = person(6, '王○明', 'Wang ○-ming', 'video')
  return {
    now,
    timeZone: 'Asia/Taipei',
    institution: { name: '示範醫院', nameEn: 'Demo Hospital', logo: null },
    unit: { name: '家庭醫學科', nameEn: 'Family Medicine' },
    doctors: [
      { ...doctor, doctor: '林書妍', doctorEn: 'Lin Shu-yen', called, waiting, count: 5, delayMinutes: 20 },
      { ...doctor, doctor: '王志遠', doctorEn: null, serving: person(3, '張○', null, 'video') },
    ],
    nextAt: null,
  } satisfies Record<keyof WaitingBoard, unknown>
}

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
          route.fulfill({
            json: { status: 'OK', data: { code: null, phone, corrected: false, sms: 'kept', reader: 'administrator' } },
          }),
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
    { name: 'a document to check', shows: ['documentCheck'], open: at('/pages/document', '.entrycard form') },
    { name: 'agreement', shows: ['agreement'], open: at('/pages/agreement', '.entrycard h1') },
    {
      name: 'a word of hand-over that nobody gave',
      shows: ['theseAutoLogin'],
      open: at('/these-auto-login#token=nobody-has-ever-made-this-one', '.entrycard .state, .entrycard button'),
    },
    {
      name: 'waiting room on a television',
      shows: ['wall'],
      widths: [1920, 375],
      open: async (page) => {
        await page.route(BOARD, (route) => route.fulfill({ json: { status: 'OK', data: board() } }))
        await loading(server)('/pages/monitor?token=anything', '.walldoctor')(page)
      },
      after: (page) => page.unroute(BOARD),
    },
    {
      name: 'television whose address is over',
      shows: ['wall'],
      told: /404/,
      open: loading(server)('/pages/monitor?token=nobody-has-ever-made-this-one', '.wallalone'),
    },
    {
      name: 'a guest’s link of nobody',
      shows: [],
      open: at('/link/guest.nobody-has-ever-made-this-one', '.lk-over'),
    },
    { name: 'link of nobody', shows: ['link'], open: at('/link/nobody-has-ever-made-this-one', '.lk-over') },
  ]
}
