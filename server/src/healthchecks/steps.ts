import { itemDoubts } from '@teleward/contract/careevents/doubts.ts'
import { type Item, numberOf } from '@teleward/contract/careevents/items.ts'
import { cardOf } from '@teleward/contract/careevents/rules.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { healthCheckChanged } from '@teleward/contract/healthchecks/events.ts'
import { bloodItems, type Fasting, programmeRules } from '@teleward/contract/healthchecks/items.ts'
import { type CheckAction, checkRefusal, processSteps } from '@teleward/contract/healthchecks/rules.ts'
import type { CheckDetail, Entered, Processed, StartBody, StepBody } from '@teleward/contract/healthchecks/schema.ts'
import { canSeeFile, canSeeHealthCheck } from '../access/visible.ts'
import { ageOn, askAbout, oddValue, weightsAround } from '../monitoring/odd.ts'
import { absence } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import * as repo from './repo.ts'
import { checkDetail, seenBy } from './service.ts'

export interface Viewer {
  tx: Tx
  timers: Pick<Timers, 'set'>
  who: StaffActor
  now: Date
}
/** The processing of a check that was handed in: one step a time. */
export const STEP = 'healthcheck.step'

const refused = (path: string, code: ErrorCode = 'VALUE_INVALID') => new AppError(code, { fields: [{ path, code }] })

/** By card or by search. PATIENT_REQUIRED, CARD_UNREADABLE, NOT_FOUND, MEMBER_DISABLED; HC_RUNNING says which one runs. */
export async function start({ tx, who, now }: Viewer, body: StartBody): Promise<CheckDetail> {
  const card = body.code === undefined ? null : cardOf(body.code)
  if (body.code !== undefined && !card) throw new AppError('CARD_UNREADABLE')
  if (!card && body.pid === undefined) throw new AppError('PATIENT_REQUIRED')
  const member = await repo.membershipOf(tx.many, card ? { card: card.value } : { pid: body.pid ?? null })
  if (!member) throw body.pid === undefined ? new AppError('NOT_FOUND') : await absence(tx.many, body.pid)
  await tx.run(sql`select pg_advisory_xact_lock(7142, ${member.pid}::int)`)
  const there = await repo.byId(tx.many, body.id)
  if (there?.pid === member.pid) return checkDetail(tx.many, body.id)
  const running = await repo.runningOf(tx.many, member.pid)
  if (running) throw new AppError('HC_RUNNING', { data: { id: running } })
  const made = await tx.run(sql`
    insert into health_check (id, partner_id, unit_id, pid, programme, items, identity_confirmed_at, started_by, started_at)
    values (${body.id}::uuid, ${who.partnerId}, ${member.unitId}, ${member.pid}, ${body.programme}, ${[...programmeRules[body.programme].items]}::text[],
      ${now}::timestamptz, ${who.mid}, ${now}::timestamptz) on conflict (id) do nothing`)
  // The id is that of somebody else's.
  if (!made) throw new AppError('NOT_FOUND')
  await tell(tx, body.id)
  return checkDetail(tx.many, body.id)
}

async function tell(tx: Tx, id: string): Promise<void> {
  const row = await repo.byId(tx.many, id)
  if (row)
    await tx.emit(healthCheckChanged, [audience.unit(row.unitId)], { id, version: row.version, state: row.state })
}

/** Under the row's lock. NOT_FOUND, HC_ILLEGAL_STEP; VERSION_STALE with it as it is. */
async function held({ tx }: Viewer, id: string, action: CheckAction, version?: number): Promise<repo.CheckRow> {
  const locked = await tx.maybe(repo.lock(id))
  const row = locked && (await repo.byId(tx.many, id))
  if (!row) throw new AppError('NOT_FOUND')
  if (version !== undefined && row.version !== version)
    throw new AppError('VERSION_STALE', { data: await checkDetail(tx.many, id) })
  const no = checkRefusal(action, row)
  if (no) throw new AppError(no)
  return row
}

