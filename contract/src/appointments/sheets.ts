import { type ExportDefinition, type ExportColumn, exportOf, localised } from '../core/export.ts'
import { genderLabels } from '../members/sheet.ts'
import { historyEntry } from './history-schema.ts'
import { appointment, appointmentStatus, entryElsewhere } from './schema.ts'
import { statusLabels } from './texts.ts'

const stateWords = Object.fromEntries(
  appointmentStatus.options.map((status) => [
    status,
    localised(statusLabels['zh-TW'][status], statusLabels['zh-CN'][status], statusLabels.en[status]),
  ]),
)
const siteWords = {
  video: localised('視訊', '视频', 'Video'),
  voice: localised('語音', '语音', 'Voice'),
  onsite: localised('門診', '门诊', 'On site'),
}
const slotWords = {
  emergency: localised('急診', '急诊', 'Emergency'),
  earlyMorning: localised('清晨', '清晨', 'Early morning'),
  am: localised('上午', '上午', 'Morning'),
  pm: localised('下午', '下午', 'Afternoon'),
  night: localised('夜間', '夜间', 'Night'),
  lateNight: localised('深夜', '深夜', 'Late at night'),
  other: localised('其他', '其他', 'Other'),
}
const paymentWords = {
  none: localised('無需付款', '无需付款', 'Nothing due'),
  due: localised('待付款', '待付款', 'Due'),
  paid: localised('已付款', '已付款', 'Paid'),
  waived: localised('免付', '免付', 'Waived'),
  expired: localised('逾時未付', '逾时未付', 'Not paid in time'),
  refundDue: localised('待退款', '待退款', 'Refund due'),
  refunded: localised('已退款', '已退款', 'Refunded'),
}

const unit = {
  path: 'unitName',
  en: 'unitNameEn',
  title: localised('單位', '单位', 'Unit'),
} as const satisfies ExportColumn
/** What both lists begin with, before the unit and behind it. */
const visit = [
  { path: 'date', title: localised('日期', '日期', 'Date'), kind: 'date', width: 12 },
  { path: 'slot', title: localised('時段', '时段', 'Part of day'), words: slotWords, width: 10 },
  { path: 'startAt', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 17 },
  { path: 'queueNo', title: localised('號', '号', 'No.'), kind: 'number', width: 6 },
  { path: 'patient.memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
  { path: 'patient.name', en: 'patient.nameEn', title: localised('會員', '会员', 'Patient') },
  { path: 'patient.gender', title: localised('性別', '性别', 'Sex'), words: genderLabels, width: 8 },
  { path: 'patient.birthday', title: localised('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
  { path: 'doctor.name', en: 'doctor.nameEn', title: localised('醫師', '医师', 'Doctor') },
] as const satisfies ExportColumn[]
const course = [
  { path: 'site', title: localised('方式', '方式', 'By'), words: siteWords, width: 9 },
  { path: 'serviceItem', title: localised('服務項目', '服务项目', 'Service') },
  { path: 'status', title: localised('狀態', '状态', 'Status'), words: stateWords, width: 12 },
  { path: 'cancelReason', title: localised('原因', '原因', 'Reason'), width: 24 },
] as const satisfies ExportColumn[]

const filters: ExportDefinition['filters'] = {
  q: localised('姓名、電話或證號', '姓名、电话或证号', 'Name, phone or id'),
  from: localised('起日', '起日', 'From'),
  to: localised('迄日', '迄日', 'To'),
  state: { title: localised('狀態', '状态', 'Status'), words: stateWords },
  slot: localised('時段', '时段', 'Part of day'),
  site: localised('方式', '方式', 'By'),
  pay: { title: localised('付款', '付款', 'Payment'), words: paymentWords },
  did: { title: localised('醫師', '医师', 'Doctor'), of: 'staff' },
  unit: { title: localised('單位', '单位', 'Unit'), of: 'unit' },
  sort: localised('排序', '排序', 'Sorted by'),
}

/** The appointments screen's list as a file. */
export const queueSheet = exportOf(
  appointment,
  [
    ...visit,
    unit,
    ...course,
    { path: 'consultProblem', title: localised('主訴', '主诉', 'Problem'), width: 30 },
    { path: 'payment', title: localised('付款', '付款', 'Payment'), words: paymentWords, width: 12 },
    { path: 'p_memo', title: localised('備註', '备注', 'Note'), width: 30 },
  ],
  {
    ...filters,
    tab: localised('清單', '清单', 'List'),
    date: localised('日期', '日期', 'Day'),
    time: localised('時間', '时间', 'Half hour'),
    agent: localised('僅代約', '仅代约', 'Booked by agents only'),
  },
)

/** The history as a file. Fees in whole units of their currency. */
export const historySheet = exportOf(
  historyEntry,
  [
    ...visit,
    unit,
    ...course,
    { path: 'checkedInAt', title: localised('報到', '报到', 'Checked in'), kind: 'instant', width: 17 },
    { path: 'waitedMinutes', title: localised('等候（分）', '等候（分）', 'Waited (min)'), kind: 'number', width: 11 },
    { path: 'lengthMinutes', title: localised('看診（分）', '看诊（分）', 'Length (min)'), kind: 'number', width: 11 },
    { path: 'fee', title: localised('費用', '费用', 'Fee'), kind: 'money', width: 10 },
    { path: 'currency', title: localised('幣別', '币别', 'Currency'), width: 9 },
    { path: 'payment', title: localised('付款', '付款', 'Payment'), words: paymentWords, width: 12 },
    { path: 'noteSigned', title: localised('已簽章', '已签章', 'Signed'), kind: 'yesNo', width: 9 },
    { path: 'recording', title: localised('有錄影', '有录像', 'Recording'), kind: 'yesNo', width: 9 },
    { path: 'bookedByName', en: 'bookedByNameEn', title: localised('預約者', '预约者', 'Booked by') },
  ],
  {
    ...filters,
    range: localised('最近天數', '最近天数', 'Last days'),
    pid: localised('會員代碼', '会员代码', 'Patient (id)'),
    booker: { title: localised('預約者', '预约者', 'Booked by'), of: 'staff' },
  },
)

/** Entries of other institutions as a file, patients masked as on the screen. */
export const elsewhereSheet = exportOf(
  entryElsewhere,
  [
    { path: 'startAt', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 17 },
    { path: 'patientName', title: localised('會員', '会员', 'Patient') },
    { path: 'partnerName', en: 'partnerNameEn', title: localised('機構', '机构', 'Institution'), width: 24 },
    unit,
    { path: 'doctorName', en: 'doctorNameEn', title: localised('醫師', '医师', 'Doctor') },
    { path: 'site', title: localised('方式', '方式', 'By'), words: siteWords, width: 9 },
    { path: 'status', title: localised('狀態', '状态', 'Status'), words: stateWords, width: 12 },
  ],
  {},
)
