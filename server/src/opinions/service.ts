import { createHash, randomUUID } from 'node:crypto'
import { addDays, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { NotificationWhat } from '@teleward/contract/notifications/rules.ts'
import { imagesAsWords, noteAsWords } from '@teleward/contract/emr/images.ts'
import { opinionChanged } from '@teleward/contract/opinions/events.ts'
import { type OpinionAction, opinionRefusal, type OpinionSide } from '@teleward/contract/opinions/rules.ts'
import type {
  answerBody,
  Opinion,
  OpinionAnswer,
  opinionBody,
  opinionChange,
} from '@teleward/contract/opinions/schema.ts'
import type { z } from 'zod'
import { canonical } from '../emr/canonical.ts'
import { openRecord } from '../emr/access.ts'
import { notify } from '../notifications/service.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { countOf, keep, picked } from './picked.ts'
import * as repo from './repo.ts'

/** The day of an invitation is over. */
export const DUE = 'opinion.due'

export interface Viewer {
  tx: Tx
  timers: Pick<Timers, 'set' | 'clear'>
  who: StaffActor
  now: Date
}
type Asker = Pick<Viewer, 'who' | 'now'>
export const dayOf = ({ who, now }: Asker): repo.Day => ({ today: localDay(now, who.timeZone), zone: who.timeZone })
const field = (path: string, code: ErrorCode) => new AppError(code, { fields: [{ path, code }] })

export interface Detail {
  opinion: Opinion
  pid: number
  asleep: boolean
  /** Null: nothing is shown to the caller. */
  shown: repo.ShownRow['of'][] | null
  answers: OpinionAnswer[]
}
/** NOT_FOUND: neither side's, and no answer in a record that is open to the caller. */
export async function detail(read: Read, asker: Asker, id: string): Promise<Detail> {
  const [found] = await read(repo.byId(asker.who, id, dayOf(asker)))
  if (!found) throw new AppError('NOT_FOUND')
  const { row, pid, asleep } = found
  // The grant dies with the invitation: from then on the invited doctor has the question and the own answer.
  const open = row.side === 'inviter' || (row.side === 'invited' && row.state === 'inProcess')
  const shown = open ? (await read(repo.shownOf(id))).map(({ of }) => inWords(of)) : null
  const answers = (await read(repo.answersOf(id))).map(({ answer }) => answer)
  return { opinion: row, pid, asleep, shown, answers }
}

/** Whoever is asked reads what a note's pictures show; which files they are the picked ones alone tell. */
function inWords(of: repo.ShownRow['of']): repo.ShownRow['of'] {
  if (of.kind !== 'note' || !of.note) return of
  const { copied, ...content } = of.note.content
  const taken = copied?.map((one) => ({ ...one, text: imagesAsWords(one.text) }))
  return { ...of, note: { ...of.note, content: { ...noteAsWords(content), ...(taken && { copied: taken }) } } }
}

type What = z.output<typeof opinionChanged.payload>['what']
interface Told {
  partnerId: number
  id: string
  version: number
  inviter: number
  invited: number
  at: Date
}
/** Who is told of what by an entry of the bell; that it was looked at is seen in the list alone. */
const ENTRIES: Partial<Record<What, { what: NotificationWhat; to: readonly OpinionSide[] }>> = {
  asked: { what: 'opinion.invited', to: ['invited'] },
  changed: { what: 'opinion.changed', to: ['invited'] },
  withdrawn: { what: 'opinion.withdrawn', to: ['invited'] },
  answered: { what: 'opinion.answered', to: ['inviter'] },
  supplemented: { what: 'opinion.answered', to: ['inviter'] },
  declined: { what: 'opinion.declined', to: ['inviter'] },
  late: { what: 'opinion.late', to: ['invited', 'inviter'] },
}
/** The one place that tells both sides: open pages by an event, and whoever it waits for by an entry. It names no patient. */
async function tell(tx: Tx, told: Told, by: number | null, what: What): Promise<void> {
  const { id, version, inviter, invited, partnerId, at } = told
  await tx.emit(opinionChanged, [inviter, invited].map(audience.staff), { id, version, by, what })
  const entry = ENTRIES[what]
  for (const side of entry?.to ?? [])
    await notify(tx, {
      partnerId,
      mid: told[side],
      kind: 'opinion',
      what: entry?.what ?? 'opinion.changed',
      subject: { kind: 'opinion', id },
      link: {
        screen: 'opinion',
        search: { open: id, status: 'all', tab: side === 'inviter' ? 'inviting' : 'invited' },
      },
      from: by,
      once: String(version),
      at,
    })
}

const setDue = ({ tx, timers, who }: Viewer, id: string, dueOn: string | null) =>
  dueOn ? timers.set(tx, DUE, id, startOfDay(addDays(dueOn, 1), who.timeZone)) : timers.clear(tx, DUE, id)

/** What is missing, all at once by its field. */
function refuseIncomplete(wish: z.output<typeof opinionBody>): void {
  const missing = [
    ...(wish.question?.trim() ? [] : [{ path: 'question', code: 'CONTENT_REQUIRED' as const }]),
    ...(wish.invitedMid === undefined ? [{ path: 'invitedMid', code: 'RECIPIENT_REQUIRED' as const }] : []),
    ...(countOf(wish.records) === 0 ? [{ path: 'records', code: 'RECORDS_REQUIRED' as const }] : []),
  ]
  if (missing[0]) throw new AppError(missing[0].code, { fields: missing })
}
async function requireTaker({ tx, who }: Viewer, mid: number): Promise<void> {
  const found = await tx.maybe(repo.taker(who, mid))
  if (!found) throw new AppError('NOT_FOUND')
  if (!found.takes || mid === who.mid) throw field('invitedMid', 'VALUE_INVALID')
}
function requireDay(asker: Viewer, dueOn: string | null | undefined): void {
  if (dueOn && dueOn < dayOf(asker).today) throw field('dueOn', 'VALUE_INVALID')
}

/** The missing by their fields, NOT_FOUND, MEMBER_DISABLED, EMR_NOT_AUTHORISED, VALUE_INVALID. */
export async function invite(asker: Viewer, wish: z.output<typeof opinionBody>): Promise<Detail> {
  const { tx, who, now } = asker
  const { patient, access } = await openRecord(tx.many, wish.pid)
  if (access === 'none') throw new AppError('EMR_NOT_AUTHORISED')
  refuseIncomplete(wish)
  await requireTaker(asker, wish.invitedMid ?? 0)
  requireDay(asker, wish.dueOn)
  const lines = await picked(asker, wish.pid, wish.records ?? { notes: [], files: [], readings: [] })
  const person = await tx.one(repo.shareable(wish.pid, dayOf(asker).today))
  const id = randomUUID()
  await tx.run(sql`
    insert into opinion (id, partner_id, unit_id, pid, inviter_mid, invited_mid, kind, question, shown_name, shown_name_en, shown_gender,
      shown_age, records, due_on, created_at, updated_at)
    values (${id}::uuid, ${who.partnerId}, ${patient.unitId}, ${wish.pid}, ${who.mid}, ${wish.invitedMid ?? 0}, ${wish.type},
      ${wish.question?.trim() ?? ''}, ${wish.shareName ? person.name : null}::text, ${wish.shareName ? person.nameEn : null}::text,
      ${person.gender}::text, ${person.age}::smallint, ${lines.length}, ${wish.dueOn ?? null}::date, ${now}, ${now})`)
  await keep(asker, id, 1, lines)
  if (wish.dueOn) await setDue(asker, id, wish.dueOn)
  const sides = { inviter: who.mid, invited: wish.invitedMid ?? 0 }
  await tell(tx, { partnerId: who.partnerId, id, version: 1, ...sides, at: now }, who.mid, 'asked')
  return detail(tx.many, asker, id)
}

const sideOf = (mid: number, { inviter, invited }: { inviter: number; invited: number }): OpinionSide | null =>
  mid === inviter ? 'inviter' : mid === invited ? 'invited' : null

/** Locked and looked at: NOT_FOUND, FORBIDDEN (the other side's, or neither's), OPINION_CLOSED, VERSION_STALE with it as it is. */
async function held(asker: Viewer, id: string, action: OpinionAction, version?: number): Promise<repo.Locked> {
  const { tx, who } = asker
  const locked = await tx.maybe(repo.lockForUpdate(who, id))
  if (!locked) {
    await detail(tx.many, asker, id)
    throw new AppError('FORBIDDEN')
  }
  const refused = opinionRefusal(action, locked.state, sideOf(who.mid, locked))
  if (refused) throw new AppError(refused)
  if (version !== undefined && version !== locked.version)
    throw new AppError('VERSION_STALE', { data: { version: locked.version } })
  return locked
}
const write = ({ tx, who, now }: Viewer, id: string, set: ReturnType<typeof sql>) =>
  tx.run(sql`update opinion o set ${set}, updated_at = ${now}
    where o.id = ${id}::uuid and o.partner_id = ${who.partnerId} and ${who.mid} in (o.inviter_mid, o.invited_mid)`)
async function done(asker: Viewer, id: string, locked: repo.Locked, what: What): Promise<Detail> {
  const { tx, who, now } = asker
  const { inviter, invited, version } = locked
  await tell(tx, { partnerId: who.partnerId, id, inviter, invited, version: version + 1, at: now }, who.mid, what)
  return detail(asker.tx.many, asker, id)
}

/** The invited doctor looked: since when is kept once, and the inviter sees it. */
export async function opened(asker: Viewer, id: string): Promise<Detail> {
  const locked = await asker.tx.maybe(repo.lockForUpdate(asker.who, id))
  if (locked?.state !== 'inProcess' || locked.invited !== asker.who.mid) return detail(asker.tx.many, asker, id)
  await write(asker, id, sql`opened_at = coalesce(o.opened_at, ${asker.now})`)
  return done(asker, id, locked, 'opened')
}

export function step(asker: Viewer, id: string, wish: z.output<typeof opinionChange>): Promise<Detail> {
  if (wish.action === 'change') return change(asker, id, wish)
  return wish.action === 'decline' ? decline(asker, id, wish.version, wish.reason) : withdraw(asker, id, wish.version)
}
async function decline(asker: Viewer, id: string, version: number, said: string | undefined): Promise<Detail> {
  const locked = await held(asker, id, 'decline', version)
  if (!said) throw field('reason', 'REASON_REQUIRED')
  await write(asker, id, sql`state = 'declined', ended_at = ${asker.now}, reason = ${said}`)
  await asker.timers.clear(asker.tx, DUE, id)
  return done(asker, id, locked, 'declined')
}
async function withdraw(asker: Viewer, id: string, version: number): Promise<Detail> {
  const locked = await held(asker, id, 'withdraw', version)
  await write(asker, id, sql`state = 'withdrawn', ended_at = ${asker.now}`)
  await asker.timers.clear(asker.tx, DUE, id)
  return done(asker, id, locked, 'withdrawn')
}
async function change(asker: Viewer, id: string, wish: z.output<typeof opinionChange>): Promise<Detail> {
  const locked = await held(asker, id, 'change', wish.version)
  const question = wish.question?.trim()
  if (question === '') throw field('question', 'CONTENT_REQUIRED')
  if (wish.records && countOf(wish.records) === 0) throw field('records', 'RECORDS_REQUIRED')
  requireDay(asker, wish.dueOn)
  const changed = [
    ...(question === undefined ? [] : ['question']),
    ...(wish.records ? ['records'] : []),
    ...(wish.dueOn === undefined ? [] : ['due']),
  ]
  if (!changed.length) throw field('question', 'VALUE_INVALID')
  const sets = [sql`changed = ${changed}::text[], changed_at = ${asker.now}`]
  if (question !== undefined) sets.push(sql`question = ${question}`)
  if (wish.records) {
    const lines = await picked(asker, locked.pid, wish.records)
    await keep(asker, id, locked.filter + 1, lines)
    sets.push(sql`filter = ${locked.filter + 1}, records = ${lines.length}`)
  }
  if (wish.dueOn !== undefined) {
    sets.push(sql`due_on = ${wish.dueOn}::date, late_told = false`)
    await setDue(asker, id, wish.dueOn)
  }
  await write(asker, id, sql.join(sets) as ReturnType<typeof sql>)
  return done(asker, id, locked, 'changed')
}

type Answer = z.output<typeof answerBody>
const textOf = ({ text }: Answer): string => {
  const said = text?.trim().toWellFormed() ?? ''
  if (said === '') throw field('text', 'CONTENT_REQUIRED')
  return said
}
/** Before the password is asked for: could it be signed at all? The transaction asks again under the lock. */
export async function foresee(read: Read, asker: Asker, id: string, ask: Answer): Promise<void> {
  const { opinion } = await detail(read, asker, id)
  const refused = opinionRefusal(opinion.state === 'done' ? 'supplement' : 'answer', opinion.state, opinion.side)
  if (refused) throw new AppError(refused)
  textOf(ask)
}

/** Locks the answer for good with its hash, and ends the access: all or nothing. Added to, once it is done. */
export async function answer(asker: Viewer, id: string, ask: Answer): Promise<Detail> {
  const { tx, who, now } = asker
  const seen = await tx.maybe(repo.lockForUpdate(who, id))
  const action = seen?.state === 'done' ? 'supplement' : 'answer'
  const locked = await held(asker, id, action, ask.version)
  const text = textOf(ask)
  // The licence may have ended since the request was let in.
  if (!(await tx.one(repo.taker(who, who.mid))).takes) throw new AppError('STAFF_NOT_VERIFIED')
  const { version } = await tx.one(sql<{ version: number }>`
    select coalesce(max(w.version), 0) + 1 as version from opinion_answer w where w.opinion_id = ${id}::uuid`)
  const signed = { opinionId: id, pid: locked.pid, version, text, signedBy: who.mid, signedAt: now.toISOString() }
  const hash = createHash('sha256').update(canonical(signed)).digest('hex')
  await tx.run(sql`insert into opinion_answer (opinion_id, version, partner_id, text, hash, signed_by, signed_at)
    values (${id}::uuid, ${version}, ${who.partnerId}, ${text}, ${hash}, ${who.mid}, ${now})`)
  if (action === 'supplement') {
    await write(asker, id, sql`changed_at = ${now}`)
    return done(asker, id, locked, 'supplemented')
  }
  await write(asker, id, sql`state = 'done', ended_at = ${now}`)
  await asker.timers.clear(tx, DUE, id)
  return done(asker, id, locked, 'answered')
}

/** Its day is over and it is not answered: both sides hear it, once for each day it had. Whichever process, whenever it wakes. */
export async function dueCame(tx: Tx, id: string, now: Date): Promise<void> {
  const row = await tx.maybe(sql<{
    partnerId: number
    inviter: number
    invited: number
    version: number
    dueOn: string | null
    zone: string
    told: boolean
    state: string
  }>`
    select o.partner_id as "partnerId", o.inviter_mid as inviter, o.invited_mid as invited, o.version, o.due_on::text as "dueOn", p.time_zone as zone, o.late_told as told, o.state
    from opinion o join partner p on p.id = o.partner_id where o.id = ${id}::uuid for update of o`)
  if (row?.state !== 'inProcess' || row.told || !row.dueOn || row.dueOn >= localDay(now, row.zone)) return
  await tx.run(sql`update opinion set late_told = true where id = ${id}::uuid`)
  const { partnerId, inviter, invited, version } = row
  await tell(tx, { partnerId, id, inviter, invited, version: version + 1, at: now }, null, 'late')
}
