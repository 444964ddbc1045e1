import { staffTypeOf } from '@teleward/contract/admin/rules.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { staffReviewed } from '@teleward/contract/registration/events.ts'
import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import type { getStaffReviews, putStaffReview } from '@teleward/contract/registration/endpoints.ts'
import type { ReviewState } from '@teleward/contract/registration/rules.ts'
import type { StaffReview } from '@teleward/contract/registration/schema.ts'
import { endSessions } from '../auth/sessions.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, inOrder, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { photoAddress } from '../profile/photos.ts'
import { type Signer, signerOf } from '../storage/tickets.ts'
import { forgetLicence, type LicenceDeps, watchLicence } from './licence.ts'
import { type Facts, missingOf } from './own.ts'
import { reviewState, reviewStep } from './steps.ts'

interface Row extends Facts {
  mid: number
  version: number
  review: ReviewState
  name: string
  name_en: string | null
  account: string
  phone: string | null
  unit: { id: number; name: string; nameEn: string | null } | null
  submitted_at: Date | null
  reason: string | null
  agreement: string | null
  privacy: string | null
  appointments: number
  change: { photo: string; number: string | null; expires: string | null; at: string } | null
  history: {
    action: string
    to: ReviewState
    by: string | null
    byEn: string | null
    reason: string | null
    at: string
  }[]
  total: number
}

const unitOf = sql`coalesce(r.wished_unit, (select min(su.unit_id) from staff_unit su where su.mid = sp.mid and su.partner_id = sp.partner_id))`

/**
 * Whom a reviewer reaches: people of the own institution who asked for, or work in, one of the account's units; with its
 * root unit, all of the institution (decision 41).
 */
const visibleTo = (who: StaffActor) => {
  const units = [...who.unitIds]
  return sql`sp.partner_id = ${who.partnerId} and (
    exists (select 1 from unit root where root.id = any (${units}::int[]) and root.partner_id = ${who.partnerId} and root.main_id is null
      and root.status = 'active')
    or r.wished_unit = any (${units}::int[])
    or exists (select 1 from staff_unit su where su.mid = sp.mid and su.partner_id = sp.partner_id and su.unit_id = any (${units}::int[])))`
}

const tables = sql`staff_partner sp join staff s on s.mid = sp.mid
  left join staff_review r on r.mid = sp.mid and r.partner_id = sp.partner_id left join staff_profile f on f.mid = sp.mid
  left join staff_change c on c.mid = sp.mid and c.partner_id = sp.partner_id and c.state = 'waiting' and sp.review = 'onBoard'`

const rowsOf = (who: StaffActor, now: Date, where: ReturnType<typeof sql>, page: ReturnType<typeof sql>) => sql<Row>`
  select sp.mid, coalesce(r.version, 1) + coalesce((select v.version from staff_change v where v.mid = sp.mid and v.partner_id = sp.partner_id), 0) as version, sp.review, s.name, s.name_en, s.account, s.phone, coalesce(r.doctortype, sp.doctortype) as doctortype,
    ${unitOf} as unit_id,
    (select json_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) from unit u where u.id = ${unitOf}) as unit,
    r.licence_number, r.licence_expires::text as licence_expires, f.license_image as licence_image, s.avatar as photo,
    coalesce(c.submitted_at, r.submitted_at) as submitted_at, r.reason,
    case when c.mid is not null then json_build_object('photo', c.photo, 'number', c.licence_number, 'expires', c.licence_expires,
      'at', to_char(c.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as change,
    (select a.version from agreement_acceptance a where a.mid = sp.mid and a.kind = 'agreement' order by a.id desc limit 1) as agreement,
    (select a.version from agreement_acceptance a where a.mid = sp.mid and a.kind = 'privacy' order by a.id desc limit 1) as privacy,
    (select count(*)::int from appointment q where q.did = sp.mid and q.partner_id = sp.partner_id
      and q.status in ('held', 'registered') and q.start_at > ${now}::timestamptz) as appointments,
    (select coalesce(json_agg(json_build_object('action', e.action, 'to', e.to_state, 'by', b.name, 'byEn', b.name_en, 'reason', e.reason,
        'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.id), '[]')
      from staff_review_event e left join staff b on b.mid = e.actor_mid where e.mid = sp.mid and e.partner_id = sp.partner_id) as history,
    count(*) over ()::int as total
  from ${tables} where ${visibleTo(who)} and ${where} ${page}`

