export type FormatLanguage = 'zh-TW' | 'zh-CN' | 'en'

let language: FormatLanguage = 'zh-TW'
/** In which language dates, numbers and money are written; set by the texts, which stand above the formats. */
export const formatLanguage = (): FormatLanguage => language
export function setFormatLanguage(next: FormatLanguage): void {
  language = next
}
