import { canSeeRow, canSeeVisit } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import {
  deleteVisitLink,
  holdsAddress,
  LINK_MINUTES,
  sendNotifyAndVideoLink,
  sendLineMsg,
  sendRoomBySms,
  sendWechat,
} from '@teleward/contract/appointments/send-endpoints.ts'
import { isUnfinished } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus, SendingWay } from '@teleward/contract/appointments/schema.ts'
import { formatInZone } from '@teleward/contract/core/zone.ts'
import { maskRecipient } from '@teleward/contract/outbox/rules.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { maskName, maskPhone } from '@teleward/contract/core/text.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { linkSms } from '../crm/links.ts'
import { issueLink, linkColumns, type LinkRow, tellLink } from '../visit-links/links.ts'
import { queueMessage } from '../outbox/queue.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { actorOf } from './service.ts'
import type { Viewer } from './viewer.ts'
import { transition } from './transition.ts'
import { currentAt } from '../visits/current.ts'

const ROOMS: readonly AppointmentStatus[] = ['registered', 'checkedIn', 'redial', 'autoCancelled']
const invites: Record<Locale, (from: string, link: string) => string> = {
  'zh-TW': (from, link) => `【${from}】醫師等您看診，請於 ${LINK_MINUTES} 分鐘內開啟連結：${link}`,
  'zh-CN': (from, link) => `【${from}】医生等您看诊，请于 ${LINK_MINUTES} 分钟内打开链接：${link}`,
  en: (from, link) => `${from}: the doctor is ready for you. Open this link within ${LINK_MINUTES} minutes: ${link}`,
}
/** What a patient is to come to, where no link is sent: by whom, as which number, when. */
const rooms: Record<Locale, (visit: Visit, when: string) => string> = {
  'zh-TW': (v, when) => `【${v.institution}】${v.doctor}醫師看診室，診號 ${v.no ?? '–'}，${when}，請準備看診。`,
  'zh-CN': (v, when) => `【${v.institution}】${v.doctor}医生诊室，诊号 ${v.no ?? '–'}，${when}，请准备看诊。`,
  en: (v, when) => `${v.institution}: the room of ${v.doctor}, number ${v.no ?? '–'}, ${when}. Please get ready.`,
}
const subjects: Record<Locale, Record<'link' | 'word', string>> = {
  'zh-TW': { link: '看診連結', word: '看診訊息' },
  'zh-CN': { link: '看诊链接', word: '看诊消息' },
  en: { link: 'Your visit: the link', word: 'About your visit' },
}

interface Visit {
  qid: number
  pid: number
  partnerId: number
  unitId: number
  status: AppointmentStatus
  site: string
  today: boolean
  version: number
  mobile: string | null
  email: string | null
  /** The accounts that the patient has bound. */
  line: string | null
  wechat: string | null
  name: string
  doctor: string
  no: number | null
  startAt: Date
  zone: string
  language: string
  institution: string
}
const boundTo = (channel: 'line' | 'wechat') => sql`(select b.recipient from member_messenger b
  where b.pid = a.pid and b.partner_id = a.partner_id and b.channel = ${channel})`
type SendDeps = Pick<Deps, 'timers' | 'clock'> & { linkAddress(token: string): string }
/** `names`: without words of one's own the message names the room. */
interface Ask extends Omit<EndpointParsed<typeof sendNotifyAndVideoLink>['body'], 'sms_room'> {
  sms_room: number
  names?: boolean
  key: string
  /** Of who sends it: what stands in the case. */
  lang: Locale
}

/** Where to, and how that is shown; without a mobile SEND_FAILED, without an address or a bound account NO_CHANNEL. */
function addressOf({ mobile, email, name, ...bound }: Visit, way: SendingWay): { address: string; shown: string } {
  if (way === 'sms' && mobile) return { address: mobile, shown: maskPhone(mobile) }
  if (way === 'email' && email) return { address: email, shown: maskRecipient('email', email) }
  // An account's number there says nothing to anybody: it is shown as whose it is.
  if (way === 'line' || way === 'wechat') {
    const address = bound[way]
    if (address) return { address, shown: maskName(name) }
  }
  throw new AppError(way === 'sms' ? 'SEND_FAILED' : 'NO_CHANNEL')
}

