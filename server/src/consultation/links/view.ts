import { isCurrent } from '@teleward/contract/appointments/current.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import type { CallCause, CallDirection, CallState, RejectReason } from '@teleward/contract/calls/schema.ts'
import type { RoomState } from '@teleward/contract/calls/schema.ts'
import type { RecordingState } from '@teleward/contract/calls/signalling.ts'
import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import { locale } from '@teleward/contract/core/scalars.ts'
import { maskName } from '@teleward/contract/core/text.ts'
import { CANCEL_UNTIL_MINUTES, consentTexts, IDENTITY_TRIES, type LinkView } from '@teleward/contract/links/schema.ts'
import { AWAY } from '@teleward/contract/staff/rules.ts'
import type { LinkActor } from '../../platform/actor.ts'
import { type Compilable, type Db, sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { paymentOf } from '../../payments/of-link.ts'
import type { Hub } from '../rooms/hub.ts'
import { linkColumns, type LinkRow } from '../../visit-links/links.ts'
import { overAt, roomLive, waitsSinceLong } from '../../visits/current.ts'

export type Read = <T>(query: Compilable<T>) => Promise<T[]>

export interface Facts extends LinkRow {
  status: AppointmentStatus
  date: string
  visitKind: string
  interval: number
  inConsultation: boolean
  startAt: Date
  overAt: Date
  duration: number
  did: number
  site: string
  queueNo: number
  checkedInAt: Date | null
  finishedAt: Date | null
  timeZone: string
  partnerName: string
  partnerNameEn: string | null
  unitName: string
  unitNameEn: string | null
  phone: string | null
  logo: string | null
  doctorName: string
  doctorNameEn: string | null
  division: string | null
  divisionEn: string | null
  doctorCode: number
  patientName: string
  language: string
  hasId: boolean
  consents: Record<string, string>
  call: {
    callId: string
    roomId: string
    direction: CallDirection
    state: CallState
    cause: CallCause | null
    video: boolean
    ringUntil: string
    callerName: string | null
    answeredBy: string | null
    reason: RejectReason | null
  } | null
  room: {
    roomId: string
    state: RoomState
    askedAt: string | null
    consent: string | null
    recording: RecordingState | null
  } | null
}

/** All that a step or the view looks at, in one statement, as the link's own patient. */
export async function facts(read: Read, linkId: string): Promise<Facts> {
  const [row] = await read(sql<Facts>`
    select ${linkColumns}, a.status, a.date, a.start_at as "startAt", a.duration_minutes as duration, a.kind as "visitKind", a."interval", ${overAt} as "overAt", ${roomLive} as "inConsultation", a.did, a.site, a.queue_no as "queueNo",
      a.checked_in_at as "checkedInAt", a.finished_at as "finishedAt", p.time_zone as "timeZone", p.name as "partnerName",
      p.name_en as "partnerNameEn", u.name as "unitName", u.name_en as "unitNameEn", p.phone, coalesce(p.ui_config ->> 'logo', p.logo) as logo, s.name as "doctorName", s.name_en as "doctorNameEn",
      sp.division, sp.division_en as "divisionEn", coalesce(pr.code, 3000) as "doctorCode", m.name as "patientName", m.language,
      coalesce(char_length(m.id_number) >= 4, false) as "hasId",
      coalesce((select jsonb_object_agg(c.kind, c.state) from (
        select distinct on (kind) kind, state from consent where qid = a.qid order by kind, at desc, starts_at desc) c), '{}') as consents,
      (select jsonb_build_object('callId', c.call_id, 'roomId', c.room_id, 'direction', c.direction, 'state', c.state, 'cause', c.cause, 'video', c.video,
          'ringUntil', c.ring_until, 'callerName', cs.name, 'answeredBy', c.answered_by_name,
          'reason', case when c.direction = 'inbound' and c.state in ('rejected', 'missed') then c.reject_reason end)
        from call c left join staff cs on cs.mid = c.caller_mid
        where c.qid = a.qid order by c.state in ('ringing', 'answered') desc, c.record_start_time desc limit 1) as call,
      (select jsonb_build_object('roomId', r.room_id, 'state', r.state, 'askedAt', r.consent_asked_at, 'consent', r.recording_consent,
          'recording', (select g.state from recording g where g.room_id = r.room_id order by g.started_at desc limit 1))
        from room r where r.qid = a.qid and r.state <> 'closed') as room
    from video_link l
    join appointment a on a.qid = l.qid
    join partner p on p.id = l.partner_id
    join unit u on u.id = l.unit_id
    join staff s on s.mid = a.did
    join member m on m.pid = l.pid
    left join staff_partner sp on sp.mid = a.did and sp.partner_id = l.partner_id
    left join presence pr on pr.mid = a.did
    where l.link_id = ${linkId}`)
  if (!row) throw new AppError('LINK_INVALID')
  return row
}

/** How long after its visit the page of a payment can still be read. */
const PAY_LINK_DAYS = 30

/** Why nothing can be done with the link any more. Once its visit is none of today's it is as expired as past its clock. */
export function overCode(link: Facts, now: Date): 'LINK_EXPIRED' | 'LINK_DEAD' | null {
  if (link.state === 'dead' || link.state === 'sendFailed') return 'LINK_DEAD'
  if (link.state === 'expired') return 'LINK_EXPIRED'
  // The page of a payment outlives its visit: it says what became of the money.
  if (link.kind === 'pay')
    return localDay(now, link.timeZone) > addDays(link.date, PAY_LINK_DAYS) ? 'LINK_EXPIRED' : null
  if (['finished', 'cancelled', 'released', 'closed'].includes(link.status)) return 'LINK_DEAD'
  if (localDay(now, link.timeZone) > link.date && !isToday(link, now)) return 'LINK_EXPIRED'
  const ends = clockOf(link)
  return ends && ends <= now ? 'LINK_EXPIRED' : null
}
/** The end of the 3 minutes, as long as they run: the first act of a person stops them. */
const clockOf = (link: Facts): Date | null =>
  link.state === 'created' || link.state === 'sent' ? link.expiresAt : null

const running = (call: Facts['call']) => call !== null && (call.state === 'ringing' || call.state === 'answered')
/** As the desk's list of today has it. */
export const isToday = (link: Facts, now: Date) =>
  isCurrent(
    { ...link, kind: link.visitKind, overAt: link.overAt.toISOString() },
    { now, today: localDay(now, link.timeZone) },
  )
/** Those who wait may ring; a visit that was missed may be taken up again by ringing. */
export const mayRing = (link: Facts, now: Date) =>
  link.state === 'joined' &&
  link.step === 'waiting' &&
  ['checkedIn', 'redial', 'autoCancelled'].includes(link.status) &&
  isToday(link, now)

/** The link opens nothing any more, and its visit of today is still to be had. */
export const mayAskCallback = (link: Facts, now: Date) =>
  link.kind === 'call' &&
  overCode(link, now) !== null &&
  ['registered', 'checkedIn', 'redial', 'autoCancelled'].includes(link.status) &&
  isToday(link, now)

const answered = (state: string | undefined): 'agreed' | 'declined' | null =>
  state === 'active' ? 'agreed' : state === undefined || state === 'requested' ? null : 'declined'

function recordingOf(room: NonNullable<Facts['room']>): RecordingState {
  if (room.recording && ['recording', 'interrupted', 'finalising'].includes(room.recording)) return room.recording
  if (room.askedAt && room.consent === null) return 'needsConsent'
  return room.recording ?? 'off'
}

function stepOf(link: Facts, over: boolean, passed: boolean): LinkView['step'] {
  if (over) return 'ended'
  if (link.kind === 'pay') return 'pay'
  if (link.state === 'created' || link.state === 'sent') return 'start'
  if (!passed) return 'identity'
  if (link.step === 'waiting' && running(link.call)) return 'call'
  return link.step
}

/** Places before this one among those who wait for the doctor now. Other patients' entries: counted, never seen. */
async function ahead(db: Db, link: Facts, now: Date): Promise<number> {
  const [row] = await db.system.read(sql<{ n: number }>`
    select count(*)::int as n from appointment a
    where a.did = ${link.did} and a.partner_id = ${link.partnerId} and a.status in ('checkedIn', 'redial') and not ${waitsSinceLong(now)}
      and a.qid <> ${link.qid} and (a.start_at, a.queue_no, a.qid) < (${link.startAt}::timestamptz, ${link.queueNo}, ${link.qid})`)
  return row?.n ?? 0
}

/** The patient's own next visit in this institution: the house looks, for the link itself sees its own visit alone. */
async function nextOf(db: Db, link: Facts, now: Date): Promise<LinkView['next']> {
  const [row] = await db.system.read(sql<Omit<NonNullable<LinkView['next']>, 'startAt'> & { startAt: Date }>`
    select s.name as "doctorName", s.name_en as "doctorNameEn", a.start_at as "startAt", a.site
    from appointment a join staff s on s.mid = a.did
    where a.pid = ${link.pid} and a.partner_id = ${link.partnerId} and a.qid <> ${link.qid} and a.status in ('held', 'registered')
      and a.start_at > ${now}::timestamptz order by a.start_at, a.qid limit 1`)
  return row ? { ...row, startAt: row.startAt.toISOString() } : null
}

async function waitingOf(db: Db, link: Facts, now: Date): Promise<NonNullable<LinkView['waiting']>> {
  const before = await ahead(db, link, now)
  const soonest = now.getTime() + before * link.duration * 60_000
  return {
    place: before + 1,
    ahead: before,
    expectedAt: new Date(Math.max(link.startAt.getTime(), soonest)).toISOString(),
    // In consultation with another patient is there, too.
    doctorOnline: link.doctorCode !== AWAY,
  }
}

/** What the page shows, for whoever looks: the rest opens with the identity check of this very browser. */
export async function linkView(
  deps: { db: Db; hub: Hub; online: boolean },
  read: Read,
  actor: LinkActor,
  now: Date,
): Promise<LinkView> {
  const link = await facts(read, actor.linkId)
  const over = overCode(link, now)
  const passed = actor.identified
  const locked = link.identityTries >= IDENTITY_TRIES && !passed
  const step = stepOf(link, over !== null, passed)
  const inside = passed && over === null && link.kind !== 'pay'
  const { call, room } = link
  const language = locale.safeParse(link.language)
  const cancelEnd = new Date(link.startAt.getTime() - CANCEL_UNTIL_MINUTES * 60_000)
  const cancellable =
    over === null && cancelEnd > now && ['held', 'registered', 'checkedIn', 'redial'].includes(link.status)
  return {
    kind: link.kind,
    state: over === 'LINK_EXPIRED' ? 'expired' : over ? 'dead' : link.state,
    step,
    code: over ?? (locked ? 'IDENTITY_LOCKED' : null),
    deadReason:
      over !== 'LINK_DEAD'
        ? null
        : (link.deadReason ?? (link.status === 'finished' || link.status === 'cancelled' ? link.status : 'closed')),
    language: language.success ? language.data : 'zh-TW',
    now: now.toISOString(),
    expiresAt: over ? null : (clockOf(link)?.toISOString() ?? null),
    timeZone: link.timeZone,
    institution: {
      name: link.partnerName,
      nameEn: link.partnerNameEn,
      unitName: link.unitName,
      unitNameEn: link.unitNameEn,
      phone: link.phone,
      logo: link.logo,
    },
    visit:
      over && !passed
        ? null
        : {
            doctorName: link.doctorName,
            doctorNameEn: link.doctorNameEn,
            // What a visit is for is said to the patient alone: a division's name can be a diagnosis.
            division: passed ? link.division : null,
            divisionEn: passed ? link.divisionEn : null,
            date: link.date,
            startAt: link.startAt.toISOString(),
            durationMinutes: link.duration,
            video: link.site !== 'voice' && link.smsRoom !== 4,
            patientName: passed ? link.patientName : maskName(link.patientName),
            today: isToday(link, now),
            cancellableUntil: cancellable ? cancelEnd.toISOString() : null,
            endedAt: link.finishedAt?.toISOString() ?? null,
          },
    identity: {
      passed,
      asks: link.hasId ? 'idLast4' : 'mobileLast4',
      triesLeft: Math.max(0, IDENTITY_TRIES - link.identityTries),
    },
    consents: inside
      ? {
          consultation: answered(link.consents.consultation),
          recording: answered(link.consents.recording),
          record: answered(link.consents.record),
        }
      : null,
    texts: consentTexts,
    waiting: inside && link.step === 'waiting' ? await waitingOf(deps.db, link, now) : null,
    call:
      inside && call
        ? {
            callID: call.callId,
            roomID: call.roomId,
            direction: call.direction,
            state: call.state,
            cause: call.cause,
            videoCall: call.video,
            ringUntil: call.ringUntil,
            staffName: call.answeredBy ?? call.callerName,
            reason: call.reason,
          }
        : null,
    room:
      inside && room
        ? {
            roomID: room.roomId,
            state: room.state,
            recording: recordingOf(room),
            staffPresent: deps.hub.members(room.roomId).some((member) => member.mid !== null),
          }
        : null,
    canCall: inside && mayRing(link, now) && !running(call),
    canAskCallback: !locked && mayAskCallback(link, now),
    payment:
      link.kind === 'pay' && over === null
        ? await paymentOf({ db: deps.db, read, online: deps.online }, link, cancellable && passed, now)
        : null,
    authorisation: null,
    next: passed && link.kind === 'call' && link.status === 'finished' ? await nextOf(deps.db, link, now) : null,
  }
}
