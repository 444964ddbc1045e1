import type { Locale } from '../core/scalars.ts'

export interface ShiftLabels {
  institution: string
  when: string
  doctor: string
  phone: string | null
}
type Text = (words: ShiftLabels) => string
const call: Record<Locale, (phone: string | null) => string> = {
  'zh-TW': (phone) => (phone ? `請來電 ${phone} 重新安排。` : '請與我們聯絡重新安排。'),
  'zh-CN': (phone) => (phone ? `请致电 ${phone} 重新安排。` : '请与我们联系重新安排。'),
  en: (phone) =>
    phone ? `Please call ${phone} to arrange another time.` : 'Please contact us to arrange another time.',
}
/** To the patient; never why they come, never why the doctor is away. */
export const shiftMessages: Record<'cancelled' | 'kept', Record<Locale, Text>> = {
  cancelled: {
    'zh-TW': (w) =>
      `【${w.institution}】因班表異動，您 ${w.when} ${w.doctor} 的預約已取消，造成不便敬請見諒。${call['zh-TW'](w.phone)}`,
    'zh-CN': (w) =>
      `【${w.institution}】因班表变动，您 ${w.when} ${w.doctor} 的预约已取消，给您带来不便敬请谅解。${call['zh-CN'](w.phone)}`,
    en: (w) =>
      `${w.institution}: because of a change of schedule your appointment on ${w.when} with ${w.doctor} is cancelled. We apologise. ${call.en(w.phone)}`,
  },
  kept: {
    'zh-TW': (w) =>
      `【${w.institution}】您 ${w.when} ${w.doctor} 的門診時段有異動，您的預約仍為您保留，如有疑問${call['zh-TW'](w.phone)}`,
    'zh-CN': (w) =>
      `【${w.institution}】您 ${w.when} ${w.doctor} 的门诊时段有变动，您的预约仍为您保留，如有疑问${call['zh-CN'](w.phone)}`,
    en: (w) =>
      `${w.institution}: the hours of ${w.doctor} on ${w.when} changed; your appointment stands. ${call.en(w.phone)}`,
  },
}
