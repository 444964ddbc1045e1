import { canSeeContact, canSeeVisit } from '../access/visible.ts'
import type { QueuesQuery, queuesElsewhere } from '@teleward/contract/appointments/endpoints.ts'
import { slotOf } from '@teleward/contract/appointments/rules.ts'
import type { StaffBrief } from '@teleward/contract/staff/brief.ts'
import type {
  Appointment,
  AppointmentDetail,
  EntryElsewhere,
  TimelineEntry,
} from '@teleward/contract/appointments/schema.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Read } from '../patients/service.ts'
import { asking, sql, staffBriefJson } from '../platform/db/index.ts'
import { type ListViewer, byGrant, clockOf, fromNow, listConditions, listOrder } from './filters.ts'
import { bookable, seesPatients } from '../staff/bookable.ts'
import { nightEnd } from '../visits/current.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, isoOrNull, toAppointment } from './rows.ts'

export interface Rows {
  rows: Appointment[]
  total: number
}

/** A page of what was found (`hit`: `qid`, `place`) and how many there are, by the function that looks once at who asks. */
const shownOverAt = sql<Date>`greatest(v."startAt" + make_interval(mins => v."durationMinutes"), ${nightEnd('v')})`
const onePage = (page: number, pageSize: number) => sql`
    page as (
      select h.qid, h.place from hit h where h.place > ${(page - 1) * pageSize}::int and h.place <= ${page * pageSize}::int
    )
    select (select count(*)::int from hit) as total, v.*, ${shownOverAt} as "overAt", marks.link, marks."linkFailure", marks."inRoom",
      (select w.callback_at from appointment w where w.qid = v.qid and ${canSeeVisit('w')}) as "callbackAt"
    from (select array_agg(page.qid) as qids from page) asked left join lateral app_visit_rows(asked.qids) v on true
    left join lateral app_visit_marks(asked.qids) marks on marks.qid = v.qid
    left join page on page.qid = v.qid order by page.place`

type Shown = Omit<AppointmentRow, 'mrid' | 'currentPid'> & { total: number }
const counted = (found: Shown[]): Rows => ({
  rows: found
    .filter(({ qid }) => qid !== null)
    .map((row) => toAppointment({ ...row, mrid: row.mr_id, currentPid: row.pid })),
  total: found[0]?.total ?? 0,
})

/** A page of a list and the number of all its rows, in one statement. */
export async function list(
  read: Read,
  who: ListViewer,
  now: Date,
  query: QueuesQuery,
  also: RawBuilder<unknown> = sql`true`,
): Promise<Rows> {
  const order = listOrder(query.tab, query.sort)
  const granted = byGrant(who, now)
  // Only the list of what grants show goes beyond one's own.
  const reach = query.tab === 'authorised' ? canSeeContact('a', granted) : canSeeVisit('a')
  const found = await read(sql<Shown>`
    with ${clockOf(now, who.partnerId)},
    hit as materialized (
      select a.qid, row_number() over (order by ${order}) as place
      from appointment a ${query.q ? sql`join member m on m.pid = a.pid` : sql``}
      where a.partner_id = ${who.partnerId} and ${reach} and ${listConditions(query, granted)} and ${also}
    ),
    ${onePage(query.page, query.pageSize)}`)
  return counted(found)
}

const ofPartner = (partner: number | undefined) =>
  partner === undefined ? sql`true` : sql`e.partner = ${partner}::int`

/** What grants of other institutions let the caller know of, soonest first. */
export type ElsewhereQuery = z.output<typeof queuesElsewhere.query>
export async function elsewhere(read: Read, now: Date, { partner, page, pageSize, sort }: ElsewhereQuery) {
  const found = await read(sql<
    Omit<EntryElsewhere, 'startAt' | 'slot'> & {
      startAt: Date
      interval: number
      kind: string
      total: number
    }
  >`
    select e.partner as "partnerId", e.partner_name as "partnerName", e.partner_name_en as "partnerNameEn", e.unit_name as "unitName", e.unit_name_en as "unitNameEn",
       e.doctor_name as "doctorName", e.doctor_name_en as "doctorNameEn",
      e.patient_name as "patientName", e.on_day as date, e.begins as "startAt", e.part as "interval", e.entry_kind as kind,
      e.entry_site as site, e.entry_status as status, e.entry_status_by as "statusBy", count(*) over ()::int as total
    from app_granted_elsewhere(${now.toISOString()}::timestamptz) e where ${ofPartner(partner)}
    order by e.begins ${sort === '-time' ? sql`desc` : sql``}, e.doctor_name, e.patient_name limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`)
  const rows = found.map(({ interval, kind, total: _total, startAt, ...row }) => ({
    ...row,
    startAt: startAt.toISOString(),
    slot: slotOf(interval, kind),
  }))
  return { rows, total: found[0]?.total ?? (page === 1 ? 0 : await countElsewhere(read, now, partner)) }
}
/** A page behind the last one has no row to say how many there are. */
async function countElsewhere(read: Read, now: Date, partner: number | undefined): Promise<number> {
  const [row] = await read(sql<{ many: number }>`
    select count(*)::int as many from app_granted_elsewhere(${now.toISOString()}::timestamptz) e where ${ofPartner(partner)}`)
  return row?.many ?? 0
}