export async function step(asker: Viewer, id: string, body: StepBody): Promise<CheckDetail> {
  const { tx } = asker
  const row = await held(asker, id, body.action, 'version' in body ? body.version : undefined)
  await act(asker, row, body)
  await tell(tx, id)
  return checkDetail(tx.many, id)
}
function act(asker: Viewer, row: repo.CheckRow, body: StepBody): Promise<void> {
  switch (body.action) {
    case 'enter':
      return enter(asker, row, body)
    case 'attach':
      return attach(asker, row, body.file)
    case 'submit':
      return submit(asker, row)
    case 'retry':
      return process(
        asker,
        row.id,
        // Why it failed goes with it: what was withdrawn is left out the second time.
        row.steps.map((one) => (one.state === 'failed' ? { ...one, state: 'waiting', at: null } : one)),
      )
    case 'cancel':
      return cancel(asker, row, body.reason)
    case 'correct':
      return correct(asker, row, body)
    case 'comment':
      return comment(asker, row, body.text)
    case 'acknowledge':
      return acknowledge(asker, row, body.item)
  }
}

/** VALUE_INVALID names the entry; FIELD_RELATED: blood before anybody was asked about fasting. */
function checked(row: repo.CheckRow, fasting: Fasting | null, entries: readonly Entered[]): void {
  for (const [at, { item, value, skipped }] of entries.entries()) {
    if (!row.programmeItems.includes(item)) throw refused(`entries.${at}.item`)
    if ((value === null) !== (skipped !== undefined && skipped !== '')) throw refused(`entries.${at}.value`)
    if (value !== null && numberOf(item, value) === null) throw refused(`entries.${at}.value`)
    if (value !== null && fasting === null && bloodItems.includes(item)) throw refused('fasting', 'FIELD_RELATED')
  }
}
/** VALUE_IMPLAUSIBLE, WEIGHT_CHANGE_IMPLAUSIBLE: asked before anything is kept, unless the entry was confirmed. */
async function doubted({ tx, who, now }: Viewer, row: repo.CheckRow, entries: readonly Entered[]): Promise<void> {
  const typed = new Map<Item, number>()
  for (const { item, value } of entries) {
    const number = value === null ? null : numberOf(item, value)
    if (number !== null) typed.set(item, number)
  }
  if (typed.size === 0) return
  const standing = new Map<Item, number>()
  for (const { item, value } of await repo.values(tx.many, row.id)) if (value !== null) standing.set(item, value)
  const started = new Date(row.startedAt)
  askAbout(
    itemDoubts(typed, {
      standing,
      age: await ageOn(tx.many, row.pid, started, who.timeZone),
      near: typed.has('weight') ? await weightsAround(tx.many, row.pid, row.unitId, now) : [],
    }).flatMap(({ item, code, text }) => {
      const index = entries.findIndex((one) => one.item === item && one.value !== null)
      return entries[index]?.confirmed ? [] : [oddValue(`entries.${index}.value`, code, text)]
    }),
  )
}
const keep = ({ tx, who, now }: Viewer, row: repo.CheckRow, entries: readonly Entered[]) =>
  tx.run(sql`
    insert into health_check_value (id, check_id, partner_id, unit_id, pid, item, value, skipped, confirmed, recorded_by, recorded_at)
    select r.id, ${row.id}::uuid, ${who.partnerId}, ${row.unitId}, ${row.pid}, r.item, r.value, r.skipped, r.confirmed, ${who.mid}, ${now}::timestamptz
    from jsonb_to_recordset(${json(
      entries.map(({ id, item, value, skipped, confirmed }) => ({
        id,
        item,
        value: value === null ? null : numberOf(item, value),
        skipped: value === null ? skipped : null,
        confirmed: confirmed && value !== null,
      })),
    )}::jsonb) as r(id uuid, item text, value numeric, skipped text, confirmed boolean)
    on conflict (id) do nothing`)

