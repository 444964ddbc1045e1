import { randomUUID } from 'node:crypto'
import type {
  FactsBody,
  FollowUpBody,
  ResultBody,
  ScreeningPerson,
} from '@teleward/contract/careevents/screening-schema.ts'
import type { Programme } from '@teleward/contract/careevents/programmes.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { canSeeAtCareEvent } from '../access/visible.ts'
import { handOver } from '../handoffs/service.ts'
import { askAbout } from '../monitoring/odd.ts'
import { write } from '../notices/service.ts'
import { notify } from '../notifications/service.ts'
import { absence } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import type { EventHead } from './repo.ts'
import * as repo from './screening-repo.ts'
import { personAt, requireClinical } from './screening.ts'
import { headOf, lockEvent, participantOf, tell, today } from './service.ts'

export interface Viewer {
  tx: Tx
  timers: Pick<Timers, 'set' | 'clear'>
  who: StaffActor
  now: Date
}
/** A notice is sent at an hour to come: time enough to call it back. */
const NOTICE_AFTER_MS = 60_000
const refused = (path: string, code: ErrorCode = 'VALUE_INVALID') => new AppError(code, { fields: [{ path, code }] })

/**
 * Whom one invites is a member of the unit whom the caller may know; whoever was invited already is not invited again. EVENT_CLOSED:
 * it is over. VALUE_INVALID: the event does not screen for this.
 */
export async function invite(
  { tx, timers, who, now }: Viewer,
  eventid: number,
  { programme, pids, notice }: { programme: Programme; pids: number[]; notice?: string | undefined },
): Promise<{ invited: number; already: number }> {
  requireClinical(who)
  const event = await lockEvent(tx, who, now, eventid)
  if (event.state === 'cancelled' || event.state === 'over') throw new AppError('EVENT_CLOSED')
  if (!event.programmes.includes(programme)) throw refused('programme')
  const wanted = [...new Set(pids)]
  const members = await repo.membersOf(tx.many, event.unit.id, wanted)
  const lacking = wanted.find((pid) => !members.includes(pid))
  if (lacking !== undefined) throw await absence(tx.many, lacking)
  const there = await tx.many(sql<{ pid: number }>`select distinct i.pid from screening_invitation i
    where i.event_id = ${event.id}::int and i.programme = ${programme} and i.pid = any (${wanted}::int[]) and ${canSeeAtCareEvent('i')}`)
  const fresh = wanted.filter((pid) => !there.some((one) => one.pid === pid))
  if (fresh.length === 0) return { invited: 0, already: wanted.length }
  let noticeId: string | null = null
  if (notice !== undefined) {
    if (who.rights['notice.send'] === '-') throw new AppError('FORBIDDEN')
    const sent = await write(
      { tx, timers, who, now },
      {
        content: notice,
        audience: [{ kind: 'patients', pids: fresh }],
        channels: ['sms'],
        sendAt: new Date(now.getTime() + NOTICE_AFTER_MS).toISOString(),
      },
    )
    noticeId = sent.id
  }
  await tx.run(sql`
    insert into screening_invitation (id, event_id, partner_id, unit_id, pid, programme, invited_by, invited_at, notice_id)
    select gen_random_uuid(), ${event.id}, ${who.partnerId}, ${event.unit.id}, p.pid, ${programme}, ${who.mid}, ${now}::timestamptz, ${noticeId}::uuid
    from unnest(${fresh}::int[]) p(pid)`)
  await tell(tx, who, event, 'invited', null)
  return { invited: fresh.length, already: wanted.length - fresh.length }
}