/** The account whole: it is compared with the licence. Pictures by addresses that end. */
const shown = (row: Row, who: StaffActor, signer: Signer): StaffReview => {
  const picture = (id: string | null) => (id && /^[0-9a-f-]{36}$/.test(id) ? photoAddress(signer, id).url : null)
  return {
    mid: row.mid,
    version: row.version,
    state: row.review,
    name: row.name,
    nameEn: row.name_en,
    account: row.account,
    doctortype: row.doctortype,
    unit: row.unit,
    licenceNumber: row.licence_number,
    licenceExpires: row.licence_expires,
    licenceImage: picture(row.licence_image),
    photo: picture(row.photo),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    reason: row.reason,
    agreement: row.agreement,
    privacy: row.privacy,
    missing: missingOf(row, localDay(signer.now, who.timeZone)),
    appointments: row.appointments,
    self: row.mid === who.mid,
    change: row.change && {
      licenceImage: picture(row.change.photo),
      licenceNumber: row.change.number,
      licenceExpires: row.change.expires,
      submittedAt: row.change.at,
    },
    history: row.history,
  }
}

const orders = {
  name: sql`s.name`,
  type: sql`coalesce(r.doctortype, sp.doctortype)`,
  licence: sql`r.licence_expires`,
  submitted: sql`coalesce(c.submitted_at, r.submitted_at)`,
  state: sql`array_position(array['inReview', 'returned', 'phoneVerified', 'registered', 'onBoard', 'cancelled'], sp.review)`,
}

export async function staffReviews(
  db: Db,
  who: StaffActor,
  q: EndpointParsed<typeof getStaffReviews>['query'],
  now: Date,
): Promise<EndpointReply<typeof getStaffReviews>> {
  const where = sql`sp.status = 'active' and s.status = 'active'
    and (${q.state} = 'all' or sp.review = ${q.state} or (${q.state} = 'inReview' and c.mid is not null)) and (${q.type ?? null}::text is null or coalesce(r.doctortype, sp.doctortype) = ${q.type ?? null}::text)
    and (${q.unit ?? null}::int is null or ${unitOf} = ${q.unit ?? null}::int)`
  const standing = sql`coalesce(c.submitted_at, r.submitted_at) nulls last, sp.mid`
  const page = sql`order by ${inOrder(q.sort, orders, sql`sp.mid`, standing)} limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}`
  const [rows, signer] = await Promise.all([db.system.read(rowsOf(who, now, where, page)), signerOf(db, who, now)])
  const total =
    rows[0]?.total ??
    (q.page === 1
      ? 0
      : ((
          await db.system.read(
            sql<{ n: number }>`select count(*)::int as n from ${tables} where ${visibleTo(who)} and ${where}`,
          )
        )[0]?.n ?? 0))
  return { data: rows.map((row) => shown(row, who, signer)), page: q.page, pageSize: q.pageSize, total }
}

async function oneReview(db: Db, who: StaffActor, mid: number, now: Date): Promise<StaffReview> {
  const [[row], signer] = await Promise.all([
    db.system.read(rowsOf(who, now, sql`sp.mid = ${mid}`, sql`limit 1`)),
    signerOf(db, who, now),
  ])
  if (!row) throw new AppError('NOT_FOUND')
  return shown(row, who, signer)
}

type Decision = EndpointParsed<typeof putStaffReview>['body']
export interface ReviewDeps extends LicenceDeps {
  db: Db
}

