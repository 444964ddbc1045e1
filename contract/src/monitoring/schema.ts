import { z } from 'zod'
import { id, instant } from '../core/scalars.ts'
import { dataTypes, readingKinds } from './rules.ts'

export const readingKind = z.enum(readingKinds)
export const dataType = z.enum(dataTypes)

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
  measurementTime: instant,
  receivedAt: instant,
  dataType,
  deviceName: z.string(),
  deviceType: z.string(),
  /** `takeOver`: logged only, and stored by a person after a look. */
  source: z.enum(['device', 'takeOver']),
  /** Outside what a body usually has, and confirmed by a person. */
  flagged: z.boolean(),
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
})
export type Received = z.output<typeof received>
