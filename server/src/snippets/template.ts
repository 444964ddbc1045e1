import { PHRASE_MAX } from '@teleward/contract/snippets/schema.ts'
import { wordImportColumns, wordTypeLabels } from '@teleward/contract/snippets/import-endpoints.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { RawReply } from '../platform/http/index.ts'
import { emptySheet } from '../platform/http/sheet-template.ts'

const names = { 'zh-TW': '片語匯入範本.xlsx', 'zh-CN': '短语导入模板.xlsx', en: 'phrases.xlsx' }
const typesIn = (lang: Locale) =>
  Object.entries(wordTypeLabels)
    .map(([type, words]) => `${words[lang]} (${type})`)
    .join(lang === 'en' ? ', ' : '、')
const hints = {
  'zh-TW': [
    `類別：${typesIn('zh-TW')}`,
    '代碼可不填；1 到 20 個文字、數字、底線或連字號，同一類別內不可重複',
    `片語最多 ${PHRASE_MAX} 字，可換行；要填寫的空格寫成 __ 或 {名稱}`,
    '公式不會讀取',
  ],
  'zh-CN': [
    `类别：${typesIn('zh-CN')}`,
    '代码可不填；1 到 20 个文字、数字、下划线或连字号，同一类别内不可重复',
    `短语最多 ${PHRASE_MAX} 字，可换行；要填写的空格写成 __ 或 {名称}`,
    '公式不会读取',
  ],
  en: [
    `Types: ${typesIn('en')}`,
    'The short code may be left out; 1 to 20 letters, digits, underscores or hyphens, once in a type',
    `A phrase has at most ${PHRASE_MAX} characters, line breaks included; write a blank to fill as __ or {name}`,
    'Formulas are not read',
  ],
}
export const template = (lang: Locale): Promise<RawReply> =>
  emptySheet({ titles: Object.values(wordImportColumns), hints, names, lang, plainName: 'phrases.xlsx' })
