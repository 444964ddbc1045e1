import { exportOf, localised, namedSheet } from '../core/export.ts'
import { nutrients, nutrientUnit } from './nutrients.ts'
import { chartDay, dietRow } from './schema.ts'
import { conditionLabels, nutrientLabels } from './labels.ts'

const withUnit = (nutrient: (typeof nutrients)[number]) => {
  const unit = nutrientUnit[nutrient]
  const name = nutrientLabels[nutrient]
  return localised(`${name['zh-TW']}（${unit}）`, `${name['zh-CN']}（${unit}）`, `${name.en} (${unit})`)
}
const ends = { min: localised('下限', '下限', ' at least'), max: localised('上限', '上限', ' at most') }
/** An end of the target, in the unit of the mean. */
const aimOf = (nutrient: (typeof nutrients)[number], end: 'min' | 'max') => {
  const [name, word] = [nutrientLabels[nutrient], ends[end]]
  return localised(`${name['zh-TW']}${word['zh-TW']}`, `${name['zh-CN']}${word['zh-CN']}`, `${name.en}${word.en}`)
}
const shown = ['energy', 'protein', 'carbohydrate', 'fat', 'sodium'] as const
const titles = {
  condition: localised('狀況', '状况', 'Condition'),
  unit: localised('單位', '单位', 'Unit'),
}

const members = exportOf(
  dietRow,
  [
    { path: 'patient_name', en: 'patientNameEn', title: localised('會員', '会员', 'Member') },
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
    { path: 'unitName', en: 'unitNameEn', title: titles.unit },
    { path: 'condition', title: titles.condition, words: conditionLabels, width: 24 },
    { path: 'bmi', title: localised('BMI', 'BMI', 'BMI'), kind: 'number', width: 8 },
    ...shown.map((one) => ({ path: `mean.${one}` as const, title: withUnit(one), kind: 'number' as const })),
    ...shown.flatMap((one) => [
      { path: `target.${one}.min` as const, title: aimOf(one, 'min'), kind: 'number' as const },
      { path: `target.${one}.max` as const, title: aimOf(one, 'max'), kind: 'number' as const },
    ]),
    { path: 'lastMeal.day', title: localised('最近一餐', '最近一餐', 'Last meal'), kind: 'date' },
    { path: 'lastMeal.meal', title: localised('第幾餐', '第几餐', 'Which meal'), kind: 'number', width: 8 },
    { path: 'waiting', title: localised('待回覆餐數', '待回复餐数', 'Meals without advice'), kind: 'number' },
    { path: 'waitingSince', title: localised('等待自', '等待自', 'Waiting since'), kind: 'instant', width: 17 },
    { path: 'lastAdvice.at', title: localised('最近建議', '最近建议', 'Last advice'), kind: 'instant', width: 17 },
    { path: 'beganAt', title: localised('開始', '开始', 'Began'), kind: 'instant', width: 17 },
  ],
  {
    q: localised('搜尋', '搜索', 'Search'),
    unit: { title: titles.unit, of: 'unit' },
    condition: { title: titles.condition, words: conditionLabels },
    waiting: localised('待回覆', '待回复', 'Without advice'),
    ended: localised('已結束', '已结束', 'Ended'),
    days: localised('天數', '天数', 'Days'),
  },
)
/** Members in diet management as a file: the means of the days beside the targets, and who waits. What was advised stays in the report. */
export const dietSheet = namedSheet(localised('飲食管理', '饮食管理', 'Diet management'), members)

const rows = exportOf(
  chartDay,
  [
    { path: 'day', title: localised('日期', '日期', 'Day'), kind: 'date' },
    { path: 'meals', title: localised('餐數', '餐数', 'Meals'), kind: 'number' },
    {
      path: 'atLeast',
      title: localised('至少（部分食物未載明）', '至少（部分食物未载明）', 'At least (not known of all foods)'),
      kind: 'texts',
      words: nutrientLabels,
      width: 30,
    },
    ...nutrients.map((one) => ({ path: `amounts.${one}` as const, title: withUnit(one), kind: 'number' as const })),
  ],
  { from: localised('自', '自', 'From'), to: localised('至', '至', 'To') },
  'days',
)
/** A member's days as a file: what was eaten of each nutrient. */
export const chartSheet = namedSheet(localised('飲食報告', '饮食报告', 'Diet report'), rows)
