import type { Locale } from '../core/scalars.ts'

export interface ShiftLabels {
  institution: string
  when: string
  doctor: string
  phone: string | null
  /** What was paid and goes back, with its currency; null where nothing does. */
  refund: string | null
}
type Text = (words: ShiftLabels) => string
const call: Record<Locale, (phone: string | null) => string> = {
  'zh-TW': (phone) => (phone ? `請來電 ${phone} 重新安排。` : '請與我們聯絡重新安排。'),
  'zh-CN': (phone) => (phone ? `请致电 ${phone} 重新安排。` : '请与我们联系重新安排。'),
  en: (phone) =>
    phone ? `Please call ${phone} to arrange another time.` : 'Please contact us to arrange another time.',
}
const back: Record<Locale, (sum: string | null) => string> = {
  'zh-TW': (sum) => (sum ? `您已付的 ${sum} 將退回。` : ''),
  'zh-CN': (sum) => (sum ? `您已付的 ${sum} 将退回。` : ''),
  en: (sum) => (sum ? `The ${sum} you paid will be refunded. ` : ''),
}
const ask: Record<Locale, (phone: string | null) => string> = {
  'zh-TW': (phone) => (phone ? `如有疑問請來電 ${phone}。` : '如有疑問請與我們聯絡。'),
  'zh-CN': (phone) => (phone ? `如有疑问请致电 ${phone}。` : '如有疑问请与我们联系。'),
  en: (phone) => (phone ? `Questions: ${phone}.` : 'Please contact us with any questions.'),
}
/**
 * To the patient; never why they come, never why the doctor is away. Who is kept stands outside every session until somebody
 * finds another way: nothing is promised of that time.
 */
export const shiftMessages: Record<'cancelled' | 'kept', Record<Locale, Text>> = {
  cancelled: {
    'zh-TW': (w) =>
      `【${w.institution}】因班表異動，您 ${w.when} ${w.doctor} 的預約已取消，造成不便敬請見諒。${back['zh-TW'](w.refund)}${call['zh-TW'](w.phone)}`,
    'zh-CN': (w) =>
      `【${w.institution}】因班表变动，您 ${w.when} ${w.doctor} 的预约已取消，给您带来不便敬请谅解。${back['zh-CN'](w.refund)}${call['zh-CN'](w.phone)}`,
    en: (w) =>
      `${w.institution}: because of a change of schedule your appointment on ${w.when} with ${w.doctor} is cancelled. We apologise. ${back.en(w.refund)}${call.en(w.phone)}`,
  },
  kept: {
    'zh-TW': (w) =>
      `【${w.institution}】${w.doctor} 的門診時段有異動，您 ${w.when} 的預約可能無法如期看診。預約尚未取消，我們會再與您聯絡確認時間。${ask['zh-TW'](w.phone)}`,
    'zh-CN': (w) =>
      `【${w.institution}】${w.doctor} 的门诊时段有变动，您 ${w.when} 的预约可能无法如期看诊。预约尚未取消，我们会再与您联系确认时间。${ask['zh-CN'](w.phone)}`,
    en: (w) =>
      `${w.institution}: the hours of ${w.doctor} changed, and your appointment on ${w.when} may not take place at that time. It is not cancelled; we will contact you about it. ${ask.en(w.phone)}`,
  },
}
