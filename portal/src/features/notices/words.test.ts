import { defaultPreferences, type Preferences } from '@teleward/contract/auth/preferences.ts'
import { chatMessageSent } from '@teleward/contract/chat/events.ts'
import { entryKinds } from '@teleward/contract/notifications/rules.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

interface Alert {
  title: string
  tag: string
  body?: string
  onClick: () => void
}
const told = vi.hoisted(() => ({
  chimes: [] as unknown[][],
  alerts: [] as Alert[],
  went: [] as unknown[][],
  unread: 0,
}))
vi.mock('./chime.ts', () => ({ chime: (...given: unknown[]) => told.chimes.push(given) }))
vi.mock('../../ui/DeskAlert.ts', () => ({ showDeskAlert: (alert: Alert) => told.alerts.push(alert) }))
vi.mock('../../shell/navigation.ts', () => ({ go: (...given: unknown[]) => told.went.push(given) }))
vi.mock('../../api/client.ts', () => ({ call: async () => ({ messages: told.unread }) }))

const ME = 7
const me = (preferences: Partial<Preferences> = {}, permissions: Record<string, string> = {}) => ({
  mid: ME,
  permissions: { 'chat.patient': 'y', 'appointment.read': 'y', ...permissions } as Record<string, 'y' | 'o' | '-'>,
  preferences: { ...defaultPreferences, ...preferences },
})
const at = '2026-03-10T02:20:00Z'
/** Of a patient unless told by whom of the staff. */
const words = (mid: number | null = null, tab = mid === null ? 0 : 1, id = 103) => ({
  ...{ id, seq: 4, version: 9, at, mid, from_mid: mid, name: mid === null ? '' : '林書妍' },
  ...{ msg_txt: null, type: 'text' as const, msg_group_id: tab === 2 ? id : null, to_mid_type: tab, date_time: at },
})

let held: { name: string }[]
let page: { hidden: boolean }
beforeEach(() => {
  vi.resetModules()
  stubBrowser()
  held = []
  Object.assign(told, { chimes: [], alerts: [], went: [], unread: 0 })
  Object.assign(document, { hidden: true })
  page = document as unknown as { hidden: boolean }
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held }), request: async () => undefined },
  })
})
async function hear(of: ReturnType<typeof words>, who = me()) {
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'notices')
  await setLanguage('zh-TW')
  const { hearWords } = await import('./words.ts')
  await hearWords(of, who as Parameters<typeof hearWords>[1])
}

describe('words of a conversation', () => {
  it('[NOTI-04~] [NOTI-01~] sound, come to the desktop of a hidden tab without who or what, and lead to their conversation', async () => {
    await hear(words())
    expect(told.chimes).toEqual([['msg', 'words', 5000]])
    expect(told.alerts).toMatchObject([{ title: '您有新的訊息', tag: 'words-103' }])
    await hear(words(8, 2))
    expect(JSON.stringify(told.alerts)).not.toContain('林書妍')
    told.alerts[1]?.onClick()
    expect(told.went).toEqual([['chat', {}, { tab: '2', c: '103' }]])
    page.hidden = false
    await hear(words())
    expect([told.chimes.length, told.alerts.length]).toEqual([3, 2])
  })
  it('[NOTI-04~] say nothing in the quiet hours, nor what the person turned off for this kind', async () => {
    const { hourOf } = await import('../../ui/format.ts')
    await hear(words(), me({ quiet: { from: hourOf(), to: (hourOf() + 1) % 24 } }))
    await hear(words(), me({ alertKinds: { msg: { sound: false, desktop: false } } }))
    expect([told.chimes, told.alerts]).toEqual([[], []])
    await hear(words(), me({ alertKinds: { msg: { sound: false, desktop: true } } }))
    await hear(words(), me({ sounds: { ...defaultPreferences.sounds, message: false } }))
    expect([told.chimes.length, told.alerts.length]).toEqual([0, 2])
    await hear(words(), me({ sounds: { ...defaultPreferences.sounds, notice: false } }))
    expect(told.chimes).toHaveLength(1)
  })
  it('[NOTI-04~] of one’s own, of a colleague to a patient, and to a patient to whom one may not write, are nobody’s to hear', async () => {
    await hear(words(ME))
    await hear(words(8, 0))
    await hear(words(), me({}, { 'chat.patient': '-' }))
    expect([told.chimes, told.alerts]).toEqual([[], []])
    await hear(words(8, 1), me({}, { 'chat.patient': '-' }))
    expect(told.chimes).toHaveLength(1)
  })
  it('[NOTI-04~] in a conversation that is open and in sight, in this tab or another, are read and not announced', async () => {
    held = [{ name: 'teleward-reads-103' }]
    await hear(words())
    expect(told.chimes).toEqual([])
    await hear(words(null, 0, 104))
    expect(told.chimes).toHaveLength(1)
    held = []
    const { holdReading } = await import('../../shell/reading.ts')
    const end = holdReading(103)
    await hear(words())
    expect(told.chimes).toHaveLength(1)
    end()
    await hear(words())
    expect(told.chimes).toHaveLength(2)
  })
  it('[NOTI-04~] of a patient who is not one’s own are heard by nobody who sees own patients alone', async () => {
    const narrow = me({}, { 'appointment.read': 'o' })
    await hear(words(), narrow)
    expect(told.chimes).toEqual([])
    told.unread = 1
    await hear(words(), narrow)
    expect(told.chimes).toHaveLength(1)
  })
  it('[NOTI-01~] leave no entry of the bell, whose filter offers no kind that never comes', () => {
    expect(entryKinds).not.toContain('msg')
    expect(chatMessageSent.payload.safeParse(words()).success).toBe(true)
  })
})
