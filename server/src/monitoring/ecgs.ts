import { isAhead } from '@teleward/contract/core/dates.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { MOST_ECGS } from '@teleward/contract/monitoring/alert-schema.ts'
import { type EcgBrief, type EcgWave, type MeasuredEcg, rateOf, waveFault } from '@teleward/contract/monitoring/ecg.ts'
import type { DeviceReading } from '@teleward/contract/monitoring/endpoints.ts'
import { readingArrived } from '@teleward/contract/monitoring/events.ts'
import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { canSeeReading, canSeeRow } from '../access/visible.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

/** What a device measures tomorrow it has not measured. */
export function refuseAhead(timestamp: string, now: Date): void {
  if (isAhead(new Date(timestamp), now))
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'timestamp', code: 'VALUE_INVALID' }] })
}
const BYTES = 2

/** Of a row of `ecg`, as JSON. */
export const ecgBrief = (
  e: string,
) => sql`jsonb_build_object('id', ${sql.ref(`${e}.id`)}, 'at', ${sql.ref(`${e}.measured_at`)},
  'seconds', round(octet_length(${sql.ref(`${e}.wave`)})::numeric / (${BYTES}::int * cardinality(${sql.ref(`${e}.leads`)}) * ${sql.ref(`${e}.rate`)}), 2),
  'leads', to_jsonb(${sql.ref(`${e}.leads`)}), 'heartRate', ${sql.ref(`${e}.heart_rate`)}, 'counted', ${sql.ref(`${e}.counted`)})`

/**
 * Stores the curves, once however often they come. `ask` throws where the time is doubted. DEVICE_PARSE_FAILED, VALUE_INVALID,
 * TIME_IMPLAUSIBLE, NOT_FOUND, MEMBER_DISABLED.
 */
export async function receiveEcg(
  tx: Tx,
  who: StaffActor,
  now: Date,
  said: DeviceReading,
  ask: (person: repo.Person) => void,
): Promise<Received> {
  const { wave } = said
  if (!wave || waveFault(wave)) throw new AppError('DEVICE_PARSE_FAILED')
  const told = said.pulse_rate === undefined || said.pulse_rate === '' ? null : Math.round(Number(said.pulse_rate))
  if (told !== null && !(told >= 10 && told <= 400)) throw new AppError('DEVICE_PARSE_FAILED')
  refuseAhead(said.timestamp, now)
  const person = await repo.personOf(tx.many, said.pid, who.timeZone)
  if (!person) throw await absence(tx.many, said.pid)
  ask(person)
  const found = told ?? rateOf(wave)
  const row = await tx.maybe(sql<{ ecg: EcgBrief; unitId: number }>`
    insert into ecg as e (pid, first_pid, partner_id, unit_id, measured_at, received_at, rate, leads, wave, heart_rate, counted, device_name, device_type,
      recorded_by)
    select mu.pid, mu.pid, mu.partner_id, mu.unit_id, ${said.timestamp}::timestamptz, ${now}::timestamptz, ${wave.rate}::int,
      ${wave.leads.map(({ label }) => label)}::text[], decode(${packed(wave)}, 'base64'), ${found}::smallint,
      ${told === null && found !== null}::boolean, ${said.deviceName}, ${said.deviceType}, ${who.mid}::int
    from member_unit mu where mu.pid = ${said.pid} and mu.status = 'active' and ${canSeeRow('mu')} order by mu.unit_id limit 1
    on conflict do nothing returning ${ecgBrief('e')} as ecg, e.unit_id as "unitId"`)
  if (row) {
    await tx.emit(readingArrived, [audience.unit(row.unitId)], { pid: said.pid })
    return { stored: true, duplicate: false, reading: null, ecg: row.ecg }
  }
  return { stored: true, duplicate: true, reading: null, ecg: null }
}

/** As the column holds them, in base64. */
export function packed({ leads }: EcgWave): string {
  const bytes = Buffer.alloc(leads.reduce((sum, { samples }) => sum + samples.length, 0) * BYTES)
  let at = 0
  for (const { samples } of leads) for (const value of samples) at = bytes.writeInt16LE(value, at)
  return bytes.toString('base64')
}
function unpacked(base64: string, rate: number, labels: readonly string[]): EcgWave {
  const bytes = Buffer.from(base64, 'base64')
  const length = bytes.length / BYTES / labels.length
  return {
    rate,
    leads: labels.map((label, nth) => ({
      label,
      samples: Array.from({ length }, (_, at) => bytes.readInt16LE((nth * length + at) * BYTES)),
    })),
  }
}

/** Those of a member since then, newest first: nothing where they are not open to the caller. */
export async function ecgsOf(read: Read, pid: number, since: Date | null): Promise<EcgBrief[]> {
  const rows = await read(sql<{ ecg: EcgBrief }>`
    select ${ecgBrief('e')} as ecg from ecg e where e.pid = ${pid}::int and e.measured_at > coalesce(${since}::timestamptz, '-infinity')
      and ${canSeeReading('e')} order by e.measured_at desc, e.id desc limit ${MOST_ECGS}`)
  return rows.map(({ ecg }) => ecg)
}

/** With its curves. NOT_FOUND, MEMBER_DISABLED, EMR_NOT_AUTHORISED. */
export async function oneEcg(read: Read, now: Date, pid: number, id: number): Promise<MeasuredEcg> {
  const { seen, open } = await repo.ofMember(read, pid, now, { page: 1, pageSize: 1, kind: [], days: 1 })
  if (!seen) throw await absence(read, pid)
  if (!open) throw new AppError('EMR_NOT_AUTHORISED')
  const [row] = await read(sql<{
    ecg: EcgBrief
    receivedAt: Date
    deviceName: string
    rate: number
    wave: string
  }>`
    select ${ecgBrief('e')} as ecg, e.received_at as "receivedAt", e.device_name as "deviceName", e.rate, encode(e.wave, 'base64') as wave
    from ecg e where e.id = ${id} and e.pid = ${pid}::int and ${canSeeReading('e')}`)
  if (!row) throw new AppError('NOT_FOUND')
  const { ecg, receivedAt, deviceName, rate, wave } = row
  return { ...ecg, pid, receivedAt: receivedAt.toISOString(), deviceName, wave: unpacked(wave, rate, ecg.leads) }
}
