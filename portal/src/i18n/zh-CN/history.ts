import type zhTW from '../zh-TW/history.ts'
import type { Translation } from '../types.ts'

/** The history of visits. */
export default {
  again: '再约一次',
  days_other: '{{count}} 天',
  earlier: '往前一段',
  later: '往后一段',
  news_other: '有 {{count}} 笔新约诊',
  showNews: '重新加载',
  empty: '{{from}} 到 {{to}} 没有记录',
  thirty: '看 30 天',
  recording: '有录像',
  ofPatient: '此患者的记录',
  deductions: '支付手续费 {{payment}}，平台 {{platform}}，实得 {{share}}',
  column: { time: '时间', waited: '等候', length: '看诊', fee: '费用', note: '病历', recording: '录像' },
  total: { visits: '约诊', minutes: '看诊分钟', fees: '已收费用' },
  note: {
    title: '看诊记录',
    signed: '已签章',
    unsigned: '未签章',
    signedBy: '{{name}} 签章于 {{time}}',
    none: '尚未写看诊记录',
    closed: '未取得患者授权，只显示约诊，不显示内容',
  },
  key: { note: '读看诊记录', play: '播放录像' },
} satisfies Translation<typeof zhTW>
