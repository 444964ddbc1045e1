import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import { formatInZone } from '@teleward/contract/core/dates.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { formAnswered } from '@teleward/contract/forms/events.ts'
import { type Questionnaire, titleOf } from '@teleward/contract/forms/fhir.ts'
import { compile } from '@teleward/contract/forms/compile.ts'
import type { SendingAnswer, SendingBody } from '@teleward/contract/forms/schema.ts'
import { initialState, toItems } from '@teleward/contract/forms/state.ts'
import { canSeeForm, canSeeMember, canSeeMembership } from '../access/visible.ts'
import { write } from '../chat/service.ts'
import { tellSent } from '../chat/tell.ts'
import { addressBy, channelOf } from '../notices/recipients.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { freshSecret, hashOf } from '../visit-links/links.ts'
import { contentsOf } from './repo.ts'
import { asks, noticed, reminds } from './words.ts'

export const FORM_OVER = 'form.over'
/** The page says for so long after the end how it stands. */
const PAGE_DAYS = 30
const WAYS = ['line', 'wechat', 'sms', 'email'] as const
const DAY_MS = 86_400_000
const LONGEST_DAYS = 365

export interface SendingDeps {
  now: Date
  linkAddress(token: string): string
  timers: { set(tx: Tx, kind: string, key: string, at: Date): Promise<void> }
}
interface Reached {
  pid: number
  unitId: number
  name: string
  language: string
  channel: string | null
  to: string | null
  institution: string
}
/** Members of the caller's units whom they may know, and by which way each is reached. */
const reached = (tx: Tx, who: StaffActor, pids: readonly number[], now: Date) =>
  tx.many(sql<Reached>`
    select m.pid, mu.unit_id as "unitId", m.name, m.language, w.channel, ${addressBy(sql`w.channel`, sql`mu.partner_id`)} as "to", p.name as institution
    from member m join lateral (select x.unit_id, x.partner_id from member_unit x where x.pid = m.pid and x.partner_id = ${who.partnerId}
      and x.unit_id = any (${[...who.unitIds]}::int[]) and x.status = 'active' and ${canSeeMembership('x')} order by x.unit_id limit 1) mu on true
      join partner p on p.id = mu.partner_id
      cross join lateral (select ${channelOf(WAYS, { partner: sql`mu.partner_id`, unit: sql`mu.unit_id`, now })} as channel) w
    where m.pid = any (${[...pids]}::int[]) and ${canSeeMember('m')} order by m.pid`)

const spoken = (language: string): Locale => locale.safeParse(language).data ?? 'zh-TW'

interface Carried {
  form: number
  person: Reached
  content: Questionnaire
  endAt: Date
  zone: string
  again: boolean
}
/** The link leaves with the transaction; the token is answered to nobody. */
async function sendLink(
  tx: Tx,
  who: StaffActor,
  deps: SendingDeps,
  { form, person, content, endAt, zone, again }: Carried,
) {
  const [linkId, token, messageId] = [randomUUID(), freshSecret(), randomUUID()]
  const { now } = deps
  const channel = WAYS.find((one) => one === person.channel)
  if (!channel || !person.to) return false
  await tx.run(sql`
    insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, kind, step, sms_room, state, sent_at, expires_at, message_id, form_id)
    values (${linkId}::uuid, ${hashOf(token)}, ${who.partnerId}, ${person.unitId}, ${person.pid}, null, 'form', 'identity', 0, 'sent', ${now}::timestamptz,
      ${new Date(endAt.getTime() + PAGE_DAYS * DAY_MS)}::timestamptz, ${messageId}::uuid, ${form})`)
  const language = spoken(person.language)
  const link = deps.linkAddress(token)
  const until = formatInZone(endAt, zone).slice(0, 16)
  const title = titleOf(content, language)
  await queueMessage(tx, {
    id: messageId,
    partnerId: who.partnerId,
    unitId: person.unitId,
    channel,
    to: person.to,
    kind: 'link',
    texts: {
      text: (again ? reminds : asks)[language]({ from: person.institution, title, link, until }),
      link,
      ...(channel === 'email' ? { subject: `${person.institution}｜${title}` } : {}),
    },
    key: `form:${form}:${again ? 'again' : 'sent'}`,
    notAfter: endAt,
    waits: true,
    origin: { kind: 'form', id: form },
    at: now,
  })
  return true
}
/** In the patient's conversation with the unit, too: that it came, and how it is called. */
async function noticeOf(tx: Tx, who: StaffActor, person: Reached, text: string, now: Date): Promise<void> {
  const place = { partnerId: who.partnerId, unitId: person.unitId, pid: person.pid }
  const find = sql<{
    id: number
  }>`select c.id from chat_conversation c where c.kind = 'patient' and c.partner_id = ${place.partnerId}
    and c.unit_id = ${place.unitId} and c.pid = ${place.pid} order by c.last_at desc nulls last, c.id desc limit 1`
  let found = await tx.maybe(find)
  if (!found) {
    await tx.run(sql`insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_by, created_at)
      values ('patient', ${place.partnerId}, ${place.unitId}, ${place.pid}, ${place.pid}, ${who.mid}, ${now}) on conflict do nothing`)
    found = await tx.one(find)
  }
  const conversation = { ...place, ...found, kind: 'patient' as const, low: null, high: null }
  const said = await write(tx, conversation, { clientId: randomUUID(), textContent: text, author: who.mid, now })
  await tellSent(tx, conversation, { ...said, from: { mid: who.mid, name: who.name }, type: 'text' }, now)
}

