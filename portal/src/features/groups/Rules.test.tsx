import type { ForceRule } from '@teleward/contract/monitoring/alert-schema.ts'
import type { GroupMember, MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const rule = (more: Partial<MonitorRule>): MonitorRule => ({
  id: '6f2d1f0e-0000-4000-8000-000000000001',
  measure: 'systolic',
  test: 'above',
  value: 150,
  inclusive: false,
  direction: null,
  hours: null,
  severity: 'notice',
  fromHour: 0,
  toHour: 24,
  ...more,
})
const ofGroup = (more: Partial<MonitorRule>): ForceRule => ({ ...rule(more), source: 'group', groupName: '高血壓追蹤' })
const words = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

async function inChinese() {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'groups', 'limits')
  await setLanguage('zh-TW')
}

it('[MON-03~] beside own limits stand the group’s, with which of them cease: the critical one stays', async () => {
  await inChinese()
  const { RulesBeside } = await import('./RulesBeside.tsx')
  const groups = [
    ofGroup({ id: 'a', value: 130, inclusive: true }),
    ofGroup({ id: 'b', value: 180, inclusive: true, severity: 'critical' }),
    ofGroup({ id: 'c', measure: 'weight', test: 'change', value: 2, hours: 72, direction: 'up' }),
  ]
  const text = words(renderToStaticMarkup(<RulesBeside groups={groups} own={[rule({})]} />))
  expect(text).toContain('收縮壓達到或高於 130 mmHg 高血壓追蹤 由第 1 項取代')
  expect(text).toContain('危急 收縮壓達到或高於 180 mmHg 高血壓追蹤 仍適用')
  expect(text).toContain('體重在 72 小時內增加超過 2 kg 高血壓追蹤 仍適用')
})
it('[MON-03~] what another changed of the limits is told with what became of it', async () => {
  await inChinese()
  const { MeanwhileNote } = await import('./MeanwhileNote.tsx')
  const [was, now] = [rule({ value: 180, severity: 'critical' }), rule({ value: 170, severity: 'critical' })]
  const text = words(renderToStaticMarkup(<MeanwhileNote changes={[{ was, now, kept: true }]} />))
  expect(text).toContain('危急 收縮壓高於 180 mmHg → 危急 收縮壓高於 170 mmHg')
  expect(text).toContain('這裡保留您的內容')
  expect(renderToStaticMarkup(<MeanwhileNote changes={[]} />)).toBe('')
})
it('[MON-02~] taking a member out is asked with the name and the alerts that run', async () => {
  await inChinese()
  const { takeOutQuestion } = await import('./takingOut.ts')
  const member = { name: '廖國棟', nameEn: null, running: 3 } as GroupMember
  expect(takeOutQuestion(member)).toMatchObject({
    title: '將 廖國棟 移出這個群組？',
    text: expect.stringContaining('還有 3 件警示未處理，將維持未處理。'),
    danger: true,
  })
  expect(takeOutQuestion({ ...member, running: 0 }).text).not.toContain('警示未處理')
})
