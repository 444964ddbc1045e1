import { actLabels } from '../admin/act-labels.ts'
import { exportOf, localised } from '../core/export.ts'
import { done, outcomeWords } from '../core/outcome-words.ts'
import { operation } from './schema.ts'

const kind = {
  title: localised('種類', '种类', 'Kind'),
  words: {
    read: localised('讀取', '读取', 'Read'),
    write: localised('變更', '变更', 'Change'),
    auth: localised('登入', '登录', 'Sign-in'),
    none: localised('其他', '其他', 'Other'),
  },
}
const result = localised('結果', '结果', 'Result')

export const operationSheet = exportOf(
  operation,
  [
    { path: 'at', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 20 },
    { path: 'action', title: localised('動作', '动作', 'Act'), words: actLabels, width: 32 },
    { path: 'kind', ...kind, width: 10 },
    { path: 'target', title: localised('對象', '对象', 'Object'), width: 12 },
    { path: 'actedFor.name', en: 'actedFor.nameEn', title: localised('代表', '代表', 'On behalf of') },
    { path: 'outcome', title: result, words: outcomeWords, width: 28 },
    { path: 'ip', title: localised('來源', '来源', 'From'), width: 18 },
    { path: 'userAgent', title: localised('裝置', '设备', 'Device'), width: 40 },
  ],
  {
    from: localised('起日', '起日', 'From'),
    to: localised('迄日', '止日', 'To'),
    kind,
    outcome: { title: result, words: { OK: done, refused: localised('被拒', '被拒', 'Refused') } },
    q: localised('搜尋', '搜索', 'Search'),
  },
)
