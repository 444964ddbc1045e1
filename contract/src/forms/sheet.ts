import { exportOf, localised } from '../core/export.ts'
import { questionnaireRow, resultRow } from './schema.ts'

const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    draft: localised('草稿', '草稿', 'Draft'),
    published: localised('已發布', '已发布', 'Published'),
    retired: localised('已停用', '已停用', 'Retired'),
  },
}
const kind = {
  title: localised('種類', '种类', 'Kind'),
  words: { standard: localised('標準量表', '标准量表', 'Standard'), own: localised('自訂', '自定义', 'Own') },
}
/** Questionnaires as a file: what the list shows. */
export const questionnaireSheet = exportOf(
  questionnaireRow,
  [
    { path: 'title', en: 'titleEn', title: localised('問卷', '问卷', 'Questionnaire'), width: 36 },
    { path: 'kind', ...kind, width: 12 },
    { path: 'state', ...state, width: 10 },
    { path: 'number', title: localised('版本', '版本', 'Version'), kind: 'number', width: 8 },
    { path: 'questions', title: localised('題數', '题数', 'Questions'), kind: 'number', width: 8 },
    { path: 'sent', title: localised('已送出', '已发送', 'Sent'), kind: 'number', width: 8 },
    { path: 'answered', title: localised('已回覆', '已答复', 'Answered'), kind: 'number', width: 8 },
    { path: 'over', title: localised('超過切點', '超过切点', 'Over cut-off'), kind: 'number', width: 10 },
    { path: 'lastAnswerAt', title: localised('最近回覆', '最近答复', 'Last answer'), kind: 'instant', width: 18 },
  ],
  { state, kind, q: localised('關鍵字', '关键字', 'Search') },
)
const responseWords = {
  sent: localised('已送出', '已发送', 'Sent'),
  opened: localised('已開啟', '已打开', 'Opened'),
  inProgress: localised('填寫中', '填写中', 'In progress'),
  completed: localised('已完成', '已完成', 'Completed'),
  amended: localised('已修正', '已修正', 'Amended'),
  expired: localised('已截止', '已截止', 'Closed'),
  open: localised('尚未完成', '尚未完成', 'Open'),
  answered: localised('已回覆', '已答复', 'Answered'),
}
const responseState = { title: localised('狀態', '状态', 'State'), words: responseWords }
const score = {
  title: localised('分數篩選', '分数筛选', 'Score'),
  words: {
    over: localised('超過切點', '超过切点', 'Over cut-off'),
    danger: localised('危險回答', '危险回答', 'Danger'),
  },
}
/** Who was asked, and how it stands. */
export const resultSheet = exportOf(
  resultRow,
  [
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.'), width: 14 },
    { path: 'name', en: 'nameEn', title: localised('姓名', '姓名', 'Name'), width: 16 },
    { path: 'unit.name', en: 'unit.nameEn', title: localised('單位', '单位', 'Unit'), width: 18 },
    { path: 'state', ...responseState, width: 10 },
    { path: 'number', title: localised('版本', '版本', 'Version'), kind: 'number', width: 8 },
    { path: 'sentAt', title: localised('送出時間', '发送时间', 'Sent'), kind: 'instant', width: 18 },
    { path: 'completedAt', title: localised('完成時間', '完成时间', 'Completed'), kind: 'instant', width: 18 },
    { path: 'score.value', title: localised('分數', '分数', 'Score'), kind: 'number', width: 8 },
    { path: 'score.missing', title: localised('未答題數', '未答题数', 'Unanswered'), kind: 'number', width: 10 },
    {
      path: 'meaning.kind',
      title: localised('判讀', '判读', 'Reading'),
      words: {
        band: localised('依區間', '按区间', 'By band'),
        positive: localised('陽性', '阳性', 'Positive'),
        negative: localised('陰性', '阴性', 'Negative'),
        bySex: localised('依性別判讀', '按性别判读', 'Depends on sex'),
      },
      width: 12,
    },
    { path: 'meaning.text', en: 'meaning.texts.en', title: localised('結果', '结果', 'Result'), width: 16 },
  ],
  {
    state: responseState,
    score,
    from: localised('起', '起', 'From'),
    to: localised('迄', '止', 'To'),
    unit: { title: localised('單位', '单位', 'Unit'), of: 'unit' },
  },
)