/**
 * A link to come now, or a word, by SMS, e-mail, LINE or WeChat, with the transaction. A missed visit is taken up again by its link, as
 * by a call. NOT_FOUND, APPT_ILLEGAL_STEP, APPT_NOT_TODAY, CONTENT_REQUIRED, TEXT_LINK; SEND_FAILED: the patient has no mobile.
 */
async function send(
  tx: Tx,
  deps: SendDeps,
  viewer: Viewer,
  { queueID: qid, sms_room, text, way, names, sn, lang: asked, key }: Ask,
) {
  const now = deps.clock.now()
  const visit = await tx.maybe(sql<Visit>`
    select a.qid, a.pid, a.partner_id as "partnerId", a.unit_id as "unitId", a.status, a.site, a.version, m.mobile, m.email, m.language, m.name,
      ${boundTo('line')} as line, ${boundTo('wechat')} as wechat,
      p.name as institution, s.name as doctor, a.queue_no as no, a.start_at as "startAt", p.time_zone as zone,
      ${currentAt(now)} as today
    from appointment a join member m on m.pid = a.pid join partner p on p.id = a.partner_id join staff s on s.mid = a.did
    where a.qid = ${qid} and a.partner_id = ${viewer.partnerId} and ${canSeeVisit('a')} for update of a`)
  if (!visit) throw new AppError('NOT_FOUND')
  const { status } = visit
  const word = sms_room !== 2 && sms_room !== 4
  if (word && !names && !text?.trim())
    throw new AppError('CONTENT_REQUIRED', { fields: [{ path: 'text', code: 'CONTENT_REQUIRED' }] })
  if (word && text && holdsAddress(text))
    throw new AppError('TEXT_LINK', { fields: [{ path: 'text', code: 'TEXT_LINK' }] })
  if (word ? !isUnfinished(status) : !ROOMS.includes(status) || visit.site === 'onsite')
    throw new AppError('APPT_ILLEGAL_STEP', { data: { state: status } })
  if (!word && !visit.today) throw new AppError('APPT_NOT_TODAY')
  const { address, shown } = addressOf(visit, way)
  const spoken = locale.safeParse(visit.language)
  const lang = spoken.success ? spoken.data : 'zh-TW'
  const subject = way === 'email' ? { subject: `${visit.institution}｜${subjects[lang][word ? 'word' : 'link']}` } : {}
  const to = {
    partnerId: visit.partnerId,
    unitId: visit.unitId,
    channel: way,
    to: address,
    origin: { kind: 'appointment', id: qid },
    key: `visit:${qid}:${key}`,
    at: now,
  }
  if (word) {
    const when = formatInZone(visit.startAt, visit.zone).slice(0, 16).replace('T', ' ')
    const said = names ? rooms[lang](visit, when) : `【${visit.institution}】${text?.trim()}`
    // About today's visit it is said now.
    if (sn !== undefined)
      await linkSms(tx, viewer, now, { sn, lang: asked }, { text: text?.trim() ?? '', pid: visit.pid })
    const held = await queueMessage(tx, {
      ...to,
      kind: 'message',
      texts: { ...subject, text: said },
      waits: !visit.today,
    })
    return { to: shown, expiresAt: null, heldUntil: held?.toISOString() ?? null }
  }
  if (status === 'autoCancelled') await transition(tx, actorOf(viewer), qid, 'redial', { now })
  // The one before, that nobody opened, would end the visit when its minutes are over.
  await tx.run(sql`update video_link set state = 'dead', step = 'ended', dead_reason = 'renewed', version = version + 1
    where qid = ${qid} and kind = 'call' and state = 'sent' and expires_at is not null`)
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
  const messageId = randomUUID()
  const { linkId, token } = await issueLink(
    tx,
    { qid, smsRoom: sms_room, expiresAt, alarms: deps.timers, messageId, way: { channel: way, to: shown } },
    now,
  )
  await tx.run(sql`update appointment set sms_room = ${sms_room}, callback_at = null where qid = ${qid}`)
  await tellLink(tx, { linkId, unitId: visit.unitId, qid, state: 'sent', step: 'identity', version: 1 }, now)
  const link = deps.linkAddress(token)
  const invite = invites[lang](visit.institution, link)
  await queueMessage(tx, {
    ...to,
    id: messageId,
    kind: 'link',
    texts: { ...subject, text: invite, link },
    notAfter: expiresAt,
  })
  return { to: shown, expiresAt: expiresAt.toISOString(), heldUntil: null }
}

