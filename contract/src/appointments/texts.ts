import type { Locale } from '../core/scalars.ts'
import type { AppointmentStatus } from './schema.ts'

type Words = Readonly<Record<AppointmentStatus, string>>

/** The states in words: in the refusal of a step, and on every tag. */
export const statusLabelsZhTW: Words = {
  held: '待付款',
  registered: '已預約',
  checkedIn: '候診中',
  redial: '重撥',
  finished: '已完成',
  cancelled: '已取消',
  autoCancelled: '未接取消',
  released: '已釋出',
  closed: '已結案',
}
export const statusLabelsZhCN: Words = {
  held: '待付款',
  registered: '已预约',
  checkedIn: '候诊中',
  redial: '重拨',
  finished: '已完成',
  cancelled: '已取消',
  autoCancelled: '未接取消',
  released: '已释出',
  closed: '已结案',
}
export const statusLabelsEn: Words = {
  held: 'awaiting payment',
  registered: 'booked',
  checkedIn: 'waiting',
  redial: 'call again',
  finished: 'finished',
  cancelled: 'cancelled',
  autoCancelled: 'missed',
  released: 'released',
  closed: 'closed',
}
export const statusLabels: Readonly<Record<Locale, Words>> = {
  'zh-TW': statusLabelsZhTW,
  'zh-CN': statusLabelsZhCN,
  en: statusLabelsEn,
}
