import type { Locale } from '@teleward/contract/core/scalars.ts'

/** What leaves for the patient. Of what for, and of whose record, it says nothing: a message is read by whoever holds the phone. */
interface Words {
  from: string
  link: string
  hours: number
}
export const linkTexts: Record<Locale, (words: Words) => string> = {
  'zh-TW': ({ from, link, hours }) => `【${from}】有一件事需要您的同意，請於 ${hours} 小時內開啟連結查看：${link}`,
  'zh-CN': ({ from, link, hours }) => `【${from}】有一件事需要您的同意，请于 ${hours} 小时内打开链接查看：${link}`,
  en: ({ from, link, hours }) =>
    `${from} asks for your consent. Open this link within ${hours} hours to read what for: ${link}`,
}
export const linkMails: Record<Locale, (words: Words) => { subject: string; text: string }> = {
  'zh-TW': (words) => ({ subject: `${words.from}：請您同意或拒絕`, text: linkTexts['zh-TW'](words) }),
  'zh-CN': (words) => ({ subject: `${words.from}：请您同意或拒绝`, text: linkTexts['zh-CN'](words) }),
  en: (words) => ({ subject: `${words.from}: your consent is asked for`, text: linkTexts.en(words) }),
}

interface CodeWords {
  from: string
  unit: string
  who: string
  days: number
  code: string
}
/** Whoever reads the code out agrees: what to, stands before it. */
export const codeTexts: Record<Locale, (words: CodeWords) => string> = {
  'zh-TW': ({ from, unit, who, days, code }) =>
    `【${from}】${unit} ${who} 請求查看您的病歷，為期 ${days} 天，您可隨時取消。若同意，請在現場念出授權碼 ${code}（5 分鐘內有效）；不同意請不要告訴任何人。`,
  'zh-CN': ({ from, unit, who, days, code }) =>
    `【${from}】${unit} ${who} 请求查看您的病历，为期 ${days} 天，您可随时取消。若同意，请在现场念出授权码 ${code}（5 分钟内有效）；不同意请不要告诉任何人。`,
  en: ({ from, unit, who, days, code }) =>
    `${from}, ${unit}: ${who} asks to open your medical record for ${days} days; you can take this back at any time. If you agree, read out the code ${code} at the desk (valid for 5 minutes). If not, tell nobody.`,
}
