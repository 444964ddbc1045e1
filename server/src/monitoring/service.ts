import { ageYears, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import { CHANGE_WITHIN_MS, doubtsOf, doubtValues, isImpossibleTime } from '@teleward/contract/monitoring/doubts.ts'
import type { DeviceReading, MonitorQuery } from '@teleward/contract/monitoring/endpoints.ts'
import {
  exactly,
  holds,
  isStored,
  type Measured,
  pulseUnread,
  unclearUnit,
  understand,
} from '@teleward/contract/monitoring/rules.ts'
import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { receiveEcg, refuseAhead } from './ecgs.ts'
import * as repo from './repo.ts'
import { arrived, pulseArrived } from './watch.ts'

export async function monitorData(read: Read, now: Date, query: MonitorQuery): Promise<repo.Found> {
  if (query.pid === undefined) return repo.lastOfAll(read, now, query)
  const found = await repo.ofMember(read, query.pid, now, query)
  if (!found.seen) throw await absence(read, query.pid)
  if (!found.open) throw new AppError('EMR_NOT_AUTHORISED')
  if (found.off) throw new AppError('MONITOR_OFF')
  const since = query.days ? new Date(now.getTime() - query.days * 86_400_000) : null
  return { ...found, rows: await repo.withOriginals(read, query.pid, since, found.rows) }
}

/** Stores what a device has measured, or logs it, as its kind says (§5). What cannot be understood changes nothing. */
export async function receive(tx: Tx, who: StaffActor, now: Date, said: DeviceReading): Promise<Received> {
  if (said.dataType === 'ecg')
    return receiveEcg(tx, who, now, said, (person) => {
      refuseImpossible(person, said)
      refuseDoubts(null, person, now, said)
    })
  const units = unclearUnit(said)
  if (units) throw unclear(said, units)
  const measured = understand(said)
  if (!measured || !holds(measured)) throw new AppError('DEVICE_PARSE_FAILED')
  refuseAhead(said.timestamp, now)
  // The patient is looked up first: a refused value must not reveal that the patient exists.
  const person = await repo.personOf(tx.many, said.pid, who.timeZone)
  if (!person) throw await absence(tx.many, said.pid)
  refuseImpossible(person, said)
  const unread = pulseUnread(said) ? { unread: ['pulse_rate' as const] } : {}
  if (!isStored(said.dataType) && !said.takeOver) {
    await repo.log(tx, who, person.unitId, now, said)
    return { stored: false, duplicate: false, reading: null, ecg: null, ...unread }
  }
  const near =
    measured.kind === 'weight'
      ? await repo.weightsNear(tx.many, said.pid, person.unitId, said.timestamp, CHANGE_WITHIN_MS)
      : []
  const flagged = refuseDoubts(measured, person, now, said, near)
  const again = await repo.again(tx, said, measured)
  // Limits are held against what was sent: what is stored of it is rounded.
  const exact = exactly(said) ?? measured
  if (again?.filled) await pulseArrived(tx, who.timeZone, now, again.unitId, { ...exact, ...again, pid: said.pid })
  const stored = again ? undefined : await repo.insert(tx, who.mid, now, said, measured, flagged)
  if (!stored) return { stored: true, duplicate: true, reading: null, ecg: null, ...unread }
  await arrived(tx, who.timeZone, now, stored.unitId, { ...stored.reading, ...exact })
  return { stored: true, duplicate: false, reading: stored.reading, ecg: null, ...unread }
}

const unclear = ({ dataType }: DeviceReading, units: readonly string[]) =>
  new AppError('UNIT_UNCLEAR', {
    data: { units: units.join(', ') },
    fields: [{ path: dataType.startsWith('weight') ? 'weight_unit' : 'unit', code: 'UNIT_UNCLEAR' }],
  })

/** Nobody measured before they were born, and no device before there were any: nobody confirms that. */
function refuseImpossible({ birthday, zone }: repo.Person, { timestamp }: DeviceReading): void {
  const born = birthday === null ? null : startOfDay(birthday, zone).getTime()
  if (isImpossibleTime(Date.parse(timestamp), born))
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'timestamp', code: 'VALUE_INVALID' }] })
}

/**
 * What is doubted is stored once somebody says that it is right: all of it is asked about at once, so that nothing is confirmed
 * unseen. Answers whether something was doubted. The codes of `Doubt`, with all doubts.
 */
function refuseDoubts(
  measured: Measured | null,
  person: repo.Person,
  now: Date,
  said: DeviceReading,
  near: readonly number[] = [],
): boolean {
  const at = new Date(said.timestamp)
  const age = person.birthday === null ? null : ageYears(person.birthday, localDay(at, person.zone))
  const doubts = doubtsOf(measured, { at: at.getTime(), now: now.getTime(), age, near })
  const [first] = doubts
  if (!first || said.confirmed) return first !== undefined
  const dayOf = (instant: number) => localDay(new Date(instant), person.zone)
  const asked = doubts.map((doubt) => ({ code: doubt.code, ...doubtValues(doubt, said, measured, dayOf) }))
  throw new AppError(first.code, { data: { ...doubtValues(first, said, measured, dayOf), doubts: asked } })
}
