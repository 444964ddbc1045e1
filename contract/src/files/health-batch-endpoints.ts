import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { exportOf, localised } from '../core/export.ts'
import { importFile, importNumber, importProblem, importResultOf, importRowOf, importState } from '../core/import.ts'
import { date, id, singleLine, uuid } from '../core/scalars.ts'
import { statedKinds } from '../monitoring/kinds.ts'

export const HEALTH_MAX_ROWS = 2000
export const HEALTH_MAX_BYTES = 2 * 1024 * 1024

/** Titles of the template, in the order of its columns; a file is read by any of the three. */
export const healthColumns = {
  who: localised('帳號或身分證號*', '账号或身份证号*', 'Account or ID*'),
  date: localised('量測日期*', '测量日期*', 'Measured on*'),
  systolic: localised('收縮壓 (mmHg)', '收缩压 (mmHg)', 'Systolic (mmHg)'),
  diastolic: localised('舒張壓 (mmHg)', '舒张压 (mmHg)', 'Diastolic (mmHg)'),
  bp_pulse: localised('血壓計心率', '血压计心率', 'Heart rate (BP monitor)'),
  pulse: localised('脈搏', '脉搏', 'Pulse'),
  weight: localised('體重 (kg)', '体重 (kg)', 'Weight (kg)'),
  temperature: localised('體溫 (°C)', '体温 (°C)', 'Temperature (°C)'),
  blood_oxygen: localised('血氧 (%)', '血氧 (%)', 'Blood oxygen (%)'),
  glucose_fasting: localised('空腹血糖 (mg/dL)', '空腹血糖 (mg/dL)', 'Fasting glucose (mg/dL)'),
  glucose_before_meal: localised('飯前血糖 (mg/dL)', '饭前血糖 (mg/dL)', 'Glucose before meal (mg/dL)'),
  glucose_after_meal: localised('飯後血糖 (mg/dL)', '饭后血糖 (mg/dL)', 'Glucose after meal (mg/dL)'),
} as const
export type HealthColumn = keyof typeof healthColumns

/** What a row says of one kind. */
export const healthValue = z.object({
  kind: z.enum(statedKinds),
  /** Of blood pressure the systolic one. */
  value: z.number(),
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
})
export type HealthValue = z.output<typeof healthValue>

const healthSaid = z.object({
  who: z.string().optional(),
  date: date.optional(),
  /** Whom that means, where it means one person of one's own units. */
  pid: id.optional(),
  name: z.string().optional(),
  nameEn: z.string().nullable().optional(),
  memberNo: z.string().optional(),
  birthday: date.nullable().optional(),
  values: z.array(healthValue),
  /** An earlier value of the same person and day gives way to these. */
  replaces: z.array(z.enum(statedKinds)),
})
export type HealthSaid = z.output<typeof healthSaid>
export const healthRow = importRowOf(healthSaid)
export type HealthRow = z.output<typeof healthRow>
export const healthResult = importResultOf(healthRow)
export type HealthResult = z.output<typeof healthResult>

export const postHealthBatch = endpoint({
  method: 'POST',
  path: '/his/api/healthdatabatches',
  summary:
    'Reads a workbook of health data: a preview that names each bad row and what would be replaced; with `commit` the good rows go in, all or none',
  permission: 'file.upload',
  audit: 'write',
  body: z.object({
    /** One batch is one job: the same id never goes in twice. */
    importId: uuid,
    fileName: singleLine(200),
    /** Base64; its size is looked at when it is read, and refused as TOO_LARGE. */
    file: z.string().max(HEALTH_MAX_BYTES * 2),
    commit: z.boolean().default(false),
  }),
  response: healthResult,
  sheet: exportOf(
    healthRow,
    [
      importNumber,
      importState,
      importProblem,
      { path: 'said.who', title: healthColumns.who },
      { path: 'said.name', en: 'said.nameEn', title: localised('會員', '会员', 'Member') },
      { path: 'said.date', title: healthColumns.date },
    ],
    importFile,
    'rows',
  ),
  errors: ['EXCEL_ONLY', 'EXCEL_UNREADABLE', 'TOO_LARGE', 'IMPORT_TOO_MANY_ROWS', 'DUPLICATE'],
  tags: ['readings'],
})

export const healthTemplate = endpoint({
  method: 'GET',
  path: '/his/api/healthdatabatches/template',
  summary: 'An empty Excel file with the columns of health data',
  permission: 'file.upload',
  audit: 'none',
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  tags: ['readings'],
})
