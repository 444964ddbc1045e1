import { formatInZone, localDay } from '@teleward/contract/core/dates.ts'
import { amountInMessage } from '@teleward/contract/core/money.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { notify } from '../notifications/notify.ts'
import { queueMessage } from '../outbox/queue.ts'
import { sql, type Tx } from '../platform/db/index.ts'

export type BookingNews = 'held' | 'confirmed' | 'moved' | 'released' | 'reminder'

interface Told {
  qid: number
  partnerId: number
  unitId: number
  startAt: Date
  holdUntil: Date | null
  version: number
  zone: string
  institution: string
  doctor: string
  did: number
  date: string
  bookedBy: number | null
  pid: number
  doctorPhone: string | null
  patientMobile: string | null
  patientEmail: string | null
  language: string
  fee: number | null
  currency: string
}

interface Words {
  when: string
  doctor: string
  institution: string
  until: string
  sum: string
}
type Text = (words: Words) => string
// To the patient: never why they come, never to whom else. To the doctor: never whom they see.
const toPatient: Record<BookingNews, Record<Locale, Text>> = {
  held: {
    'zh-TW': (w) =>
      `【${w.institution}】${w.when} ${w.doctor} 的名額已保留，請於 ${w.until} 前付款 ${w.sum}，逾時將釋出。`,
    'zh-CN': (w) =>
      `【${w.institution}】${w.when} ${w.doctor} 的名额已保留，请于 ${w.until} 前付款 ${w.sum}，逾时将释放。`,
    en: (w) =>
      `${w.institution}: ${w.when} with ${w.doctor} is held for you. Pay ${w.sum} by ${w.until}, or it is released.`,
  },
  confirmed: {
    'zh-TW': (w) => `【${w.institution}】您已預約 ${w.when} ${w.doctor}。`,
    'zh-CN': (w) => `【${w.institution}】您已预约 ${w.when} ${w.doctor}。`,
    en: (w) => `${w.institution}: your appointment is on ${w.when} with ${w.doctor}.`,
  },
  moved: {
    'zh-TW': (w) => `【${w.institution}】您的預約已改為 ${w.when} ${w.doctor}，先前的連結已失效。`,
    'zh-CN': (w) => `【${w.institution}】您的预约已改为 ${w.when} ${w.doctor}，先前的链接已失效。`,
    en: (w) =>
      `${w.institution}: your appointment was moved to ${w.when} with ${w.doctor}. Earlier links no longer work.`,
  },
  released: {
    'zh-TW': (w) => `【${w.institution}】${w.when} ${w.doctor} 未於時限內付款，名額已釋出，請重新預約。`,
    'zh-CN': (w) => `【${w.institution}】${w.when} ${w.doctor} 未在时限内付款，名额已释放，请重新预约。`,
    en: (w) => `${w.institution}: ${w.when} with ${w.doctor} was not paid in time and is released. Please book again.`,
  },
  reminder: {
    'zh-TW': (w) => `【${w.institution}】提醒您 ${w.when} 與 ${w.doctor} 的預約即將開始。`,
    'zh-CN': (w) => `【${w.institution}】提醒您 ${w.when} 与 ${w.doctor} 的预约即将开始。`,
    en: (w) => `${w.institution}: your appointment with ${w.doctor} begins at ${w.when}.`,
  },
}
const toDoctor: Record<BookingNews, Text> = {
  held: (w) => `【${w.institution}】${w.when} 有一筆預約等待付款。`,
  confirmed: (w) => `【${w.institution}】${w.when} 新增一筆預約。`,
  moved: (w) => `【${w.institution}】有一筆預約改至 ${w.when}。`,
  released: (w) => `【${w.institution}】${w.when} 一筆未付款的預約已釋出。`,
  reminder: (w) => `【${w.institution}】提醒您 ${w.when} 的預約即將開始。`,
}

