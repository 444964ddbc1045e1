import { canSeeMember, canSeeRow, canSeeVisit } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { AUTHORISE_TEXT, mayAskBeside, REQUEST_HOURS, REQUESTS_A_DAY } from '@teleward/contract/consents/rules.ts'
import type { AskWays, Consent } from '@teleward/contract/consents/schema.ts'
import type { postConsent } from '@teleward/contract/consents/endpoints.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { maskPhone } from '@teleward/contract/core/text.ts'
import { maskRecipient } from '@teleward/contract/outbox/rules.ts'
import { CODE_MS } from '@teleward/contract/registration/rules.ts'
import { countSend } from '../auth/limits.ts'
import { queueMessage } from '../outbox/queue.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { freshCode, writeCode } from '../verification/codes.ts'
import { freshSecret, hashOf } from '../visit-links/links.ts'
import { type Alarms, CONSENT_OVER, makeRoom, tell } from './give.ts'
import { consentById, lockAuthorisation } from './rows.ts'
import { codeTexts, linkMails, linkTexts } from './texts.ts'
import { currentAt } from '../visits/current.ts'

export interface AskDeps {
  db: Db
  clock: Clock
  timers: Alarms
  linkAddress(token: string): string
}
type Ask = EndpointParsed<typeof postConsent>['body']

interface Patient {
  pid: number
  unitId: number
  unitName: string
  mobile: string | null
  email: string | null
  language: Locale
  institution: string
  /** A visit of today that is still to be had: what is asked beside it waits for no morning. */
  today: boolean
  asked: number
  /** How long an authorisation is in force; no row, no authorisation. */
  active: { until: string | null } | null
}

/** Whom one asks, in which unit, and how: as the caller may see it. MEMBER_DISABLED, NOT_FOUND, FIELD_RELATED. */
async function patientOf(read: Read, ask: { pid: number; qid?: number | undefined }, now: Date): Promise<Patient> {
  const unitId = ask.qid === undefined ? undefined : await unitOfVisit(read, ask.pid, ask.qid)
  const brief = await patientBrief(read, ask.pid, unitId)
  if (!brief) throw await absence(read, ask.pid)
  const today = sql`(${now}::timestamptz at time zone p.time_zone)::date`
  const [row] = await read(sql<Patient & { language: string }>`
    select m.pid, u.id as "unitId", u.name as "unitName", nullif(m.mobile, '') as mobile, nullif(m.email, '') as email, m.language, p.name as institution,
      exists (select 1 from appointment a where a.pid = m.pid and a.unit_id = u.id and ${currentAt(now)}
        and a.status in ('registered', 'checkedIn', 'redial') and ${canSeeVisit('a')}) as today,
      (select count(*)::int from consent c where c.pid = m.pid and c.unit_id = u.id and c.asked_at is not null
        and (c.asked_at at time zone p.time_zone)::date = ${today} and ${canSeeRow('c')}) as asked,
      (select jsonb_build_object('until', case when bool_or(c.ends_at is null) then null else max(c.ends_at) end) from consent c
        where c.pid = m.pid and c.unit_id = u.id and c.kind = 'record' and c.state = 'active' and (c.ends_at is null or c.ends_at > ${now}::timestamptz)
          and ${canSeeRow('c')} having count(*) > 0) as active
    from member m join unit u on u.id = ${brief.unitId} join partner p on p.id = u.partner_id
    where m.pid = ${ask.pid} and ${canSeeMember('m')}`)
  if (!row) throw new AppError('NOT_FOUND')
  const spoken = locale.safeParse(row.language)
  return { ...row, language: spoken.success ? spoken.data : 'zh-TW' }
}

/** The unit of a visit of this patient. */
export async function unitOfVisit(read: Read, pid: number, qid: number): Promise<number> {
  const [visit] = await read(sql<{ pid: number; unitId: number }>`
    select a.pid, a.unit_id as "unitId" from appointment a where a.qid = ${qid} and ${canSeeVisit('a')}`)
  if (!visit) throw new AppError('NOT_FOUND')
  if (visit.pid !== pid) throw new AppError('FIELD_RELATED', { fields: [{ path: 'qid', code: 'FIELD_RELATED' }] })
  return visit.unitId
}

const mayAsk = ({ active }: Patient, now: Date) =>
  mayAskBeside(active ? (active.until ? new Date(active.until) : null) : undefined, now)

/** By what the patient can be asked, how often still today, and whether at all. */
export async function waysOf(read: Read, ask: { pid: number; qid?: number | undefined }, now: Date): Promise<AskWays> {
  const patient = await patientOf(read, ask, now)
  return {
    sms: patient.mobile && maskPhone(patient.mobile),
    email: patient.email && maskRecipient('email', patient.email),
    left: Math.max(0, REQUESTS_A_DAY - patient.asked),
    mayAsk: mayAsk(patient, now),
    unitId: patient.unitId,
    unitName: patient.unitName,
  }
}

