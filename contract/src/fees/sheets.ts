import { sheetOf, words } from '../core/sheet.ts'
import { exemption, refund } from './refunds.ts'

const patient = words('病患', '患者', 'Patient')
const doctor = words('醫師', '医生', 'Doctor')
const by = words('經手人', '经手人', 'By')
const all = words('全部', '全部', 'All')
const state = words('狀態', '状态', 'State')
const why = {
  title: words('原因', '原因', 'Reason'),
  words: {
    cancelled: words('看診取消', '看诊取消', 'Visit cancelled'),
    late: words('逾時付款', '超时付款', 'Paid too late'),
    double: words('重複付款', '重复付款', 'Paid twice'),
  },
}
const method = {
  checkout: words('線上付款', '在线付款', 'Online'),
  cash: words('現金', '现金', 'Cash'),
  card: words('櫃檯刷卡', '柜台刷卡', 'Card at the desk'),
  transfer: words('轉帳', '转账', 'Transfer'),
}
const done = words('已退款', '已退款', 'Refunded')
const stopped = words('不需退款', '不需退款', 'Not needed')
const currency = words('幣別', '币种', 'Currency')

/** Refunds as a file; amounts in whole units of their currency. */
export const refundSheet = sheetOf(
  refund,
  [
    { path: 'patient.name', en: 'patient.nameEn', title: patient },
    { path: 'doctor.name', en: 'doctor.nameEn', title: doctor },
    { path: 'startAt', title: words('看診', '看诊', 'Visit'), kind: 'instant', width: 17 },
    { path: 'amount', title: words('金額', '金额', 'Amount'), kind: 'money', width: 10 },
    { path: 'currency', title: currency, width: 9 },
    { path: 'why', ...why, width: 12 },
    { path: 'paidBy', title: words('付款方式', '付款方式', 'Paid by'), words: method, width: 12 },
    { path: 'dueAt', title: words('應退日', '应退日', 'Due since'), kind: 'instant', width: 17 },
    {
      path: 'state',
      title: state,
      words: {
        due: words('待退款', '待退款', 'To refund'),
        working: words('退款處理中', '退款处理中', 'With the provider'),
        done,
        stopped,
      },
      width: 12,
    },
    { path: 'method', title: words('退款方式', '退款方式', 'Refunded by'), words: method, width: 12 },
    { path: 'reference', title: words('單號', '单号', 'Number') },
    { path: 'doneAt', title: words('完成時間', '完成时间', 'Done at'), kind: 'instant', width: 17 },
    { path: 'byName', en: 'byNameEn', title: by },
  ],
  {
    state: { title: state, words: { open: words('待處理', '待处理', 'To do'), done, stopped, all } },
    why,
    currency,
  },
)

const kind = {
  title: words('類別', '类别', 'Kind'),
  words: { free: words('院所免收', '院所免收', 'Free of charge'), contract: words('合約', '合约', 'Contract') },
}

/** Whose visits cost nothing, as a file. */
export const exemptionSheet = sheetOf(
  exemption,
  [
    { path: 'patient.name', en: 'patient.nameEn', title: patient },
    { path: 'kind', ...kind, width: 14 },
    { path: 'doctor.name', en: 'doctor.nameEn', title: words('限醫師', '限医生', 'Only with') },
    { path: 'startsOn', title: words('開始日', '开始日', 'First day'), kind: 'date', width: 12 },
    { path: 'endsOn', title: words('結束日', '结束日', 'Last day'), kind: 'date', width: 12 },
    { path: 'unitName', en: 'unitNameEn', title: words('單位', '单位', 'Unit') },
    { path: 'note', title: words('備註', '备注', 'Note'), width: 30 },
    { path: 'byName', en: 'byNameEn', title: by },
    { path: 'createdAt', title: words('建立時間', '创建时间', 'Written'), kind: 'instant', width: 17 },
    {
      path: 'state',
      title: state,
      words: {
        planned: words('尚未開始', '尚未开始', 'Planned'),
        active: words('生效中', '生效中', 'In force'),
        ended: words('已到期', '已到期', 'Ended'),
        withdrawn: words('已取消', '已取消', 'Withdrawn'),
      },
      width: 12,
    },
  ],
  {
    state: {
      title: state,
      words: {
        inForce: words('生效與未來', '生效与未来', 'In force and planned'),
        over: words('已結束', '已结束', 'Over'),
        all,
      },
    },
    kind,
    pid: words('會員代碼', '会员代码', 'Patient (id)'),
  },
)
