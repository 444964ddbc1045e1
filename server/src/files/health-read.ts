import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { roundedTo } from '@teleward/contract/core/round.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { type HealthColumn, type HealthValue, healthColumns } from '@teleward/contract/files/health-batch-endpoints.ts'
import { DIASTOLIC, kindRules, type StatedKind } from '@teleward/contract/monitoring/rules.ts'
import { dayOf } from '../members/import-day.ts'
import { type CellsOf, takeCells } from '../platform/xlsx/import-cells.ts'
import { titled } from '../platform/xlsx/import.ts'
import type { ReadRow } from '../platform/xlsx/read.ts'

export interface Fault {
  path: HealthColumn
  code: ErrorCode
  data?: Record<string, string>
}
export interface Understood {
  number: number
  who: string | undefined
  date: string | undefined
  values: HealthValue[]
  /** The same as exactly as the cells have them, in the same order: limits are held against these. */
  exact: HealthValue[]
  faults: Fault[]
  cells: CellsOf<HealthColumn>
}
export interface RowsOfFile {
  rows: Understood[]
  unknown: string[]
}

/** What lists of health checks call the same columns. */
const otherTitles: Readonly<Partial<Record<HealthColumn, readonly string[]>>> = {
  who: [
    '帳號',
    '身分證號',
    '身分證字號',
    '身份證號',
    '病歷號',
    '账号',
    '身份证号',
    'account',
    'id',
    'id number',
    'patient id',
  ],
  date: ['日期', '測量日期', '檢查日期', '量測日', '检查日期', 'date', 'measured', 'measurement date'],
  systolic: ['收縮壓', '收缩压', 'systolic', 'sbp', 'sys'],
  diastolic: ['舒張壓', '舒张压', 'diastolic', 'dbp', 'dia'],
  pulse: ['心率', '心跳', 'heart rate', 'hr', 'pulse rate'],
  weight: ['體重', '体重', 'weight'],
  temperature: ['體溫', '体温', 'temperature', 'bt'],
  blood_oxygen: ['血氧', 'spo2', 'blood oxygen'],
  glucose_fasting: ['空腹血糖', 'fasting glucose', 'ac sugar'],
  glucose_before_meal: ['飯前血糖', '餐前血糖', '饭前血糖', '餐前血糖', 'glucose before meal'],
  glucose_after_meal: ['飯後血糖', '餐後血糖', '饭后血糖', '餐后血糖', 'glucose after meal', 'pc sugar'],
}
const plainKinds = [
  'pulse',
  'weight',
  'temperature',
  'blood_oxygen',
  'glucose_fasting',
  'glucose_before_meal',
  'glucose_after_meal',
] as const satisfies readonly (HealthColumn & StatedKind)[]

/** The rows below the titles; null where no row has who and when. */
export function understand(rows: readonly ReadRow[]): RowsOfFile | null {
  const found = titled(rows, healthColumns, ['who', 'date'], otherTitles)
  return found && { rows: found.rows.map((row) => rowOf(row, found.columns)), unknown: found.unknown }
}

function rowOf(row: ReadRow, columns: readonly (HealthColumn | undefined)[]): Understood {
  const faults: Fault[] = []
  const say = (path: HealthColumn, code: ErrorCode, data?: Fault['data']) => {
    if (!faults.some((fault) => fault.path === path)) faults.push({ path, code, ...(data && { data }) })
  }
  const outside = (path: HealthColumn, { from, to }: { from: number; to: number }) =>
    say(path, 'VALUE_OUT_OF_RANGE', { from: String(from), to: String(to) })
  const { texts, cells } = takeCells(row, columns, say)
  const who = texts.who?.text.trim().slice(0, 60) || undefined
  if (who === undefined) say('who', 'FIELD_EMPTY')
  const day = texts.date?.text.trim()
  const date = (day && dayOf(day)) || undefined
  if (date === undefined) say('date', day ? 'VALUE_INVALID' : 'FIELD_EMPTY')

  const written = new Map<HealthColumn, number>()
  const asWritten = (column: HealthColumn, stored: number) => written.get(column) ?? stored
  const numberOf = (column: HealthColumn, decimals: number, { from, to }: { from: number; to: number }) => {
    const text = toHalfWidth(texts[column]?.text.trim() ?? '')
    if (text === '') return null
    const exact = /^\d{1,5}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
    const value = roundedTo(exact, decimals)
    written.set(column, exact)
    if (Number.isNaN(value)) say(column, 'VALUE_INVALID')
    else if (value < from || value > to) outside(column, { from, to })
    return value
  }
  const values: HealthValue[] = []
  const exact: HealthValue[] = []
  const [systolic, diastolic, pulse] = [
    numberOf('systolic', 0, kindRules.blood_pressure),
    numberOf('diastolic', 0, DIASTOLIC),
    numberOf('bp_pulse', 0, kindRules.pulse),
  ]
  if (systolic !== null && diastolic !== null) {
    if (diastolic >= systolic) outside('diastolic', { from: DIASTOLIC.from, to: Math.min(DIASTOLIC.to, systolic - 1) })
    values.push({ kind: 'blood_pressure', value: systolic, diastolic, pulse })
    exact.push({
      kind: 'blood_pressure',
      value: asWritten('systolic', systolic),
      diastolic: asWritten('diastolic', diastolic),
      pulse: pulse === null ? null : asWritten('bp_pulse', pulse),
    })
  } else {
    // Half a pressure is none, and its rate belongs to it.
    const begun = systolic !== null || diastolic !== null || pulse !== null
    if (begun && systolic === null) say('systolic', 'FIELD_EMPTY')
    if (begun && diastolic === null) say('diastolic', 'FIELD_EMPTY')
  }
  for (const kind of plainKinds) {
    const value = numberOf(kind, kindRules[kind].decimals, kindRules[kind])
    if (value === null) continue
    values.push({ kind, value, diastolic: null, pulse: null })
    exact.push({ kind, value: asWritten(kind, value), diastolic: null, pulse: null })
  }
  // A row that says nothing of anybody's health is a slip rather than a value.
  if (values.length === 0 && faults.length === 0) say('systolic', 'FIELD_EMPTY')
  return { number: row.number, cells, who, date, values: faults.length ? [] : values, exact, faults }
}
