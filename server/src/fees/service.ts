import { canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { type Currency, feeOf, isNight } from '@teleward/contract/appointments/booking.ts'
import type { Site } from '@teleward/contract/appointments/schema.ts'
import { amountText } from '@teleward/contract/core/money.ts'
import type { DoctorFees, FreePay, ServiceFee } from '@teleward/contract/fees/schema.ts'
import { serviceFlagsOf } from '@teleward/contract/profile/rules.ts'
import type { Read } from '../patients/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

interface FeeRow {
  mid: number
  twDay: number | null
  twNight: number | null
  cnDay: number | null
  cnNight: number | null
  version: number
  updatedAt: Date | string | null
}
const columns = sql`f.mid, f.tw_day as "twDay", f.tw_night as "twNight", f.cn_day as "cnDay", f.cn_night as "cnNight", f.version,
  f.updated_at as "updatedAt"`
const none = (mid: number): DoctorFees => ({
  mid,
  twDay: null,
  twNight: null,
  cnDay: null,
  cnNight: null,
  version: 0,
  updatedAt: null,
})
const shown = (row: FeeRow): DoctorFees => ({
  ...row,
  updatedAt: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
})

/** A doctor's fees in the caller's institution; nobody there of that number: `NOT_FOUND`. */
export async function feesOf(read: Read, partnerId: number, mid: number): Promise<DoctorFees> {
  const [there] = await read(sql`select 1 from staff_partner sp where sp.mid = ${mid} and sp.partner_id = ${partnerId}`)
  if (!there) throw new AppError('NOT_FOUND')
  const [row] = await read(sql<FeeRow>`
    select ${columns} from doctor_fee f where f.mid = ${mid} and f.partner_id = ${partnerId}`)
  return row ? shown(row) : none(mid)
}

export type NewFees = Pick<DoctorFees, 'twDay' | 'twNight' | 'cnDay' | 'cnNight' | 'version'>

/** As the log tells them: money as it is read, and null where nothing is asked for. */
const told = ({ twDay, twNight, cnDay, cnNight }: Omit<NewFees, 'version'>) =>
  Object.fromEntries(
    Object.entries({ twDay, twNight, cnDay, cnNight }).map(([name, fee]) => [
      name,
      fee === null ? null : amountText(fee),
    ]),
  )

/**
 * Own fees anew, from the version they were read at; every state stays readable. Bookings made before keep theirs. `before`
 * and `after` are for the log.
 */
export async function setFees(
  tx: Tx,
  who: { mid: number; partnerId: number },
  fees: NewFees,
  now: Date,
): Promise<{ now: DoctorFees; before: unknown; after: unknown }> {
  const { mid, partnerId } = who
  const current = await tx.maybe(sql<FeeRow>`
    select ${columns} from doctor_fee f where f.mid = ${mid} and f.partner_id = ${partnerId} for update`)
  if ((current?.version ?? 0) !== fees.version)
    throw new AppError('VERSION_STALE', { data: current ? shown(current) : none(mid) })
  const next = fees.version + 1
  const values = sql`${fees.twDay}::int, ${fees.twNight}::int, ${fees.cnDay}::int, ${fees.cnNight}::int`
  const [row] = await tx.many(sql<FeeRow>`
    insert into doctor_fee as f (mid, partner_id, tw_day, tw_night, cn_day, cn_night, version, updated_at)
    values (${mid}, ${partnerId}, ${values}, ${next}, ${now}::timestamptz)
    on conflict (mid, partner_id) do update set tw_day = excluded.tw_day, tw_night = excluded.tw_night, cn_day = excluded.cn_day,
      cn_night = excluded.cn_night, version = excluded.version, updated_at = excluded.updated_at
      where f.version = ${fees.version}
    returning ${columns}`)
  // The first two at once: both read nothing, one was there first.
  if (!row) throw new AppError('VERSION_STALE')
  await tx.run(sql`
    insert into doctor_fee_version (mid, partner_id, version, tw_day, tw_night, cn_day, cn_night, set_by)
    values (${mid}, ${partnerId}, ${next}, ${values}, ${mid})`)
  return { now: shown(row), before: current ? told(current) : null, after: told(row) }
}

/** The fees in force, held still until the transaction ends: what is booked by them was booked before the next edit. */
export async function lockFees(tx: Tx, partnerId: number, did: number): Promise<DoctorFees> {
  const row = await tx.maybe(sql<FeeRow>`select ${columns} from doctor_fee_held(${did}::int, ${partnerId}::int) f`)
  return row ? shown(row) : none(did)
}

/** Doctors who see patients without a fee, on line or on site. */
export function freeOfCharge(stored: unknown, site: Site): boolean {
  const flags = serviceFlagsOf(stored)
  return site === 'onsite' ? flags.freeDiagnosisOnsite : flags.freeDiagnosis
}

export async function feeInForce(
  read: Read,
  partnerId: number,
  ask: { did: number; interval: number; currency: Currency; site: Site },
): Promise<ServiceFee> {
  const fees = await feesOf(read, partnerId, ask.did)
  const [row] = await read(sql<{ flags: unknown }>`
    select sp.service_flags as flags from staff_partner sp where sp.mid = ${ask.did} and sp.partner_id = ${partnerId}`)
  const free = freeOfCharge(row?.flags, ask.site)
  return {
    fee: free ? 0 : feeOf(fees, ask.interval, ask.currency),
    currency: ask.currency,
    night: isNight(ask.interval),
    freeOfCharge: free,
    version: fees.version,
  }
}

/** Whether the patient's visits cost nothing on that day, with that doctor or with all. */
export async function freeFor(
  read: Read,
  ask: { partnerId: number; unitIds: readonly number[] | null; pid: number; did: number | undefined; date: string },
): Promise<FreePay> {
  const [row] = await read(sql<{ kind: 'free' | 'contract'; until: string | null }>`
    select e.kind, e.ends_on as until from fee_exemption e
    where e.pid = ${ask.pid} and e.partner_id = ${ask.partnerId} and e.withdrawn_at is null
      and ${canSeeRow('e')} and (${ask.unitIds === null} or e.unit_id = any (${[...(ask.unitIds ?? [])]}::int[]))
      and (e.did is null or e.did = ${ask.did ?? null}::int)
      and e.starts_on <= ${ask.date}::date and (e.ends_on is null or e.ends_on >= ${ask.date}::date)
    order by e.ends_on desc nulls first limit 1`)
  return row ? { free: true, kind: row.kind, until: row.until } : { free: false, kind: null, until: null }
}

export type LineKind =
  | 'due'
  | 'paid'
  | 'waived'
  | 'failed'
  | 'expired'
  | 'surplus'
  | 'refundDue'
  | 'refundStopped'
  | 'refunded'
export interface NewLine {
  qid: number
  kind: LineKind
  method?: string | null
  reason?: string | null
  by?: number | null
  ref?: string | null
  /** Where it is not the whole fee. */
  amount?: number
}
/**
 * A line of a visit's payment: amount and currency are the entry's own, frozen when it was booked. With what becomes due
 * stands the rule by which it would go back.
 */
export async function writeLine(tx: Tx, line: NewLine, now: Date): Promise<void> {
  await tx.run(sql`
    insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency, method, provider_ref, reason, by_mid, at, terms)
    select ${randomUUID()}::uuid, a.partner_id, a.unit_id, a.pid, a.qid, ${line.kind}, coalesce(${line.amount ?? null}::int, a.fee, 0), a.currency,
      ${line.method ?? null}, ${line.ref ?? null}, ${line.reason ?? null}, ${line.by ?? null}::int, ${now}::timestamptz,
      case when ${line.kind === 'due'} then (select p.settings -> 'refundRule' from partner p where p.id = a.partner_id) end
    from appointment a where a.qid = ${line.qid}`)
}
