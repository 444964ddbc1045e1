import { staffImportColumns } from '@teleward/contract/admin/import-endpoints.ts'
import { staffTypeLabels } from '@teleward/contract/core/staff-labels.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { RawReply } from '../platform/http/index.ts'
import { emptySheet } from '../platform/http/sheet-template.ts'

const names = { 'zh-TW': '人員匯入範本.xlsx', 'zh-CN': '人员导入模板.xlsx', en: 'staff.xlsx' }
const typesIn = (lang: Locale) =>
  Object.values(staffTypeLabels)
    .map((words) => words[lang])
    .join(lang === 'en' ? ', ' : '、')
const hints = {
  'zh-TW': [
    '帳號 3 到 40 碼：小寫英文字母、數字、點、底線或連字號',
    '手機須為台灣手機號碼，首次登入時驗證',
    `人員類別：${typesIn('zh-TW')}`,
    '單位填名稱，多個以頓號隔開',
  ],
  'zh-CN': [
    '账号 3 到 40 位：小写英文字母、数字、点、下划线或连字号',
    '手机须为台湾手机号，首次登录时验证',
    `人员类别：${typesIn('zh-CN')}`,
    '单位填名称，多个以顿号隔开',
  ],
  en: [
    'Accounts: 3 to 40 small letters, digits, dots, underscores or hyphens',
    'The mobile is a Taiwan one; the first sign-in verifies it',
    `Staff types: ${typesIn('en')}`,
    'Units by their names, several with a comma between',
  ],
}
export const template = (lang: Locale): Promise<RawReply> =>
  emptySheet({ titles: Object.values(staffImportColumns), hints, names, lang, plainName: 'staff.xlsx' })
