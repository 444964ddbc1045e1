import type { AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { clockOf } from './clock.ts'

/** What is to change of an entry. */
export interface Aim {
  did?: number
  date?: string
  interval?: number
  time?: string
}

/**
 * Where an entry is to go. A special visit has a time of its own, which it keeps on another day or with somebody else until
 * another one is typed; empty where nothing would change.
 */
export function aimOf(entry: Pick<AppointmentDetail, 'kind' | 'did' | 'date' | 'startAt'>, aim: Aim): Aim {
  if (entry.kind !== 'special') return aim
  const own = clockOf(entry.startAt)
  const { did = entry.did, date = entry.date, time = own } = aim
  return did === entry.did && date === entry.date && time === own ? {} : { ...aim, date, time }
}
