import { authzChanged } from '@teleward/contract/consents/events.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { formatInZone } from '@teleward/contract/core/dates.ts'
import {
  canHold,
  endProblem,
  GRANT_REMIND_DAYS,
  type GrantKind,
  type GrantRole,
  mayStep,
} from '@teleward/contract/grants/rules.ts'
import type { GrantDetail, grantBody, grantEndBody } from '@teleward/contract/grants/schema.ts'
import type { z } from 'zod'
import { announce } from '../auth/sessions.ts'
import { notify } from '../notifications/notify.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import * as repo from './repo.ts'

export interface GrantDeps {
  db: Db
  timers: Pick<Timers, 'set' | 'clear'>
}
type Read = <T>(query: Compilable<T>) => Promise<T[]>

export async function grantDetail(read: Read, who: StaffActor, id: number): Promise<GrantDetail> {
  const [row] = await read(repo.byId(who, id))
  if (!row) throw new AppError('NOT_FOUND')
  const history = await read(repo.historyOf(who, id))
  return { ...row.grant, history: history.map(({ event }) => event) }
}

/** Both sides ask their rights anew, on every open page and at every process. */
export async function tellBoth(
  { db }: Pick<GrantDeps, 'db'>,
  tx: Tx,
  grant: { id: number; grantor: number; grantee: number },
  now: Date,
): Promise<void> {
  announce(db, tx, { kind: 'changed', mid: grant.grantee })
  const both = [audience.staff(grant.grantor), audience.staff(grant.grantee)]
  await tx.emit(authzChanged, both, { grant: grant.id, at: now.toISOString() })
}

type GrantNews = 'grant.given' | 'grant.begun' | 'grant.changed' | 'grant.ending' | 'grant.ended'
interface Sides {
  id: number
  partnerId: number
  grantor: number
  grantee: number
}
/** In the bells of both sides, but for the one whose doing it is. */
export async function leaveEntries(
  tx: Tx,
  { id, partnerId, grantor, grantee }: Sides,
  what: GrantNews,
  now: Date,
  { by = null, once = now.toISOString() }: { by?: number | null; once?: string } = {},
): Promise<void> {
  for (const mid of [grantor, grantee])
    await notify(tx, {
      partnerId,
      mid,
      kind: 'noti',
      what,
      subject: { kind: 'grant', id },
      link: { screen: 'authorization', search: { tab: mid === grantor ? 'given' : 'received', open: String(id) } },
      from: by,
      once,
      at: now,
    })
}

const field = (path: string, code: 'GRANT_SELF' | 'END_TIME_REQUIRED' | 'END_BEFORE_START' | 'VALUE_INVALID') =>
  new AppError(code, { fields: [{ path, code }] })
function refuseTime(startsAt: Date, endsAt: Date | undefined, now: Date): asserts endsAt is Date {
  const problem = endProblem(startsAt, endsAt, now)
  if (problem) throw field('endsAt', problem)
}

type Wish = z.output<typeof grantBody>
/** A start that is over counts as now. GRANT_NOT_ALLOWED, GRANT_SELF, GRANT_EXISTS, END_…; NOT_FOUND: not a colleague of a unit of one's own. */
export async function give(deps: GrantDeps, tx: Tx, who: StaffActor, now: Date, wish: Wish): Promise<GrantDetail> {
  if (who.rights['grant.give'] === '-') throw new AppError('GRANT_NOT_ALLOWED')
  if (wish.granteeMid === who.mid) throw field('granteeMid', 'GRANT_SELF')
  const asked = wish.startsAt ? new Date(wish.startsAt) : now
  const startsAt = asked > now ? asked : now
  const endsAt = wish.endsAt ? new Date(wish.endsAt) : undefined
  refuseTime(startsAt, endsAt, now)
  if (wish.unitId !== undefined && !who.unitIds.includes(wish.unitId)) throw new AppError('NOT_FOUND')
  const units = wish.unitId === undefined ? [...who.unitIds] : [wish.unitId]
  const colleague = await tx.maybe(sql<{ doctortype: string }>`
    select sp.doctortype from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
    where s.mid = ${wish.granteeMid} and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard'
      and exists (select 1 from staff_unit su where su.mid = s.mid and su.partner_id = ${who.partnerId} and su.unit_id = any (${units}::int[]))`)
  if (!colleague) throw new AppError('NOT_FOUND')
  if (!canHold(wish.kind, colleague.doctortype))
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'granteeMid', code: 'FIELD_RELATED' }] })
  // The privilege may have gone since the session was read: the database refuses then, and this asks it first.
  const { may } = await tx.one(
    sql<{ may: boolean }>`select hold_grant_ground(${who.mid}, ${wish.granteeMid}, ${who.partnerId}) as may`,
  )
  if (!may) throw new AppError('GRANT_NOT_ALLOWED')
  const planned = startsAt > now
  const made = await tx.maybe(sql<{ id: number }>`
    insert into staff_grant (partner_id, grantor_mid, grantee_mid, kind, starts_at, ends_at, state, scope_unit, created_at)
    values (${who.partnerId}, ${who.mid}, ${wish.granteeMid}, ${wish.kind}, ${startsAt}, ${endsAt}, ${planned ? 'planned' : 'active'},
      ${wish.unitId ?? null}::int, ${now})
    on conflict (partner_id, grantor_mid, grantee_mid, kind) where state in ('planned', 'active') do nothing returning id`)
  if (!made) throw new AppError('GRANT_EXISTS')
  await deps.timers.set(tx, STEP, String(made.id), planned ? startsAt : endsAt)
  await remindBefore(deps, tx, made.id, endsAt, now)
  const sides = { id: made.id, partnerId: who.partnerId, grantor: who.mid, grantee: wish.granteeMid }
  await tellBoth(deps, tx, sides, now)
  await leaveEntries(tx, sides, 'grant.given', now, { by: who.mid })
  return grantDetail(tx.many, who, made.id)
}

