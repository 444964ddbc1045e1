import type { Locale } from '@teleward/contract/core/scalars.ts'
import { importColumns } from '@teleward/contract/members/register-endpoints.ts'
import type { RawReply } from '../platform/http/index.ts'
import { emptySheet } from '../platform/http/sheet-template.ts'

const names: Readonly<Record<Locale, string>> = {
  'zh-TW': '會員匯入範本.xlsx',
  'zh-CN': '会员导入模板.xlsx',
  en: 'members.xlsx',
}
const hints: Readonly<Record<Locale, readonly string[]>> = {
  'zh-TW': [
    '帳號須為身分證字號、居留證號或台灣手機號碼',
    '日期可寫西元或民國（85/3/7）',
    '健保卡號 12 碼，請保留開頭的 0',
    '電話與卡號欄位請維持文字格式',
  ],
  'zh-CN': [
    '账号须为身份证号、居留证号或台湾手机号',
    '日期可写公历或民国（85/3/7）',
    '健保卡号 12 位，请保留开头的 0',
    '电话与卡号栏位请保持文字格式',
  ],
  en: [
    'The account is a national ID, a resident permit number or a Taiwan mobile number',
    'Dates: 1996/3/7 or 民國 85/3/7',
    'The health card number has 12 digits: keep the zeros in front',
    'Keep the cells of phones and cards as text',
  ],
}

export const template = (lang: Locale): Promise<RawReply> =>
  emptySheet({ titles: Object.values(importColumns), hints, names, lang, plainName: 'members.xlsx' })