/** NO_CHANNEL, AUTH_REQUEST_LIMIT, ILLEGAL_STEP: one is in force, and not about to end. */
function refuse(patient: Patient, to: string | null, now: Date): asserts to is string {
  if (!to) throw new AppError('NO_CHANNEL')
  if (!mayAsk(patient, now)) throw new AppError('ILLEGAL_STEP', { data: { state: 'active' } })
  if (patient.asked >= REQUESTS_A_DAY) throw new AppError('AUTH_REQUEST_LIMIT')
}

/** A request in place of the one before. Counted under the lock, so that of many at once no more than the day's are sent. */
async function request(tx: Tx, deps: AskDeps, who: StaffActor, ask: Ask, code?: string) {
  const now = deps.clock.now()
  const before = await patientOf(tx.many, ask, now)
  await lockAuthorisation(tx, before)
  const patient = await patientOf(tx.many, ask, now)
  const to = ask.channel === 'email' ? patient.email : patient.mobile
  refuse(patient, to, now)
  const id = randomUUID()
  const waits = ask.channel === 'code' ? CODE_MS : REQUEST_HOURS * 3_600_000
  const until = new Date(now.getTime() + waits)
  await makeRoom(tx, { ...patient, partnerId: who.partnerId }, now, { but: id, states: ['requested'] })
  await tx.run(sql`
    insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version, channel, asked_by, asked_at, days, answer_until, code_id, starts_at, at)
    values (${id}, ${who.partnerId}, ${patient.unitId}, ${patient.pid}, ${ask.qid ?? null}::int, 'record', 'requested', ${AUTHORISE_TEXT}, ${ask.channel},
      ${who.mid}, ${now}::timestamptz, ${ask.days}, ${until}::timestamptz, ${code ?? null}::uuid, ${now}::timestamptz, ${now}::timestamptz)`)
  await deps.timers.set(tx, CONSENT_OVER, id, until)
  await tell(tx, { id, pid: patient.pid, unitId: patient.unitId }, now)
  return { id, to, until, patient }
}

/** The link leaves with the transaction. The token is answered to nobody. */
async function askByLink(tx: Tx, deps: AskDeps, who: StaffActor, ask: Ask): Promise<string> {
  const now = deps.clock.now()
  const { id, to, until, patient } = await request(tx, deps, who, ask)
  const [linkId, token, messageId] = [randomUUID(), freshSecret(), randomUUID()]
  await tx.run(sql`
    insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, kind, step, sms_room, state, sent_at, expires_at, message_id, consent_id)
    values (${linkId}::uuid, ${hashOf(token)}, ${who.partnerId}, ${patient.unitId}, ${patient.pid}, null, 'authorise', 'identity', 0, 'sent',
      ${now}::timestamptz, ${until}::timestamptz, ${messageId}::uuid, ${id}::uuid)`)
  const link = deps.linkAddress(token)
  const words = { from: patient.institution, link, hours: REQUEST_HOURS }
  await queueMessage(tx, {
    id: messageId,
    partnerId: who.partnerId,
    unitId: patient.unitId,
    channel: ask.channel === 'email' ? 'email' : 'sms',
    to,
    kind: 'link',
    texts: {
      ...(ask.channel === 'email' ? linkMails[patient.language](words) : { text: linkTexts[patient.language](words) }),
      link,
    },
    key: `consent:${id}`,
    notAfter: until,
    waits: !patient.today,
    origin: { kind: 'consent', id },
    at: now,
  })
  return id
}

type Work = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
interface Caller {
  who: StaffActor
  ip: string
  read: Read
  tx: Work
}

/** Asks the patient; answers the request as it stands. */
export async function askPatient(deps: AskDeps, caller: Caller, ask: Ask): Promise<Consent> {
  if (ask.channel === 'code') return askByCode(deps, caller, ask)
  return caller.tx(async (tx) => asRead(tx, await askByLink(tx, deps, caller.who, ask), deps.clock.now()))
}

async function asRead(tx: Tx, id: string, now: Date): Promise<Consent> {
  const asked = await consentById(tx.many, id, now)
  if (!asked) throw new AppError('NOT_FOUND')
  return asked
}

/**
 * A code is written by the system, who alone may, after the request stands: it is good for this request and nothing else. A
 * process that dies in between leaves a request whose code never comes, and one asks again.
 */
async function askByCode(deps: AskDeps, { who, ip, read, tx }: Caller, ask: Ask): Promise<Consent> {
  const patient = await patientOf(read, ask, deps.clock.now())
  const { mobile } = patient
  refuse(patient, mobile, deps.clock.now())
  await countSend(deps, { phone: mobile, ip })
  const [code, codeId] = [await freshCode(), randomUUID()]
  const asked = await tx(async (inner) => {
    const { id } = await request(inner, deps, who, ask, codeId)
    return asRead(inner, id, deps.clock.now())
  })
  const words = { from: patient.institution, unit: patient.unitName, who: who.name, days: ask.days, code: code.code }
  const wish = {
    id: codeId,
    purpose: 'consent' as const,
    phone: mobile,
    subject: `consent:${asked.id}`,
    partnerId: who.partnerId,
    lang: patient.language,
    text: codeTexts[patient.language](words),
  }
  await deps.db.system.tx((inner) => writeCode(inner, code, wish, deps.clock.now()))
  return asked
}
