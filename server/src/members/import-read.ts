import { cleanLine } from '@teleward/contract/core/clean-text.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { type ImportColumn, importColumns } from '@teleward/contract/members/register-endpoints.ts'
import type { Gender } from '@teleward/contract/patients/brief.ts'
import type { MemberSaid } from '@teleward/contract/members/schema.ts'
import { type CellsOf, takeCells } from '../platform/xlsx/import-cells.ts'
import { titled } from '../platform/xlsx/import.ts'
import type { ReadCell, ReadRow } from '../platform/xlsx/read.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { parseDay } from '@teleward/contract/core/dates.ts'
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
  cells: CellsOf<ImportColumn>
}

const genders: Readonly<Record<string, Gender>> = {
  男: 'male',
  男性: 'male',
  m: 'male',
  male: 'male',
  女: 'female',
  女性: 'female',
  f: 'female',
  female: 'female',
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

const pad = (text: string | undefined) => (text ?? '').padStart(2, '0')

export type Era = 'western' | 'roc'

/**
 * 1996-03-07, 1996/3/7, 19960307, and the years of the Republic: 民國 85/3/7, 85.3.7, 0850307. A column that says which
 * years it counts is believed: no two-digit year under 'western', and `01000307` under 'roc' is the hundredth. A year of
 * four digits that begins with none is a western one wherever it stands: a cell of Excel's own days is read as such.
 * Null where it says no day of the calendar: no thirteenth month, no thirtieth of February.
 */
export function dayOf(text: string, era?: Era): string | null {
  const halved = toHalfWidth(text).replace(/\s/g, '')
  const republic = /^(?:民國|民国|roc)/i.test(halved)
  const said = halved
    .replace(/^(?:民國|民国|roc|西元|公元)/i, '')
    .replace(/[年月./]/g, '-')
    .replace(/日$/, '')
  const parts =
    /^(\d{1,4})-(\d{1,2})-(\d{1,2})$/.exec(said) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(said) ??
    /^(\d{2,3})(\d{2})(\d{2})$/.exec(said)
  if (!parts) return null
  const year = Number(parts[1])
  const ofRepublic = (parts[1] ?? '').length < 4 || (year < 1000 && era === 'roc')
  if (ofRepublic && era === 'western' && !republic) return null
  const day = `${String(ofRepublic ? year + 1911 : year).padStart(4, '0')}-${pad(parts[2])}-${pad(parts[3])}`
  return parseDay(day) && day
}

/** Which years a column of birthdays counts, by its title. */
const eraOf = (title: string): Era | undefined =>
  /民國|民国|roc|minguo/i.test(title)
    ? 'roc'
    : /西元|公元|西曆|西历|gregorian|western|\bad\b|yyyy/i.test(title)
      ? 'western'
      : undefined

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
  const era = eraOf(found.said[found.columns.indexOf('birthday')] ?? '')
  return { rows: found.rows.map((row) => rowOf(row, found.columns, era)), unknown: found.unknown }
}

function rowOf(row: ReadRow, columns: readonly (ImportColumn | undefined)[], era?: Era): Understood {
  const faults: Fault[] = []
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
    said.gender = genders[gender.toLowerCase()]
    if (!said.gender) faults.push({ path: 'gender', code: 'VALUE_INVALID' })
  }
  const birthday = text('birthday')
  if (birthday) {
    said.birthday = dayOf(birthday, era) ?? undefined
    if (!said.birthday) faults.push({ path: 'birthday', code: 'VALUE_INVALID' })
  }
  const vip = text('vip')?.toLowerCase() ?? ''
  if (yes.has(vip)) said.vip = true
  else if (!no.has(vip)) faults.push({ path: 'vip', code: 'VALUE_INVALID' })
  const contact = {
    name: tooLong('contactName', 100) ?? '',
    relation: tooLong('contactRelation', 40),
    phone: texts.contactPhone ? phoneOf(texts.contactPhone).trim().slice(0, 30) || undefined : undefined,
  }
  if (contact.name || contact.relation || contact.phone) said.emergencyContact = contact
  return { number: row.number, said, faults, cells }
}