/** A patient's entries, newest first. */
export async function history(
  read: Read,
  partnerId: number,
  now: Date,
  pid: number,
  page: number,
  pageSize: number,
): Promise<Rows> {
  const found = await read(sql<Shown>`
    with ${clockOf(now, partnerId)},
    hit as materialized (
      select a.qid, row_number() over (order by a.start_at desc, a.qid desc) as place
      from appointment a where a.partner_id = ${partnerId} and a.pid = ${pid} and ${canSeeVisit('a')}
    ),
    ${onePage(page, pageSize)}`)
  return counted(found)
}

export async function one(read: Read, partnerId: number, qid: number): Promise<Appointment | undefined> {
  const [row] = await read(sql<AppointmentRow>`
    select ${appointmentColumns} from appointment a ${appointmentJoins}
    where a.qid = ${qid} and a.partner_id = ${partnerId} and ${canSeeVisit('a')}`)
  return row && toAppointment(row)
}

/** Who of the staff did the last step; `null` where it was the patient, the clock or nobody. */
export async function lastHand(read: Read, qid: number): Promise<StaffBrief | null> {
  const [row] = await read(sql<{ by: StaffBrief | null }>`
    select case when s.mid is null then null else ${staffBriefJson('s')} end as by
    from appointment_event e join appointment a on a.qid = e.qid and ${canSeeVisit('a')} left join staff s on s.mid = e.actor_mid
    where e.qid = ${qid} order by e.id desc limit 1`)
  return row?.by ?? null
}

interface DetailRow extends AppointmentRow {
  bookedByName: string | null
  bookedByNameEn: string | null
  finishedByName: string | null
  mobile: string | null
  createdAt: Date
  holdUntil: Date | null
  defaultFee: number | null
  timeline: (Omit<TimelineEntry, 'at'> & { at: string })[]
  links: AppointmentDetail['links']
}

/** One entry with its history and its links, in one statement. The mobile comes whole: the service masks it. */
export async function detail(read: Read, who: ListViewer, now: Date, qid: number) {
  const [row] = await read(sql<DetailRow>`
    with ${clockOf(now, who.partnerId)}
    select ${appointmentColumns}, a.created_at as "createdAt", a.hold_until as "holdUntil", a.default_fee as "defaultFee", m.mobile,
      (select s.name from staff s where s.mid = a.booked_by) as "bookedByName",
      (select s.name_en from staff s where s.mid = a.booked_by) as "bookedByNameEn",
      (select s.name from staff s where s.mid = a.finished_by) as "finishedByName",
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'action', e.action, 'fromStatus', e.from_status,
          'toStatus', e.to_status, 'reason', e.reason, 'actorKind', e.actor_kind, 'actorName', s.name, 'actorNameEn', s.name_en,
          'at', e.at) order by e.id), '[]')
        from appointment_event e left join staff s on s.mid = e.actor_mid where e.qid = a.qid) as timeline,
      app_visit_links(a.qid) as links
    from appointment a ${appointmentJoins}
    where a.qid = ${qid} and a.partner_id = ${who.partnerId} and ${canSeeContact('a', byGrant(who, now))}
      and (${canSeeVisit('a')} or ${fromNow})`)
  if (!row) return undefined
  const { bookedByName, bookedByNameEn, finishedByName, mobile, createdAt, holdUntil, defaultFee, timeline, links } =
    row
  return {
    ...toAppointment(row),
    bookedByName,
    bookedByNameEn,
    finishedByName,
    mobile,
    createdAt: createdAt.toISOString(),
    holdUntil: isoOrNull(holdUntil),
    defaultFee,
    timeline,
    links,
  }
}

const hasVisits = (did: RawBuilder<unknown>, partnerId: number) => sql<boolean>`coalesce((
    select true from appointment a where a.did = ${did} and a.partner_id = ${partnerId} and ${canSeeVisit('a')} limit 1), false)`

/** Is this person one whom a list can be asked for: somebody who sees patients, or has seen some there? */
export async function isDoctorOf(read: Read, partnerId: number, did: number): Promise<boolean> {
  const rows = await read(sql`
    select 1 from staff_partner sp where sp.mid = ${did} and sp.partner_id = ${partnerId}
      and (${seesPatients} or ${hasVisits(sql`sp.mid`, partnerId)}) limit 1`)
  return rows.length > 0
}

/** By whom a list can be narrowed down: whoever can be booked in the caller's units, and behind them whoever has visits of theirs. */
export async function filterChoices(read: Read, partnerId: number) {
  const [row] = await read(sql<{
    doctors: (StaffBrief & { bookable: boolean })[]
    units: { unitId: number; name: string; nameEn: string | null }[]
  }>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('mid', d.mid, 'name', d.name, 'nameEn', d.name_en, 'bookable', d.bookable)
          order by d.bookable desc, d.name, d.mid), '[]')
        from (
          select s.mid, s.name, s.name_en, ${bookable} and exists (
              select 1 from staff_unit su where su.mid = sp.mid and su.partner_id = sp.partner_id and su.unit_id = any (${asking.units}::int[])
            ) as bookable
          from staff_partner sp join staff s on s.mid = sp.mid where sp.partner_id = ${partnerId}
        ) d where d.bookable or ${hasVisits(sql`d.mid`, partnerId)}) as doctors,
      (select coalesce(jsonb_agg(jsonb_build_object('unitId', u.id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
        from unit u where u.partner_id = ${partnerId} and u.id = any (${asking.units}::int[])) as units`)
  return row ?? { doctors: [], units: [] }
}
