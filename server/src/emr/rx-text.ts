import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { Note, PrintableNote } from '@teleward/contract/emr/schema.ts'
import { handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import { reference } from '../reference/catalogue.ts'

const words: Record<Locale, Record<'rx' | 'patient' | 'by' | 'total' | 'refill' | 'no' | 'days', string>> = {
  'zh-TW': { rx: '處方', patient: '病人', by: '開立', total: '總量', refill: '連續處方', no: '編號', days: '天' },
  'zh-CN': { rx: '处方', patient: '病人', by: '开立', total: '总量', refill: '连续处方', no: '编号', days: '天' },
  en: {
    rx: 'Prescription',
    patient: 'Patient',
    by: 'Prescribed by',
    total: 'Total',
    refill: 'Refillable',
    no: 'No.',
    days: 'd',
  },
}

/** By which people speak of a note's prescription: it says nothing of the patient. */
export const numberOf = (noteId: string) => noteId.slice(0, 8).toUpperCase()

/** A code of the tables as people say it; the pharmacist knows it by its code. */
function called(
  rows: readonly { code: string; nameEn: string; nameZhTw: string }[],
  code: string,
  lang: Locale,
): string {
  const row = rows.find((one) => one.code === code)
  const name = lang === 'en' ? row?.nameEn : row?.nameZhTw
  return name ? `${name} (${code})` : code
}
const lineOf = ({ name, dose, unit, totalUnit, frequency, route, days, total }: Note['lines'][number], lang: Locale) =>
  [
    name,
    `${dose} ${unit}`,
    called(reference.frequencies(), frequency, lang),
    called(reference.routes(), route, lang),
    `× ${days} ${words[lang].days}`,
    `${words[lang].total} ${total} ${handedUnit({ unit, totalUnit })}`,
  ].join('  ')

/** For the patient to read and keep: with the patient's name. */
export function rxText(sheet: PrintableNote, note: Note, lang: Locale): string {
  const w = words[lang]
  return [
    `${sheet.institution.name} ${w.rx} ${w.no} ${numberOf(note.id)}`,
    `${w.patient} ${sheet.patient.name}  ${sheet.patient.memberNo}`,
    `${w.by} ${(note.signedBy ?? note.author).name}  ${sheet.visit.date}`,
    ...note.lines.map((line, at) => `${at + 1}. ${lineOf(line, lang)}${line.notes ? `（${line.notes}）` : ''}`),
    ...(note.refill ? [`${w.refill} × ${note.refill.times} → ${note.refill.until}`] : []),
  ].join('\n')
}

/**
 * What the QR code holds: text that a pharmacy's scanner reads, and no address. It names the prescription and its lines, and
 * nobody: whoever holds the paper says whose it is.
 */
export function rxCode(sheet: PrintableNote, note: Note): string {
  const { refill } = note
  return [
    `RX|1|${numberOf(note.id)}|${sheet.visit.date}${refill ? `|R${refill.times}|${refill.until}` : ''}`,
    ...note.lines.map(({ code, dose, unit, totalUnit, frequency, route, days, total }) =>
      [code, `${dose} ${unit}`, frequency, route, `${days}d`, totalUnit ? `${total} ${totalUnit}` : total].join('|'),
    ),
  ].join('\n')
}