function endOf(body: SendingBody, now: Date): Date | null {
  if (body.way === 'here') return null
  if (!body.endAt) throw new AppError('END_TIME_REQUIRED')
  const at = new Date(body.endAt)
  if (at <= now) throw new AppError('SEND_TIME_PAST')
  return new Date(Math.min(at.getTime(), now.getTime() + LONGEST_DAYS * DAY_MS))
}

/**
 * Asks each of the members once, on the version that is published now. Whom no way leads to is named, and the others are asked;
 * NO_CHANNEL where it leads to nobody at all.
 */
export async function send(
  tx: Tx,
  who: StaffActor,
  deps: SendingDeps,
  id: number,
  body: SendingBody,
): Promise<SendingAnswer> {
  const { now } = deps
  const pids = [...new Set(body.pids)]
  if (!pids.length) throw new AppError('RECIPIENT_REQUIRED')
  const endAt = endOf(body, now)
  if (body.way === 'notice' && who.rights['chat.patient'] !== 'y') throw new AppError('FORBIDDEN')
  const contents = await tx.maybe(contentsOf(id, null))
  if (!contents) throw new AppError('NOT_FOUND')
  if (contents.retired) throw new AppError('FORM_RETIRED')
  const { content, number } = contents
  if (!content || number === null) throw new AppError('FORM_EMPTY')
  const people = await reached(tx, who, pids, now)
  const known = new Set(people.map(({ pid }) => pid))
  const failed: SendingAnswer['failed'] = pids
    .filter((pid) => !known.has(pid))
    .map((pid) => ({ pid, name: '', code: 'NOT_FOUND' as const }))
  const forms: SendingAnswer['forms'] = []
  const form = compile(content)
  const items = toItems(form, initialState(form))
  for (const person of people) {
    if (body.way !== 'here' && (person.to === null || person.channel === 'portal')) {
      failed.push({ pid: person.pid, name: person.name, code: 'NO_CHANNEL' })
      continue
    }
    const made = await tx.one(sql<{ id: number; version: number }>`
      insert into form_response (partner_id, unit_id, pid, questionnaire_id, number, state, way, sent_by, sent_at, end_at, released, items)
      values (${who.partnerId}, ${person.unitId}, ${person.pid}, ${id}, ${number}, 'sent', ${body.way}, ${who.mid}, ${now}, ${endAt}::timestamptz, ${body.released},
        ${json(items)}::jsonb) returning id, version`)
    forms.push({ id: made.id, pid: person.pid })
    if (endAt) {
      await sendLink(tx, who, deps, { form: made.id, person, content, endAt, zone: who.timeZone, again: false })
      await deps.timers.set(tx, FORM_OVER, String(made.id), endAt)
      const language = spoken(person.language)
      const until = formatInZone(endAt, who.timeZone).slice(0, 16)
      if (body.way === 'notice')
        await noticeOf(tx, who, person, noticed[language]({ title: titleOf(content, language), until }), now)
    }
    await tx.emit(formAnswered, [audience.unit(person.unitId)], {
      id: made.id,
      questionnaire: id,
      pid: person.pid,
      state: 'sent',
      version: made.version,
      danger: false,
    })
  }
  if (!forms.length && failed.length) {
    if (failed.every(({ code }) => code === 'NOT_FOUND')) throw new AppError('NOT_FOUND')
    throw new AppError('NO_CHANNEL', { data: { failed } })
  }
  return { forms, failed }
}

/** Who was asked by a link and has not answered, once each. */
export async function remind(
  tx: Tx,
  who: StaffActor,
  deps: SendingDeps,
  id: number,
  only: readonly number[] | undefined,
): Promise<{ sent: number; failed: number }> {
  const { now } = deps
  if (!(await tx.maybe(contentsOf(id, null)))) throw new AppError('NOT_FOUND')
  const open = await tx.many(sql<{ id: number; pid: number; endAt: Date; content: Questionnaire }>`
    select r.id, r.pid, r.end_at as "endAt", v.content from form_response r
      join questionnaire_version v on v.questionnaire_id = r.questionnaire_id and v.number = r.number
    where r.questionnaire_id = ${id}::int and r.partner_id = ${who.partnerId} and r.way <> 'here' and r.state in ('sent', 'opened', 'inProgress')
      and r.reminded_at is null and r.end_at > ${now}::timestamptz and (${only === undefined}::boolean or r.id = any (${[...(only ?? [])]}::int[]))
      and ${canSeeForm('r')} order by r.id for update of r`)
  const people = new Map(
    (await reached(tx, who, [...new Set(open.map(({ pid }) => pid))], now)).map((one) => [one.pid, one]),
  )
  let sent = 0
  for (const { id: form, pid, endAt, content } of open) {
    const person = people.get(pid)
    if (!person || !(await sendLink(tx, who, deps, { form, person, content, endAt, zone: who.timeZone, again: true })))
      continue
    await tx.run(sql`update form_response r set reminded_at = ${now} where r.id = ${form}::int and ${canSeeForm('r')}`)
    sent += 1
  }
  return { sent, failed: open.length - sent }
}
