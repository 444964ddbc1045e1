import { exportOf, localised } from '../core/export.ts'
import { notice } from './schema.ts'

const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    waiting: localised('等待傳送', '等待发送', 'Waiting'),
    sending: localised('傳送中', '发送中', 'Sending'),
    sent: localised('已傳送', '已发送', 'Sent'),
    read: localised('已讀', '已读', 'Read'),
    failed: localised('失敗', '失败', 'Failed'),
    cancelled: localised('已取消', '已取消', 'Cancelled'),
  },
}

/** Scheduled notices as a file: what the list shows. */
export const noticeSheet = exportOf(
  notice,
  [
    { path: 'content', title: localised('內容', '内容', 'Content'), width: 40 },
    { path: 'author.name', en: 'author.nameEn', title: localised('建立者', '创建者', 'Author') },
    { path: 'sendAt', title: localised('傳送時間', '发送时间', 'Send time'), kind: 'instant', width: 17 },
    { path: 'createdAt', title: localised('建立時間', '创建时间', 'Created'), kind: 'instant', width: 17 },
    { path: 'state', ...state, width: 12 },
    { path: 'counts.staff', title: localised('同仁', '同事', 'Staff'), kind: 'number', width: 8 },
    { path: 'counts.patients', title: localised('病人', '患者', 'Patients'), kind: 'number', width: 8 },
    { path: 'counts.sent', title: localised('已送達', '已送达', 'Reached'), kind: 'number', width: 8 },
    { path: 'counts.read', title: localised('已讀', '已读', 'Read'), kind: 'number', width: 8 },
    { path: 'counts.failed', title: localised('失敗', '失败', 'Failed'), kind: 'number', width: 8 },
  ],
  {
    state,
    mine: {
      title: localised('我建立的', '我创建的', 'Mine alone'),
      words: { 0: localised('否', '否', 'No'), 1: localised('是', '是', 'Yes') },
    },
    from: localised('起日', '起日', 'From day'),
    to: localised('迄日', '止日', 'To day'),
  },
)
