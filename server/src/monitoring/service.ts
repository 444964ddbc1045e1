import type { DeviceReading, MonitorQuery } from '@teleward/contract/monitoring/endpoints.ts'
import { holds, implausible, isStored, understand } from '@teleward/contract/monitoring/rules.ts'
import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { receiveEcg, refuseAhead } from './ecgs.ts'
import * as repo from './repo.ts'
import { arrived } from './watch.ts'

export async function monitorData(read: Read, now: Date, query: MonitorQuery): Promise<repo.Found> {
  if (query.pid === undefined) return repo.lastOfAll(read, now, query)
  const found = await repo.ofMember(read, query.pid, now, query)
  if (!found.seen) throw await absence(read, query.pid)
  if (!found.open) throw new AppError('EMR_NOT_AUTHORISED')
  if (found.off) throw new AppError('MONITOR_OFF')
  return found
}

/** Stores what a device has measured, or logs it, as its kind says (§5). What cannot be understood changes nothing. */
export async function receive(tx: Tx, who: StaffActor, now: Date, said: DeviceReading): Promise<Received> {
  if (said.dataType === 'ecg') return receiveEcg(tx, who, now, said)
  const measured = understand(said)
  if (!measured || !holds(measured)) throw new AppError('DEVICE_PARSE_FAILED')
  refuseAhead(said.timestamp, now)
  if (!isStored(said.dataType) && !said.takeOver) return logged(tx, who, now, said)
  const odd = implausible(measured)
  if (odd !== null && !said.confirmed) {
    // The patient is looked up first: a refused value must not reveal that the patient exists.
    if ((await repo.unitOf(tx.many, said.pid)) === undefined) throw await absence(tx.many, said.pid)
    throw new AppError('VALUE_IMPLAUSIBLE', { data: { value: String(odd) } })
  }
  const stored = await repo.insert(tx, who.mid, now, said, measured, odd !== null)
  if (stored) {
    await arrived(tx, who.timeZone, now, stored.unitId, stored.reading)
    return { stored: true, duplicate: false, reading: stored.reading, ecg: null }
  }
  if ((await repo.unitOf(tx.many, said.pid)) === undefined) throw await absence(tx.many, said.pid)
  return { stored: true, duplicate: true, reading: null, ecg: null }
}

async function logged(tx: Tx, who: StaffActor, now: Date, said: DeviceReading): Promise<Received> {
  const unitId = await repo.unitOf(tx.many, said.pid)
  if (unitId === undefined) throw await absence(tx.many, said.pid)
  await repo.log(tx, who, unitId, now, said)
  return { stored: false, duplicate: false, reading: null, ecg: null }
}
