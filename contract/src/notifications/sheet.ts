import { exportOf, localised } from '../core/export.ts'
import { notification } from './schema.ts'

const kind = {
  title: localised('類別', '类别', 'Kind'),
  words: {
    opinion: localised('會診意見', '会诊意见', 'Opinion'),
    todo: localised('待辦', '待办', 'To-do'),
    schedule: localised('排程通知', '定时通知', 'Notice'),
    msg: localised('訊息', '消息', 'Message'),
    noti: localised('通知', '通知', 'Notification'),
    call: localised('來電', '来电', 'Call'),
    alert: localised('警示', '警示', 'Alert'),
    system: localised('系統', '系统', 'System'),
  },
}
const at = localised('時間', '时间', 'When')

/** The bell as a file: patients by their masked name, as on the screen. */
export const notificationSheet = exportOf(
  notification,
  [
    { path: 'at', title: at, kind: 'instant', width: 17 },
    { path: 'kind', ...kind, width: 12 },
    { path: 'what', title: localised('事件', '事件', 'Event'), width: 18 },
    { path: 'from.name', en: 'from.nameEn', title: localised('來自', '来自', 'From') },
    { path: 'patient', title: localised('病人', '患者', 'Patient') },
    { path: 'text', title: localised('內容', '内容', 'Content'), width: 40 },
    { path: 'readAt', title: localised('讀取時間', '读取时间', 'Read at'), kind: 'instant', width: 17 },
  ],
  {
    kind,
    unread: {
      title: localised('只看未讀', '只看未读', 'Unread alone'),
      words: { 0: localised('否', '否', 'No'), 1: localised('是', '是', 'Yes') },
    },
    from: localised('起日', '起日', 'From day'),
    to: localised('迄日', '止日', 'To day'),
  },
)
