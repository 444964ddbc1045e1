import { exportOf, localised } from '../core/export.ts'
import { monitorGroup, offMember } from './group-schema.ts'

const unit = localised('單位', '单位', 'Unit')
const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    active: localised('使用中', '使用中', 'Active'),
    ended: localised('已結束', '已结束', 'Ended'),
    all: localised('全部', '全部', 'All'),
  },
}

export const groupSheet = exportOf(
  monitorGroup,
  [
    { path: 'name', title: localised('群組', '小组', 'Group'), width: 24 },
    { path: 'unitName', en: 'unitNameEn', title: unit },
    { path: 'staff.name', en: 'staff.nameEn', title: localised('照護人員', '照护人员', 'Care staff'), width: 30 },
    { path: 'members', title: localised('會員數', '会员数', 'Members'), kind: 'number' },
    { path: 'rules', title: localised('規則數', '规则数', 'Rules'), kind: 'number' },
    { path: 'alerts.raised', title: localised('7 日警示', '7 日警示', 'Alerts of 7 days'), kind: 'number' },
    { path: 'alerts.running', title: localised('未處理警示', '未处理警示', 'Alerts open'), kind: 'number' },
    { path: 'state', ...state },
    { path: 'updatedAt', title: localised('最後變更', '最后更改', 'Last changed'), kind: 'instant', width: 20 },
  ],
  { q: localised('搜尋', '搜索', 'Search'), unit: { title: unit, of: 'unit' }, state },
)

export const offSheet = exportOf(
  offMember,
  [
    { path: 'name', en: 'nameEn', title: localised('姓名', '姓名', 'Name') },
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
    { path: 'unitName', en: 'unitNameEn', title: unit },
    { path: 'off.reason', title: localised('原因', '原因', 'Reason'), width: 40 },
    { path: 'off.name', en: 'off.nameEn', title: localised('停用人員', '停用人员', 'Switched off by') },
    { path: 'off.at', title: localised('停用時間', '停用时间', 'Switched off at'), kind: 'instant', width: 20 },
  ],
  {},
)