/** The timer of a grant's next step: its start, then its end. */
export const STEP = 'grant.step'
/** Set by the database when a grant lost its ground (migration 0160). */
export const OVER = 'grant.over'
/** Its end is near. */
export const REMIND = 'grant.remind'

const roleOf = (who: StaffActor, grant: repo.LockedGrant): GrantRole =>
  who.mid === grant.grantor_mid ? 'grantor' : who.mid === grant.grantee_mid ? 'grantee' : 'admin'

async function lockGrant(tx: Tx, who: StaffActor, id: number): Promise<repo.LockedGrant> {
  const grant = await tx.maybe(repo.lockForUpdate(who, id))
  if (!grant) throw new AppError('NOT_FOUND')
  return grant
}
const sidesOf = ({ id, partner_id, grantor_mid, grantee_mid }: repo.LockedGrant): Sides => ({
  id,
  partnerId: partner_id,
  grantor: grantor_mid,
  grantee: grantee_mid,
})
const stale = async (tx: Tx, who: StaffActor, id: number) =>
  new AppError('VERSION_STALE', { data: await grantDetail(tx.many, who, id) })

export async function changeEnd(
  deps: GrantDeps,
  tx: Tx,
  who: StaffActor,
  now: Date,
  change: { id: number } & z.output<typeof grantEndBody>,
): Promise<GrantDetail> {
  const grant = await lockGrant(tx, who, change.id)
  const refused = mayStep('changeEnd', grant.state, roleOf(who, grant))
  if (refused) throw new AppError(refused)
  // Its time is over though the timer has not come to it yet.
  if (grant.ends_at <= now) throw new AppError('GRANT_OVER')
  if (grant.version !== change.version) throw await stale(tx, who, change.id)
  const endsAt = change.endsAt ? new Date(change.endsAt) : undefined
  refuseTime(grant.starts_at, endsAt, now)
  await tx.run(sql`update staff_grant set ends_at = ${endsAt} where id = ${grant.id} and partner_id = ${who.partnerId}`)
  if (grant.state === 'active') await deps.timers.set(tx, STEP, String(grant.id), endsAt)
  await remindBefore(deps, tx, grant.id, endsAt, now)
  await tellBoth(deps, tx, sidesOf(grant), now)
  await leaveEntries(tx, sidesOf(grant), 'grant.changed', now, { by: who.mid })
  return grantDetail(tx.many, who, grant.id)
}

/** The grantor or an administrator revokes, the grantee gives back. Waits for what is being done under it just now. */
export async function takeBack(
  deps: GrantDeps,
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: { id: number; version: number },
): Promise<GrantDetail> {
  const grant = await lockGrant(tx, who, ask.id)
  const role = roleOf(who, grant)
  const refused = mayStep(role === 'grantee' ? 'giveBack' : 'revoke', grant.state, role)
  if (refused) throw new AppError(refused)
  if (grant.version !== ask.version) throw await stale(tx, who, ask.id)
  await tx.run(
    sql`update staff_grant set state = 'revoked', over_at = ${now} where id = ${grant.id} and partner_id = ${who.partnerId}`,
  )
  await deps.timers.clear(tx, STEP, String(grant.id))
  await deps.timers.clear(tx, REMIND, String(grant.id))
  await tellBoth(deps, tx, sidesOf(grant), now)
  await leaveEntries(tx, sidesOf(grant), 'grant.ended', now, { by: who.mid })
  return grantDetail(tx.many, who, grant.id)
}

