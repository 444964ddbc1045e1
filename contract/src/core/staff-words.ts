import type { StaffType } from './permissions.gen.ts'
import { type Words, words } from './sheet.ts'

/** What each staff type is called, on screens and in files alike. */
export const staffTypeWords: Readonly<Record<StaffType, Words>> = {
  doctor: words('醫師', '医师', 'Doctor'),
  nurse: words('護理師', '护士', 'Nurse'),
  pharmacist: words('藥師', '药师', 'Pharmacist'),
  physical_therapist: words('物理治療師', '物理治疗师', 'Physical therapist'),
  occupational_therapist: words('職能治療師', '作业治疗师', 'Occupational therapist'),
  dietitian: words('營養師', '营养师', 'Dietitian'),
  clinical_psychologist: words('臨床心理師', '临床心理师', 'Clinical psychologist'),
  counselling_psychologist: words('諮商心理師', '咨询心理师', 'Counselling psychologist'),
  medical_technologist: words('醫事檢驗師', '检验技师', 'Medical technologist'),
  radiologic_technologist: words('放射師', '放射技师', 'Radiologic technologist'),
  health_manager: words('健康管理師', '健康管理师', 'Health manager'),
  case_manager: words('個案管理師', '个案管理师', 'Case manager'),
  caregiver: words('照顧服務員', '照护员', 'Caregiver'),
  volunteer: words('志工', '志愿者', 'Volunteer'),
  health_secretary: words('健康秘書', '健康秘书', 'Health secretary'),
  customer_service: words('客服人員', '客服人员', 'Customer service'),
  admin: words('管理員', '管理员', 'Administrator'),
  partner_staff: words('合作單位人員', '合作单位人员', 'Partner staff'),
  agent: words('代約人員', '代约人员', 'Agent'),
}
