import type { NoticeRecipient } from '@teleward/contract/notices/schema.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

let form: typeof import('./entered.ts')
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'notices')
  await setLanguage('zh-TW')
  form = await import('./entered.ts')
})

describe('the form of a notice', () => {
  it('[NOTI-02~] counts as begun by whatever was entered, of a new one as well, and asks before it is left', () => {
    const start = { content: '', audience: [], channels: ['sms' as const], day: '2026-03-10', time: '10:00' }
    expect(form.isChanged(start, { ...start, audience: [] })).toBe(false)
    for (const more of [
      { content: '明日' },
      { audience: [{ kind: 'staff' as const, mids: [7, 8] }] },
      { channels: ['sms' as const, 'email' as const] },
      { channels: [] },
      { day: '2026-03-11' },
      { time: '10:05' },
    ])
      expect(form.isChanged(start, { ...start, ...more }), JSON.stringify(more)).toBe(true)
    const copied = { ...start, audience: [{ kind: 'unit' as const, unitId: 2 }], content: '請假 ' }
    expect(form.isChanged(copied, { ...copied, content: '請假' })).toBe(false)
    expect(form.isChanged(copied, { ...copied, audience: [] })).toBe(true)
  })

  it('[NOTI-02~] names whom it has and cannot be sent to any more, instead of a number', () => {
    const recipient = (mid: number, name: string): NoticeRecipient => ({
      name,
      nameEn: null,
      mid,
      pid: null,
      channel: 'portal',
      state: 'waiting',
      reason: null,
      sentAt: null,
      readAt: null,
    })
    const people = [recipient(7, '陳怡蓁'), recipient(8, '已離職')]
    const choices = [{ mid: 7, name: '陳怡蓁', nameEn: null, doctortype: 'nurse' }]
    const labels = (list: typeof choices | undefined) =>
      form.colleagueOptions(list as never, [7, 8, 9], people).map(({ value, label }) => [value, label])
    const [first, gone, unknown] = labels(choices)
    expect(first?.[1]).toContain('陳怡蓁')
    expect(gone).toEqual([8, expect.stringMatching(/已離職.*已不在可選的同仁中/)])
    expect(unknown).toEqual([9, expect.stringContaining('#9')])
    // While the choices are on their way nobody is said to be gone.
    expect(labels(undefined)).toEqual([
      [7, '陳怡蓁'],
      [8, '已離職'],
      [9, '#9'],
    ])
  })
})
