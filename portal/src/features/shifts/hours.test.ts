import { beforeAll, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

let fault: typeof import('./refusal.ts').faultOfHours
let sure: typeof import('./places.ts').surePlaces
let desk: typeof import('../../ui/notify.ts').registerDesk
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage, startI18n } = await import('../../i18n/i18n.ts')
  await Promise.all([startI18n(), ensureTexts('common', 'shifts')])
  await setLanguage('zh-TW')
  fault = (await import('./refusal.ts')).faultOfHours
  sure = (await import('./places.ts')).surePlaces
  desk = (await import('../../ui/notify.ts')).registerDesk
})
const hours = { start: '09:00', end: '10:00', capacity: 4, slotMinutes: 15, site: 'any' as const }

it('[Iw9] the form says at its field why hours cannot be, in the words of the server', () => {
  expect(fault(hours)).toBeNull()
  expect(fault({ ...hours, end: '09:00' })).toEqual({ field: 'hours', text: '開始與結束時間相同，沒有看診時間' })
  expect(fault({ ...hours, end: '09:30', slotMinutes: 240, capacity: 5 })).toEqual({
    field: 'slot',
    text: '每位 240 分鐘，比整個時段的 30 分鐘還長',
  })
  expect(fault({ ...hours, end: '9' })?.field).toBe('hours')
  expect(fault({ ...hours, capacity: 1000 })?.field).toBe('capacity')
})
it('[Iw9] asks before hundreds are let in for one time, once', async () => {
  const titles: string[] = []
  let answer = false
  desk({
    show: () => undefined,
    close: () => undefined,
    ask: async ({ title }) => {
      titles.push(title)
      return answer
    },
  })
  const many = { ...hours, capacity: 999 }
  expect(await sure(hours, undefined)).toBe(true)
  expect(titles).toEqual([])
  expect(await sure(many, hours)).toBe(false)
  answer = true
  expect(await sure(many, undefined)).toBe(true)
  expect(titles).toEqual(['同一時間有 250 位病人，確定嗎？', '同一時間有 250 位病人，確定嗎？'])
  expect(await sure({ ...many, site: 'onsite' }, many)).toBe(true)
  expect(titles).toHaveLength(2)
})
