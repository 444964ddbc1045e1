import type zh from '../zh-TW/money.ts'
import type { Translation } from '../types.ts'

export default {
  /** By which rule a fee goes back. */
  terms: {
    whole: '取消后全额退回。',
    part: '看诊 {{hours}} 小时前取消，全额退回；之后取消，退回 {{percent}}%。',
    none: '看诊 {{hours}} 小时前取消，全额退回；之后取消，不退费。',
    partFrom: '{{moment}} 前取消，全额退回；之后取消，退回 {{percent}}%。',
    noneFrom: '{{moment}} 前取消，全额退回；之后取消，不退费。',
    partNow: '全额退回的期限已过，现在取消退回 {{percent}}%。',
    noneNow: '退费的期限已过，现在取消不退费。',
    house: '院所取消时，全额退回。',
  },
  receipt: {
    title: '收据',
    number: '收据号码',
    amount: '金额',
    how: '付款方式',
    when: '付款时间',
    method: { cash: '现金', card: '柜台刷卡', transfer: '转账', checkout: '在线付款', other: '其他' },
    open: '查看收据',
    print: '打印或存成 PDF',
    patient: '患者',
    visit: '看诊',
    service: '项目',
    site: { video: '视频看诊', voice: '语音看诊', onsite: '到院看诊' },
    refunded: '已退款',
    refundDue: '待退款',
    left: '实收',
    made: '{{time}} 生成',
  },
} satisfies Translation<typeof zh>
