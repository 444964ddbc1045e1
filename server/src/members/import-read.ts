import { cleanLine } from '@teleward/contract/core/clean-text.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { type ImportColumn, importColumns } from '@teleward/contract/members/register-endpoints.ts'
import type { Gender } from '@teleward/contract/patients/brief.ts'
import type { MemberSaid } from '@teleward/contract/members/schema.ts'
import { type CellsOf, takeCells } from '../platform/xlsx/import-cells.ts'
import { titled } from '../platform/xlsx/import.ts'
import type { ReadCell, ReadRow } from '../platform/xlsx/read.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { dayOf, type Era, eraOfTitle, eraSaid } from './import-day.ts'
import { otherTitles } from './import-titles.ts'

export interface Fault {
  path: ImportColumn
  code: ErrorCode
}
export interface Understood {
  number: number
  said: MemberSaid
  /** What the cells themselves are at fault for: a formula, a number that lost its zeros, a word that says nothing. */
  faults: Fault[]
  /** What was read in one of two ways, and is to be looked at before it goes in. */
  doubts: Doubt[]
  cells: CellsOf<ImportColumn>
}
export interface Doubt extends Fault {
  data: Record<string, string>
}

/** In half width and lower case. */
const genders: Readonly<Record<string, Gender>> = {
  男: 'male',
  男性: 'male',
  男生: 'male',
  男士: 'male',
  先生: 'male',
  m: 'male',
  male: 'male',
  man: 'male',
  mr: 'male',
  'mr.': 'male',
  女: 'female',
  女性: 'female',
  女生: 'female',
  女士: 'female',
  小姐: 'female',
  f: 'female',
  female: 'female',
  woman: 'female',
  ms: 'female',
  'ms.': 'female',
  mrs: 'female',
  'mrs.': 'female',
  其他: 'other',
  other: 'other',
  未知: 'unknown',
  // ISO 5218 and GB/T 2261.1.
  '1': 'male',
  '2': 'female',
  '0': 'unknown',
  '9': 'unknown',
  unknown: 'unknown',
}
const yes = new Set(['是', 'y', 'yes', '1', 'true', 'v', 'vip'])
const no = new Set(['否', 'n', 'no', '0', 'false', ''])

/** The year that was read, by both counts. */
const yearsOf = (day: string) => ({ roc: String(Number(day.slice(0, 4)) - 1911), year: day.slice(0, 4) })

/** A mobile whose first zero a sheet has eaten. */
const mobileOf = ({ text, numeric }: ReadCell) => (numeric && /^9\d{8}$/.test(text) ? `0${text}` : text)
/** Any phone whose first zero a sheet has eaten; fewer digits may be a number without its area code, which nobody guesses. */
const phoneOf = ({ text, numeric }: ReadCell) => (numeric && /^[2-9]\d{8}$/.test(text) ? `0${text}` : text)

export interface RowsOfFile {
  rows: Understood[]
  unknown: string[]
}

/** The rows below the titles. Null where no row has the titles of account and name. */
export function understand(rows: readonly ReadRow[]): RowsOfFile | null {
  const found = titled(rows, importColumns, ['account', 'name'], otherTitles)
  if (!found) return null
  const at = found.columns.indexOf('birthday')
  const era = eraOfTitle(found.said[at] ?? '') ?? eraOfColumn(found.rows.map(({ cells }) => cells[at]?.text ?? ''))
  return { rows: found.rows.map((row) => rowOf(row, found.columns, era)), unknown: found.unknown }
}

/** A column counts the years of the Republic where some of its days say so and none has a western year. */
function eraOfColumn(days: readonly string[]): Era | undefined {
  const said = new Set(days.map(eraSaid))
  return said.has('roc') && !said.has('western') ? 'roc' : undefined
}

function rowOf(row: ReadRow, columns: readonly (ImportColumn | undefined)[], era?: Era): Understood {
  const faults: Fault[] = []
  const doubts: Doubt[] = []
  const { texts, cells } = takeCells(row, columns, (path, code) => faults.push({ path, code }))
  const text = (column: ImportColumn) => cleanLine(texts[column]?.text ?? '').trim() || undefined
  const tooLong = (column: ImportColumn, max: number) => {
    const value = text(column)
    if (value === undefined || value.length <= max) return value
    faults.push({ path: column, code: 'VALUE_INVALID' })
    return undefined
  }
  const measure = (column: 'height' | 'weight') => {
    const value = text(column)
    if (value === undefined) return undefined
    const number = Number(toHalfWidth(value).replace(/(cm|kg|公分|公斤)$/i, ''))
    if (Number.isFinite(number)) return number
    faults.push({ path: column, code: 'VALUE_INVALID' })
    return undefined
  }
  const account = texts.account
  const said: MemberSaid = {
    account: account ? mobileOf(account).slice(0, 60) : undefined,
    name: tooLong('name', 100),
    nameEn: tooLong('nameEn', 100),
    idNumber: tooLong('idNumber', 30),
    nhiCardNumber: tooLong('nhiCardNumber', 30),
    mobile: texts.mobile ? mobileOf(texts.mobile).slice(0, 30) || undefined : undefined,
    email: tooLong('email', 120),
    height: measure('height'),
    weight: measure('weight'),
  }
  const gender = text('gender')
  if (gender) {
    said.gender = genders[toHalfWidth(gender).toLowerCase()]
    if (!said.gender) faults.push({ path: 'gender', code: 'VALUE_INVALID' })
  }
  const birthday = text('birthday')
  if (birthday) {
    said.birthday = dayOf(birthday, era) ?? undefined
    if (!said.birthday) faults.push({ path: 'birthday', code: 'VALUE_INVALID' })
    // `99/5/2` is 2010 by the Republic's years, and 1999 to whoever leaves out the century.
    else if (!era && !eraSaid(birthday))
      doubts.push({ path: 'birthday', code: 'YEAR_ASSUMED', data: yearsOf(said.birthday) })
  }
  const vip = toHalfWidth(text('vip') ?? '').toLowerCase()
  if (yes.has(vip)) said.vip = true
  else if (!no.has(vip)) faults.push({ path: 'vip', code: 'VALUE_INVALID' })
  const contact = {
    name: tooLong('contactName', 100) ?? '',
    relation: tooLong('contactRelation', 40),
    phone: texts.contactPhone ? phoneOf(texts.contactPhone).trim().slice(0, 30) || undefined : undefined,
  }
  if (contact.name || contact.relation || contact.phone) said.emergencyContact = contact
  return { number: row.number, said, faults, doubts, cells }
}
