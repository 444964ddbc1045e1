import { exportOf, localised } from '../core/export.ts'
import { careEvent } from './schema.ts'

const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    coming: localised('未開始', '未开始', 'Coming'),
    running: localised('進行中', '进行中', 'Running'),
    over: localised('已結束', '已结束', 'Over'),
    cancelled: localised('已取消', '已取消', 'Cancelled'),
  },
}
const kind = {
  title: localised('類別', '类别', 'Kind'),
  words: {
    clinic: localised('義診', '义诊', 'Free clinic'),
    screening: localised('篩檢', '筛查', 'Screening'),
    hpa: localised('國民健康署', '国民健康署', 'Preventive health'),
  },
}
/** Events as a file: what the list shows. */
export const eventListSheet = exportOf(
  careEvent,
  [
    { path: 'name', title: localised('活動', '活动', 'Event'), width: 30 },
    { path: 'kind', ...kind, width: 12 },
    { path: 'place', title: localised('地點', '地点', 'Place'), width: 30 },
    { path: 'startsOn', title: localised('開始', '开始', 'From'), kind: 'date', width: 12 },
    { path: 'endsOn', title: localised('結束', '结束', 'To'), kind: 'date', width: 12 },
    { path: 'state', ...state, width: 10 },
    { path: 'joined', title: localised('報到', '报到', 'Joined'), kind: 'number', width: 8 },
    { path: 'measured', title: localised('已量測', '已测量', 'Measured'), kind: 'number', width: 8 },
    { path: 'done', title: localised('完成', '完成', 'Done'), kind: 'number', width: 8 },
  ],
  { state, kind, q: localised('關鍵字', '关键字', 'Search') },
)