async function enter(asker: Viewer, row: repo.CheckRow, body: Extract<StepBody, { action: 'enter' }>): Promise<void> {
  const { tx } = asker
  const fasting = body.fasting ?? row.fasting
  checked(row, fasting, body.entries)
  await doubted(asker, row, body.entries)
  // Also where nothing of the row itself changes: whoever has an older state is told that there is a newer one.
  await tx.run(
    sql`update health_check h set fasting = ${fasting}::text where h.id = ${row.id}::uuid and ${canSeeHealthCheck('h')}`,
  )
  if (body.entries.length > 0) await keep(asker, row, body.entries)
}
/** NOT_FOUND: no such file, or none of this person that the caller may see. */
async function attach({ tx, who, now }: Viewer, row: repo.CheckRow, file: string): Promise<void> {
  const [found] = await tx.many(
    sql`select 1 from medical_file f where f.id = ${file}::uuid and f.pid = ${row.pid}::int and f.state = 'stored' and ${canSeeFile('f')}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  await tx.run(sql`insert into health_check_file (check_id, file_id, partner_id, unit_id, pid, added_by, added_at)
    values (${row.id}::uuid, ${file}::uuid, ${who.partnerId}, ${row.unitId}, ${row.pid}, ${who.mid}, ${now}::timestamptz) on conflict do nothing`)
}

const waiting = ({ step: name }: Pick<Processed, 'step'>): Processed => ({
  step: name,
  state: 'waiting',
  at: null,
  reason: null,
})
async function process(
  { tx, timers, who, now }: Viewer,
  id: string,
  steps: Processed[],
  correction: string | null = null,
) {
  await tx.run(sql`update health_check h set state = 'processing', steps = ${json(steps)}, submitted_by = ${who.mid}, submitted_at = ${now}::timestamptz,
    done_at = null, correction = coalesce(${correction}::text, h.correction) where h.id = ${id}::uuid and ${canSeeHealthCheck('h')}`)
  await timers.set(tx, STEP, id, now)
}
const anew = () => processSteps.map((name) => waiting({ step: name }))

/** HC_INCOMPLETE lists what has neither a value nor a reason. */
async function submit(asker: Viewer, row: repo.CheckRow): Promise<void> {
  const there = new Set((await repo.values(asker.tx.many, row.id)).map(({ item }) => item))
  const missing = row.programmeItems.filter((item) => !there.has(item))
  if (missing.length > 0)
    throw new AppError('HC_INCOMPLETE', {
      data: { items: missing.join(', ') },
      fields: missing.map((item) => ({ path: item, code: 'HC_INCOMPLETE' as const })),
    })
  await process(asker, row.id, anew())
}
async function cancel({ tx, who }: Viewer, row: repo.CheckRow, reason: string): Promise<void> {
  if (!reason) throw refused('reason', 'REASON_REQUIRED')
  await tx.run(sql`update health_check h set state = 'cancelled', cancelled_by = ${who.mid}, cancel_reason = ${reason}
    where h.id = ${row.id}::uuid and ${canSeeHealthCheck('h')}`)
}

/** EMR_NOT_AUTHORISED: what was said of a result is said in an open record. */
async function requireOpen(
  { tx }: Viewer,
  { id }: repo.CheckRow,
): Promise<[newest: repo.ResultRow, ...repo.ResultRow[]]> {
  const [newest, ...before] = await repo.results(tx.many, id)
  if (!newest) throw new AppError('EMR_NOT_AUTHORISED')
  return [newest, ...before]
}
async function correct(
  asker: Viewer,
  row: repo.CheckRow,
  body: Extract<StepBody, { action: 'correct' }>,
): Promise<void> {
  await requireOpen(asker, row)
  if (!body.reason) throw refused('reason', 'REASON_REQUIRED')
  checked(row, row.fasting, body.entries)
  await doubted(asker, row, body.entries)
  await keep(asker, row, body.entries)
  await process(asker, row.id, anew(), body.reason)
}
const remark = (
  { tx, who, now }: Viewer,
  row: repo.CheckRow,
  version: number,
  { item = null, text = null }: { item?: string | null; text?: string | null },
) =>
  tx.run(sql`insert into health_check_remark (check_id, partner_id, unit_id, pid, kind, item, text, of_version, mid, at)
    values (${row.id}::uuid, ${who.partnerId}, ${row.unitId}, ${row.pid}, ${item === null ? 'comment' : 'acknowledged'}, ${item}::text, ${text}::text, ${version}, ${who.mid}, ${now}::timestamptz)`)
async function comment(asker: Viewer, row: repo.CheckRow, text: string): Promise<void> {
  const [{ version }] = await requireOpen(asker, row)
  if (!text.trim()) throw refused('text', 'CONTENT_REQUIRED')
  await remark(asker, row, version, { text: text.trim() })
}
/** VALUE_INVALID: nothing critical of this kind. Once is enough. */
async function acknowledge(asker: Viewer, row: repo.CheckRow, item: string): Promise<void> {
  const results = await requireOpen(asker, row)
  const [{ version, rows }] = results
  if (!rows.some((one) => one.item === item && one.critical)) throw refused('item')
  if (seenBy(results, await repo.remarks(asker.tx.many, row.id), item)) return
  await remark(asker, row, version, { item })
}
