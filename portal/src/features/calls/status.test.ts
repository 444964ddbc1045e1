import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

type Status = typeof import('./status.ts')
let status: Status
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'calls', 'mediafaults')
  await setLanguage('zh-TW')
  status = await import('./status.ts')
})

type Given = Parameters<Status['statusOf']>
const call = (more: Partial<Given[0]> = {}): Given[0] => ({
  phase: 'in',
  kind: 'patient',
  waiting: false,
  patientName: '吳秀鳳',
  problem: null,
  video: true,
  ...more,
})
const patient = (more: Partial<NonNullable<Given[1]>> = {}): Given[1] => ({
  name: '吳秀鳳',
  state: 'connected',
  cam: true,
  unavailable: [],
  ...more,
})
const room = (shows: NonNullable<Given[2]>['shows'], pid: number | null = 201): Given[2] => ({ pid, shows })

describe('what stands over the other side’s picture', () => {
  it.each<[string | null, Given[0], Given[1], Given[2]]>([
    ['正在呼叫病患…', call({ phase: 'ringing' }), undefined, undefined],
    ['呼叫中 吳秀鳳', call({ phase: 'ringing', kind: 'staff' }), undefined, undefined],
    ['吳秀鳳 通話中，已看到您的來電…', call({ phase: 'ringing', kind: 'staff', waiting: true }), undefined, undefined],
    ['通話失敗', call({ phase: 'failed' }), undefined, undefined],
    ['麥克風沒有允許', call({ phase: 'failed', problem: '麥克風沒有允許' }), undefined, undefined],
    ['正在接通…', call({ phase: 'joining' }), undefined, room('waiting')],
    ['病人尚未進入視訊房間', call(), undefined, undefined],
    ['病人尚未進入視訊房間', call(), undefined, room('patientAbsent')],
    ['病人正在視訊房間等候', call(), undefined, room('waiting')],
    ['已邀請，等候病人加入', call(), undefined, room('invited')],
    ['正在接通…', call({ kind: 'staff' }), undefined, room('patientAbsent', null)],
    ['正在接通…', call(), undefined, room('patientAbsent', null)],
    ['沒有視訊畫面', call(), patient({ state: 'failed' }), room('live')],
    ['正在接通…', call(), patient({ state: 'connecting' }), room('live')],
    ['連線不穩，正在重新連線…', call(), patient({ state: 'reconnecting' }), room('live')],
    ['對方關閉了鏡頭', call(), patient({ cam: false }), room('live')],
    [null, call({ video: false }), patient({ cam: false }), room('live')],
    [null, call(), patient(), room('live')],
  ])('[CALL-12~] is %s', (words, active, other, where) => {
    expect(status.statusOf(active, other, where)).toBe(words)
  })
  it('[CALL-12~] of a camera that does not work names whose it is', () => {
    expect(status.statusOf(call(), patient({ cam: false, unavailable: ['cam'] }), room('live'))).toContain('吳秀鳳')
  })
  it.each([
    ['病人尚未進入視訊房間', 'patientAbsent'],
    ['病人正在視訊房間等候', 'waiting'],
    ['已邀請，等候病人加入', 'invited'],
  ] as const)('[CALL-12~] [CALL-24~] is %s in the list of rooms as well', (words, shows) => {
    expect(status.absentText(shows)).toBe(words)
  })
})
