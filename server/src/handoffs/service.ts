import { randomUUID } from 'node:crypto'
import { addDays, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { id as wireId, uuid } from '@teleward/contract/core/scalars.ts'
import { todoArrived, todoChanged } from '@teleward/contract/handoffs/events.ts'
import {
  COMPLETE,
  handoffRefusal,
  type HandoffAction,
  REMIND_EVERY_MS,
  sidesOf,
  UNFINISHED,
  WITHDRAWN,
} from '@teleward/contract/handoffs/rules.ts'
import type {
  AboutRef,
  Handoff,
  handoffBody,
  handoffChange,
  HandoffDetail,
  HandoffEvent,
  handoffStatusBody,
} from '@teleward/contract/handoffs/schema.ts'
import type { z } from 'zod'
import { notify } from '../notifications/service.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import * as repo from './repo.ts'

/** How many wait for the caller: a value inside another statement. */
export const openOf = (who: repo.Who) => repo.openOf(who)
/** The same, asked alone: the length of the list as it opens. */
export async function waiting(read: Read, who: repo.Who): Promise<number> {
  const [row] = await read(sql<{ n: number }>`select ${repo.openOf(who)} as n`)
  return row?.n ?? 0
}
/** Of those the ones whose day is over. */
export async function lateOnes(read: Read, who: StaffActor, now: Date): Promise<number> {
  const [row] = await read(sql<{ n: number }>`select ${repo.lateOf(who, localDay(now, who.timeZone))} as n`)
  return row?.n ?? 0
}
/** The day of a to-do is over. */
export const DUE = 'handoff.due'

export interface Viewer {
  tx: Tx
  timers: Pick<Timers, 'set' | 'clear'>
  who: StaffActor
  now: Date
}
const dayOf = ({ who, now }: Pick<Viewer, 'who' | 'now'>) => localDay(now, who.timeZone)
const field = (path: string, code: ErrorCode) => new AppError(code, { fields: [{ path, code }] })

/** With its history. NOT_FOUND: of nobody's that the caller is one of. */
export async function handoffDetail(
  read: Read,
  asker: Pick<Viewer, 'who' | 'now'>,
  id: string,
): Promise<HandoffDetail & { pid: number | null }> {
  const [[found], history] = [
    await read(repo.byId(asker.who, id, dayOf(asker))),
    await read(repo.historyOf(asker.who, id)),
  ]
  if (!found) throw new AppError('NOT_FOUND')
  return { ...found.row, history: history.map(({ event }) => event), pid: found.row.patient?.pid ?? null }
}

/** Colleagues of one's own units alone; whoever takes none is named as what they are. */
async function requireTaker({ tx, who }: Viewer, mid: number | undefined): Promise<number> {
  if (mid === undefined) throw field('recipientMid', 'RECIPIENT_REQUIRED')
  const found = await tx.maybe(repo.taker(who, mid))
  if (!found) throw new AppError('NOT_FOUND')
  if (found.service) throw field('recipientMid', 'TODO_SERVICE_STAFF')
  if (!found.takes) throw field('recipientMid', 'VALUE_INVALID')
  return mid
}
function requireDay(asker: Viewer, dueOn: string | null | undefined): void {
  if (dueOn && dueOn < dayOf(asker)) throw field('dueOn', 'VALUE_INVALID')
}

interface Subject {
  pid: number
  unitId: number
}
/** What it comes from says whose it is; a patient named besides has to be the same. */
async function subjectOf(asker: Viewer, pid: number | undefined, about?: AboutRef): Promise<Subject | null> {
  const { tx, who } = asker
  if (about) {
    const source = await sourceOf(asker, about)
    if (!source) throw new AppError('NOT_FOUND')
    if (pid !== undefined && pid !== source.pid) throw field('pid', 'FIELD_RELATED')
    if (!(await tx.maybe(repo.patient(who, source.pid)))) throw new AppError('NOT_FOUND')
    return source
  }
  if (pid === undefined) return null
  const seen = await tx.maybe(repo.patient(who, pid))
  if (!seen) throw new AppError('NOT_FOUND')
  return { pid, unitId: seen.unitId }
}
async function sourceOf({ tx, who }: Viewer, { kind, id }: AboutRef): Promise<Subject | undefined> {
  if (kind === 'note' || kind === 'alert') {
    if (!uuid.safeParse(id).success) return undefined
    return tx.maybe(kind === 'note' ? repo.sources.note(id) : repo.sources.alert(id))
  }
  // As the number is written: it is kept as text and read as a number again.
  if (!/^[1-9]\d*$/.test(id) || !wireId.safeParse(id).success) return undefined
  if (kind === 'appointment') return tx.maybe(repo.sources.appointment(id))
  return tx.maybe(kind === 'case' ? repo.sources.case(id) : repo.sources.message(who, id))
}

type Action = HandoffEvent['action']
/** Writes one entry of the history, which stays readable for the people who have or had the handoff. */
const keep = (
  { tx, who, now }: Viewer,
  id: string,
  action: Exclude<Action, 'late'>,
  more: { text?: string; to?: number; dueOn?: string | null } = {},
) =>
  tx.run(sql`insert into handoff_event (handoff_id, partner_id, at, mid, action, text, to_mid, due_on)
    values (${id}::uuid, ${who.partnerId}, ${now}, ${who.mid}, ${action}, ${more.text ?? null}::text, ${more.to ?? null}::int, ${more.dueOn ?? null}::date)`)
/** The day is over at its midnight, by the institution's clock. */
const setDue = ({ tx, timers, who }: Viewer, id: string, dueOn: string | null) =>
  dueOn ? timers.set(tx, DUE, id, startOfDay(addDays(dueOn, 1), who.timeZone)) : timers.clear(tx, DUE, id)

type Change = z.output<typeof todoChanged.payload>['what']
const SAID = ['completed', 'reopened', 'comment', 'withdrawn'] as const
const isSaid = (what: Change): what is (typeof SAID)[number] => (SAID as readonly string[]).includes(what)
type Arrived = z.output<typeof todoArrived.payload>['what']
/** Leaves an entry with each of them but who did it. */
async function leave(
  { tx, who, now }: Viewer,
  todo: Handoff,
  what: Arrived | (typeof SAID)[number],
  mids: Set<number>,
) {
  for (const mid of mids)
    await notify(tx, {
      partnerId: who.partnerId,
      mid,
      kind: 'todo',
      what: `todo.${what}`,
      subject: { kind: 'todo', id: todo.id },
      link: {
        screen: 'todolist',
        search: { ...(mid === todo.giver.mid && mid !== todo.recipient.mid && { tab: 'byme' }), open: todo.id },
      },
      from: who.mid,
      pid: todo.patient?.pid ?? null,
      at: now,
    })
}
async function tell(asker: Viewer, todo: Handoff, what: Change, also: readonly number[] = []) {
  const { tx, who } = asker
  const { id, version, giver, recipient } = todo
  const people = new Set([giver.mid, recipient.mid, ...also])
  await tx.emit(todoChanged, [...people].map(audience.staff), { id, version, by: who.mid, what })
  if (isSaid(what)) await leave(asker, todo, what, people)
}
async function call(asker: Viewer, todo: Handoff, what: Arrived) {
  const { tx, who } = asker
  const { id, version, recipient } = todo
  await tx.emit(todoArrived, [audience.staff(recipient.mid)], { id, version, by: who.mid, what })
  await leave(asker, todo, what, new Set([recipient.mid]))
}

/** RECIPIENT_REQUIRED and CONTENT_REQUIRED at once by their fields, TODO_SERVICE_STAFF, VALUE_INVALID, FIELD_RELATED, NOT_FOUND. */
export async function handOver(asker: Viewer, wish: z.output<typeof handoffBody>) {
  const { tx, who, now } = asker
  const content = wish.content?.trim() ?? ''
  const missing = [
    ...(content === '' ? [{ path: 'content', code: 'CONTENT_REQUIRED' as const }] : []),
    ...(wish.recipientMid === undefined ? [{ path: 'recipientMid', code: 'RECIPIENT_REQUIRED' as const }] : []),
  ]
  if (missing[0]) throw new AppError(missing[0].code, { fields: missing })
  const recipient = await requireTaker(asker, wish.recipientMid)
  requireDay(asker, wish.dueOn)
  const subject = await subjectOf(asker, wish.pid, wish.about)
  const id = randomUUID()
  await tx.run(sql`
    insert into handoff (id, partner_id, unit_id, pid, giver_mid, recipient_mid, content, due_on, about_kind, about_id, created_at, updated_at)
    values (${id}::uuid, ${who.partnerId}, ${subject?.unitId ?? null}::int, ${subject?.pid ?? null}::int, ${who.mid}, ${recipient}, ${content},
      ${wish.dueOn ?? null}::date, ${wish.about?.kind ?? null}::text, ${wish.about?.id ?? null}::text, ${now}, ${now})`)
  await keep(asker, id, 'handedOver', { to: recipient, dueOn: wish.dueOn ?? null })
  if (wish.dueOn) await setDue(asker, id, wish.dueOn)
  const made = await handoffDetail(tx.many, asker, id)
  await call(asker, made, 'new')
  await tx.emit(todoChanged, [audience.staff(who.mid)], { id, version: made.version, by: who.mid, what: 'handedOver' })
  return made
}

/** Locked and looked at: NOT_FOUND for whom it is none of, TODO_ILLEGAL_STEP, VERSION_STALE with it as it is. */
async function held(asker: Viewer, id: string, action: HandoffAction, version?: number): Promise<HandoffDetail> {
  const { tx, who } = asker
  const locked = await tx.maybe(repo.lockForUpdate(who, id))
  const now = await handoffDetail(tx.many, asker, id)
  // The person who passed the handoff on may read it, and may take no step.
  if (!locked) throw new AppError('TODO_ILLEGAL_STEP')
  if (version !== undefined && now.version !== version) throw new AppError('VERSION_STALE', { data: now })
  const refused = handoffRefusal(action, now.status, sidesOf(who.mid, now))
  if (refused) throw new AppError(refused, { data: { state: now.status } })
  return now
}
const write = ({ tx, who, now }: Viewer, id: string, set: ReturnType<typeof sql>) =>
  tx.run(sql`update handoff h set ${set}, updated_at = ${now} where h.id = ${id}::uuid and ${repo.mine(who)}`)
const asItIs = (asker: Viewer, id: string) => handoffDetail(asker.tx.many, asker, id)

export async function setStatus(asker: Viewer, { id, status, version }: z.output<typeof handoffStatusBody>) {
  const before = await held(asker, id, status === COMPLETE ? 'complete' : 'reopen', version)
  await write(
    asker,
    id,
    status === COMPLETE
      ? sql`status = ${COMPLETE}, completed_at = ${asker.now}`
      : sql`status = ${UNFINISHED}, completed_at = null`,
  )
  await keep(asker, id, status === COMPLETE ? 'completed' : 'reopened')
  // Its day may have passed meanwhile, which is told now.
  if (status === UNFINISHED && before.dueOn) await setDue(asker, id, before.dueOn)
  const after = await asItIs(asker, id)
  await tell(asker, after, status === COMPLETE ? 'completed' : 'reopened')
  return after
}

/** To somebody else, to another day, or back: one at a time. */
export async function change(asker: Viewer, { id, ...wish }: z.output<typeof handoffChange> & { id: string }) {
  if (wish.withdraw) return withdraw(asker, id, wish.version)
  if (wish.dueOn !== undefined) return changeDue(asker, id, wish.version, wish.dueOn)
  return reassign(asker, id, wish.version, wish.recipientMid)
}
async function withdraw(asker: Viewer, id: string, version: number) {
  await held(asker, id, 'withdraw', version)
  await write(asker, id, sql`status = ${WITHDRAWN}`)
  await keep(asker, id, 'withdrawn')
  await asker.timers.clear(asker.tx, DUE, id)
  const after = await asItIs(asker, id)
  await tell(asker, after, 'withdrawn')
  return after
}
async function changeDue(asker: Viewer, id: string, version: number, dueOn: string | null) {
  await held(asker, id, 'changeDue', version)
  requireDay(asker, dueOn)
  await write(asker, id, sql`due_on = ${dueOn}::date, late_told = false`)
  await keep(asker, id, 'dueChanged', { dueOn })
  await setDue(asker, id, dueOn)
  const after = await asItIs(asker, id)
  await tell(asker, after, 'dueChanged')
  return after
}
async function reassign(asker: Viewer, id: string, version: number, mid: number | undefined) {
  const before = await held(asker, id, 'reassign', version)
  const to = await requireTaker(asker, mid)
  if (to === before.recipient.mid) throw field('recipientMid', 'VALUE_INVALID')
  // The new one has not been reminded yet.
  await write(asker, id, sql`recipient_mid = ${to}, reminded_at = null`)
  await keep(asker, id, 'reassigned', { to })
  const after = await asItIs(asker, id)
  await call(asker, after, 'reassigned')
  await tell(asker, after, 'reassigned', [before.recipient.mid])
  return after
}

export async function comment(asker: Viewer, id: string, said: string | undefined) {
  await held(asker, id, 'comment')
  const text = said?.trim() ?? ''
  if (text === '') throw field('text', 'CONTENT_REQUIRED')
  await keep(asker, id, 'comment', { text })
  const after = await asItIs(asker, id)
  await tell(asker, after, 'comment')
  return after
}

export async function remind(asker: Viewer, id: string) {
  const { remindedAt } = await held(asker, id, 'remind')
  if (remindedAt && asker.now.getTime() - Date.parse(remindedAt) < REMIND_EVERY_MS) throw new AppError('RATE_LIMITED')
  await write(asker, id, sql`reminded_at = ${asker.now}`)
  await keep(asker, id, 'reminded')
  const after = await asItIs(asker, id)
  await call(asker, after, 'reminder')
  return after
}

/** Its day is over and it is not done: both sides hear it, once for each day it had. Whichever process, whenever it wakes. */
export async function dueCame(tx: Tx, id: string, now: Date): Promise<void> {
  const row = await tx.maybe(sql<{
    giver: number
    recipient: number
    pid: number | null
    version: number
    dueOn: string | null
    zone: string
    told: boolean
    status: number
    partnerId: number
  }>`
    select h.giver_mid as giver, h.recipient_mid as recipient, h.pid, h.version, h.due_on as "dueOn", p.time_zone as zone, h.late_told as told,
      h.status, h.partner_id as "partnerId"
    from handoff h join partner p on p.id = h.partner_id where h.id = ${id}::uuid for update of h`)
  if (!row || row.status !== UNFINISHED || row.told || !row.dueOn || row.dueOn >= localDay(now, row.zone)) return
  await tx.run(sql`update handoff set late_told = true where id = ${id}::uuid`)
  await tx.run(
    sql`insert into handoff_event (handoff_id, partner_id, at, action) values (${id}::uuid, ${row.partnerId}, ${now}, 'late')`,
  )
  await tx.emit(todoChanged, [...new Set([row.giver, row.recipient])].map(audience.staff), {
    id,
    version: row.version + 1,
    by: null,
    what: 'late',
  })
  for (const mid of new Set([row.giver, row.recipient]))
    await notify(tx, {
      partnerId: row.partnerId,
      mid,
      kind: 'todo',
      what: 'todo.late',
      subject: { kind: 'todo', id },
      link: { screen: 'todolist', search: { ...(mid !== row.recipient && { tab: 'byme' }), open: id } },
      pid: row.pid,
      once: row.dueOn,
      at: now,
    })
}
