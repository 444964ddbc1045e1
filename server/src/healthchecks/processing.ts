import { flagOf, type Item, type Person } from '@teleward/contract/careevents/items.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { healthCheckChanged } from '@teleward/contract/healthchecks/events.ts'
import {
  type CheckItem,
  checkRange,
  derive,
  derivedItems,
  type Fasting,
  isCritical,
  systemOf,
  unitOfItem,
} from '@teleward/contract/healthchecks/items.ts'
import type { CheckResultRow, Processed } from '@teleward/contract/healthchecks/schema.ts'
import { notify } from '../notifications/service.ts'
import type { Deps } from '../platform/deps.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { STEP } from './steps.ts'

interface Held {
  id: string
  partnerId: number
  unitId: number
  pid: number
  items: Item[]
  fasting: Fasting | null
  steps: Processed[]
  startedAt: Date
  submittedBy: number
  correction: string | null
  zone: string
  person: Person
  values: { item: Item; value: number | null; skipped: string | null }[]
}
/** As the house: whoever handed it in may be gone by now. */
const locked = (tx: Tx, id: string) =>
  tx.maybe(sql<Held>`
    select h.id, h.partner_id as "partnerId", h.unit_id as "unitId", h.pid, h.items, h.fasting, h.steps, h.started_at as "startedAt",
      h.submitted_by as "submittedBy", h.correction, p.time_zone as zone,
      jsonb_build_object('birthday', m.birthday, 'gender', m.gender) as person,
      (select coalesce(jsonb_agg(jsonb_build_object('item', x.item, 'value', x.value, 'skipped', x.skipped)), '[]') from (
        select distinct on (v.item) v.item, v.value, v.skipped from health_check_value v where v.check_id = h.id order by v.item, v.seq desc) x) as values
    from health_check h join partner p on p.id = h.partner_id join member m on m.pid = h.pid
    where h.id = ${id}::uuid and h.state = 'processing' for update of h`)

/** What was measured and what is worked out of it, against what is usual of this person on that day. */
function computed({ person, fasting, items, values }: Held, day: string): CheckResultRow[] {
  const measured = new Map(
    values.flatMap(({ item, value }) => (value === null ? [] : [[item, Number(value)] as const])),
  )
  const derived = derive(measured, person, day)
  const all: [CheckItem, number][] = [
    ...items.flatMap((item): [CheckItem, number][] => {
      const value = measured.get(item)
      return value === undefined ? [] : [[item, value]]
    }),
    ...derivedItems.flatMap((item): [CheckItem, number][] => {
      const value = derived.get(item)
      return value === undefined ? [] : [[item, value]]
    }),
  ]
  return all.map(([item, value]) => {
    const range = checkRange(item, person, { day, fasting })
    return {
      item,
      system: systemOf(item),
      value,
      unit: unitOfItem(item),
      range,
      flag: flagOf(value, range && { ...range, source: 'bmi' }),
      critical: isCritical(item, value, person, day),
    }
  })
}

type Failure = NonNullable<Processed['reason']>
/** One step; what it answers is why it failed. */
async function work(tx: Tx, held: Held, { step, reason }: Processed, now: Date): Promise<Failure | null> {
  const day = localDay(held.startedAt, held.zone)
  switch (step) {
    case 'received':
      return held.items.every((item) => held.values.some((one) => one.item === item)) ? null : 'value'
    case 'computed': {
      const rows = computed(held, day)
      return rows.length > 0 && rows.every(({ value }) => Number.isFinite(value)) ? null : 'value'
    }
    case 'images': {
      // It failed for this, and somebody said that it goes on without what was withdrawn.
      if (reason === 'file') return null
      const [lost] = await tx.many(sql`select 1 from health_check_file a join medical_file f on f.id = a.file_id
        where a.check_id = ${held.id}::uuid and f.state <> 'stored' limit 1`)
      return lost ? 'file' : null
    }
    case 'report':
      await tx.run(sql`
        insert into health_check_result (check_id, version, partner_id, unit_id, pid, on_day, rows, skipped, reason, made_at)
        select ${held.id}::uuid, (select count(*)::int + 1 from health_check_result r where r.check_id = ${held.id}::uuid), ${held.partnerId}, ${held.unitId}, ${held.pid},
          ${day}::date, ${json(computed(held, day))}, ${json(held.values.flatMap(({ item, skipped }) => (skipped === null ? [] : [{ item, reason: skipped }])))},
          ${held.correction}::text, ${now}::timestamptz`)
      return null
  }
}

async function tellRequester(tx: Tx, held: Held, what: 'check.done' | 'check.failed' | 'check.critical', now: Date) {
  await notify(tx, {
    partnerId: held.partnerId,
    mid: held.submittedBy,
    kind: what === 'check.critical' ? 'alert' : 'noti',
    what,
    subject: { kind: 'check', id: held.id },
    link: {
      screen: what === 'check.failed' ? 'healthCheckProcessing' : 'healthCheckResult',
      search: { id: held.id },
    },
    pid: held.pid,
    at: now,
  })
}

/** Critical values of the newest result that the one before did not have: of those somebody was told. */
async function newlyCritical(tx: Tx, id: string): Promise<boolean> {
  const [newest, before] = await tx.many(
    sql<{
      rows: CheckResultRow[]
    }>`select r.rows from health_check_result r where r.check_id = ${id}::uuid order by r.version desc limit 2`,
  )
  const told = (one: CheckResultRow) => before?.rows.some(({ item, value }) => item === one.item && value === one.value)
  return newest?.rows.some((one) => one.critical && !told(one)) ?? false
}

/** One step further; the next one is a transaction of its own, so that whoever looks on sees each. */
async function advance(tx: Tx, id: string, now: Date, next: (tx: Tx) => Promise<void>): Promise<void> {
  const held = await locked(tx, id)
  const at = held?.steps.findIndex(({ state }) => state !== 'done') ?? -1
  const one = held?.steps[at]
  if (!held || !one) return
  const reason = await work(tx, held, one, now)
  const steps = held.steps.map(
    (each, n): Processed =>
      n === at
        ? { ...each, state: reason ? 'failed' : 'done', at: now.toISOString(), reason }
        : n === at + 1 && !reason
          ? { ...each, state: 'running', at: now.toISOString() }
          : each,
  )
  const state = reason ? 'failed' : at === held.steps.length - 1 ? 'done' : 'processing'
  const { version } = await tx.one(sql<{
    version: number
  }>`update health_check h set state = ${state}, steps = ${json(steps)},
    done_at = ${state === 'done' ? now : null}::timestamptz where h.id = ${id}::uuid returning version`)
  await tx.emit(healthCheckChanged, [audience.unit(held.unitId)], { id, version, state })
  if (state === 'processing') return next(tx)
  await tellRequester(tx, held, state === 'done' ? 'check.done' : 'check.failed', now)
  if (state === 'done' && (await newlyCritical(tx, id))) await tellRequester(tx, held, 'check.critical', now)
}

export function process({ db, clock, timers }: Pick<Deps, 'db' | 'clock' | 'timers'>): void {
  timers.on(
    STEP,
    async ({ key }) => {
      const now = clock.now()
      await db.system.tx((tx) => advance(tx, key, now, (same) => timers.set(same, STEP, key, now)))
    },
    { lease: 10_000 },
  )
}
