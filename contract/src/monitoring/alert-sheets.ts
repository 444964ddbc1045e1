import { exportOf, type LocalisedText, localised, namedSheet } from '../core/export.ts'
import { alert, type LastReading, measuredValue, monitorMember } from './alert-schema.ts'
import { kindRules, type ReadingKind, readingKinds } from './kinds.ts'
import { monitorLabels } from './labels.ts'
import { unitSign } from './units.ts'

const titles = {
  name: localised('姓名', '姓名', 'Name'),
  no: localised('會員編號', '会员编号', 'Member no.'),
  unit: localised('單位', '单位', 'Unit'),
  severity: localised('嚴重度', '严重度', 'Severity'),
  state: localised('狀態', '状态', 'State'),
  kind: localised('項目', '项目', 'Kind'),
  value: localised('數值', '数值', 'Value'),
  days: localised('天數', '天数', 'Days'),
  search: localised('搜尋', '搜索', 'Search'),
}
const whose = [
  { path: 'name', en: 'nameEn', title: titles.name },
  { path: 'memberNo', title: titles.no },
  { path: 'unitName', en: 'unitNameEn', title: titles.unit },
] as const

export const alertSheet = namedSheet(
  localised('警示', '警示', 'Alerts'),
  exportOf(
    alert,
    [
      { path: 'severity', title: titles.severity, words: monitorLabels.severity },
      ...whose,
      { path: 'measure', title: titles.kind, words: monitorLabels.measure },
      { path: 'test', title: localised('條件', '条件', 'Condition'), words: monitorLabels.test },
      { path: 'limit', title: localised('界限', '界限', 'Limit'), kind: 'number' },
      { path: 'inclusive', title: localised('含界限值', '含界限值', 'Limit included'), kind: 'yesNo' },
      { path: 'value', title: localised('最初數值', '最初数值', 'First value'), kind: 'number' },
      { path: 'measurementTime', title: localised('量測時間', '测量时间', 'Measured at'), kind: 'instant', width: 20 },
      { path: 'worstValue', title: localised('最嚴重數值', '最严重数值', 'Worst value'), kind: 'number' },
      {
        path: 'worstAt',
        title: localised('最嚴重量測時間', '最严重测量时间', 'Worst measured at'),
        kind: 'instant',
        width: 20,
      },
      { path: 'raisedAt', title: localised('發出時間', '发出时间', 'Raised at'), kind: 'instant', width: 20 },
      { path: 'state', title: titles.state, words: monitorLabels.state },
      {
        path: 'acknowledged.at',
        title: localised('受理時間', '受理时间', 'Acknowledged at'),
        kind: 'instant',
        width: 20,
      },
      { path: 'resolved.at', title: localised('解決時間', '解决时间', 'Resolved at'), kind: 'instant', width: 20 },
      { path: 'resolved.note', title: localised('處理方式', '处理方式', 'What was done'), width: 40 },
    ],
    {
      state: {
        title: titles.state,
        words: {
          ...monitorLabels.state,
          running: localised('未解決', '未解决', 'Not resolved'),
          all: localised('全部', '全部', 'All'),
        },
      },
      severity: { title: titles.severity, words: monitorLabels.severity },
      unit: { title: titles.unit, of: 'unit' },
    },
  ),
)

/** The last of a kind, as a number of its own unit. */
const lastOf = (kind: ReadingKind, title: LocalisedText, unit: string, part: 'value' | 'diastolic' | 'pulse') => {
  const named = (word: string) => `${word} (${unitSign(unit)})`
  return {
    path: 'last',
    title: localised(named(title['zh-TW']), named(title['zh-CN']), named(title.en)),
    kind: 'number',
    pick: (last: unknown) => (last as readonly LastReading[]).find((one) => one.kind === kind)?.[part] ?? null,
  } as const
}
const { blood_pressure: pressure, pulse } = kindRules
const lastColumns = [
  lastOf('blood_pressure', monitorLabels.measure.systolic, pressure.unit, 'value'),
  lastOf('blood_pressure', monitorLabels.measure.diastolic, pressure.unit, 'diastolic'),
  lastOf('blood_pressure', monitorLabels.measure.bp_pulse, pulse.unit, 'pulse'),
  ...readingKinds
    .filter((kind) => kind !== 'blood_pressure')
    .map((kind) => lastOf(kind, monitorLabels.kind[kind], kindRules[kind].unit, 'value')),
]

export const memberSheet = namedSheet(
  localised('遠距監測', '远程监测', 'Monitoring'),
  exportOf(
    monitorMember,
    [
      { path: 'worst', title: titles.severity, words: monitorLabels.severity },
      { path: 'alerts', title: localised('警示數', '警示数', 'Alerts'), kind: 'number' },
      ...whose,
      { path: 'groups', title: localised('群組', '小组', 'Groups'), kind: 'texts', width: 24 },
      ...lastColumns,
      { path: 'ecg.heartRate', title: localised('心電圖心率', '心电图心率', 'Heart rate (ECG)'), kind: 'number' },
      { path: 'ecg.at', title: localised('心電圖時間', '心电图时间', 'ECG at'), kind: 'instant', width: 20 },
      { path: 'lastAt', title: localised('最後量測', '最后测量', 'Last measured'), kind: 'instant', width: 20 },
      { path: 'off.reason', title: localised('停用原因', '停用原因', 'Switched off because'), width: 30 },
    ],
    {
      q: titles.search,
      unit: { title: titles.unit, of: 'unit' },
      kind: { title: titles.kind, words: monitorLabels.kind },
      alert: {
        title: titles.severity,
        words: { ...monitorLabels.severity, any: localised('有警示', '有警示', 'Any alert') },
      },
      status: { title: localised('警示狀態', '警示状态', 'State of the alert'), words: monitorLabels.state },
      did: { title: localised('醫師', '医生', 'Doctor'), of: 'staff' },
      days: titles.days,
    },
  ),
)

/** What was measured of one member, in one period. */
export const readingSheet = namedSheet(
  localised('量測紀錄', '测量记录', 'Readings'),
  exportOf(
    measuredValue,
    [
      { path: 'at', title: localised('量測時間', '测量时间', 'Measured at'), kind: 'instant', width: 20 },
      { path: 'kind', title: titles.kind, words: monitorLabels.kind },
      { path: 'value', title: titles.value, kind: 'number' },
      { path: 'diastolic', title: monitorLabels.measure.diastolic, kind: 'number' },
      { path: 'pulse', title: monitorLabels.measure.bp_pulse, kind: 'number' },
      { path: 'unit', title: localised('量測單位', '测量单位', 'Unit of measure') },
      { path: 'original.value', title: localised('原始數值', '原始数值', 'Value as sent') },
      { path: 'original.unit', title: localised('原始單位', '原始单位', 'Unit as sent') },
      { path: 'deviceName', title: localised('裝置', '设备', 'Device') },
      { path: 'receivedAt', title: localised('收到時間', '收到时间', 'Arrived at'), kind: 'instant', width: 20 },
      { path: 'withdrawn.reason', title: localised('輸入錯誤', '输入错误', 'Entered in error'), width: 30 },
    ],
    { days: titles.days },
    'values',
  ),
)
