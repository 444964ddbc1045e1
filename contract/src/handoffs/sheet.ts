import { exportOf, localised } from '../core/export.ts'
import { handoff } from './schema.ts'

const status = {
  title: localised('狀態', '状态', 'State'),
  words: {
    0: localised('未完成', '未完成', 'Unfinished'),
    1: localised('已完成', '已完成', 'Complete'),
    2: localised('已撤回', '已撤回', 'Withdrawn'),
  },
}
const due = localised('期限', '期限', 'Due')

/** Hand-offs as a file: what the list shows. */
export const handoffSheet = exportOf(
  handoff,
  [
    { path: 'content', title: localised('交辦內容', '交办内容', 'To do'), width: 40 },
    { path: 'patient.name', en: 'patient.nameEn', title: localised('病人', '患者', 'Patient') },
    { path: 'giver.name', en: 'giver.nameEn', title: localised('交辦人', '交办人', 'From') },
    { path: 'recipient.name', en: 'recipient.nameEn', title: localised('接收人', '接收人', 'To') },
    { path: 'dueOn', title: due, kind: 'date', width: 12 },
    { path: 'late', title: localised('逾期', '逾期', 'Late'), kind: 'yesNo', width: 8 },
    { path: 'status', ...status, width: 10 },
    { path: 'lastComment.text', title: localised('最近留言', '最近留言', 'Last comment'), width: 30 },
    { path: 'createdAt', title: localised('交辦時間', '交办时间', 'Handed over'), kind: 'instant', width: 17 },
    { path: 'completedAt', title: localised('完成時間', '完成时间', 'Completed'), kind: 'instant', width: 17 },
  ],
  {
    status: { ...status, words: { ...status.words, all: localised('全部', '全部', 'All') } },
    due: {
      title: due,
      words: {
        late: localised('已逾期', '已逾期', 'Late'),
        today: localised('今天', '今天', 'Today'),
        week: localised('七天內', '七天内', 'Within seven days'),
        none: localised('無期限', '无期限', 'None'),
      },
    },
    q: localised('搜尋', '搜索', 'Search'),
    from: localised('期限自', '期限自', 'Due from'),
    to: localised('期限至', '期限至', 'Due until'),
    who: { title: localised('對方', '对方', 'With'), of: 'staff' },
  },
)
