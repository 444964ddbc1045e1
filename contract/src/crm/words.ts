import { words } from '../core/sheet.ts'

const type = {
  consultation: words('健康諮詢', '健康咨询', 'Health question'),
  appointment: words('預約協助', '预约协助', 'Appointment'),
  followUp: words('追蹤關懷', '随访关怀', 'Follow-up'),
  readings: words('量測異常', '测量异常', 'Readings'),
  complaint: words('客訴', '投诉', 'Complaint'),
  family: words('家屬聯繫', '家属联系', 'Family contact'),
  other: words('其他', '其他', 'Other'),
}
const origin = {
  phone: words('電話', '电话', 'Telephone'),
  counter: words('櫃檯', '柜台', 'Counter'),
  visit: words('看診', '就诊', 'Visit'),
  monitoring: words('遠距監測', '远程监测', 'Monitoring'),
  family: words('家屬', '家属', 'Family'),
  other: words('其他', '其他', 'Other'),
}
const state = {
  open: words('處理中', '处理中', 'Open'),
  finished: words('已完成', '已完成', 'Finished'),
  cancelled: words('已取消', '已取消', 'Cancelled'),
  closed: words('已結案', '已结案', 'Closed'),
}
/** What the file, the screens and the refusals call the kinds, origins and states of a case. */
export const caseWords = { type, origin, state }
