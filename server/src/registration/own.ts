import { needsLicence, staffTypeOf } from '@teleward/contract/admin/rules.ts'
import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import type { getOwnReview, postOwnReview } from '@teleward/contract/registration/endpoints.ts'
import type { ReviewState } from '@teleward/contract/registration/rules.ts'
import type { ReviewPart } from '@teleward/contract/registration/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { newestVersion } from './agreements.ts'
import { reviewState, reviewStep } from './steps.ts'

export interface Facts {
  doctortype: string
  unit_id: number | null
  licence_number: string | null
  licence_expires: string | null
  licence_image: string | null
  photo: string | null
}
/** What has to be there before anybody looks at it. */
export function missingOf(facts: Facts, today: string): ReviewPart[] {
  const missing: ReviewPart[] = []
  if (!facts.photo) missing.push('photo')
  if (!facts.unit_id) missing.push('unit')
  if (!needsLicence(facts.doctortype as StaffType)) return missing
  if (!facts.licence_image) missing.push('licence')
  if (!facts.licence_number) missing.push('licenceNumber')
  if (!facts.licence_expires || facts.licence_expires < today) missing.push('licenceExpires')
  return missing
}

interface Row extends Facts {
  review: ReviewState
  reason: string | null
  submitted_at: Date | null
  version: number
  units: { id: number; name: string; nameEn: string | null }[]
  agreements: { kind: 'agreement' | 'privacy'; version: string }[]
}
const ownOf = (who: StaffActor) => sql<Row>`
  select sp.review, coalesce(r.doctortype, sp.doctortype) as doctortype, coalesce(r.wished_unit, (select min(unit_id) from staff_unit su
      where su.mid = sp.mid and su.partner_id = sp.partner_id)) as unit_id,
    r.licence_number, r.licence_expires::text as licence_expires, f.license_image as licence_image, s.avatar as photo,
    r.reason, r.submitted_at, coalesce(r.version, 1) as version,
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
      from unit u where u.partner_id = sp.partner_id and u.status = 'active') as units,
    (select coalesce(json_agg(json_build_object('kind', a.kind, 'version', a.version) order by a.id), '[]')
      from agreement_acceptance a where a.mid = s.mid) as agreements
  from staff_partner sp join staff s on s.mid = sp.mid left join staff_review r on r.mid = sp.mid and r.partner_id = sp.partner_id
    left join staff_profile f on f.mid = sp.mid
  where sp.mid = ${who.mid} and sp.partner_id = ${who.partnerId}`

type Own = EndpointReply<typeof getOwnReview>
export async function ownReview(db: Db, who: StaffActor, now: Date): Promise<Own> {
  const [row] = await db.system.read(ownOf(who))
  if (!row) throw new AppError('NOT_FOUND')
  return {
    state: row.review,
    doctortype: row.doctortype as StaffType,
    unit: row.units.find((unit) => unit.id === row.unit_id) ?? null,
    units: row.units,
    licenceNumber: row.licence_number,
    licenceExpires: row.licence_expires,
    licenceImage: row.licence_image,
    photo: row.photo,
    reason: row.reason,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    missing: missingOf(row, localDay(now, who.timeZone)),
    agreements: row.agreements.map((one) => ({ ...one, current: one.version === newestVersion(one.kind) })),
    version: row.version,
  }
}

/** phoneVerified, returned → inReview, with everything that is to be looked at. */
export async function submitReview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  who: StaffActor,
  body: EndpointParsed<typeof postOwnReview>['body'],
): Promise<Own> {
  await db.system.tx(async (tx) => {
    const now = clock.now()
    await reviewState(tx, who.mid, who.partnerId)
    const row = await tx.one(ownOf(who))
    if (row.version !== body.version)
      throw new AppError('VERSION_STALE', { data: await ownReview(db, who, now).catch(() => null) })
    for (const kind of ['agreement', 'privacy'] as const)
      if (!row.agreements.some((one) => one.kind === kind && one.version === newestVersion(kind)))
        throw new AppError('AGREEMENT_REQUIRED', { data: { kind, version: newestVersion(kind) } })
    const facts: Facts = {
      ...row,
      doctortype: body.doctortype,
      unit_id: row.units.some((unit) => unit.id === body.unitId) ? body.unitId : null,
      licence_number: body.licenceNumber || null,
      licence_expires: body.licenceExpires,
    }
    const missing = missingOf(facts, localDay(now, who.timeZone))
    if (missing.length)
      throw new AppError('REVIEW_INCOMPLETE', {
        data: { missing },
        fields: missing.map((path) => ({ path, code: 'REVIEW_INCOMPLETE' })),
      })
    await tx.run(sql`
      insert into staff_review as r (mid, partner_id, doctortype, wished_unit, licence_number, licence_expires, submitted_at)
      values (${who.mid}, ${who.partnerId}, ${facts.doctortype}, ${facts.unit_id}, ${facts.licence_number}, ${facts.licence_expires}, ${now})
      on conflict (mid, partner_id) do update set doctortype = excluded.doctortype, wished_unit = excluded.wished_unit,
        licence_number = excluded.licence_number, licence_expires = excluded.licence_expires, submitted_at = excluded.submitted_at`)
    await reviewStep(tx, { mid: who.mid, partnerId: who.partnerId, step: 'submit', actor: who.mid, at: now })
    // The menu of an agent is another one than a doctor's: what is asked for shows, and opens nothing yet.
    await tx.run(sql`update staff_partner set doctortype = ${facts.doctortype}, staff_type = ${staffTypeOf(body.doctortype)}
      where mid = ${who.mid} and partner_id = ${who.partnerId}`)
  })
  return ownReview(db, who, clock.now())
}

/** The newest version alone can be accepted; twice is once. */
export async function accept(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mid: number,
  given: { kind: 'agreement' | 'privacy'; version: string; lang: string },
  from: { ip: string; userAgent: string },
): Promise<{ version: string; acceptedAt: string }> {
  const { kind, version } = given
  if (version !== newestVersion(kind))
    throw new AppError('AGREEMENT_REQUIRED', { data: { kind, version: newestVersion(kind) } })
  return db.system.tx(async (tx) => {
    await tx.run(sql`insert into agreement_acceptance (mid, kind, version, lang, accepted_at, ip, user_agent)
      values (${mid}, ${kind}, ${version}, ${given.lang}, ${clock.now()}, ${from.ip}, ${from.userAgent}) on conflict do nothing`)
    const { at } = await tx.one(sql<{ at: Date }>`
      select accepted_at as at from agreement_acceptance where mid = ${mid} and kind = ${kind} and version = ${version}`)
    return { version, acceptedAt: at.toISOString() }
  })
}
