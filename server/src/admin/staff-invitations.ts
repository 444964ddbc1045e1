import type {
  OwnInvitation,
  postStaffInvitation,
  StaffInvitation,
} from '@teleward/contract/admin/invitation-endpoints.ts'
import { adminChanged, rightsChanged } from '@teleward/contract/admin/events.ts'
import { maskAccount, needsLicence, staffTypeOf } from '@teleward/contract/admin/rules.ts'
import { normaliseAccount } from '@teleward/contract/auth/rules.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { announce } from '../auth/sessions.ts'
import { notify } from '../notifications/notify.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type AdminScope, adminScopeOf, institutionOf, type Read, takeTurn } from './scope.ts'
import { refuseUnits, tell } from './staff-change.ts'

/** Tells the person of an invitation, in each institution where they work: the application's role knows none of these. */
export const INVITATION_TIMER = 'staff.invitation'
interface At {
  db: Db
  now: Date
}

const houses = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
  from unit u where u.id = any (i.units) and u.partner_id = i.partner_id)`
interface Row extends Omit<StaffInvitation, 'invitedAt'> {
  at: Date
}
const shown = ({ at, account, ...row }: Row): StaffInvitation => ({
  ...row,
  account: maskAccount(account),
  invitedAt: at.toISOString(),
})
const open = (who: StaffActor, scope: AdminScope, institution: number, only: number | null) => sql<Row>`
  select i.id, i.account, i.doctortype, i.title, i.invited_at as at, ${houses} as units,
    (select jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) from staff s
      join staff_partner sp on sp.mid = s.mid and sp.partner_id = i.partner_id where s.mid = i.invited_by) as "invitedBy"
  from staff_invitation i where i.partner_id = ${institution} and i.state = 'open' and (${only}::int is null or i.id = ${only}::int)
    and (${scope !== 'units'}::boolean or i.invited_by = ${who.mid}) order by i.invited_at, i.id`

export async function invitations(read: Read, who: StaffActor, asked: number | undefined): Promise<StaffInvitation[]> {
  const institution = await institutionOf(read, who, asked)
  const scope = await adminScopeOf(read, who)
  return (await read(open(who, scope, institution, null))).map(shown)
}

/**
 * Asks the person of an account to join; asked again, the newest holds. NOT_FOUND at the account where nobody has it,
 * ACCOUNT_EXISTS where the person belongs to the institution.
 */
export async function inviteKnown(
  { db, now, timers }: At & Pick<Deps, 'timers'>,
  tx: Tx,
  who: StaffActor,
  ask: EndpointParsed<typeof postStaffInvitation>['body'],
): Promise<StaffInvitation> {
  const institution = await institutionOf(tx.many, who, ask.partner)
  const scope = await adminScopeOf(tx.many, who)
  await takeTurn(tx, who, institution)
  const units = [...new Set(ask.units)]
  await refuseUnits(tx, who, scope, institution, units)
  const [made] = await tx.many(sql<{ invitation: number | null }>`
    select invitation from app_invite_known_staff(${institution}, ${normaliseAccount(ask.account)}, ${ask.doctortype},
      ${staffTypeOf(ask.doctortype)}::smallint, ${ask.title}::text, ${units}::int[], ${now}::timestamptz)`)
  const refused = (code: 'NOT_FOUND' | 'ACCOUNT_EXISTS') => new AppError(code, { fields: [{ path: 'account', code }] })
  if (!made) throw refused('NOT_FOUND')
  if (made.invitation === null) throw refused('ACCOUNT_EXISTS')
  await timers.set(tx, INVITATION_TIMER, `${made.invitation}`, now)
  await tell({ db, now }, tx, institution)
  return shown(await tx.one(open(who, scope, institution, made.invitation)))
}

/** Takes back what was not answered. NOT_FOUND, ILLEGAL_STEP. */
export async function withdraw(at: At, tx: Tx, who: StaffActor, id: number): Promise<void> {
  const scope = await adminScopeOf(tx.many, who)
  const one = await tx.maybe(sql<{ partner_id: number; state: string }>`
    select i.partner_id, i.state from staff_invitation i
    where i.id = ${id} and (${scope === 'all'}::boolean or i.partner_id = ${who.partnerId})
      and (${scope !== 'units'}::boolean or i.invited_by = ${who.mid}) for update`)
  if (!one) throw new AppError('NOT_FOUND')
  if (one.state !== 'open') throw new AppError('ILLEGAL_STEP')
  await tx.run(sql`update staff_invitation set state = 'withdrawn', ended_at = ${at.now} where id = ${id}`)
  await tell(at, tx, one.partner_id)
}

/** What other institutions ask of the caller: the policies of the session's institution do not show these. */
export async function ownInvitations(db: Db, who: StaffActor): Promise<OwnInvitation[]> {
  const rows = await db.system.read(sql<Omit<OwnInvitation, 'invitedAt'> & { at: Date }>`
    select i.id, i.doctortype, i.title, i.invited_at as at, ${houses} as units,
      jsonb_build_object('id', p.id, 'name', p.name, 'nameEn', p.name_en) as partner
    from staff_invitation i join partner p on p.id = i.partner_id
    where i.mid = ${who.mid} and i.state = 'open' and p.status = 'active' order by i.invited_at, i.id`)
  return rows.map(({ at, ...row }) => ({ ...row, invitedAt: at.toISOString() }))
}

interface Offer {
  partner_id: number
  state: string
  staff_type: number
  doctortype: string
  title: string | null
  units: number[]
}
/**
 * The caller's answer. Who joins begins as somebody whom an administrator invited: a profession with a licence goes through the
 * institution's own review first. NOT_FOUND; ILLEGAL_STEP where it was answered or withdrawn, or nothing is left to join.
 */
export async function answer(
  { db, now }: At,
  who: StaffActor,
  id: number,
  accept: boolean,
): Promise<{ partnerid: number }> {
  return db.system.tx(async (tx) => {
    const of = await tx.maybe(sql<{ partner_id: number }>`
      select partner_id from staff_invitation where id = ${id} and mid = ${who.mid}`)
    if (!of) throw new AppError('NOT_FOUND')
    // The lock of who administers there: units and places do not change beneath it.
    await tx.run(sql`select pg_advisory_xact_lock(7301, ${of.partner_id})`)
    const offer = await tx.one(sql<Offer>`
      select i.partner_id, i.state, i.staff_type, i.doctortype, i.title,
        array(select u.id from unit u where u.id = any (i.units) and u.partner_id = i.partner_id and u.status = 'active') as units
      from staff_invitation i join partner p on p.id = i.partner_id
      where i.id = ${id} and p.status = 'active' for update of i`)
    if (offer.state !== 'open') throw new AppError('ILLEGAL_STEP')
    if (accept) await join(tx, who, offer)
    await tx.run(
      sql`update staff_invitation set state = ${accept ? 'accepted' : 'declined'}, ended_at = ${now} where id = ${id}`,
    )
    const what = { id: offer.partner_id, version: now.getTime(), at: now.toISOString() }
    await tx.emit(adminChanged, [audience.partner(offer.partner_id)], what)
    if (accept) {
      await tx.emit(rightsChanged, [audience.staff(who.mid)], what)
      announce(db, tx, { kind: 'changed', mid: who.mid })
    }
    return { partnerid: offer.partner_id }
  })
}

async function join(tx: Tx, who: StaffActor, { partner_id, doctortype, ...offer }: Offer): Promise<void> {
  if (!offer.units.length) throw new AppError('ILLEGAL_STEP')
  const review = needsLicence(doctortype as StaffType) ? 'phoneVerified' : 'onBoard'
  const rights = doctortype === 'doctor' ? ['medical_decision'] : []
  const joined = await tx.run(sql`
    insert into staff_partner (mid, partner_id, staff_type, doctortype, title, privileges, review)
    values (${who.mid}, ${partner_id}, ${offer.staff_type}, ${doctortype}, ${offer.title}::text, ${rights}::text[], ${review})
    on conflict do nothing`)
  if (!joined) throw new AppError('ILLEGAL_STEP')
  await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id)
    select ${who.mid}::int, ${partner_id}::int, h from unnest(${offer.units}::int[]) h`)
}

/** An entry of the bell wherever the person works, for the invitation as it is now. */
export async function tellInvited({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number): Promise<void> {
  await db.system.tx(async (tx) => {
    const places = await tx.many(sql<{ mid: number; at: Date; partner_id: number }>`
      select i.mid, i.invited_at as at, sp.partner_id from staff_invitation i
        join staff_partner sp on sp.mid = i.mid and sp.status = 'active'
      where i.id = ${id} and i.state = 'open'`)
    for (const { mid, at, partner_id } of places)
      await notify(tx, {
        partnerId: partner_id,
        mid,
        kind: 'system',
        what: 'staff.invited',
        subject: { kind: 'invitation', id },
        link: { screen: 'profile', search: { part: 'security' } },
        once: `${partner_id}:${at.toISOString()}`,
        at: clock.now(),
      })
  })
}
