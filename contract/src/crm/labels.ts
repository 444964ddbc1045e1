import { localised } from '../core/export.ts'

const type = {
  consultation: localised('健康諮詢', '健康咨询', 'Health question'),
  appointment: localised('預約協助', '预约协助', 'Appointment'),
  followUp: localised('追蹤關懷', '随访关怀', 'Follow-up'),
  readings: localised('量測異常', '测量异常', 'Readings'),
  complaint: localised('客訴', '投诉', 'Complaint'),
  family: localised('家屬聯繫', '家属联系', 'Family contact'),
  other: localised('其他', '其他', 'Other'),
}
const origin = {
  phone: localised('電話', '电话', 'Telephone'),
  counter: localised('櫃檯', '柜台', 'Counter'),
  visit: localised('看診', '就诊', 'Visit'),
  monitoring: localised('遠距監測', '远程监测', 'Monitoring'),
  family: localised('家屬', '家属', 'Family'),
  other: localised('其他', '其他', 'Other'),
}
const state = {
  open: localised('處理中', '处理中', 'Open'),
  finished: localised('已完成', '已完成', 'Finished'),
  cancelled: localised('已取消', '已取消', 'Cancelled'),
  closed: localised('已結案', '已结案', 'Closed'),
}
/** What the file, the screens and the refusals call the kinds, origins and states of a case. */
export const caseLabels = { type, origin, state }