export interface Decided {
  now: StaffReview
  /** For the log: where the person stood, what was decided of what, and where that leads. */
  before: unknown
  after: unknown
}
/** One decision, under the membership's lock: of two reviewers at once the second hears that things have changed. */
export async function decide(deps: ReviewDeps, who: StaffActor, mid: number, body: Decision): Promise<Decided> {
  const { db, clock } = deps
  const reason = body.reason?.trim() || null
  const before = await db.system.tx(async (tx) => {
    const now = clock.now()
    const inReach = await tx.maybe(
      sql<{ mid: number }>`select sp.mid from ${tables} where ${visibleTo(who)} and sp.mid = ${mid}`,
    )
    if (!inReach) throw new AppError('NOT_FOUND')
    const membership = await reviewState(tx, mid, who.partnerId)
    const row = await tx.one(rowsOf(who, now, sql`sp.mid = ${mid}`, sql`limit 1`))
    if (mid === who.mid) throw new AppError('REVIEW_SELF')
    if (row.version !== body.version) return null
    if (row.change && (body.action === 'approve' || body.action === 'return')) {
      await decideChange(deps, tx, who, { mid, action: body.action, reason }, now)
      await tell(tx, who, row, now, body.action === 'approve' ? TOLD.licenceApproved : TOLD.licenceReturned)
      const { number, expires } = row.change
      return { state: membership.review, licenceSent: { number, expires } }
    }
    if (body.action === 'approve') complete(row, localDay(now, who.timeZone))
    if (body.action === 'cancel' && membership.doctortype === 'admin') await keepOneAdmin(tx, mid, who.partnerId)
    await reviewStep(tx, {
      mid,
      partnerId: who.partnerId,
      step: body.action,
      actor: who.mid,
      at: now,
      reason: body.reason,
    })
    await tx.run(sql`update staff_review set decided_at = ${now}, decided_by = ${who.mid}, reason = ${reason}
      where mid = ${mid} and partner_id = ${who.partnerId}`)
    await after[body.action](deps, tx, who, row, now)
    deps.changed(tx, mid)
    return { state: membership.review }
  })
  const now = await oneReview(db, who, mid, clock.now())
  if (!before) throw new AppError('VERSION_STALE', { data: now })
  return { now, before, after: { action: body.action, state: now.state, reason } }
}

/**
 * What a person on board sent anew: put in force, or given back with a reason. The person stays on board all along, and the
 * old licence until the new one is approved.
 */
async function decideChange(
  deps: ReviewDeps,
  tx: Tx,
  who: StaffActor,
  decision: { mid: number; action: 'approve' | 'return'; reason: string | null },
  now: Date,
): Promise<void> {
  const { mid, action, reason } = decision
  if (action === 'return' && !reason) throw new AppError('REASON_REQUIRED')
  const change = await tx.one(sql<{ photo: string; number: string | null; expires: string | null }>`
    update staff_change set state = ${action === 'approve' ? 'approved' : 'returned'}, decided_at = ${now}, decided_by = ${who.mid},
      reason = ${reason}::text, version = version + 1
    where mid = ${mid} and partner_id = ${who.partnerId} and state = 'waiting'
    returning photo, licence_number as number, licence_expires::text as expires`)
  if (action === 'return')
    await tx.run(sql`update staff_photo set state = 'replaced', replaced_at = ${now} where id = ${change.photo}::uuid`)
  else {
    await tx.run(
      sql`update staff_photo set state = 'replaced', replaced_at = ${now} where mid = ${mid} and kind = 'licenseImage' and state = 'inForce'`,
    )
    await tx.run(sql`update staff_photo set state = 'inForce' where id = ${change.photo}::uuid`)
    await tx.run(sql`update staff_profile set license_image = ${change.photo} where mid = ${mid}`)
    await tx.run(sql`
      insert into staff_review as r (mid, partner_id, doctortype, licence_number, licence_expires)
      select mid, partner_id, doctortype, ${change.number}::text, ${change.expires}::date from staff_partner
      where mid = ${mid} and partner_id = ${who.partnerId}
      on conflict (mid, partner_id) do update set licence_number = coalesce(excluded.licence_number, r.licence_number),
        licence_expires = coalesce(excluded.licence_expires, r.licence_expires), version = r.version + 1`)
    if (change.expires)
      await watchLicence(deps, tx, { mid, partnerId: who.partnerId, expires: change.expires, zone: who.timeZone })
  }
  await tx.run(sql`insert into staff_review_event (mid, partner_id, from_state, to_state, action, actor_mid, reason, at)
    values (${mid}, ${who.partnerId}, 'onBoard', 'onBoard', ${action === 'approve' ? 'approveChange' : 'returnChange'}, ${who.mid}, ${reason}::text, ${now})`)
  const reviewers = await tx.many(sql<{ mid: number }>`
    select mid from staff_partner where partner_id = ${who.partnerId} and doctortype = 'admin' and status = 'active' and review = 'onBoard'`)
  const hearers = [...new Set([mid, ...reviewers.map((one) => one.mid)])]
  await tx.emit(staffReviewed, hearers.map(audience.staff), { id: mid, version: 1, at: now.toISOString() })
  deps.changed(tx, mid)
}

