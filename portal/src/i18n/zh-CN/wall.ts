import type zhTW from '../zh-TW/wall.ts'
import type { Translation } from '../types.ts'

/** The wall display of the waiting room. */
export default {
  title: '候诊看板',
  serving: '看诊中',
  noneServing: '–',
  called: '请',
  onTime: '准时',
  late_other: '约延后 {{count}} 分',
  since: '{{time}} 起',
  more_other: '另有 {{count}} 位等候',
  site: { video: '视频', voice: '语音', onsite: '门诊' },
  nobody: '目前没有人候诊',
  next: '下一位预约 {{time}}',
  updated: '{{time}} 更新',
  sound: '点一下开启提示音',
  full: '全屏（F）',
  over: '这个看板网址已失效',
  overText: '请联系前台或机构管理员，重新创建看板网址。',
  lost: '暂时无法连接',
  lostText: '看板会自动恢复，请依前台叫号。',
} satisfies Translation<typeof zhTW>
