import { exportOf, localised } from '../core/export.ts'
import { opinion } from './schema.ts'

const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    inProcess: localised('進行中', '进行中', 'In process'),
    done: localised('已完成', '已完成', 'Done'),
    declined: localised('已婉拒', '已婉拒', 'Declined'),
    withdrawn: localised('已撤回', '已撤回', 'Withdrawn'),
  },
}
const type = {
  title: localised('類型', '类型', 'Type'),
  words: {
    opinion: localised('會診意見', '会诊意见', 'Opinion'),
    imageReading: localised('影像判讀', '影像判读', 'Image reading'),
    secondOpinion: localised('第二意見', '第二意见', 'Second opinion'),
  },
}

/** Opinions as a file: what the list shows. */
export const opinionSheet = exportOf(
  opinion,
  [
    { path: 'shared.name', en: 'shared.nameEn', title: localised('病人', '患者', 'Patient') },
    { path: 'shared.age', title: localised('年齡', '年龄', 'Age'), kind: 'number', width: 8 },
    { path: 'question', title: localised('問題', '问题', 'Question'), width: 40 },
    { path: 'type', ...type, width: 12 },
    { path: 'inviter.name', en: 'inviter.nameEn', title: localised('邀請醫師', '邀请医师', 'Inviting doctor') },
    { path: 'invited.name', en: 'invited.nameEn', title: localised('受邀醫師', '受邀医师', 'Invited doctor') },
    { path: 'records', title: localised('資料數', '资料数', 'Records'), kind: 'number', width: 8 },
    { path: 'askedAt', title: localised('邀請時間', '邀请时间', 'Asked'), kind: 'instant', width: 17 },
    { path: 'dueOn', title: localised('期限', '期限', 'Due'), kind: 'date', width: 12 },
    { path: 'state', ...state, width: 10 },
    { path: 'endedAt', title: localised('結束時間', '结束时间', 'Ended'), kind: 'instant', width: 17 },
  ],
  {
    tab: {
      title: localised('清單', '清单', 'List'),
      words: {
        invited: localised('受邀', '受邀', 'Invited'),
        inviting: localised('邀請', '邀请', 'Inviting'),
        record: localised('病歷', '病历', 'Record'),
      },
    },
    status: { ...state, words: { ...state.words, all: localised('全部', '全部', 'All') } },
    type,
    q: localised('搜尋', '搜索', 'Search'),
    from: localised('邀請日自', '邀请日自', 'Asked from'),
    to: localised('邀請日至', '邀请日至', 'Asked until'),
    did: { title: localised('對方', '对方', 'With'), of: 'staff' },
  },
)
