import { exportOf, localised } from '../core/export.ts'
import { type CaseRow, caseRow } from './schema.ts'
import { caseLabels } from './labels.ts'

const { type, origin, state } = caseLabels
const nobody = localised('未指派', '未指派', 'Unassigned')
const titles = {
  type: localised('類型', '类型', 'Type'),
  origin: localised('來源', '来源', 'Origin'),
  state: localised('狀態', '状态', 'State'),
  unit: localised('單位', '单位', 'Unit'),
  owner: localised('負責人', '负责人', 'Owner'),
}

/** Cases as a file: what, whose, how it stands and until when. What the notes say stays in them. */
export const caseSheet = exportOf(
  caseRow,
  [
    { path: 'sn', title: localised('編號', '编号', 'No.'), kind: 'number', width: 9 },
    { path: 'title', title: localised('標題', '标题', 'Title'), width: 34 },
    { path: 'type', title: titles.type, words: type },
    { path: 'patient_name', en: 'patientNameEn', title: localised('會員', '会员', 'Member') },
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
    { path: 'unitName', en: 'unitNameEn', title: titles.unit },
    { path: 'origin', title: titles.origin, words: origin },
    {
      path: 'state',
      title: titles.state,
      words: { ...state, nobody },
      // As the list says it: open and nobody's.
      pick: (value, row) => (value === 'open' && (row as CaseRow).owner === null ? 'nobody' : value),
    },
    { path: 'owner.name', en: 'owner.nameEn', title: titles.owner },
    { path: 'openedBy.name', en: 'openedBy.nameEn', title: localised('建立人員', '创建人员', 'Opened by') },
    { path: 'openedAt', title: localised('建立時間', '创建时间', 'Opened'), kind: 'instant', width: 17 },
    { path: 'dueAt', title: localised('處理期限', '处理期限', 'Due'), kind: 'instant', width: 17 },
    { path: 'overAt', title: localised('結束時間', '结束时间', 'Ended'), kind: 'instant', width: 17 },
  ],
  {
    q: localised('搜尋', '搜索', 'Search'),
    type: { title: titles.type, words: type },
    origin: { title: titles.origin, words: origin },
    state: {
      title: titles.state,
      words: { ...state, running: localised('未結案', '未结案', 'Not closed'), all: localised('全部', '全部', 'All') },
    },
    assigned: {
      title: titles.owner,
      words: { me: localised('我', '我', 'Me'), none: nobody },
    },
    owner: { title: titles.owner, of: 'staff' },
    unit: { title: titles.unit, of: 'unit' },
    late: localised('即將與已逾時', '即将与已超时', 'Due soon or late'),
    overdue: localised('已逾時', '已超时', 'Late'),
    from: localised('建立自', '创建自', 'Opened from'),
    to: localised('建立至', '创建至', 'Opened to'),
  },
)
