import { exportOf, localised } from '../core/export.ts'
import { rxSending } from './rx-schema.ts'

export const rxStateLabels = {
  sent: localised('已送出', '已发送', 'Sent'),
  received: localised('藥局已收件', '药房已接收', 'Received'),
  returned: localised('藥局提問', '药房提问', 'Questioned'),
  dispensed: localised('已調劑', '已调剂', 'Dispensed'),
  rejected: localised('藥局退回', '药房退回', 'Rejected'),
  cancelled: localised('已取消', '已取消', 'Cancelled'),
}
const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    ...rxStateLabels,
    open: localised('待處理', '待处理', 'Open'),
    all: localised('全部', '全部', 'All'),
  },
}
/** Prescriptions as a file: what stands in the list. */
export const rxSheet = exportOf(
  rxSending,
  [
    { path: 'sentAt', title: localised('送出時間', '发送时间', 'Sent at'), kind: 'instant', width: 17 },
    { path: 'number', title: localised('編號', '编号', 'Number'), width: 14 },
    { path: 'patient.name', en: 'patient.nameEn', title: localised('病人', '病人', 'Patient') },
    { path: 'prescriber.name', en: 'prescriber.nameEn', title: localised('開立者', '开立者', 'Prescriber') },
    { path: 'pharmacy.name', title: localised('藥局', '药房', 'Pharmacy') },
    { path: 'state', ...state, width: 12 },
  ],
  {
    state,
    pharmacy: localised('藥局', '药房', 'Pharmacy'),
    pid: localised('病人', '病人', 'Patient'),
    from: localised('起日', '起日', 'From'),
    to: localised('迄日', '止日', 'To'),
    refill: localised('連續處方', '连续处方', 'Refillable'),
    q: localised('搜尋', '搜索', 'Search'),
  },
)
