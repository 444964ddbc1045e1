import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { id, instant, singleLine } from '../core/scalars.ts'
import { ecgWave } from './ecg.ts'
import { meals, readingKinds } from './kinds.ts'
import { dataType, monitorRow, readingKind, received } from './schema.ts'

export const monitorQuery = z.object({
  ...paging,
  /** One member's readings, newest first; nobody's: the last of each kind of every member. */
  pid: id.optional(),
  unit: id.optional(),
  kind: z.array(readingKind).max(readingKinds.length).default([]),
  /** Of how many days; 0: all. */
  days: z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(7), z.literal(30)]).default(7),
})
export type MonitorQuery = z.output<typeof monitorQuery>

export const monitorData = endpoint({
  method: 'POST',
  path: '/partner/monitordata',
  summary: "Remote health data: one member's readings, or the last of each kind of the members who authorised it",
  permission: 'monitor.read',
  audit: 'read',
  body: monitorQuery,
  response: monitorRow,
  list: true,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED', 'MONITOR_OFF'],
  tags: ['readings'],
})

/** A number, or text that may be one: what a device sends is looked at by `understand`. */
const said = z.union([z.number(), z.string().max(40)])
export const deviceReading = z.object({
  pid: id,
  dataType,
  value: said.optional(),
  unit: singleLine(20).optional(),
  timestamp: instant,
  deviceName: singleLine(80).default(''),
  deviceType: singleLine(40).default(''),
  systolic: said.optional(),
  diastolic: said.optional(),
  pulse_rate: said.optional(),
  weight: said.optional(),
  weight_unit: singleLine(20).optional(),
  /** Of a glucose; without it the meal is not stated, and none is taken for granted. */
  meal: z.enum(meals).optional(),
  /** Of an ECG: its curves. `pulse_rate` is what the device counted. */
  wave: ecgWave.optional(),
  /** Stores what would only be logged: somebody has looked at it. */
  takeOver: z.boolean().default(false),
  /** Everything that was asked about is right: somebody has looked. A unit is not confirmed but said. */
  confirmed: z.boolean().default(false),
})
export type DeviceReading = z.output<typeof deviceReading>

export const postDeviceReading = endpoint({
  method: 'POST',
  path: '/his/api/devicereadings',
  summary: "A device's reading: stored or logged, as its kind says",
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  body: deviceReading,
  response: received,
  errors: [
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'DEVICE_PARSE_FAILED',
    'UNIT_UNCLEAR',
    'TIME_IMPLAUSIBLE',
    'VALUE_IMPLAUSIBLE',
    'WEIGHT_CHANGE_IMPLAUSIBLE',
  ],
  tags: ['readings'],
})
