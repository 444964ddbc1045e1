import { z } from 'zod'
import { id, instant } from '../core/scalars.ts'
import { ecgBrief } from './ecg.ts'
import { dataTypes, readingKinds } from './kinds.ts'

export const readingKind = z.enum(readingKinds)
export const dataType = z.enum(dataTypes)

/**
 * `takeOver`: logged only, and stored by a person after a look. `batch`: of a workbook of health data, for a day: its time is the
 * beginning of that day and says nothing.
 */
export const readingSource = z.enum(['device', 'takeOver', 'batch'])

export const reading = z.object({
  id: z.number().int(),
  pid: id,
  kind: readingKind,
  /** Of the observation, as other systems know it. */
  loinc: z.string(),
  value: z.number(),
  /** Blood pressure only: `value` is the systolic one. */
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
  unit: z.string(),
  /** The number and the unit as a device sent them; null where that is what is stored, of a workbook's value, and of earlier ones. */
  original: z.object({ value: z.string(), unit: z.string() }).nullable(),
  measurementTime: instant,
  receivedAt: instant,
  /** `health_data`: a value of a workbook. */
  dataType: z.enum([...dataTypes, 'health_data']),
  deviceName: z.string(),
  deviceType: z.string(),
  source: readingSource,
  /** Outside what a body usually has, or of a time or change that was asked about, and confirmed by a person. */
  flagged: z.boolean(),
  /** It arrived more than a day after it was measured. */
  late: z.boolean(),
})
export type Reading = z.output<typeof reading>

/** A reading and whose it is. */
export const monitorRow = reading.extend({ name: z.string(), memberNo: z.string(), unitId: id, unitName: z.string() })
export type MonitorRow = z.output<typeof monitorRow>

/** What became of a device's reading. `duplicate`: the same came before and is stored once. */
export const received = z.object({
  stored: z.boolean(),
  duplicate: z.boolean(),
  reading: reading.nullable(),
  /** Of an ECG, which is no reading with a value. */
  ecg: ecgBrief.nullable(),
  /** What was sent with it, could not be read, and is not stored. */
  unread: z.array(z.enum(['pulse_rate'])).optional(),
})
export type Received = z.output<typeof received>
