import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

async function loaded() {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common')
  await setLanguage('en')
  const [faults, { ApiError }, { registerDesk }] = await Promise.all([
    import('./useFaults.ts'),
    import('../api/errors.ts'),
    import('../ui/notify.ts'),
  ])
  return { ...faults, ApiError, registerDesk }
}

const words = (...paths: string[]) => paths.map((path) => ({ path, text: `of ${path}` }))

it('[MEMB-03~] leaves over what no place of the form asked for', async () => {
  const { unseen } = await loaded()
  const faults = words('name', 'emergencyContact.name', 'rules.0.value', 'rules.1.hours', 'vip', 'namesake')
  const shown = new Set(['name', 'emergencyContact.relation', 'rules.0'])
  expect(unseen(faults, shown).map(({ path }) => path)).toEqual([
    'emergencyContact.name',
    'rules.1.hours',
    'vip',
    'namesake',
  ])
  expect(unseen(faults, new Set(['emergencyContact', 'rules', 'vip', 'name', 'namesake']))).toEqual([])
})

it('[MEMB-03~] says each field in its own words, and the one of the call with the values of its text', async () => {
  const { wordsOfFields, ApiError } = await loaded()
  const error = new ApiError('MESSAGE_TOO_LONG', 'At most 5000', 400, [
    { path: 'body.text', code: 'MESSAGE_TOO_LONG', message: 'At most ' },
    { path: 'body.name', code: 'TEXT_UNSTORABLE', message: 'A character' },
    { path: 'other', code: 'FIELD_EMPTY' },
  ])
  expect(wordsOfFields(error, 'body.')).toEqual([
    { path: 'text', text: 'At most 5000' },
    { path: 'name', text: 'A character' },
    { path: 'other', text: 'This field cannot be empty' },
  ])
})

it('[MEMB-03~] a field without a place is named in a message', async () => {
  const { sayFields, registerDesk } = await loaded()
  const show = vi.fn()
  registerDesk({ show, close: () => {}, ask: async () => true })
  expect(sayFields(words('vip'), (path) => (path === 'vip' ? 'VIP' : undefined))).toBe(true)
  expect(show.mock.calls.map(([{ kind, title, text }]) => [kind, title, text])).toEqual([
    ['bad', 'of vip', 'Field: VIP'],
  ])
  expect(sayFields([])).toBe(false)
})
