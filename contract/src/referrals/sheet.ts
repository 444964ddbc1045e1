import { exportOf, localised } from '../core/export.ts'
import { genderLabels } from '../members/sheet.ts'
import { referral } from './schema.ts'

const state = {
  sent: localised('已送出', '已送出', 'Sent'),
  received: localised('已收件', '已收件', 'Received'),
  accepted: localised('已接受', '已接受', 'Accepted'),
  declined: localised('已婉拒', '已婉拒', 'Declined'),
  visited: localised('已就診', '已就诊', 'Seen'),
  reported: localised('已回覆', '已回复', 'Reported back'),
  withdrawn: localised('已撤回', '已撤回', 'Withdrawn'),
}
const title = localised('狀態', '状态', 'State')

const urgency = {
  title: localised('急迫程度', '紧急程度', 'Urgency'),
  words: { routine: localised('一般', '一般', 'Routine'), urgent: localised('緊急', '紧急', 'Urgent') },
}

/** Referrals as a file: who went where and how it stands. What the letters say stays in them. */
export const referralSheet = exportOf(
  referral,
  [
    { path: 'patient.name', title: localised('病人', '患者', 'Patient') },
    { path: 'patient.gender', title: localised('性別', '性别', 'Sex'), words: genderLabels, width: 8 },
    { path: 'patient.birthday', title: localised('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
    { path: 'from.name', en: 'from.nameEn', title: localised('轉出', '转出', 'From') },
    { path: 'from.unitName', en: 'from.unitNameEn', title: localised('轉出單位', '转出单位', 'From unit') },
    { path: 'to.unitName', en: 'to.unitNameEn', title: localised('轉入單位', '转入单位', 'To unit') },
    { path: 'urgency', ...urgency, width: 9 },
    { path: 'state', title, words: state, width: 12 },
    { path: 'createdAt', title: localised('送出時間', '送出时间', 'Sent'), kind: 'instant', width: 17 },
    { path: 'dueAt', title: localised('期限', '期限', 'Due'), kind: 'instant', width: 17 },
    { path: 'visitOn', title: localised('就診日', '就诊日', 'Visit'), kind: 'date', width: 12 },
  ],
  {
    side: {
      title: localised('方向', '方向', 'Direction'),
      words: {
        all: localised('全部', '全部', 'All'),
        sent: localised('我轉出的', '我转出的', 'Sent by me'),
        received: localised('轉給我的', '转给我的', 'Sent to me'),
      },
    },
    state: {
      title,
      words: {
        ...state,
        open: localised('未結束', '未结束', 'Open'),
        late: localised('逾期', '逾期', 'Overdue'),
        all: localised('全部', '全部', 'All'),
      },
    },
    urgency,
  },
)
