import { exportOf, localised } from '../core/export.ts'
import { callLogEntry } from './log-schema.ts'

const outcome = {
  title: localised('結果', '结果', 'Outcome'),
  words: {
    ringing: localised('響鈴中', '响铃中', 'Ringing'),
    running: localised('通話中', '通话中', 'In the call'),
    answered: localised('已接聽', '已接听', 'Answered'),
    rejected: localised('已拒接', '已拒接', 'Rejected'),
    missed: localised('未接', '未接', 'Missed'),
    failed: localised('失敗', '失败', 'Failed'),
  },
}
const direction = {
  title: localised('方向', '方向', 'Direction'),
  words: { inbound: localised('撥入', '拨入', 'Inbound'), outbound: localised('撥出', '拨出', 'Outbound') },
}
const between = {
  title: localised('對象', '对象', 'With'),
  words: {
    patient: localised('病人', '患者', 'Patient'),
    staff: localised('同事', '同事', 'Colleague'),
    invite: localised('邀請加入', '邀请加入', 'Invitation'),
    transfer: localised('轉接', '转接', 'Transfer'),
  },
}
const kind = localised('方式', '方式', 'By')
const from = localised('自', '自', 'From')
const to = localised('至', '至', 'To')

/** The log as a file: numbers are masked in it, as on the screen. */
export const callLogSheet = exportOf(
  callLogEntry,
  [
    { path: 'name', en: 'nameEn', title: localised('姓名', '姓名', 'Name') },
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
    { path: 'tel', title: localised('電話', '电话', 'Telephone') },
    { path: 'record_start_time', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 17 },
    { path: 'direction', ...direction, width: 10 },
    { path: 'kind', ...between, width: 12 },
    { path: 'videoCall', title: localised('視訊', '视频', 'Video'), kind: 'yesNo', width: 8 },
    { path: 'outcome', ...outcome, width: 12 },
    { path: 'tries', title: localised('次數', '次数', 'Tries'), kind: 'number', width: 8 },
    { path: 'lengthSeconds', title: localised('秒數', '秒数', 'Seconds'), kind: 'number', width: 9 },
    { path: 'by.name', en: 'by.nameEn', title: localised('人員', '人员', 'Staff') },
    { path: 'unitName', en: 'unitNameEn', title: localised('單位', '单位', 'Unit') },
  ],
  {
    range: localised('天數', '天数', 'Days'),
    from,
    to,
    outcome,
    direction,
    kind: {
      title: kind,
      words: { video: localised('視訊', '视频', 'Video'), voice: localised('語音', '语音', 'Voice') },
    },
    who: { title: localised('人員', '人员', 'Staff'), of: 'staff' },
    missed: localised('未接未回撥', '未接未回拨', 'Missed and not called back'),
    q: localised('搜尋', '搜索', 'Search'),
  },
)