/** What somebody said is kept beside what was said before; the newest counts. VALUE_INVALID: a day that has not come. */
export async function noteFacts({ tx, who, now }: Viewer, eventid: number, body: FactsBody): Promise<ScreeningPerson> {
  const event = await headOf(tx.many, who, now, eventid)
  await personAt(tx.many, who, now, eventid, body.pid)
  const day = today(who, now)
  const at = body.last.findIndex(({ on }) => on !== null && on !== 'never' && on > day)
  if (at >= 0) throw refused(`last.${at}.on`)
  const rows = [
    ...Object.entries(body.facts).map(([fact, answer]) => ({ fact, answer })),
    ...body.last.map(({ programme, on }) => ({ fact: `last:${programme}`, answer: on ?? 'unknown' })),
  ]
  await tx.run(sql`
    insert into screening_fact (id, partner_id, unit_id, pid, fact, answer, noted_by, noted_at)
    select gen_random_uuid(), ${who.partnerId}, ${event.unit.id}, ${body.pid}, x.fact, x.answer, ${who.mid}, ${now}::timestamptz
    from unnest(${rows.map(({ fact }) => fact)}::text[], ${rows.map(({ answer }) => answer)}::text[]) x(fact, answer)`)
  await tell(tx, who, event, 'screened', body.pid)
  return personAt(tx.many, who, now, eventid, body.pid)
}

/**
 * A positive result has somebody who looks after it: who, until when, and a to-do that finds them; an urgent one rings besides.
 * SCREENING_NOT_FOR asks. ILLEGAL_STEP: another result stands, and was not named as the one it replaces. REASON_REQUIRED: why it does.
 */
export async function keepResult(asker: Viewer, eventid: number, body: ResultBody): Promise<ScreeningPerson> {
  const { tx, who, now } = asker
  requireClinical(who)
  const event = await lockEvent(tx, who, now, eventid)
  const { id: participant } = await participantOf(tx.many, who, now, event, body.pid, [])
  if (event.state === 'cancelled') throw new AppError('ILLEGAL_STEP')
  const [same] = await tx.many(
    sql`select 1 from screening_result r where r.id = ${body.id}::uuid and r.event_id = ${event.id}::int and r.pid = ${body.pid}::int and ${canSeeAtCareEvent('r')}`,
  )
  if (same) return personAt(tx.many, who, now, eventid, body.pid)
  checked(asker, event, body)
  const [stands] = await tx.many(sql<{
    id: string
  }>`select r.id from screening_result r where r.event_id = ${event.id}::int and r.pid = ${body.pid}::int
    and r.programme = ${body.programme} and r.replaced_by is null and ${canSeeAtCareEvent('r')}`)
  if ((stands?.id ?? undefined) !== body.replaces) throw new AppError('ILLEGAL_STEP')
  if (stands && !body.reason) throw refused('reason', 'REASON_REQUIRED')
  if (!body.confirmed) await askWhose(asker, eventid, body)
  const made = await tx.run(sql`
    insert into screening_result (id, event_id, participant_id, partner_id, unit_id, pid, programme, outcome, urgent, finding, examined_on, recorded_by, recorded_at, reason)
    values (${body.id}::uuid, ${event.id}, ${participant}::uuid, ${who.partnerId}, ${event.unit.id}, ${body.pid}, ${body.programme}, ${body.outcome}, ${body.urgent},
      ${body.finding}, ${body.examinedOn}::date, ${who.mid}, ${now}::timestamptz, ${stands ? (body.reason ?? null) : null}::text) on conflict (id) do nothing`)
  // The id is that of somebody else's.
  if (!made) throw new AppError('NOT_FOUND')
  if (stands)
    await tx.run(
      sql`update screening_result r set replaced_by = ${body.id}::uuid where r.id = ${stands.id}::uuid and ${canSeeAtCareEvent('r')}`,
    )
  if (body.followUp) await begin(asker, event, body, body.followUp)
  await tell(tx, who, event, 'screened', body.pid)
  return personAt(tx.many, who, now, eventid, body.pid)
}
/** SCREENING_NOT_FOR: a programme that is not for the person is most often another person's card. */
async function askWhose({ tx, who, now }: Viewer, eventid: number, { pid, programme }: ResultBody): Promise<void> {
  const { programmes } = await personAt(tx.many, who, now, eventid, pid)
  if (programmes.find((one) => one.programme === programme)?.verdict.is === 'no')
    askAbout([{ path: 'pid', code: 'SCREENING_NOT_FOR', data: {} }])
}
function checked({ who, now }: Viewer, event: EventHead, body: ResultBody): void {
  if (!event.programmes.includes(body.programme)) throw refused('programme')
  if (body.examinedOn > today(who, now) || body.examinedOn < event.startsOn) throw refused('examinedOn')
  if (body.urgent && body.outcome !== 'positive') throw refused('urgent')
  if ((body.outcome === 'positive') !== (body.followUp !== undefined))
    throw refused('followUp', body.outcome === 'positive' ? 'RECIPIENT_REQUIRED' : 'VALUE_INVALID')
}

