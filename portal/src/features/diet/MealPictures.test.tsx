import { beforeEach, expect, it, vi } from 'vitest'
import { answered, BROKEN } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'

const rights = vi.hoisted(() => ({ read: 'y' }))
vi.mock('../../api/me.ts', () => ({
  useRight: (permission: string) => (permission === 'file.read' ? rights.read : 'y'),
}))

beforeEach(async () => {
  rights.read = 'y'
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'diet')
  await setLanguage('en')
})

const id = (n: number) => `6f2d1f0e-0000-4000-8000-${String(n).padStart(12, '0')}`
const photo = (n: number) => ({ id: id(n), name: `photo-${n}`, format: 'jpg', thumb: null })
const page = (total: number) => ({
  http: 200,
  body: { status: 'OK', data: Array.from({ length: Math.min(12, total) }, (_, n) => photo(n)), total, page: 1 },
})
const OLD = { id: id(99), name: 'photo-99', thumb: null }
async function shown(answer: Parameters<typeof answered>[1], known: readonly (typeof OLD)[] = []): Promise<string> {
  const { MealPictures } = await import('./MealPictures.tsx')
  return answered(
    <MealPictures pid={4} picked={known.map((one) => one.id)} known={known} most={6} onChange={() => undefined} />,
    answer,
  )
}

it('[DIET-01~] the pictures of a meal stand to be taken away however old they are, and older ones are a press away', async () => {
  const { t } = await import('../../i18n/i18n.ts')
  const html = await shown(() => page(30), [OLD])
  expect(html).toMatch(/<button[^>]*aria-pressed="true"[^>]*title="photo-99"/)
  expect(html.match(/aria-pressed="false"/g)).toHaveLength(12)
  expect(html).toContain(t('diet.form.morePictures'))
  expect(await shown(() => page(12))).not.toContain(t('diet.form.morePictures'))
  // One that is on the page as well stands once.
  expect((await shown(() => page(3), [{ ...OLD, id: id(1), name: 'photo-1' }])).match(/title="photo-1"/g)).toHaveLength(
    1,
  )
})

it('[DIET-01~] pictures that could not be had, or may not be looked at, are not said to be none', async () => {
  const { t } = await import('../../i18n/i18n.ts')
  const none = t('diet.form.noPictures')
  expect(await shown(() => page(0))).toContain(none)
  const failed = await shown(() => BROKEN)
  expect(failed).toContain('SYS-TROUBLE')
  expect(failed).not.toContain(none)
  rights.read = '-'
  const shut = await shown(() => page(3), [OLD])
  expect(shut).toContain(t('diet.form.picturesShut'))
  expect(shut).toContain('photo-99')
  expect(shut).not.toContain(none)
})
