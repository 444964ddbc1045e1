import { createHash } from 'node:crypto'
import { ageYears } from '@teleward/contract/core/dates.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { type Note, noteParts } from '@teleward/contract/emr/schema.ts'
import type { HistoryKind } from '@teleward/contract/members/schema.ts'

/** What a note is about, as far as a model may know it: no name, number or place, and of the age no day. */
export interface Asked {
  gender: string | null
  birthday: string | null
  /** `null`: the record is not open, so it goes without. */
  history: readonly { kind: HistoryKind; note: string; ename: string | null; other: string | null }[] | null
  note: Pick<Note, 's' | 'o' | 'a' | 'p' | 'memo' | 'diagnoses' | 'lines'>
}
interface Words {
  system: string
  patient: string
  gender: Readonly<Record<string, string>>
  years(age: number): string
  parts: Readonly<Record<(typeof noteParts)[number], string>>
  kinds: Readonly<Record<HistoryKind, string>>
  diagnoses: string
  drugs: string
  unknown: string
}
/** Older people are few enough to be told apart by their age (HIPAA, 45 CFR 164.514(b)(2)(i)(C)). */
const OLDEST = 89

const words: Readonly<Record<Locale, Words>> = {
  'zh-TW': {
    system:
      '你協助醫師檢視門診病歷草稿。用繁體中文，最多五點，指出可能漏問的症狀、該做的檢查、應鑑別的診斷、追蹤與衛教；有危險徵象先說。只是建議：不下診斷，不決定用藥；資料不足時直說不足。',
    patient: '病人',
    gender: { male: '男', female: '女' },
    years: (age) => (age > OLDEST ? `${OLDEST} 歲以上` : `${age} 歲`),
    parts: { s: '主觀', o: '客觀', a: '評估', p: '計畫', memo: '醫囑' },
    kinds: {
      person_sick: '個人病史',
      parents_sick: '家族病史',
      parents_cancer: '家族癌症',
      sensitive_matters: '過敏',
      life_type: '生活型態',
    },
    diagnoses: '診斷',
    drugs: '處方',
    unknown: '不明',
  },
  'zh-CN': {
    system:
      '你协助医生检视门诊病历草稿。用简体中文，最多五点，指出可能漏问的症状、该做的检查、应鉴别的诊断、追踪与宣教；有危险征象先说。只是建议：不下诊断，不决定用药；资料不足时直说不足。',
    patient: '病人',
    gender: { male: '男', female: '女' },
    years: (age) => (age > OLDEST ? `${OLDEST} 岁以上` : `${age} 岁`),
    parts: { s: '主观', o: '客观', a: '评估', p: '计划', memo: '医嘱' },
    kinds: {
      person_sick: '个人病史',
      parents_sick: '家族病史',
      parents_cancer: '家族癌症',
      sensitive_matters: '过敏',
      life_type: '生活方式',
    },
    diagnoses: '诊断',
    drugs: '处方',
    unknown: '不明',
  },
  en: {
    system:
      'You help a physician to look over the draft of an outpatient note. In at most five points name symptoms that may not have been asked for, tests to do, diagnoses to tell apart, follow-up and advice; signs of danger first. Suggestions only: do not diagnose and do not decide on drugs; say so where the note says too little.',
    patient: 'Patient',
    gender: { male: 'male', female: 'female' },
    years: (age) => (age > OLDEST ? `over ${OLDEST} years` : `${age} years`),
    parts: { s: 'Subjective', o: 'Objective', a: 'Assessment', p: 'Plan', memo: 'Advice' },
    kinds: {
      person_sick: 'History',
      parents_sick: 'Family history',
      parents_cancer: 'Family cancer',
      sensitive_matters: 'Allergies',
      life_type: 'Lifestyle',
    },
    diagnoses: 'Diagnoses',
    drugs: 'Prescription',
    unknown: 'unknown',
  },
}

export const systemOf = (lang: Locale): string => words[lang].system

/** The note in lines; who it is about is taken out of it afterwards. */
export function textOf(asked: Asked, lang: Locale, today: string): string {
  const say = words[lang]
  const age = asked.birthday === null ? null : ageYears(asked.birthday, today)
  const who = [say.gender[asked.gender ?? ''] ?? say.unknown, age === null ? say.unknown : say.years(age)]
  const local = <T extends { ename: string | null; note: string }>(one: T) =>
    lang === 'en' ? (one.ename ?? one.note) : one.note
  const kinds = Object.keys(say.kinds) as HistoryKind[]
  const facts = kinds.flatMap((kind) => {
    const some = asked.history?.filter((one) => one.kind === kind) ?? []
    const said = some.map((one) => [local(one), one.other].filter(Boolean).join(' '))
    return said.length ? [`${say.kinds[kind]}: ${said.join('; ')}`] : []
  })
  const { note } = asked
  const parts = noteParts.flatMap((part) =>
    note[part].trim() ? [`${say.parts[part]}: ${imagesAsWords(note[part]).trim()}`] : [],
  )
  const diagnoses = note.diagnoses.map(({ code, nameEn, nameZhTw, remarks }) =>
    [code, lang === 'en' ? nameEn : nameZhTw, remarks].filter(Boolean).join(' '),
  )
  const drugs = note.lines.map(({ name, dose, unit, frequency, route, days }) =>
    [name, dose, unit, frequency, route, `x ${days}`].join(' '),
  )
  return [
    `${say.patient}: ${who.join(', ')}`,
    ...facts,
    ...parts,
    ...(diagnoses.length ? [`${say.diagnoses}: ${diagnoses.join('; ')}`] : []),
    ...(drugs.length ? [`${say.drugs}: ${drugs.join('; ')}`] : []),
  ].join('\n')
}

export const digestOf = ({ system, text }: { system: string; text: string }): string =>
  createHash('sha256').update(`${system}\n${text}`).digest('hex')
