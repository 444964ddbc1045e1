import { exportOf, localised } from '../core/export.ts'
import { healthCheck } from './schema.ts'

const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    collecting: localised('量測中', '测量中', 'Collecting'),
    processing: localised('處理中', '处理中', 'Processing'),
    done: localised('已完成', '已完成', 'Done'),
    failed: localised('處理失敗', '处理失败', 'Failed'),
    cancelled: localised('已取消', '已取消', 'Cancelled'),
  },
}
const programme = {
  title: localised('檢測項目', '检测项目', 'Programme'),
  words: {
    basic: localised('基本檢測', '基本检测', 'Basic'),
    metabolic: localised('三高檢測', '三高检测', 'Metabolic'),
    full: localised('全套檢測', '全套检测', 'Full'),
  },
}
/** Health checks as a file: what the list shows, and no value. */
export const checkListSheet = exportOf(
  healthCheck,
  [
    { path: 'patient.name', en: 'patient.nameEn', title: localised('姓名', '姓名', 'Name'), width: 16 },
    { path: 'patient.memberNo', title: localised('會員號', '会员号', 'Member no.'), width: 14 },
    { path: 'programme', ...programme, width: 14 },
    { path: 'state', ...state, width: 10 },
    { path: 'entered', title: localised('已量項目', '已测项目', 'Entered'), kind: 'number', width: 10 },
    { path: 'items', title: localised('項目數', '项目数', 'Items'), kind: 'number', width: 10 },
    { path: 'startedAt', title: localised('開始', '开始', 'Started'), kind: 'instant', width: 18 },
    { path: 'startedBy.name', en: 'startedBy.nameEn', title: localised('人員', '人员', 'By'), width: 14 },
    { path: 'doneAt', title: localised('完成', '完成', 'Done'), kind: 'instant', width: 18 },
  ],
  { state, from: localised('起日', '起日', 'From'), q: localised('關鍵字', '关键字', 'Search') },
)
