import { sameAmounts } from '@teleward/contract/prescriptions/ceilings.ts'
import { itemTotals } from '@teleward/contract/prescriptions/rules.ts'
import type { LineValues, ShownLine } from './note-draft.ts'
import { fieldsOf, type LineFields } from './quick.ts'

/** What was typed into a row, the row as it was when that began, and what of it was kept since. */
export interface RowTyping {
  from: ShownLine
  fields: Partial<LineFields>
  kept: readonly LineValues[]
  /** The amounts as they stand are meant, though they are beyond the usual. */
  confirm?: boolean
}
export const COMPARED = ['dose', 'frequency', 'route', 'days', 'total', 'notes'] as const
export type Compared = (typeof COMPARED)[number]

/** The fields that somebody else has changed since the typing began: neither as they were then, nor as they were kept from here. */
export function changedMeanwhile({ from, kept }: RowTyping, line: ShownLine): Compared[] {
  if (from.version === line.version) return []
  const own = [from, ...kept].map(fieldsOf)
  const after = fieldsOf(line)
  return COMPARED.filter((field) => own.every((one) => one[field] !== after[field]))
}
/** Whether the same field was typed into here and changed by another: nothing of it goes unseen. */
export const clashes = (typing: RowTyping, others: readonly Compared[]) =>
  others.some((field) => typing.fields[field] !== undefined)

const AMOUNTS = ['dose', 'frequency', 'days'] as const
const computes = (line: Pick<LineValues, 'dose' | 'frequency' | 'days' | 'unit' | 'totalUnit' | 'name'>) =>
  itemTotals(line).total !== null

/** The row's fields as they stand on the screen: what is kept, and over it what is typed. */
export function fieldsNow(line: ShownLine, typing: RowTyping | null): LineFields {
  const fields = { ...fieldsOf(line), ...typing?.fields }
  // A total written by hand because nothing computed it gives way as soon as something does.
  const again = typing && typing.fields.total === undefined && typing.fields.frequency !== undefined
  if (again && !computes(typing.from) && computes({ ...line, frequency: fields.frequency.trim().toUpperCase() }))
    return { ...fields, total: '', totalToCheck: false }
  return fields
}

/** Where nothing computes the total it says nothing about an amount that was changed after it: it is asked for again. */
export function totalInDoubt(typing: RowTyping, now: LineFields, computed: number | null): boolean {
  if (computed !== null || now.total.trim() === '' || typing.fields.total !== undefined) return false
  const before = fieldsOf(typing.from)
  return AMOUNTS.some((field) => before[field] !== now[field].trim())
}

/** Whether the amounts as they stand were confirmed: just now, or when they were written. */
export const isMeant = (line: ShownLine, typing: RowTyping | null, read: LineValues | null): boolean =>
  typing?.confirm === true || (Boolean(line.confirmed ?? line.confirm) && read !== null && sameAmounts(line, read))
