import { audience } from '@teleward/contract/core/event.ts'
import type { EndpointParsed, Page } from '@teleward/contract/core/endpoint.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { getFeedbacks, postFeedback, putFeedback } from '@teleward/contract/institution/endpoints.ts'
import { feedbackChanged } from '@teleward/contract/institution/events.ts'
import type { Feedback } from '@teleward/contract/institution/schema.ts'
import { type Read, refuseUnitAdmin } from '../admin/scope.ts'
import { queueMessage } from '../outbox/queue.ts'
import { settingsOf } from '../partners/settings.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

const row = sql`jsonb_build_object('id', f.id, 'kind', f.kind, 'title', f.title, 'remarks', f.remarks, 'content', f.content,
  'by', ${staffBriefJson('s')}, 'at', f.created_at, 'build', f.app_version, 'userAgent', f.user_agent,
  'mailed', f.mailed, 'version', f.version, 'answer', case when f.answer is null then null
    else jsonb_build_object('text', f.answer, 'by', ${staffBriefJson('a')}, 'at', f.answered_at) end)`
const joined = sql`feedback f join staff s on s.mid = f.mid left join staff a on a.mid = f.answered_by`

/** NOT_FOUND: the whole institution's, for who does not administer it. */
async function refuseOthers(read: Read, who: StaffActor): Promise<void> {
  if (who.rights['admin.partner'] === '-') throw new AppError('NOT_FOUND')
  await refuseUnitAdmin(read, who)
}

type Query = EndpointParsed<typeof getFeedbacks>['query']
/** Unanswered ones first, then the newest. */
export async function feedbacks(
  read: Read,
  who: StaffActor,
  { of, state, page, pageSize }: Query,
): Promise<Page<Feedback>> {
  if (of === 'all') await refuseOthers(read, who)
  const found = sql`f.partner_id = ${who.partnerId} and (${of} = 'all' or f.mid = ${who.mid})
    and (${state ?? null}::text is null or (f.answer is null) = (${state ?? null}::text = 'open'))`
  const rows = await read(sql<{ row: Feedback | null; total: number }>`
    select (select count(*)::int from feedback f where ${found}) as total, p.row from (select 1) one left join (
      select ${row} as row, f.id, f.answer is null as open from ${joined} where ${found}
      order by (f.answer is null) desc, f.id desc limit ${pageSize} offset ${(page - 1) * pageSize}) p on true
    order by p.open desc, p.id desc`)
  return {
    data: rows.flatMap((one) => (one.row ? [one.row] : [])),
    page,
    pageSize,
    total: rows[0]?.total ?? 0,
  }
}
const byId = async (read: Read, who: StaffActor, id: number): Promise<Feedback> => {
  const [found] = await read(
    sql<{ row: Feedback }>`select ${row} as row from ${joined} where f.id = ${id} and f.partner_id = ${who.partnerId}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  return found.row
}

type New = EndpointParsed<typeof postFeedback>['body']
/** All that is missing at once, each by its field: TITLE_REQUIRED, REMARKS_REQUIRED, SUGGESTION_REQUIRED. */
export async function writeFeedback(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: New,
  userAgent: string,
): Promise<Feedback> {
  const [title, remarks, content] = [ask.title.trim(), ask.remarks.trim(), ask.content.trim()]
  const missing: { path: string; code: ErrorCode }[] = [
    ...(title ? [] : [{ path: 'title', code: 'TITLE_REQUIRED' as const }]),
    ...(remarks ? [] : [{ path: 'remarks', code: 'REMARKS_REQUIRED' as const }]),
    ...(content ? [] : [{ path: 'content', code: 'SUGGESTION_REQUIRED' as const }]),
  ]
  if (missing[0]) throw new AppError(missing[0].code, { fields: missing })
  const house = await tx.one(sql<{ settings: unknown }>`select p.settings from partner p where p.id = ${who.partnerId}`)
  const to = settingsOf(house.settings).feedbackEmail
  const { id } = await tx.one(sql<{ id: number }>`
    insert into feedback (partner_id, mid, kind, title, remarks, content, app_version, user_agent, mailed, created_at)
    values (${who.partnerId}, ${who.mid}, ${ask.kind}, ${title}, ${remarks}, ${content}, ${ask.build ?? null},
      ${userAgent.slice(0, 300) || null}, ${to !== null}, ${now}) returning id`)
  if (to !== null)
    await queueMessage(tx, {
      partnerId: who.partnerId,
      channel: 'email',
      to,
      kind: 'feedback',
      texts: {
        subject: `#${id} ${title}`,
        text: [`${who.name} (#${who.mid})`, title, remarks, content].join('\n\n'),
      },
      key: `feedback:${id}`,
      origin: { kind: 'feedback', id },
      at: now,
    })
  await told(tx, who, id, 1)
  return byId(tx.many, who, id)
}

type Answer = EndpointParsed<typeof putFeedback>['body']
/** NOT_FOUND, CONTENT_REQUIRED; VERSION_STALE with what stands: a colleague has answered meanwhile. */
export async function answerFeedback(tx: Tx, who: StaffActor, now: Date, id: number, ask: Answer): Promise<Feedback> {
  await refuseOthers(tx.many, who)
  const held = await tx.maybe(
    sql<{
      version: number
    }>`select f.version from feedback f where f.id = ${id} and f.partner_id = ${who.partnerId} for update`,
  )
  if (!held) throw new AppError('NOT_FOUND')
  if (held.version !== ask.version) throw new AppError('VERSION_STALE', { data: await byId(tx.many, who, id) })
  const answer = ask.answer.trim()
  if (!answer) throw new AppError('CONTENT_REQUIRED', { fields: [{ path: 'answer', code: 'CONTENT_REQUIRED' }] })
  await tx.run(
    sql`update feedback set answer = ${answer}, answered_by = ${who.mid}, answered_at = ${now} where id = ${id}`,
  )
  await told(tx, who, id, held.version + 1)
  return byId(tx.many, who, id)
}

/** By its number alone, to whoever has the page open: each fetches what is theirs. */
const told = (tx: Tx, who: StaffActor, id: number, version: number) =>
  tx.emit(feedbackChanged, [audience.partner(who.partnerId)], { id, version })
