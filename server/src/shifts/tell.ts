import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import { formatInZone } from '@teleward/contract/core/dates.ts'
import { amountInMessage } from '@teleward/contract/core/money.ts'
import { locale } from '@teleward/contract/core/scalars.ts'
import { shiftChanged } from '@teleward/contract/shifts/events.ts'
import { shiftMessages } from '@teleward/contract/shifts/texts.ts'
import { notify } from '../notifications/notify.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'

export type ShiftNews = 'pattern' | 'change' | 'limit' | 'leave' | 'absence' | 'notice'
export interface Told {
  did: number
  from: string
  to: string | null
  kind: ShiftNews
  /** Substitutes, and whoever booked what is touched. */
  also?: readonly number[]
}

/**
 * To everybody of the doctor's units, whose schedules and free times are stale; `concerned` are alerted: the doctor, who
 * assists, who keeps these shifts by a grant, and `also`. Answers how many are alerted.
 */
export async function tellStaff(tx: Tx, who: StaffActor, told: Told, now: Date): Promise<number> {
  const { did, from, to, kind } = told
  const people = await tx.one(sql<{ units: number[]; mids: number[] }>`
    select coalesce((select array_agg(u.unit_id order by u.unit_id) from staff_unit u
        where u.mid = ${did} and u.partner_id = ${who.partnerId}), '{}') as units,
      array(select b.mid from nurse_binding b where b.did = ${did} and b.partner_id = ${who.partnerId}
        union select g.grantee_mid from staff_grant g where g.grantor_mid = ${did} and g.partner_id = ${who.partnerId}
          and g.kind = 'shift.others' and g.state = 'active'
        union select sp.mid from staff_partner sp where sp.partner_id = ${who.partnerId} and sp.mid = any (${[did, ...(told.also ?? [])]}::int[])
      ) as mids`)
  const concerned = people.mids.filter((mid) => mid !== who.mid).sort((a, b) => a - b)
  const rooms = [...people.units.map(audience.unit), ...[...concerned, who.mid].map(audience.staff)]
  await tx.emit(shiftChanged, rooms, { did, from, to, kind, by: who.mid, concerned })
  const event = randomUUID()
  for (const mid of concerned)
    await notify(tx, {
      partnerId: who.partnerId,
      mid,
      kind: 'noti',
      what: 'shift.changed',
      subject: { kind: 'shift', id: did },
      link: { screen: 'shift', search: { date: from, ...(did === mid ? {} : { did: String(did) }) } },
      from: who.mid,
      once: event,
      at: now,
    })
  return concerned.length
}

interface Patient {
  qid: number
  unitId: number
  version: number
  startAt: Date
  zone: string
  institution: string
  phone: string | null
  doctor: string
  mobile: string | null
  email: string | null
  language: string
  refund: number | null
  currency: string
}

/** Leaves a message to a patient with the transaction. False where there is neither number nor address. */
export async function tellPatient(
  tx: Tx,
  who: StaffActor,
  news: { qid: number; kind: 'cancelled' | 'kept'; now: Date },
): Promise<boolean> {
  const told = await tx.one(sql<Patient>`
    select q.qid, q.unit_id as "unitId", q.version, q.start_at as "startAt", p.time_zone as zone, p.name as institution, p.phone,
      s.name as doctor, m.mobile, m.email, m.language, q.currency,
      case when q.payment = 'refundDue' then q.fee end as refund
    from appointment q join partner p on p.id = q.partner_id join staff s on s.mid = q.did join member m on m.pid = q.pid
    where q.qid = ${news.qid} and q.partner_id = ${who.partnerId} and q.unit_id = any (${[...who.unitIds]}::int[])`)
  const to = told.mobile ?? told.email
  if (!to) return false
  const spoken = locale.safeParse(told.language)
  const words = {
    institution: told.institution,
    when: formatInZone(told.startAt, told.zone).slice(0, 16).replace('T', ' '),
    doctor: told.doctor,
    phone: told.phone,
    refund: told.refund ? amountInMessage(told.refund, told.currency) : null,
  }
  await queueMessage(tx, {
    partnerId: who.partnerId,
    unitId: told.unitId,
    channel: told.mobile ? 'sms' : 'email',
    to,
    kind: 'shiftChange',
    texts: { subject: told.institution, text: shiftMessages[news.kind][spoken.success ? spoken.data : 'zh-TW'](words) },
    key: `shift:${news.kind}:${news.qid}:${told.version}`,
    notAfter: told.startAt > news.now ? told.startAt : null,
    origin: { kind: 'appointment', id: news.qid },
    at: news.now,
    waits: true,
  })
  return true
}