function complete(row: Row, today: string): void {
  const missing = missingOf(row, today)
  if (missing.length && row.review === 'inReview') throw new AppError('REVIEW_INCOMPLETE', { data: { missing } })
}

async function keepOneAdmin(tx: Tx, mid: number, partnerId: number): Promise<void> {
  // The institution's row is the lock: two who cancel each other take turns.
  await tx.run(sql`select 1 from partner where id = ${partnerId} for update`)
  const others = await tx.maybe(sql<{ mid: number }>`
    select sp.mid from staff_partner sp join staff s on s.mid = sp.mid where sp.partner_id = ${partnerId} and sp.doctortype = 'admin'
      and sp.status = 'active' and sp.review = 'onBoard' and s.status = 'active' and sp.mid <> ${mid} limit 1`)
  if (!others) throw new AppError('LAST_ADMIN')
}

/** In both languages: which one a person reads is not known before the first sign-in. */
const TOLD = {
  approved: '您的註冊已通過審核，可以開始使用。Your registration is approved. You can start now.',
  returned: '您的註冊資料需要補正，請登入查看原因。Your registration needs a correction. Sign in to see why.',
  cancelled: '您在本院所的使用資格已終止。Your access to this institution has ended.',
  licenceApproved: '您更新的證照已通過審核。The licence you sent is approved.',
  licenceReturned: '您更新的證照需要補正，請登入查看原因。The licence you sent needs a correction. Sign in to see why.',
} as const

type After = (deps: ReviewDeps, tx: Tx, who: StaffActor, row: Row, now: Date) => Promise<void>
const after: Record<Decision['action'], After> = {
  async approve(deps, tx, who, row, now) {
    const type = row.doctortype as StaffType
    await tx.run(sql`update staff_partner set doctortype = ${type}, staff_type = ${staffTypeOf(type)}
      where mid = ${row.mid} and partner_id = ${who.partnerId}`)
    await tx.run(
      sql`insert into staff_unit (mid, partner_id, unit_id) values (${row.mid}, ${who.partnerId}, ${row.unit_id}) on conflict do nothing`,
    )
    await watchLicence(deps, tx, {
      mid: row.mid,
      partnerId: who.partnerId,
      expires: row.licence_expires,
      zone: who.timeZone,
    })
    await tell(tx, who, row, now, TOLD.approved)
  },
  async return(_deps, tx, who, row, now) {
    await tell(tx, who, row, now, TOLD.returned)
  },
  async cancel(deps, tx, who, row, now) {
    await forgetLicence(deps, tx, row.mid, who.partnerId)
    await endSessions(deps.db, tx, { mid: row.mid, partnerId: who.partnerId }, 'membershipCancelled', now)
    await deps.away(tx, row.mid)
    await tell(tx, who, row, now, TOLD.cancelled)
  },
  async reinstate() {},
}

async function tell(tx: Tx, who: StaffActor, row: Row, at: Date, text: string): Promise<void> {
  if (!row.phone) return
  const { name } = await tx.one(sql<{ name: string }>`select name from partner where id = ${who.partnerId}`)
  await queueMessage(tx, {
    partnerId: who.partnerId,
    channel: 'sms',
    to: row.phone,
    kind: 'notice',
    texts: { text: `【${name}】${text}` },
    key: `review:${row.mid}:${row.version}`,
    origin: { kind: 'staffReview', id: row.mid },
    at,
  })
}