/** What nobody asked for just now. A booking was; a move was where the patient chose the time. */
const canWait = (news: BookingNews, byPatient: boolean): boolean =>
  news === 'reminder' || news === 'released' || (news === 'moved' && !byPatient)

/** A link, and the message that carries it where that was named beforehand. */
export interface CarriedLink {
  address: string
  messageId?: string
}

/**
 * Leaves a message to either side with the transaction: by SMS, else to the patient by e-mail and to the doctor on the bell.
 * `key` names the act: done again, it tells nobody twice.
 */
export async function tellBooking(
  tx: Tx,
  qid: number,
  news: BookingNews,
  now: Date,
  carried?: CarriedLink,
  byPatient = false,
): Promise<void> {
  const link = carried?.address
  const told = await tx.one(sql<Told>`
    select a.qid, a.partner_id as "partnerId", a.unit_id as "unitId", a.start_at as "startAt", a.hold_until as "holdUntil", a.version,
      p.time_zone as zone, p.name as institution, s.name as doctor, s.phone as "doctorPhone", m.mobile as "patientMobile",
      m.email as "patientEmail", a.did, a.date, a.booked_by as "bookedBy", a.pid, m.language, a.fee, a.currency
    from appointment a join partner p on p.id = a.partner_id join staff s on s.mid = a.did join member m on m.pid = a.pid
    where a.qid = ${qid}`)
  const clock = (at: Date) => formatInZone(at, told.zone).slice(0, 16).replace('T', ' ')
  const words: Words = {
    when: clock(told.startAt),
    doctor: told.doctor,
    institution: told.institution,
    until: told.holdUntil ? clock(told.holdUntil).slice(11) : '',
    sum: amountInMessage(told.fee ?? 0, told.currency),
  }
  const spoken = locale.safeParse(told.language)
  const common = {
    partnerId: told.partnerId,
    unitId: told.unitId,
    kind: news === 'reminder' ? ('reminder' as string) : 'confirmation',
    origin: { kind: 'appointment', id: qid },
    // What is said of a time is not said once it is over.
    // What is asked by an hour is not asked after it.
    notAfter: news === 'held' && told.holdUntil ? told.holdUntil : told.startAt > now ? told.startAt : null,
    at: now,
  }
  const said = toPatient[news][spoken.success ? spoken.data : 'zh-TW'](words)
  const key = `booking:${news}:${qid}:${told.version}`
  const to = told.patientMobile ?? told.patientEmail
  if (to)
    await queueMessage(tx, {
      ...common,
      channel: told.patientMobile ? 'sms' : 'email',
      ...(carried?.messageId ? { id: carried.messageId } : {}),
      // A text with a link is a secret until it is sent.
      kind: link ? 'link' : common.kind,
      to,
      texts: { subject: told.institution, text: `${said}${link ? ` ${link}` : ''}`, ...(link ? { link } : {}) },
      key: `${key}:patient`,
      waits: canWait(news, byPatient),
    })
  if (told.doctorPhone)
    await queueMessage(tx, {
      ...common,
      channel: 'sms',
      to: told.doctorPhone,
      texts: { text: toDoctor[news](words) },
      key: `${key}:staff`,
    })
  else await ring(tx, told, news, now)
}

/** A doctor without a number hears of it on the bell. */
const ring = (tx: Tx, told: Told, news: BookingNews, now: Date) =>
  notify(tx, {
    partnerId: told.partnerId,
    mid: told.did,
    kind: 'noti',
    what: `visit.${news}`,
    subject: { kind: 'visit', id: told.qid },
    link: {
      screen: 'apptmgmt',
      search: { tab: told.date > localDay(now, told.zone) ? 'future' : 'today', open: String(told.qid) },
    },
    // Of a booking it is known who made it; nobody is told of their own.
    from: news === 'held' || news === 'confirmed' ? told.bookedBy : null,
    pid: told.pid,
    once: `${news} ${told.version}`,
    at: now,
  })
