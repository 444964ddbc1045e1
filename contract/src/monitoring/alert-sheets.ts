import { sheetOf, words } from '../core/sheet.ts'
import { alert, measuredValue, monitorMember } from './alert-schema.ts'
import { monitorWords } from './words.ts'

const titles = {
  name: words('姓名', '姓名', 'Name'),
  no: words('會員編號', '会员编号', 'Member no.'),
  unit: words('單位', '单位', 'Unit'),
  severity: words('嚴重度', '严重度', 'Severity'),
  state: words('狀態', '状态', 'State'),
  kind: words('項目', '项目', 'Kind'),
  value: words('數值', '数值', 'Value'),
  days: words('天數', '天数', 'Days'),
  search: words('搜尋', '搜索', 'Search'),
}
const whose = [
  { path: 'name', en: 'nameEn', title: titles.name },
  { path: 'memberNo', title: titles.no },
  { path: 'unitName', en: 'unitNameEn', title: titles.unit },
] as const

export const alertSheet = sheetOf(
  alert,
  [
    { path: 'severity', title: titles.severity, words: monitorWords.severity },
    ...whose,
    { path: 'measure', title: titles.kind, words: monitorWords.measure },
    { path: 'test', title: words('條件', '条件', 'Condition'), words: monitorWords.test },
    { path: 'limit', title: words('界限', '界限', 'Limit'), kind: 'number' },
    { path: 'value', title: titles.value, kind: 'number' },
    { path: 'measurementTime', title: words('量測時間', '测量时间', 'Measured at'), kind: 'instant', width: 20 },
    { path: 'raisedAt', title: words('發出時間', '发出时间', 'Raised at'), kind: 'instant', width: 20 },
    { path: 'state', title: titles.state, words: monitorWords.state },
    { path: 'acknowledged.at', title: words('受理時間', '受理时间', 'Acknowledged at'), kind: 'instant', width: 20 },
    { path: 'resolved.at', title: words('解決時間', '解决时间', 'Resolved at'), kind: 'instant', width: 20 },
    { path: 'resolved.note', title: words('處理方式', '处理方式', 'What was done'), width: 40 },
  ],
  {
    state: {
      title: titles.state,
      words: {
        ...monitorWords.state,
        running: words('未解決', '未解决', 'Not resolved'),
        all: words('全部', '全部', 'All'),
      },
    },
    severity: { title: titles.severity, words: monitorWords.severity },
    unit: { title: titles.unit, of: 'unit' },
  },
)

export const memberSheet = sheetOf(
  monitorMember,
  [
    { path: 'worst', title: titles.severity, words: monitorWords.severity },
    { path: 'alerts', title: words('警示數', '警示数', 'Alerts'), kind: 'number' },
    ...whose,
    { path: 'groups', title: words('群組', '小组', 'Groups'), kind: 'texts', width: 24 },
    { path: 'lastAt', title: words('最後量測', '最后测量', 'Last measured'), kind: 'instant', width: 20 },
    { path: 'off.reason', title: words('停用原因', '停用原因', 'Switched off because'), width: 30 },
  ],
  {
    q: titles.search,
    unit: { title: titles.unit, of: 'unit' },
    kind: { title: titles.kind, words: monitorWords.kind },
    alert: {
      title: titles.severity,
      words: { ...monitorWords.severity, any: words('有警示', '有警示', 'Any alert') },
    },
    status: { title: words('警示狀態', '警示状态', 'State of the alert'), words: monitorWords.state },
    did: { title: words('醫師', '医生', 'Doctor'), of: 'staff' },
    days: titles.days,
  },
)

/** What was measured of one member, in one period. */
export const readingSheet = sheetOf(
  measuredValue,
  [
    { path: 'at', title: words('量測時間', '测量时间', 'Measured at'), kind: 'instant', width: 20 },
    { path: 'kind', title: titles.kind, words: monitorWords.kind },
    { path: 'value', title: titles.value, kind: 'number' },
    { path: 'diastolic', title: monitorWords.measure.diastolic, kind: 'number' },
    { path: 'pulse', title: monitorWords.measure.bp_pulse, kind: 'number' },
    { path: 'unit', title: words('量測單位', '测量单位', 'Unit of measure') },
    { path: 'deviceName', title: words('裝置', '设备', 'Device') },
  ],
  { days: titles.days },
  'values',
)
