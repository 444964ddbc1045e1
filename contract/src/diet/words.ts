import { type Words, words } from '../core/sheet.ts'
import type { Nutrient } from './nutrients.ts'
import type { Activity, Condition } from './targets.ts'

/** What nutrients, activities and conditions are called, on screens and in files. */
export const nutrientWords: Record<Nutrient, Words> = {
  energy: words('熱量', '热量', 'Energy'),
  protein: words('蛋白質', '蛋白质', 'Protein'),
  carbohydrate: words('碳水化合物', '碳水化合物', 'Carbohydrate'),
  fat: words('脂肪', '脂肪', 'Fat'),
  saturatedFat: words('飽和脂肪', '饱和脂肪', 'Saturated fat'),
  fibre: words('膳食纖維', '膳食纤维', 'Fibre'),
  sugar: words('糖', '糖', 'Sugars'),
  sodium: words('鈉', '钠', 'Sodium'),
  potassium: words('鉀', '钾', 'Potassium'),
  phosphorus: words('磷', '磷', 'Phosphorus'),
  calcium: words('鈣', '钙', 'Calcium'),
  iron: words('鐵', '铁', 'Iron'),
  cholesterol: words('膽固醇', '胆固醇', 'Cholesterol'),
}
export const activityWords: Record<Activity, Words> = {
  sedentary: words('靜態', '静态', 'Sedentary'),
  low: words('輕度活動', '轻度活动', 'Low active'),
  active: words('中度活動', '中度活动', 'Active'),
  veryActive: words('重度活動', '重度活动', 'Very active'),
}
export const conditionWords: Record<Condition, Words> = {
  none: words('無特殊狀況', '无特殊状况', 'None'),
  hypertension: words('高血壓', '高血压', 'Hypertension'),
  diabetes: words('糖尿病', '糖尿病', 'Diabetes'),
  ckd: words('慢性腎臟病第 3–5 期（未透析）', '慢性肾脏病第 3–5 期（未透析）', 'CKD 3–5, no dialysis'),
  ckdDiabetes: words('慢性腎臟病合併糖尿病', '慢性肾脏病合并糖尿病', 'CKD 3–5 with diabetes'),
  dialysis: words('透析', '透析', 'Dialysis'),
  pregnancy1: words('懷孕第一孕期', '怀孕第一孕期', 'Pregnancy, 1st trimester'),
  pregnancy2: words('懷孕第二孕期', '怀孕第二孕期', 'Pregnancy, 2nd trimester'),
  pregnancy3: words('懷孕第三孕期', '怀孕第三孕期', 'Pregnancy, 3rd trimester'),
  lactation: words('哺乳', '哺乳', 'Breastfeeding'),
}
