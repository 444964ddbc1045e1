import { toHalfWidth } from '@teleward/contract/core/text.ts'
import type { Target } from './context.ts'

interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** How a list is turned over, not what is looked for. */
const TURNED = new Set(['page', 'pageSize', 'sort', 'format', 'appLang'])
/** Patients that the row of an export names: a number each, and most files hold fewer. */
const NAMED = 1000

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const KNOWN = /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+))?|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** A number that means one person, an address to write to: its beginning and end are enough to recognise it. */
function masked(text: string): string {
  const plain = toHalfWidth(text).trim()
  const personal = !KNOWN.test(plain) && (/\d{4}/.test(plain.replace(/[\s\-().+]/g, '')) || plain.includes('@'))
  const short = plain.slice(0, 60)
  return personal
    ? `${short.slice(0, 2)}${'*'.repeat(Math.max(1, short.length - 4))}${short.slice(4).slice(-2)}`
    : short
}
function told(value: unknown): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.slice(0, 50).map(told)
  if (isRow(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, told(one)]))
  return value
}
const empty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What a list was asked by, for the audit log. Numbers that mean one person are masked: the log is read by others. */
export const askedBy = ({ params, query, body }: Input): Record<string, unknown> =>
  Object.fromEntries(
    [params, query, body]
      .flatMap((part) => (isRow(part) ? Object.entries(part) : []))
      .filter(([name, value]) => !TURNED.has(name) && !empty(value))
      .map(([name, value]) => [name, told(value)]),
  )

function pidOf(row: unknown): number | undefined {
  if (!isRow(row)) return undefined
  const pid = row.pid ?? (isRow(row.patient) ? row.patient.pid : undefined)
  return typeof pid === 'number' ? pid : undefined
}
/** Whom the rows are of, each once; as many as a row of the log names. */
export const patientsOf = (rows: readonly unknown[]): number[] =>
  [...new Set(rows.flatMap((row) => pidOf(row) ?? []))].slice(0, NAMED)

/** What the audit log says of a list: by what it was asked, how much it told, and of whom where that is one person. */
export function listTarget(input: Input, answer: unknown): Target {
  const { data, total } = isRow(answer) ? answer : {}
  const rows: unknown[] = Array.isArray(data) ? data : []
  const patients = patientsOf(rows)
  return {
    kind: 'list',
    id: 'list',
    pid: total === 1 && patients.length === 1 ? patients[0] : null,
    detail: { criteria: askedBy(input), rows: rows.length, total },
  }
}