/** The next step of a grant whose time has come: whichever process, whenever it wakes. */
export async function timeCame(deps: GrantDeps, tx: Tx, id: number, now: Date): Promise<void> {
  const grant = await tx.maybe(
    sql<repo.LockedGrant>`select id, partner_id, grantor_mid, grantee_mid, state, starts_at, ends_at, version from staff_grant where id = ${id} for update`,
  )
  if (!grant || !['planned', 'active'].includes(grant.state)) return
  const both = sidesOf(grant)
  if (grant.state === 'planned' && grant.starts_at <= now)
    await tx.run(sql`update staff_grant set state = 'active', over_at = null where id = ${id}`)
  if (grant.ends_at <= now)
    await tx.run(sql`update staff_grant set state = 'ended', over_at = ${grant.ends_at} where id = ${id}`)
  else await deps.timers.set(tx, STEP, String(id), grant.starts_at > now ? grant.starts_at : grant.ends_at)
  if (grant.starts_at > now) return
  await tellBoth(deps, tx, both, now)
  const over = grant.ends_at <= now
  if (over || grant.state === 'planned') await leaveEntries(tx, both, over ? 'grant.ended' : 'grant.begun', now)
}

/** Three days before the end, or not at all where less is left. */
async function remindBefore(deps: GrantDeps, tx: Tx, id: number, endsAt: Date, now: Date): Promise<void> {
  const at = new Date(endsAt.getTime() - GRANT_REMIND_DAYS * 86_400_000)
  if (at > now) await deps.timers.set(tx, REMIND, String(id), at)
  else await deps.timers.clear(tx, REMIND, String(id))
}

interface Near {
  state: string
  endsAt: Date
  version: number
  kind: GrantKind
  partnerId: number
  zone: string
  institution: string
  grantor: number
  grantee: number
  people: { phone: string; other: string; gave: boolean }[]
}
const kindWords: Record<GrantKind, { zh: string; en: string }> = {
  'shift.others': { zh: '班表管理', en: 'keeping shifts' },
  'contact.others': { zh: '約診病患聯絡', en: 'contacting patients' },
}

/** Both sides hear that it ends: once for each end it had, and not of one that is over or has been moved meanwhile. */
export async function remindBoth(tx: Tx, id: number, now: Date): Promise<void> {
  const near = await tx.maybe(sql<Near>`
    select g.state, g.ends_at as "endsAt", g.version, g.kind, g.partner_id as "partnerId", g.grantor_mid as grantor, g.grantee_mid as grantee, p.time_zone as zone, p.name as institution,
      (select coalesce(jsonb_agg(jsonb_build_object('phone', s.phone, 'other', o.name, 'gave', s.mid = g.grantor_mid)), '[]')
        from staff s join staff o on o.mid = case when s.mid = g.grantor_mid then g.grantee_mid else g.grantor_mid end
        where s.mid in (g.grantor_mid, g.grantee_mid) and s.phone is not null) as people
    from staff_grant g join partner p on p.id = g.partner_id where g.id = ${id} for update of g`)
  if (!near || !['planned', 'active'].includes(near.state)) return
  if (near.endsAt <= now || near.endsAt.getTime() - now.getTime() > GRANT_REMIND_DAYS * 86_400_000) return
  const end = formatInZone(near.endsAt, near.zone).slice(0, 16).replace('T', ' ')
  await leaveEntries(tx, { ...near, id }, 'grant.ending', now, { once: near.endsAt.toISOString() })
  for (const { phone, other, gave } of near.people)
    await queueMessage(tx, {
      partnerId: near.partnerId,
      channel: 'sms',
      to: phone,
      kind: 'reminder',
      texts: {
        text: `【${near.institution}】${gave ? `您授權給 ${other}` : `${other} 授權給您`}的「${kindWords[near.kind].zh}」將於 ${end} 到期。The grant ${gave ? `to ${other}` : `from ${other}`} (${kindWords[near.kind].en}) ends at ${end}.`,
      },
      key: `grant:${id}:${near.endsAt.toISOString()}:${gave ? 'grantor' : 'grantee'}`,
      notAfter: near.endsAt,
      at: now,
    })
}
