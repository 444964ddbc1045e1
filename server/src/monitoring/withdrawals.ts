import { audience } from '@teleward/contract/core/event.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import { type MeasuredValue, MOST_VALUES } from '@teleward/contract/monitoring/alert-schema.ts'
import { alertChanged, readingArrived } from '@teleward/contract/monitoring/events.ts'
import { kindRules } from '@teleward/contract/monitoring/kinds.ts'
import { monitorLabels } from '@teleward/contract/monitoring/labels.ts'
import type { Reading } from '@teleward/contract/monitoring/schema.ts'
import { canSeeAlert, canSeeReading } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { columns, type ReadingRow, toReading } from './repo.ts'

type Withdrawn = MeasuredValue['withdrawn']
/** As a table has it. */
export const asMeasured = (
  { measurementTime, ...reading }: Omit<Reading, 'loinc'>,
  withdrawn: Withdrawn,
): MeasuredValue => {
  const { id, kind, value, diastolic, pulse, unit, original, deviceName, receivedAt, late } = reading
  return {
    ...{ id, kind, at: measurementTime, value, diastolic, pulse, unit, original },
    ...{ deviceName, receivedAt, late, withdrawn },
  }
}

const row = sql`select ${columns}, r.unit_id as "unitId", case when w.mid is null then null
    else jsonb_build_object('by', ${staffBriefJson('w')}, 'at', r.withdrawn_at, 'reason', r.withdrawal) end as withdrawn
  from reading r left join staff w on w.mid = r.withdrawn_by`
type Row = ReadingRow & { unitId: number; withdrawn: Withdrawn }

/** Those of a member since then that were withdrawn, newest first: nothing where they are not open to the caller. */
export async function withdrawnOf(read: Read, pid: number, since: Date | null): Promise<MeasuredValue[]> {
  const rows = await read(sql<Row>`${row}
    where r.pid = ${pid}::int and r.withdrawn_at is not null and r.measured_at > coalesce(${since}::timestamptz, '-infinity')
      and ${canSeeReading('r')} order by r.measured_at desc, r.id desc limit ${MOST_VALUES}`)
  return rows.map((one) => asMeasured(toReading(one), one.withdrawn))
}

async function one(tx: Tx, id: number): Promise<Row> {
  const found = await tx.maybe(sql<Row>`${row} where r.id = ${id} and ${canSeeReading('r')}`)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/**
 * Marks a reading of an open record as entered in error. Who comes second is answered what stands. REASON_REQUIRED, NOT_FOUND.
 */
export async function withdraw(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { id, reason, lang }: { id: number; reason: string; lang: Locale },
): Promise<{ value: MeasuredValue; pid: number }> {
  if (!saysSomething(reason))
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const before = await one(tx, id)
  const [marked] = before.withdrawn
    ? []
    : await tx.many(sql<{ id: number }>`
        update reading r set withdrawn_at = ${now}::timestamptz, withdrawn_by = ${who.mid}::int, withdrawal = ${reason}
        where r.id = ${id} and r.withdrawn_at is null and ${canSeeReading('r')} returning r.id`)
  if (marked) {
    await endAlerts(tx, who, now, before, `${monitorLabels.withdrawal[lang]}${reason}`)
    await tx.emit(readingArrived, [audience.unit(before.unitId)], { pid: before.pid })
  }
  const after = await one(tx, id)
  return { value: asMeasured(toReading(after), after.withdrawn), pid: after.pid }
}

/** Running alerts that this reading alone raised, by itself or as what a change was counted from. */
async function endAlerts(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { id, kind, pid, unitId }: Row,
  resolution: string,
): Promise<void> {
  // An alert keeps what was sent, the reading what is rounded of it; each has two places at most.
  const nearly = 10 ** -kindRules[kind].decimals / 2 + 0.005
  const ended = await tx.many(sql<{ id: string; state: AlertState }>`
    update monitor_alert a set state = 'resolved', resolved_by = ${who.mid}::int, resolved_at = ${now}::timestamptz, resolution = ${resolution}
    from reading r
    where r.id = ${id} and a.pid = r.pid and a.unit_id = r.unit_id and a.state <> 'resolved' and a.times = 1
      and r.kind = case when a.measure in ('systolic', 'diastolic', 'bp_pulse') then 'blood_pressure' else a.measure end
      and (a.base_at = r.measured_at or (a.measured_at = r.measured_at
        and abs(a.value - case a.measure when 'diastolic' then r.diastolic when 'bp_pulse' then r.pulse else r.value end) <= ${nearly}::numeric))
      and ${canSeeReading('r')} and ${canSeeAlert('a')}
    returning a.id, a.state`)
  for (const one of ended)
    await tx.emit(alertChanged, [audience.unit(unitId)], { id: one.id, pid, state: one.state, by: who.mid })
}
