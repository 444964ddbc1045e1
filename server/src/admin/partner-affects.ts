import type * as api from '@teleward/contract/admin/endpoints.ts'
import { secondFactorDemanded } from '@teleward/contract/admin/rules.ts'
import type { PartnerAffects } from '@teleward/contract/admin/schema.ts'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { OPERATOR } from './scope.ts'

type Change = EndpointParsed<typeof api.putPartner>['body']
interface Deps {
  db: Db
  now: Date
}

/**
 * What hangs on a change of an institution. Counted before its transaction and by the system, for it reaches over units that
 * the caller has not; told only once the caller was found to administer the institution (`refuseUnasked`).
 */
export async function affectsOf(deps: Deps, who: StaffActor, id: number, ask: Change): Promise<PartnerAffects | null> {
  if (ask.confirmed || (who.partnerId !== OPERATOR && who.partnerId !== id)) return null
  const [timeZone, secondStep] = await Promise.all([
    ask.timeZone === undefined ? null : visitsUnder(deps, id, ask.timeZone),
    ask.settings?.secondStep === undefined ? null : stoppedBy(deps, id, ask.settings.secondStep),
  ])
  return { timeZone, secondStep }
}

export function refuseUnasked(affects: PartnerAffects | null): void {
  if (affects?.timeZone || affects?.secondStep) throw new AppError('PARTNER_AFFECTS', { data: affects })
}

/** Visits stay at their instant, sessions at their hours of the wall clock: those part where the clock is another. */
async function visitsUnder({ db, now }: Deps, id: number, zone: string): Promise<PartnerAffects['timeZone']> {
  const [found] = await db.system.read(sql<{ visits: number; uncovered: number }>`
    with p as (select p.id, p.time_zone from partner p where p.id = ${id} and p.time_zone <> ${zone}::text),
      ahead as materialized (
        select a.did, a.date, a."interval", a.start_at, a.kind from appointment a join p on p.id = a.partner_id
        where a.status in ('held', 'registered', 'checkedIn', 'redial') and a.start_at > ${now}::timestamptz),
      s as materialized (
        select s.did, s.date, s."interval", s.start_at, s.end_at,
          wall_instant(s.start_at at time zone p.time_zone, ${zone}::text) as new_start,
          wall_instant(s.end_at at time zone p.time_zone, ${zone}::text) as new_end
        from p, schedule_sessions(array(select distinct a.did from ahead a), (select min(a.date) from ahead a),
          (select max(a.date) from ahead a)) s
        where s.partner_id = p.id and s.closed is null)
    select (select count(*)::int from ahead) as visits,
      (select count(*)::int from ahead a join s on s.did = a.did and s.date = a.date and s."interval" = a."interval"
          and a.start_at >= s.start_at and a.start_at < s.end_at
        where a.kind not in ('emergency', 'special') and (a.start_at < s.new_start or a.start_at >= s.new_end)) as uncovered`)
  return found && found.visits > 0 ? found : null
}

interface Person {
  mid: number
  partnerId: number
  doctortype: string
  privileges: string[]
  review: string
  settings: { removals?: Record<string, string[]>; secondStep?: unknown }
  platform: string | null
  grants: string[]
  signedIn: boolean
  inCall: boolean
}
/** Who has no second step and is not asked for one yet. The operator's demand is one on administrators anywhere. */
async function stoppedBy(
  { db, now }: Deps,
  id: number,
  demand: NonNullable<NonNullable<Change['settings']>['secondStep']>,
): Promise<PartnerAffects['secondStep']> {
  if (demand === 'none') return null
  const people = await db.system.read(sql<Person>`
    select sp.mid, sp.partner_id as "partnerId", sp.doctortype, sp.privileges, sp.review, p.settings,
      (select o.settings ->> 'secondStep' from partner o where o.id = ${OPERATOR}) as platform,
      array(select distinct g.kind from staff_grant g where g.grantee_mid = sp.mid and g.partner_id = sp.partner_id
        and g.state = 'active' and g.starts_at <= ${now}::timestamptz and g.ends_at > ${now}::timestamptz) as grants,
      exists (select 1 from session se where se.mid = sp.mid and se.partner_id = sp.partner_id and se.ended_at is null
        and se.expires_at > ${now}::timestamptz) as "signedIn",
      (exists (select 1 from presence c where c.mid = sp.mid and c.in_call is not null)
        or exists (select 1 from room_participant rp join room r on r.room_id = rp.room_id
          where rp.mid = sp.mid and r.state = 'live' and rp.joined_at is not null and rp.left_at is null)) as "inCall"
    from staff_partner sp join staff s on s.mid = sp.mid join partner p on p.id = sp.partner_id
    where (sp.partner_id = ${id} or ${id === OPERATOR}::boolean) and sp.status = 'active' and s.status = 'active'
      and p.status = 'active' and sp.review <> 'cancelled'
      and not exists (select 1 from totp t where t.mid = sp.mid and t.confirmed_at is not null)
      and not exists (select 1 from line_binding lb where lb.mid = sp.mid)`)
  const stopped = people.filter(({ partnerId, doctortype, privileges, review, settings, platform, grants }) => {
    const onBoard = review === 'onBoard'
    const rights = permissionsOf({ doctortype, onBoard, privileges, removals: settings.removals ?? {}, grants })
    const here = partnerId === id ? demand : settings.secondStep
    return (
      secondFactorDemanded(here, id === OPERATOR ? demand : platform, rights) &&
      !secondFactorDemanded(settings.secondStep, platform, rights)
    )
  })
  const counted = (some: readonly Person[]) => new Set(some.map(({ mid }) => mid)).size
  if (!stopped.length) return null
  return {
    people: counted(stopped),
    signedIn: counted(stopped.filter(({ signedIn }) => signedIn)),
    inCall: counted(stopped.filter(({ signedIn, inCall }) => signedIn && inCall)),
  }
}
