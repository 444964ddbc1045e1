import { type Sheet, sheetOf, words } from '../core/sheet.ts'
import { nutrients, nutrientUnit } from './nutrients.ts'
import { chartDay, dietRow } from './schema.ts'
import { conditionWords, nutrientWords } from './words.ts'

const withUnit = (nutrient: (typeof nutrients)[number]) => {
  const unit = nutrientUnit[nutrient]
  const name = nutrientWords[nutrient]
  return words(`${name['zh-TW']}（${unit}）`, `${name['zh-CN']}（${unit}）`, `${name.en} (${unit})`)
}
const shown = ['energy', 'protein', 'carbohydrate', 'fat', 'sodium'] as const
const titles = {
  condition: words('狀況', '状况', 'Condition'),
  unit: words('單位', '单位', 'Unit'),
}

/** Members in diet management as a file: the means of the days, and who waits. What was advised stays in the report. */
export const dietSheet = sheetOf(
  dietRow,
  [
    { path: 'patient_name', en: 'patientNameEn', title: words('會員', '会员', 'Member') },
    { path: 'memberNo', title: words('會員編號', '会员编号', 'Member no.') },
    { path: 'unitName', en: 'unitNameEn', title: titles.unit },
    { path: 'condition', title: titles.condition, words: conditionWords, width: 24 },
    { path: 'bmi', title: words('BMI', 'BMI', 'BMI'), kind: 'number', width: 8 },
    ...shown.map((one) => ({ path: `mean.${one}` as const, title: withUnit(one), kind: 'number' as const })),
    { path: 'lastMeal.day', title: words('最近一餐', '最近一餐', 'Last meal'), kind: 'date' },
    { path: 'waiting', title: words('待回覆餐數', '待回复餐数', 'Meals without advice'), kind: 'number' },
    { path: 'waitingSince', title: words('等待自', '等待自', 'Waiting since'), kind: 'instant', width: 17 },
    { path: 'lastAdvice.at', title: words('最近建議', '最近建议', 'Last advice'), kind: 'instant', width: 17 },
    { path: 'beganAt', title: words('開始', '开始', 'Began'), kind: 'instant', width: 17 },
  ],
  {
    q: words('搜尋', '搜索', 'Search'),
    unit: { title: titles.unit, of: 'unit' },
    condition: { title: titles.condition, words: conditionWords },
    waiting: words('待回覆', '待回复', 'Without advice'),
    ended: words('已結束', '已结束', 'Ended'),
    days: words('天數', '天数', 'Days'),
  },
)

const rows: Sheet = sheetOf(
  chartDay,
  [
    { path: 'day', title: words('日期', '日期', 'Day'), kind: 'date' },
    { path: 'meals', title: words('餐數', '餐数', 'Meals'), kind: 'number' },
    ...nutrients.map((one) => ({ path: `amounts.${one}` as const, title: withUnit(one), kind: 'number' as const })),
  ],
  { from: words('自', '自', 'From'), to: words('至', '至', 'To') },
  'days',
)
/** A member's days as a file: what was eaten of each nutrient. */
export const chartSheet = rows
