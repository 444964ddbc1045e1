import type { Locale } from '@teleward/contract/core/scalars.ts'

interface Said {
  from: string
  title: string
  link: string
  /** The day until which it can be answered. */
  until: string
}
/** The message that carries the link, by the language of the patient. */
export const asks: Record<Locale, (said: Said) => string> = {
  'zh-TW': ({ from, title, link, until }) => `【${from}】請您填寫「${title}」，${until} 前有效：${link}`,
  'zh-CN': ({ from, title, link, until }) => `【${from}】请您填写“${title}”，${until} 前有效：${link}`,
  en: ({ from, title, link, until }) => `${from}: please answer “${title}” until ${until}: ${link}`,
}
export const reminds: Record<Locale, (said: Said) => string> = {
  'zh-TW': ({ from, title, link, until }) => `【${from}】提醒您：「${title}」尚未填完，${until} 前有效：${link}`,
  'zh-CN': ({ from, title, link, until }) => `【${from}】提醒您：“${title}”尚未填完，${until} 前有效：${link}`,
  en: ({ from, title, link, until }) => `${from}: a reminder to answer “${title}” until ${until}: ${link}`,
}
/** What stands in the conversation besides: without the link, which is the message's secret. */
export const noticed: Record<Locale, (said: Omit<Said, 'link' | 'from'>) => string> = {
  'zh-TW': ({ title, until }) => `請您在 ${until} 前填寫「${title}」，連結已另外傳送給您。`,
  'zh-CN': ({ title, until }) => `请您在 ${until} 前填写“${title}”，链接已另外发送给您。`,
  en: ({ title, until }) => `Please answer “${title}” until ${until}. The link was sent to you separately.`,
}
