import type * as api from '@teleward/contract/admin/endpoints.ts'
import { needsLicence } from '@teleward/contract/admin/rules.ts'
import type { StaffAccount, StaffAffects } from '@teleward/contract/admin/schema.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

type Change = EndpointParsed<typeof api.putStaffAccount>['body']
/** What a change of an account leans on and the caller's own transaction does not see. */
export interface Standing {
  /** Visits ahead in units that are taken from the account. */
  unitVisits: number
  /** The profession it is turned to was reviewed before, by a licence that still holds. */
  reviewed: boolean
}

/** Read before the transaction, by the system: of visits a number alone, of the review that it was passed. */
export async function standingOf(
  { db, now }: { db: Db; now: Date },
  who: StaffActor,
  mid: number,
  { partner = who.partnerId, units, doctortype }: Change,
): Promise<Standing> {
  const [visits, review] = await Promise.all([
    units === undefined
      ? []
      : db.system.read(sql<{ count: number }>`
          select count(*)::int as count from appointment a
          join staff_unit su on su.mid = a.did and su.partner_id = a.partner_id and su.unit_id = a.unit_id
          where a.did = ${mid} and a.partner_id = ${partner} and a.unit_id <> all (${[...units]}::int[])
            and a.status in ('held', 'registered', 'checkedIn', 'redial') and a.start_at > ${now}::timestamptz`),
    doctortype === undefined || !needsLicence(doctortype)
      ? []
      : // The last step of the review says whether it was passed; what is handed in anew names its own profession.
        db.system.read(sql<{ expires: string | null; zone: string }>`
          select r.licence_expires::text as expires, p.time_zone as zone from staff_review r join partner p on p.id = r.partner_id
          where r.mid = ${mid} and r.partner_id = ${partner} and r.doctortype = ${doctortype}
            and r.licence_number is not null
            and (select e.to_state from staff_review_event e where e.mid = r.mid and e.partner_id = r.partner_id
              order by e.id desc limit 1) = 'onBoard'`),
  ])
  const [passed] = review
  return {
    unitVisits: visits[0]?.count ?? 0,
    reviewed: passed !== undefined && (passed.expires === null || passed.expires >= localDay(now, passed.zone)),
  }
}

/** STAFF_AFFECTS: an account that loses its profession or a unit while work of it lies ahead there. */
export function refuseUnasked(before: StaffAccount, ask: Change, { unitVisits }: Standing): void {
  // Closing has its own question, and names the same.
  if (ask.confirmed || ask.state === 'closed') return
  const { visits, drafts, todos, cases } = before.toHandOver
  const turned = ask.doctortype !== undefined && ask.doctortype !== before.doctortype
  const profession = turned && visits + drafts + todos + cases > 0 ? before.toHandOver : null
  const data: StaffAffects = { profession, unitVisits }
  if (profession || unitVisits > 0) throw new AppError('STAFF_AFFECTS', { data })
}
