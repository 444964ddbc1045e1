import { exportOf, localised } from '../core/export.ts'
import { exemption, refund } from './refunds.ts'

const patient = localised('病患', '患者', 'Patient')
const doctor = localised('醫師', '医生', 'Doctor')
const by = localised('經手人', '经手人', 'By')
const all = localised('全部', '全部', 'All')
const state = localised('狀態', '状态', 'State')
const why = {
  title: localised('原因', '原因', 'Reason'),
  words: {
    cancelled: localised('看診取消', '看诊取消', 'Visit cancelled'),
    late: localised('逾時付款', '超时付款', 'Paid too late'),
    double: localised('重複付款', '重复付款', 'Paid twice'),
  },
}
const method = {
  checkout: localised('線上付款', '在线付款', 'Online'),
  cash: localised('現金', '现金', 'Cash'),
  card: localised('櫃檯刷卡', '柜台刷卡', 'Card at the desk'),
  transfer: localised('轉帳', '转账', 'Transfer'),
}
const done = localised('已退款', '已退款', 'Refunded')
const stopped = localised('不需退款', '不需退款', 'Not needed')
const currency = localised('幣別', '币种', 'Currency')

/** Refunds as a file; amounts in whole units of their currency. */
export const refundSheet = exportOf(
  refund,
  [
    { path: 'patient.name', en: 'patient.nameEn', title: patient },
    { path: 'doctor.name', en: 'doctor.nameEn', title: doctor },
    { path: 'startAt', title: localised('看診', '看诊', 'Visit'), kind: 'instant', width: 17 },
    { path: 'amount', title: localised('金額', '金额', 'Amount'), kind: 'money', width: 10 },
    { path: 'currency', title: currency, width: 9 },
    { path: 'why', ...why, width: 12 },
    { path: 'paidBy', title: localised('付款方式', '付款方式', 'Paid by'), words: method, width: 12 },
    { path: 'dueAt', title: localised('應退日', '应退日', 'Due since'), kind: 'instant', width: 17 },
    {
      path: 'state',
      title: state,
      words: {
        due: localised('待退款', '待退款', 'To refund'),
        working: localised('退款處理中', '退款处理中', 'With the provider'),
        done,
        stopped,
      },
      width: 12,
    },
    { path: 'method', title: localised('退款方式', '退款方式', 'Refunded by'), words: method, width: 12 },
    { path: 'reference', title: localised('單號', '单号', 'Number') },
    { path: 'doneAt', title: localised('完成時間', '完成时间', 'Done at'), kind: 'instant', width: 17 },
    { path: 'byName', en: 'byNameEn', title: by },
  ],
  {
    state: { title: state, words: { open: localised('待處理', '待处理', 'To do'), done, stopped, all } },
    why,
    currency,
  },
)

const kind = {
  title: localised('類別', '类别', 'Kind'),
  words: { free: localised('院所免收', '院所免收', 'Free of charge'), contract: localised('合約', '合约', 'Contract') },
}

/** Whose visits cost nothing, as a file. */
export const exemptionSheet = exportOf(
  exemption,
  [
    { path: 'patient.name', en: 'patient.nameEn', title: patient },
    { path: 'kind', ...kind, width: 14 },
    { path: 'doctor.name', en: 'doctor.nameEn', title: localised('限醫師', '限医生', 'Only with') },
    { path: 'startsOn', title: localised('開始日', '开始日', 'First day'), kind: 'date', width: 12 },
    { path: 'endsOn', title: localised('結束日', '结束日', 'Last day'), kind: 'date', width: 12 },
    { path: 'unitName', en: 'unitNameEn', title: localised('單位', '单位', 'Unit') },
    { path: 'note', title: localised('備註', '备注', 'Note'), width: 30 },
    { path: 'byName', en: 'byNameEn', title: by },
    { path: 'createdAt', title: localised('建立時間', '创建时间', 'Written'), kind: 'instant', width: 17 },
    {
      path: 'state',
      title: state,
      words: {
        planned: localised('尚未開始', '尚未开始', 'Planned'),
        active: localised('生效中', '生效中', 'In force'),
        ended: localised('已到期', '已到期', 'Ended'),
        withdrawn: localised('已取消', '已取消', 'Withdrawn'),
      },
      width: 12,
    },
  ],
  {
    state: {
      title: state,
      words: {
        inForce: localised('生效與未來', '生效与未来', 'In force and planned'),
        over: localised('已結束', '已结束', 'Over'),
        all,
      },
    },
    kind,
    pid: localised('會員代碼', '会员代码', 'Patient (id)'),
  },
)
