import { type LocalisedText, localised } from '../core/export.ts'
import type { Nutrient } from './nutrients.ts'
import type { Activity, Condition } from './targets.ts'

/** What nutrients, activities and conditions are called, on screens and in files. */
export const nutrientLabels: Record<Nutrient, LocalisedText> = {
  energy: localised('熱量', '热量', 'Energy'),
  protein: localised('蛋白質', '蛋白质', 'Protein'),
  carbohydrate: localised('碳水化合物', '碳水化合物', 'Carbohydrate'),
  fat: localised('脂肪', '脂肪', 'Fat'),
  saturatedFat: localised('飽和脂肪', '饱和脂肪', 'Saturated fat'),
  fibre: localised('膳食纖維', '膳食纤维', 'Fibre'),
  sugar: localised('糖', '糖', 'Sugars'),
  sodium: localised('鈉', '钠', 'Sodium'),
  potassium: localised('鉀', '钾', 'Potassium'),
  phosphorus: localised('磷', '磷', 'Phosphorus'),
  calcium: localised('鈣', '钙', 'Calcium'),
  iron: localised('鐵', '铁', 'Iron'),
  cholesterol: localised('膽固醇', '胆固醇', 'Cholesterol'),
}
export const activityLabels: Record<Activity, LocalisedText> = {
  sedentary: localised('靜態', '静态', 'Sedentary'),
  low: localised('輕度活動', '轻度活动', 'Low active'),
  active: localised('中度活動', '中度活动', 'Active'),
  veryActive: localised('重度活動', '重度活动', 'Very active'),
}
export const conditionLabels: Record<Condition, LocalisedText> = {
  none: localised('無特殊狀況', '无特殊状况', 'None'),
  hypertension: localised('高血壓', '高血压', 'Hypertension'),
  diabetes: localised('糖尿病', '糖尿病', 'Diabetes'),
  ckd: localised('慢性腎臟病第 3–5 期（未透析）', '慢性肾脏病第 3–5 期（未透析）', 'CKD 3–5, no dialysis'),
  ckdDiabetes: localised('慢性腎臟病合併糖尿病', '慢性肾脏病合并糖尿病', 'CKD 3–5 with diabetes'),
  dialysis: localised('透析', '透析', 'Dialysis'),
  pregnancy1: localised('懷孕第一孕期', '怀孕第一孕期', 'Pregnancy, 1st trimester'),
  pregnancy2: localised('懷孕第二孕期', '怀孕第二孕期', 'Pregnancy, 2nd trimester'),
  pregnancy3: localised('懷孕第三孕期', '怀孕第三孕期', 'Pregnancy, 3rd trimester'),
  lactation: localised('哺乳', '哺乳', 'Breastfeeding'),
}