interface Task {
  responsible: number
  dueOn: string
  todo: string
}
/** To-dos name the member to whom the caller knows them as one: to somebody else the words alone go. */
async function task(asker: Viewer, event: EventHead, pid: number, { responsible, dueOn, todo }: Task) {
  const known = (await repo.membersOf(asker.tx.many, event.unit.id, [pid])).length > 0
  return handOver(asker, { content: todo, recipientMid: responsible, dueOn, ...(known ? { pid } : {}) })
}
async function begin(asker: Viewer, event: EventHead, { id, pid, urgent }: ResultBody, wanted: Task): Promise<void> {
  const { tx, who, now } = asker
  const todo = await task(asker, event, pid, wanted)
  await tx.run(sql`
    insert into screening_follow_up (id, result_id, event_id, partner_id, unit_id, pid, responsible, due_on, begun_by, begun_at)
    values (${randomUUID()}::uuid, ${id}::uuid, ${event.id}, ${who.partnerId}, ${event.unit.id}, ${pid}, ${wanted.responsible}, ${wanted.dueOn}::date, ${who.mid}, ${now}::timestamptz)`)
  if (urgent)
    await notify(tx, {
      partnerId: who.partnerId,
      mid: wanted.responsible,
      kind: 'alert',
      what: 'screening.urgent',
      subject: { kind: 'todo', id: todo.id },
      link: { screen: 'todolist', search: { open: todo.id } },
      from: who.mid,
      pid: todo.patient?.pid ?? null,
      at: now,
    })
}

/** VERSION_STALE: somebody took a step meanwhile. ILLEGAL_STEP: it is done, or its result was replaced. CONTENT_REQUIRED: what came of it. */
export async function changeFollowUp(asker: Viewer, id: string, body: FollowUpBody): Promise<ScreeningPerson> {
  const { tx, who, now } = asker
  const [was] = await tx.many(sql<{
    eventid: number
    pid: number
    version: number
    responsible: number
    due: string
    closed: boolean
  }>`
    select u.event_id as eventid, u.pid, u.version, u.responsible, u.due_on::text as due, u.done_at is not null or r.replaced_by is not null as closed
    from screening_follow_up u join screening_result r on r.id = u.result_id and ${canSeeAtCareEvent('r')}
    where u.id = ${id}::uuid and ${canSeeAtCareEvent('u')} for update of u`)
  if (!was) throw new AppError('NOT_FOUND')
  requireClinical(who)
  const event = await headOf(tx.many, who, now, was.eventid)
  if (was.version !== body.version)
    throw new AppError('VERSION_STALE', { data: await personAt(tx.many, who, now, was.eventid, was.pid) })
  if (was.closed) throw new AppError('ILLEGAL_STEP')
  if (body.done) {
    const note = body.done.note.trim()
    if (!note) throw refused('done.note', 'CONTENT_REQUIRED')
    await tx.run(
      sql`update screening_follow_up u set note = ${note}, done_at = ${now}::timestamptz, done_by = ${who.mid} where u.id = ${id}::uuid and ${canSeeAtCareEvent('u')}`,
    )
  } else {
    const next = {
      responsible: body.responsible ?? was.responsible,
      dueOn: body.dueOn ?? was.due,
      todo: body.todo ?? '',
    }
    // Whoever has it from now on is told; another day alone is seen in the list.
    if (next.responsible !== was.responsible) await task(asker, event, was.pid, next)
    else if (next.dueOn < today(who, now)) throw refused('dueOn')
    await tx.run(
      sql`update screening_follow_up u set responsible = ${next.responsible}, due_on = ${next.dueOn}::date where u.id = ${id}::uuid and ${canSeeAtCareEvent('u')}`,
    )
  }
  await tell(tx, who, event, 'screened', was.pid)
  return personAt(tx.many, who, now, was.eventid, was.pid)
}
