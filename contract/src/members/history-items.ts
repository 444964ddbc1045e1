import { EGFR, type HistoryItem, NOT_PREGNANT, PREGNANT } from './history.ts'
import type { HistoryKind } from './schema.ts'

type Row = [code: string, note: string, ename: string, other?: 'may' | 'must', substance?: string]

const rows: Record<HistoryKind, Row[]> = {
  person_sick: [
    ['hypertension', '高血壓', 'Hypertension'],
    ['diabetes', '糖尿病', 'Diabetes', 'may'],
    ['hyperlipidaemia', '高血脂', 'Hyperlipidaemia'],
    ['heart_disease', '心臟病', 'Heart disease', 'may'],
    ['stroke', '腦中風', 'Stroke', 'may'],
    ['asthma', '氣喘', 'Asthma'],
    ['copd', '慢性阻塞性肺病', 'COPD'],
    ['kidney_disease', '慢性腎臟病', 'Chronic kidney disease', 'may'],
    [EGFR, '腎功能 eGFR（mL/min/1.73 m²）', 'Kidney function, eGFR (mL/min/1.73 m²)', 'must'],
    ['hepatitis_b', 'B 型肝炎', 'Hepatitis B'],
    ['hepatitis_c', 'C 型肝炎', 'Hepatitis C'],
    ['peptic_ulcer', '消化性潰瘍', 'Peptic ulcer', 'may'],
    ['gout', '痛風', 'Gout'],
    ['thyroid', '甲狀腺疾病', 'Thyroid disease', 'may'],
    ['epilepsy', '癲癇', 'Epilepsy'],
    ['mental', '精神疾病', 'Mental illness', 'may'],
    ['cancer', '癌症', 'Cancer', 'must'],
    ['surgery', '手術', 'Operation', 'must'],
    ['other', '其他', 'Other', 'must'],
  ],
  parents_sick: [
    ['family_hypertension', '高血壓', 'Hypertension', 'may'],
    ['family_diabetes', '糖尿病', 'Diabetes', 'may'],
    ['family_heart', '心臟病', 'Heart disease', 'may'],
    ['family_stroke', '腦中風', 'Stroke', 'may'],
    ['family_kidney', '腎臟病', 'Kidney disease', 'may'],
    ['family_mental', '精神疾病', 'Mental illness', 'may'],
    ['family_other', '其他', 'Other', 'must'],
  ],
  parents_cancer: [
    ['cancer_breast', '乳癌', 'Breast cancer', 'may'],
    ['cancer_colon', '大腸癌', 'Colorectal cancer', 'may'],
    ['cancer_lung', '肺癌', 'Lung cancer', 'may'],
    ['cancer_liver', '肝癌', 'Liver cancer', 'may'],
    ['cancer_stomach', '胃癌', 'Stomach cancer', 'may'],
    ['cancer_prostate', '攝護腺癌', 'Prostate cancer', 'may'],
    ['cancer_other', '其他癌症', 'Other cancer', 'must'],
  ],
  sensitive_matters: [
    ['allergy_penicillins', 'Penicillin 類', 'Penicillins', 'may', 'class:penicillins'],
    ['allergy_cephalosporins', 'Cephalosporin 類', 'Cephalosporins', 'may', 'class:cephalosporins'],
    ['allergy_sulfonamides', '磺胺類抗生素', 'Sulfonamide antibiotics', 'may', 'class:sulfonamides'],
    ['allergy_quinolones', 'Quinolone 類', 'Quinolones', 'may', 'class:quinolones'],
    ['allergy_macrolides', 'Macrolide 類', 'Macrolides', 'may', 'class:macrolides'],
    ['allergy_tetracyclines', '四環黴素類', 'Tetracyclines', 'may', 'class:tetracyclines'],
    ['allergy_aspirin', 'Aspirin', 'Aspirin', 'may', 'ingredient:aspirin'],
    ['allergy_nsaids', '非類固醇消炎止痛藥', 'NSAIDs', 'may', 'class:nsaids'],
    ['allergy_contrast', '顯影劑', 'Contrast media', 'may', 'class:contrast'],
    ['allergy_latex', '乳膠', 'Latex', 'may'],
    ['allergy_seafood', '海鮮', 'Seafood', 'may'],
    ['allergy_peanut', '花生', 'Peanut', 'may'],
    ['allergy_egg', '蛋', 'Egg', 'may'],
    ['allergy_milk', '牛奶', 'Milk', 'may'],
    ['allergy_mites', '塵蟎、花粉', 'House dust mites, pollen', 'may'],
    ['allergy_other', '其他', 'Other', 'must'],
  ],
  life_type: [
    ['smoking', '吸菸', 'Smoking', 'may'],
    ['smoked', '已戒菸', 'Former smoker', 'may'],
    ['alcohol', '飲酒', 'Alcohol', 'may'],
    ['betel', '嚼檳榔', 'Betel quid', 'may'],
    ['exercise', '規律運動', 'Regular exercise', 'may'],
    ['vegetarian', '素食', 'Vegetarian', 'may'],
    [PREGNANT, '懷孕中', 'Pregnant', 'may'],
    [NOT_PREGNANT, '未懷孕', 'Not pregnant', 'may'],
    ['breastfeeding', '哺乳中', 'Breast-feeding', 'may'],
    ['life_other', '其他', 'Other', 'must'],
  ],
}

/** What the form offers by kind; what is not among it is written freely. */
export const historyItems: readonly HistoryItem[] = (Object.entries(rows) as [HistoryKind, Row[]][]).flatMap(
  ([kind, list]) =>
    list.map(([code, note, ename, other, substance]) => ({
      code,
      kind,
      note,
      ename,
      other: other !== undefined,
      otherNeeded: other === 'must',
      substance: substance ?? null,
    })),
)