/**
 * A link is taken back: it dies, whoever has its page is told. The visit stays as it is, also when the link's minutes would be
 * over. NOT_FOUND; LINK_DEAD: it opens nothing any more anyway; APPT_IN_CALL: the patient is in the room by it.
 */
async function revoke(tx: Tx, { timers, clock }: SendDeps, viewer: Viewer, linkId: string): Promise<number> {
  // The visit before the link, as everywhere.
  const visit = await tx.maybe(sql<{ qid: number }>`
    select a.qid from appointment a join video_link l on l.qid = a.qid
    where l.link_id = ${linkId}::uuid and l.kind = 'call' and a.partner_id = ${viewer.partnerId} and ${canSeeVisit('a')} and ${canSeeRow('l')}
    for update of a`)
  if (!visit) throw new AppError('NOT_FOUND')
  const link = await tx.one(
    sql<LinkRow>`select ${linkColumns} from video_link l where l.link_id = ${linkId}::uuid for update`,
  )
  if (link.state === 'dead' || link.state === 'expired') throw new AppError('LINK_DEAD')
  const [busy] = await tx.many(sql`select 1 from room r where r.qid = ${visit.qid} and r.state = 'live'
    union all select 1 from call c where c.qid = ${visit.qid} and c.state in ('ringing', 'answered') limit 1`)
  if (busy && link.state === 'joined') throw new AppError('APPT_IN_CALL')
  const now = clock.now()
  const dead = await tx.one(sql<LinkRow>`
    update video_link l set state = 'dead', step = 'ended', dead_reason = 'withdrawn', version = version + 1
    where l.link_id = ${linkId}::uuid returning ${linkColumns}`)
  await timers.clear(tx, 'link.expire', linkId)
  await tellLink(tx, dead, now)
  return visit.qid
}

export function register(deps: Deps): void {
  const { http, config } = deps
  const own = { ...deps, linkAddress: (token: string) => `${config.publicUrl ?? ''}/link/${token}` }
  route(http, sendNotifyAndVideoLink, (ctx, { body }) => {
    ctx.target({ kind: 'appointment', id: body.queueID, detail: { sms_room: body.sms_room } })
    return ctx.tx((tx) => send(tx, own, ctx.who, { ...body, lang: ctx.lang, key: crypto.randomUUID() }))
  })
  route(http, sendRoomBySms, (ctx, { body }) => {
    ctx.target({ kind: 'appointment', id: body.queueID, detail: { sms_room: body.sms_room } })
    return ctx.tx((tx) =>
      send(tx, own, ctx.who, { ...body, lang: ctx.lang, way: 'sms', names: true, key: crypto.randomUUID() }),
    )
  })
  route(http, sendLineMsg, (ctx, { body }) => {
    ctx.target({ kind: 'appointment', id: body.queueID, detail: { sms_room: body.sms_room } })
    return ctx.tx((tx) =>
      send(tx, own, ctx.who, { ...body, lang: ctx.lang, way: 'line', names: true, key: crypto.randomUUID() }),
    )
  })
  route(http, sendWechat, (ctx, { body }) => {
    ctx.target({ kind: 'appointment', id: body.queueID, detail: { sms_room: body.sms_room } })
    return ctx.tx((tx) =>
      send(tx, own, ctx.who, { ...body, lang: ctx.lang, way: 'wechat', names: true, key: crypto.randomUUID() }),
    )
  })
  route(http, deleteVisitLink, async (ctx, { params }) => {
    ctx.target({ kind: 'link', id: params.id })
    const qid = await ctx.tx((tx) => revoke(tx, own, ctx.who, params.id))
    ctx.target({ kind: 'appointment', id: qid, detail: { link: params.id } })
    return {}
  })
}
