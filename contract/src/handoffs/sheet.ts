import { sheetOf, words } from '../core/sheet.ts'
import { handoff } from './schema.ts'

const status = {
  title: words('狀態', '状态', 'State'),
  words: {
    0: words('未完成', '未完成', 'Unfinished'),
    1: words('已完成', '已完成', 'Complete'),
    2: words('已撤回', '已撤回', 'Withdrawn'),
  },
}
const due = words('期限', '期限', 'Due')

/** Hand-offs as a file: what the list shows. */
export const handoffSheet = sheetOf(
  handoff,
  [
    { path: 'content', title: words('交辦內容', '交办内容', 'To do'), width: 40 },
    { path: 'patient.name', en: 'patient.nameEn', title: words('病人', '患者', 'Patient') },
    { path: 'giver.name', en: 'giver.nameEn', title: words('交辦人', '交办人', 'From') },
    { path: 'recipient.name', en: 'recipient.nameEn', title: words('接收人', '接收人', 'To') },
    { path: 'dueOn', title: due, kind: 'date', width: 12 },
    { path: 'late', title: words('逾期', '逾期', 'Late'), kind: 'yesNo', width: 8 },
    { path: 'status', ...status, width: 10 },
    { path: 'lastComment.text', title: words('最近留言', '最近留言', 'Last comment'), width: 30 },
    { path: 'createdAt', title: words('交辦時間', '交办时间', 'Handed over'), kind: 'instant', width: 17 },
    { path: 'completedAt', title: words('完成時間', '完成时间', 'Completed'), kind: 'instant', width: 17 },
  ],
  {
    status: { ...status, words: { ...status.words, all: words('全部', '全部', 'All') } },
    due: {
      title: due,
      words: {
        late: words('已逾期', '已逾期', 'Late'),
        today: words('今天', '今天', 'Today'),
        week: words('七天內', '七天内', 'Within seven days'),
        none: words('無期限', '无期限', 'None'),
      },
    },
    q: words('搜尋', '搜索', 'Search'),
    from: words('期限自', '期限自', 'Due from'),
    to: words('期限至', '期限至', 'Due until'),
    who: { title: words('對方', '对方', 'With'), of: 'staff' },
  },
)
