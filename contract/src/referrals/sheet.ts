import { sheetOf, words } from '../core/sheet.ts'
import { genderWords } from '../members/sheet.ts'
import { referral } from './schema.ts'

const state = {
  sent: words('已送出', '已送出', 'Sent'),
  received: words('已收件', '已收件', 'Received'),
  accepted: words('已接受', '已接受', 'Accepted'),
  declined: words('已婉拒', '已婉拒', 'Declined'),
  visited: words('已就診', '已就诊', 'Seen'),
  reported: words('已回覆', '已回复', 'Reported back'),
  withdrawn: words('已撤回', '已撤回', 'Withdrawn'),
}
const title = words('狀態', '状态', 'State')

/** Referrals as a file: who went where and how it stands. What the letters say stays in them. */
export const referralSheet = sheetOf(
  referral,
  [
    { path: 'patient.name', title: words('病人', '患者', 'Patient') },
    { path: 'patient.gender', title: words('性別', '性别', 'Sex'), words: genderWords, width: 8 },
    { path: 'patient.birthday', title: words('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
    { path: 'from.name', en: 'from.nameEn', title: words('轉出', '转出', 'From') },
    { path: 'from.unitName', en: 'from.unitNameEn', title: words('轉出單位', '转出单位', 'From unit') },
    { path: 'to.unitName', en: 'to.unitNameEn', title: words('轉入單位', '转入单位', 'To unit') },
    {
      path: 'urgency',
      title: words('急迫程度', '紧急程度', 'Urgency'),
      words: { routine: words('一般', '一般', 'Routine'), urgent: words('緊急', '紧急', 'Urgent') },
      width: 9,
    },
    { path: 'state', title, words: state, width: 12 },
    { path: 'createdAt', title: words('送出時間', '送出时间', 'Sent'), kind: 'instant', width: 17 },
    { path: 'visitOn', title: words('就診日', '就诊日', 'Visit'), kind: 'date', width: 12 },
  ],
  {
    side: {
      title: words('方向', '方向', 'Direction'),
      words: {
        all: words('全部', '全部', 'All'),
        sent: words('我轉出的', '我转出的', 'Sent by me'),
        received: words('轉給我的', '转给我的', 'Sent to me'),
      },
    },
    state: {
      title,
      words: { ...state, open: words('未結束', '未结束', 'Open'), all: words('全部', '全部', 'All') },
    },
  },
)
