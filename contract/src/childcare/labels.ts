import { type LocalisedText, localised } from '../core/export.ts'
import type { Vaccine } from './schedule.ts'
import type { ChildKind } from './schema.ts'

/** What vaccines and kinds of care are called, on screens and in files. */
export const vaccineLabels: Record<Vaccine, LocalisedText> = {
  HepB: localised('B型肝炎疫苗', '乙肝疫苗', 'Hepatitis B'),
  HBIG: localised('B型肝炎免疫球蛋白', '乙肝免疫球蛋白', 'Hepatitis B immune globulin'),
  'DTaP-Hib-IPV': localised('五合一疫苗', '五联疫苗', 'DTaP-Hib-IPV'),
  PCV13: localised('13價肺炎鏈球菌疫苗', '13价肺炎球菌疫苗', 'Pneumococcal (PCV13)'),
  BCG: localised('卡介苗', '卡介苗', 'BCG'),
  Influenza: localised('流感疫苗', '流感疫苗', 'Influenza'),
  MMR: localised('麻疹腮腺炎德國麻疹疫苗', '麻腮风疫苗', 'MMR'),
  Varicella: localised('水痘疫苗', '水痘疫苗', 'Varicella'),
  HepA: localised('A型肝炎疫苗', '甲肝疫苗', 'Hepatitis A'),
  JE: localised('日本腦炎疫苗', '日本脑炎疫苗', 'Japanese encephalitis'),
  'DTaP-IPV': localised('四合一追加疫苗', '四联加强疫苗', 'Tdap-IPV / DTaP-IPV booster'),
}
export const childKindLabels: Record<ChildKind, LocalisedText> = {
  vaccination: localised('預防接種', '预防接种', 'Vaccination'),
  fluoride: localised('塗氟', '涂氟', 'Fluoride'),
  preventive: localised('兒童預防保健', '儿童预防保健', 'Preventive visit'),
  biliary: localised('大便卡', '大便卡', 'Stool card'),
}
