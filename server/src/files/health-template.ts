import { healthColumns } from '@teleward/contract/files/health-batch-endpoints.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { emptySheet } from '../platform/http/sheet-template.ts'
import type { RawReply } from '../platform/http/index.ts'

const names = { 'zh-TW': '健康數據範本.xlsx', 'zh-CN': '健康数据模板.xlsx', en: 'health-data.xlsx' }
const hints = {
  'zh-TW': [
    '每列是一個人一天的量測；沒有量測的欄位留白',
    '量測日期：2026-03-07、2026/3/7 或民國 115/3/7；不可晚於今天',
    '收縮壓與舒張壓必須一起填寫；血糖單位為 mg/dL',
    '同一人、同一天、同一項目再次上傳，會取代先前上傳的數值；留白的欄位不會清除數值，儀器的讀值也不受影響',
    '公式不會讀取',
  ],
  'zh-CN': [
    '每行是一个人一天的测量；没有测量的栏位留空',
    '测量日期：2026-03-07 或 2026/3/7；不可晚于今天',
    '收缩压与舒张压必须一起填写；血糖单位为 mg/dL',
    '同一人、同一天、同一项目再次上传，会取代先前上传的数值；留空的栏位不会清除数值，仪器的读值也不受影响',
    '公式不会读取',
  ],
  en: [
    'A row is what was measured of one person on one day; leave empty what was not measured',
    'Measured on: 2026-03-07 or 2026/3/7; no later than today',
    'Systolic and diastolic pressure go together; glucose is in mg/dL',
    'Uploaded again, a value replaces the earlier one of the same person, day and kind; an empty cell clears nothing, and readings of devices stay',
    'Formulas are not read',
  ],
}
export const healthTemplateSheet = (lang: Locale): Promise<RawReply> =>
  emptySheet({ titles: Object.values(healthColumns), hints, names, lang, plainName: 'health-data.xlsx' })
