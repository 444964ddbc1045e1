import type { StaffType } from './permissions.gen.ts'
import { type LocalisedText, localised } from './export.ts'

/** What each staff type is called, on screens and in files alike. */
export const staffTypeLabels: Readonly<Record<StaffType, LocalisedText>> = {
  doctor: localised('醫師', '医师', 'Doctor'),
  nurse: localised('護理師', '护士', 'Nurse'),
  pharmacist: localised('藥師', '药师', 'Pharmacist'),
  physical_therapist: localised('物理治療師', '物理治疗师', 'Physical therapist'),
  occupational_therapist: localised('職能治療師', '作业治疗师', 'Occupational therapist'),
  dietitian: localised('營養師', '营养师', 'Dietitian'),
  clinical_psychologist: localised('臨床心理師', '临床心理师', 'Clinical psychologist'),
  counselling_psychologist: localised('諮商心理師', '咨询心理师', 'Counselling psychologist'),
  medical_technologist: localised('醫事檢驗師', '检验技师', 'Medical technologist'),
  radiologic_technologist: localised('放射師', '放射技师', 'Radiologic technologist'),
  health_manager: localised('健康管理師', '健康管理师', 'Health manager'),
  case_manager: localised('個案管理師', '个案管理师', 'Case manager'),
  caregiver: localised('照顧服務員', '照护员', 'Caregiver'),
  volunteer: localised('志工', '志愿者', 'Volunteer'),
  health_secretary: localised('健康秘書', '健康秘书', 'Health secretary'),
  customer_service: localised('客服人員', '客服人员', 'Customer service'),
  admin: localised('管理員', '管理员', 'Administrator'),
  partner_staff: localised('合作單位人員', '合作单位人员', 'Partner staff'),
  agent: localised('代約人員', '代约人员', 'Agent'),
}
