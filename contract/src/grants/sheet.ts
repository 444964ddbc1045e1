import { exportOf, localised } from '../core/export.ts'
import { staffTypeLabels } from '../core/staff-labels.ts'
import { grant } from './schema.ts'

const kind = {
  title: localised('項目', '项目', 'What'),
  words: {
    'shift.others': localised('班表管理', '班表管理', 'Shift management'),
    'contact.others': localised('聯絡約診病人', '联系预约患者', 'Contacting appointment patients'),
  },
}
const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    planned: localised('未開始', '未开始', 'Not begun'),
    active: localised('有效', '有效', 'In force'),
    ended: localised('已到期', '已到期', 'Ended'),
    revoked: localised('已撤銷', '已撤销', 'Revoked'),
  },
}

/** Grants as a file. */
export const grantSheet = exportOf(
  grant,
  [
    { path: 'grantor.name', en: 'grantor.nameEn', title: localised('授權人', '授权人', 'From') },
    { path: 'grantee.name', en: 'grantee.nameEn', title: localised('被授權人', '被授权人', 'To') },
    { path: 'grantee.doctortype', title: localised('職類', '职类', 'Profession'), words: staffTypeLabels },
    { path: 'kind', ...kind, width: 20 },
    { path: 'unitName', en: 'unitNameEn', title: localised('限單位', '限单位', 'Only in') },
    { path: 'startsAt', title: localised('開始', '开始', 'From'), kind: 'instant', width: 17 },
    { path: 'endsAt', title: localised('結束', '结束', 'Until'), kind: 'instant', width: 17 },
    { path: 'state', ...state, width: 10 },
    { path: 'uses', title: localised('使用次數', '使用次数', 'Uses'), kind: 'number', width: 9 },
    { path: 'lastUsedAt', title: localised('最近使用', '最近使用', 'Last used'), kind: 'instant', width: 17 },
  ],
  {
    tab: {
      title: localised('清單', '列表', 'List'),
      words: {
        given: localised('我給的', '我给的', 'Given'),
        received: localised('我收到的', '我收到的', 'Received'),
        all: localised('同事之間', '同事之间', 'Among colleagues'),
      },
    },
    kind,
    state,
    q: localised('姓名', '姓名', 'Name'),
  },
)
