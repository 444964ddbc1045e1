import { sheetOf, words } from '../core/sheet.ts'
import { staffTypeWords } from '../core/staff-words.ts'
import { grant } from './schema.ts'

const kind = {
  title: words('項目', '项目', 'What'),
  words: {
    'shift.others': words('班表管理', '班表管理', 'Shift management'),
    'contact.others': words('聯絡約診病人', '联系预约患者', 'Contacting appointment patients'),
  },
}
const state = {
  title: words('狀態', '状态', 'State'),
  words: {
    planned: words('未開始', '未开始', 'Not begun'),
    active: words('有效', '有效', 'In force'),
    ended: words('已到期', '已到期', 'Ended'),
    revoked: words('已撤銷', '已撤销', 'Revoked'),
  },
}

/** Grants as a file. */
export const grantSheet = sheetOf(
  grant,
  [
    { path: 'grantor.name', en: 'grantor.nameEn', title: words('授權人', '授权人', 'From') },
    { path: 'grantee.name', en: 'grantee.nameEn', title: words('被授權人', '被授权人', 'To') },
    { path: 'grantee.doctortype', title: words('職類', '职类', 'Profession'), words: staffTypeWords },
    { path: 'kind', ...kind, width: 20 },
    { path: 'unitName', en: 'unitNameEn', title: words('限單位', '限单位', 'Only in') },
    { path: 'startsAt', title: words('開始', '开始', 'From'), kind: 'instant', width: 17 },
    { path: 'endsAt', title: words('結束', '结束', 'Until'), kind: 'instant', width: 17 },
    { path: 'state', ...state, width: 10 },
    { path: 'uses', title: words('使用次數', '使用次数', 'Uses'), kind: 'number', width: 9 },
    { path: 'lastUsedAt', title: words('最近使用', '最近使用', 'Last used'), kind: 'instant', width: 17 },
  ],
  {
    tab: {
      title: words('清單', '列表', 'List'),
      words: {
        given: words('我給的', '我给的', 'Given'),
        received: words('我收到的', '我收到的', 'Received'),
        all: words('同事之間', '同事之间', 'Among colleagues'),
      },
    },
    kind,
    state,
    q: words('姓名', '姓名', 'Name'),
  },
)
