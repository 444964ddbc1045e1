import { sheetOf, words } from '../core/sheet.ts'
import { caseRow } from './schema.ts'
import { caseWords } from './words.ts'

const { type, origin, state } = caseWords
const titles = {
  type: words('類型', '类型', 'Type'),
  origin: words('來源', '来源', 'Origin'),
  state: words('狀態', '状态', 'State'),
  unit: words('單位', '单位', 'Unit'),
  owner: words('負責人', '负责人', 'Owner'),
}

/** Cases as a file: what, whose, how it stands and until when. What the notes say stays in them. */
export const caseSheet = sheetOf(
  caseRow,
  [
    { path: 'sn', title: words('編號', '编号', 'No.'), kind: 'number', width: 9 },
    { path: 'title', title: words('標題', '标题', 'Title'), width: 34 },
    { path: 'type', title: titles.type, words: type },
    { path: 'patient_name', en: 'patientNameEn', title: words('會員', '会员', 'Member') },
    { path: 'memberNo', title: words('會員編號', '会员编号', 'Member no.') },
    { path: 'unitName', en: 'unitNameEn', title: titles.unit },
    { path: 'origin', title: titles.origin, words: origin },
    { path: 'state', title: titles.state, words: state },
    { path: 'owner.name', en: 'owner.nameEn', title: titles.owner },
    { path: 'openedBy.name', en: 'openedBy.nameEn', title: words('建立人員', '创建人员', 'Opened by') },
    { path: 'openedAt', title: words('建立時間', '创建时间', 'Opened'), kind: 'instant', width: 17 },
    { path: 'dueAt', title: words('處理期限', '处理期限', 'Due'), kind: 'instant', width: 17 },
    { path: 'overAt', title: words('結束時間', '结束时间', 'Ended'), kind: 'instant', width: 17 },
  ],
  {
    q: words('搜尋', '搜索', 'Search'),
    type: { title: titles.type, words: type },
    origin: { title: titles.origin, words: origin },
    state: {
      title: titles.state,
      words: { ...state, running: words('未結案', '未结案', 'Not closed'), all: words('全部', '全部', 'All') },
    },
    assigned: {
      title: titles.owner,
      words: { me: words('我', '我', 'Me'), none: words('未指派', '未指派', 'Nobody') },
    },
    owner: { title: titles.owner, of: 'staff' },
    unit: { title: titles.unit, of: 'unit' },
    late: words('即將逾時', '即将超时', 'About to be late'),
    from: words('建立自', '创建自', 'Opened from'),
    to: words('建立至', '创建至', 'Opened to'),
  },
)
