import type { Locale } from 'antd/es/locale'
import { type Language, language, withLanguage } from './i18n.ts'

/** Ant Design's and day.js' own words, loaded with the first page that uses them. */
const locales: Record<Language, () => Promise<{ locale: Locale }>> = {
  'zh-TW': () => import('./platform/antd-zh-TW.ts'),
  'zh-CN': () => import('./platform/antd-zh-CN.ts'),
  en: () => import('./platform/antd-en.ts'),
}
let locale: Locale | undefined

async function load(next: Language): Promise<void> {
  locale = (await locales[next]()).locale
}
export const antdLocale = () => locale

let registered = false
/** Before the first component of Ant Design shows; afterwards it follows the language. */
export async function ensureAntdLocale(): Promise<void> {
  if (!registered) withLanguage(load)
  registered = true
  if (!locale) await load(language())
}
