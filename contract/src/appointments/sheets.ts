import { type Sheet, type SheetColumn, sheetOf, words } from '../core/sheet.ts'
import { genderWords } from '../members/sheet.ts'
import { historyEntry } from './history-schema.ts'
import { appointment, appointmentStatus, entryElsewhere } from './schema.ts'
import { statusWords } from './texts.ts'

const stateWords = Object.fromEntries(
  appointmentStatus.options.map((status) => [
    status,
    words(statusWords['zh-TW'][status], statusWords['zh-CN'][status], statusWords.en[status]),
  ]),
)
const siteWords = {
  video: words('視訊', '视频', 'Video'),
  voice: words('語音', '语音', 'Voice'),
  onsite: words('門診', '门诊', 'On site'),
}
const slotWords = {
  emergency: words('急診', '急诊', 'Emergency'),
  earlyMorning: words('清晨', '清晨', 'Early morning'),
  am: words('上午', '上午', 'Morning'),
  pm: words('下午', '下午', 'Afternoon'),
  night: words('夜間', '夜间', 'Night'),
  lateNight: words('深夜', '深夜', 'Late at night'),
  other: words('其他', '其他', 'Other'),
}
const paymentWords = {
  none: words('無需付款', '无需付款', 'Nothing due'),
  due: words('待付款', '待付款', 'Due'),
  paid: words('已付款', '已付款', 'Paid'),
  waived: words('免付', '免付', 'Waived'),
  expired: words('逾時未付', '逾时未付', 'Not paid in time'),
  refundDue: words('待退款', '待退款', 'Refund due'),
  refunded: words('已退款', '已退款', 'Refunded'),
}

const unit = { path: 'unitName', en: 'unitNameEn', title: words('單位', '单位', 'Unit') } as const satisfies SheetColumn
/** What both lists begin with, before the unit and behind it. */
const visit = [
  { path: 'date', title: words('日期', '日期', 'Date'), kind: 'date', width: 12 },
  { path: 'slot', title: words('時段', '时段', 'Part of day'), words: slotWords, width: 10 },
  { path: 'startAt', title: words('時間', '时间', 'Time'), kind: 'instant', width: 17 },
  { path: 'queueNo', title: words('號', '号', 'No.'), kind: 'number', width: 6 },
  { path: 'patient.memberNo', title: words('會員編號', '会员编号', 'Member no.') },
  { path: 'patient.name', en: 'patient.nameEn', title: words('會員', '会员', 'Patient') },
  { path: 'patient.gender', title: words('性別', '性别', 'Sex'), words: genderWords, width: 8 },
  { path: 'patient.birthday', title: words('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
  { path: 'doctor.name', en: 'doctor.nameEn', title: words('醫師', '医师', 'Doctor') },
] as const satisfies SheetColumn[]
const course = [
  { path: 'site', title: words('方式', '方式', 'By'), words: siteWords, width: 9 },
  { path: 'serviceItem', title: words('服務項目', '服务项目', 'Service') },
  { path: 'status', title: words('狀態', '状态', 'Status'), words: stateWords, width: 12 },
  { path: 'cancelReason', title: words('原因', '原因', 'Reason'), width: 24 },
] as const satisfies SheetColumn[]

const filters: Sheet['filters'] = {
  q: words('姓名、電話或證號', '姓名、电话或证号', 'Name, phone or id'),
  from: words('起日', '起日', 'From'),
  to: words('迄日', '迄日', 'To'),
  state: { title: words('狀態', '状态', 'Status'), words: stateWords },
  slot: words('時段', '时段', 'Part of day'),
  site: words('方式', '方式', 'By'),
  pay: { title: words('付款', '付款', 'Payment'), words: paymentWords },
  did: { title: words('醫師', '医师', 'Doctor'), of: 'staff' },
  unit: { title: words('單位', '单位', 'Unit'), of: 'unit' },
  sort: words('排序', '排序', 'Sorted by'),
}

/** The appointments screen's list as a file. */
export const queueSheet = sheetOf(
  appointment,
  [
    ...visit,
    unit,
    ...course,
    { path: 'consultProblem', title: words('主訴', '主诉', 'Problem'), width: 30 },
    { path: 'payment', title: words('付款', '付款', 'Payment'), words: paymentWords, width: 12 },
    { path: 'p_memo', title: words('備註', '备注', 'Note'), width: 30 },
  ],
  {
    ...filters,
    tab: words('清單', '清单', 'List'),
    date: words('日期', '日期', 'Day'),
    time: words('時間', '时间', 'Half hour'),
    agent: words('僅代約', '仅代约', 'Booked by agents only'),
  },
)

/** The history as a file. Fees in whole units of their currency. */
export const historySheet = sheetOf(
  historyEntry,
  [
    ...visit,
    unit,
    ...course,
    { path: 'checkedInAt', title: words('報到', '报到', 'Checked in'), kind: 'instant', width: 17 },
    { path: 'waitedMinutes', title: words('等候（分）', '等候（分）', 'Waited (min)'), kind: 'number', width: 11 },
    { path: 'lengthMinutes', title: words('看診（分）', '看诊（分）', 'Length (min)'), kind: 'number', width: 11 },
    { path: 'fee', title: words('費用', '费用', 'Fee'), kind: 'money', width: 10 },
    { path: 'currency', title: words('幣別', '币别', 'Currency'), width: 9 },
    { path: 'payment', title: words('付款', '付款', 'Payment'), words: paymentWords, width: 12 },
    { path: 'noteSigned', title: words('已簽章', '已签章', 'Signed'), kind: 'yesNo', width: 9 },
    { path: 'recording', title: words('有錄影', '有录像', 'Recording'), kind: 'yesNo', width: 9 },
    { path: 'bookedByName', en: 'bookedByNameEn', title: words('預約者', '预约者', 'Booked by') },
  ],
  {
    ...filters,
    range: words('最近天數', '最近天数', 'Last days'),
    pid: words('會員代碼', '会员代码', 'Patient (id)'),
    booker: { title: words('預約者', '预约者', 'Booked by'), of: 'staff' },
  },
)

/** Entries of other institutions as a file, patients masked as on the screen. */
export const elsewhereSheet = sheetOf(
  entryElsewhere,
  [
    { path: 'startAt', title: words('時間', '时间', 'Time'), kind: 'instant', width: 17 },
    { path: 'patientName', title: words('會員', '会员', 'Patient') },
    { path: 'partnerName', en: 'partnerNameEn', title: words('機構', '机构', 'Institution'), width: 24 },
    unit,
    { path: 'doctorName', en: 'doctorNameEn', title: words('醫師', '医师', 'Doctor') },
    { path: 'site', title: words('方式', '方式', 'By'), words: siteWords, width: 9 },
    { path: 'status', title: words('狀態', '状态', 'Status'), words: stateWords, width: 12 },
  ],
  {},
)
