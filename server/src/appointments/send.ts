import { randomUUID } from 'node:crypto'
import { LINK_MINUTES, sendNotifyAndVideoLink } from '@teleward/contract/appointments/send-endpoints.ts'
import { isUnfinished } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { maskPhone } from '@teleward/contract/core/text.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { issueLink, tellLink } from '../links/links.ts'
import { queueMessage } from '../outbox/queue.ts'
import { reachesVisit, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { actorOf } from './service.ts'
import type { Viewer } from './viewer.ts'
import { transition } from './transition.ts'

const ROOMS: readonly AppointmentStatus[] = ['registered', 'checkedIn', 'redial', 'autoCancelled']
const invites: Record<Locale, (from: string, link: string) => string> = {
  'zh-TW': (from, link) => `【${from}】醫師等您看診，請於 ${LINK_MINUTES} 分鐘內開啟連結：${link}`,
  'zh-CN': (from, link) => `【${from}】医生等您看诊，请于 ${LINK_MINUTES} 分钟内打开链接：${link}`,
  en: (from, link) => `${from}: the doctor is ready for you. Open this link within ${LINK_MINUTES} minutes: ${link}`,
}

interface Visit {
  qid: number
  partnerId: number
  unitId: number
  status: AppointmentStatus
  site: string
  today: boolean
  version: number
  mobile: string | null
  language: string
  institution: string
}
type SendDeps = Pick<Deps, 'timers' | 'clock'> & { linkAddress(token: string): string }
type Ask = EndpointParsed<typeof sendNotifyAndVideoLink>['body'] & { key: string }

/**
 * A link to come now, or a word, as a text message with the transaction. A missed visit is taken up again by its link, as
 * by a call. NOT_FOUND, APPT_ILLEGAL_STEP, APPT_NOT_TODAY, CONTENT_REQUIRED; SEND_FAILED: the patient has no mobile.
 */
async function send(tx: Tx, deps: SendDeps, viewer: Viewer, { queueID: qid, sms_room, text, key }: Ask) {
  const now = deps.clock.now()
  const visit = await tx.maybe(sql<Visit>`
    select a.qid, a.partner_id as "partnerId", a.unit_id as "unitId", a.status, a.site, a.version, m.mobile, m.language,
      p.name as institution, a.date = (${now}::timestamptz at time zone p.time_zone)::date as today
    from appointment a join member m on m.pid = a.pid join partner p on p.id = a.partner_id
    where a.qid = ${qid} and a.partner_id = ${viewer.partnerId} and ${reachesVisit('a')} for update of a`)
  if (!visit) throw new AppError('NOT_FOUND')
  const { mobile, status } = visit
  const word = sms_room === 0
  if (word && !text?.trim())
    throw new AppError('CONTENT_REQUIRED', { fields: [{ path: 'text', code: 'CONTENT_REQUIRED' }] })
  if (word ? !isUnfinished(status) : !ROOMS.includes(status) || visit.site === 'onsite')
    throw new AppError('APPT_ILLEGAL_STEP', { data: { state: status } })
  if (!word && !visit.today) throw new AppError('APPT_NOT_TODAY')
  if (!mobile) throw new AppError('SEND_FAILED')
  const to = {
    partnerId: visit.partnerId,
    unitId: visit.unitId,
    channel: 'sms' as const,
    to: mobile,
    origin: { kind: 'appointment', id: qid },
    key: `visit:${qid}:${key}`,
    at: now,
  }
  if (word) {
    // About today's visit it is said now.
    const texts = { text: `【${visit.institution}】${text?.trim()}` }
    const held = await queueMessage(tx, { ...to, kind: 'message', texts, waits: !visit.today })
    return { to: maskPhone(mobile), expiresAt: null, heldUntil: held?.toISOString() ?? null }
  }
  if (status === 'autoCancelled') await transition(tx, actorOf(viewer), qid, 'redial', { now })
  // The one before, that nobody opened, would end the visit when its minutes are over.
  await tx.run(sql`update video_link set state = 'dead', step = 'ended', dead_reason = 'renewed', version = version + 1
    where qid = ${qid} and kind = 'call' and state = 'sent' and expires_at is not null`)
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
  const messageId = randomUUID()
  const { linkId, token } = await issueLink(
    tx,
    { qid, smsRoom: sms_room, expiresAt, alarms: deps.timers, messageId },
    now,
  )
  await tx.run(sql`update appointment set sms_room = ${sms_room}, callback_at = null where qid = ${qid}`)
  await tellLink(tx, { linkId, unitId: visit.unitId, qid, state: 'sent', step: 'identity', version: 1 }, now)
  const spoken = locale.safeParse(visit.language)
  const link = deps.linkAddress(token)
  const invite = invites[spoken.success ? spoken.data : 'zh-TW'](visit.institution, link)
  await queueMessage(tx, { ...to, id: messageId, kind: 'link', texts: { text: invite, link }, notAfter: expiresAt })
  return { to: maskPhone(mobile), expiresAt: expiresAt.toISOString(), heldUntil: null }
}

export function register(deps: Deps): void {
  const { http, config } = deps
  const own = { ...deps, linkAddress: (token: string) => `${config.publicUrl ?? ''}/link/${token}` }
  route(http, sendNotifyAndVideoLink, (ctx, { body }) => {
    ctx.target({ kind: 'appointment', id: body.queueID, detail: { sms_room: body.sms_room } })
    return ctx.tx((tx) => send(tx, own, ctx.who, { ...body, key: crypto.randomUUID() }))
  })
}
