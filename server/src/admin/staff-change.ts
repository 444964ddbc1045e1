import { randomInt } from 'node:crypto'
import type * as api from '@teleward/contract/admin/endpoints.ts'
import { adminChanged, rightsChanged } from '@teleward/contract/admin/events.ts'
import { givableTo, needsLicence, staffTypeOf } from '@teleward/contract/admin/rules.ts'
import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { isOwnAccount, normaliseAccount } from '@teleward/contract/auth/rules.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { normaliseMobile } from '@teleward/contract/core/identity.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { hashPassword } from '../auth/passwords.ts'
import { announce, type EndReason } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, isConflict, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { isLogin } from './import-read.ts'
import type { Changed } from './partners.ts'
import { institutionOf, keepingAnAdmin, type AdminScope, adminScopeOf, takeTurn } from './scope.ts'
import { passHandoffs } from './handing-over.ts'
import { accountOf } from './staff.ts'
import { refuseUnasked, type Standing } from './staff-affects.ts'

interface Deps {
  db: Db
  now: Date
}
const refused = (path: string) => new AppError('FIELD_RELATED', { fields: [{ path, code: 'FIELD_RELATED' }] })

// Without signs that look alike: it is read from a screen and typed, once.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'
const pick = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
export const initialPassword = () => [pick(LETTERS, 4), pick(DIGITS, 4), pick(LETTERS, 4)].join('-')

type Invitation = EndpointParsed<typeof api.postStaffAccount>['body']
/**
 * A new account. Its initial password is told once and stored as a hash; the first sign-in verifies the mobile, and a
 * profession with a licence then goes through the review like everybody who registered.
 */
export async function invite(deps: Deps, tx: Tx, who: StaffActor, ask: Invitation) {
  const institution = await institutionOf(tx.many, who, ask.partner)
  const scope = await adminScopeOf(tx.many, who)
  await takeTurn(tx, who, institution)
  const account = normaliseAccount(ask.account)
  if (!isLogin(account))
    throw new AppError('LOGIN_NAME_FORMAT', { fields: [{ path: 'account', code: 'LOGIN_NAME_FORMAT' }] })
  const mobile = normaliseMobile(ask.mobile)
  if (!mobile) throw new AppError('PHONE_INVALID', { fields: [{ path: 'mobile', code: 'PHONE_INVALID' }] })
  if (!isOwnAccount(account, mobile)) throw refused('mobile')
  const units = [...new Set(ask.units)]
  await refuseUnits(tx, who, scope, institution, units)
  const password = initialPassword()
  const review = needsLicence(ask.doctortype) ? 'registered' : 'onBoard'
  const rights = ask.doctortype === 'doctor' ? ['medical_decision'] : []
  try {
    const { mid } = await tx.one(sql<{ mid: number }>`
      select app_invite_staff(${institution}, ${account}, ${mobile}, ${ask.name}, ${ask.nameEn}::text, ${await hashPassword(password)},
        ${ask.doctortype}, ${staffTypeOf(ask.doctortype)}::smallint, ${ask.title}::text, ${review}, ${rights}::text[], ${units}::int[]) as mid`)
    await tell(deps, tx, institution)
    return { mid, account, initialPassword: password }
  } catch (error) {
    // Whose it is stays untold.
    if (isConflict(error))
      throw new AppError('ACCOUNT_EXISTS', { fields: [{ path: 'account', code: 'ACCOUNT_EXISTS' }] })
    throw error
  }
}

/** Units of the institution, in use, and in the caller's hands; others are as if they were not there. */
export async function refuseUnits(
  tx: Tx,
  who: StaffActor,
  scope: AdminScope,
  institution: number,
  units: readonly number[],
): Promise<void> {
  const [known] = await tx.many(sql<{ count: number }>`
    select count(*)::int as count from unit u where u.id = any (${[...units]}::int[]) and u.partner_id = ${institution}
      and u.status = 'active' and (${scope !== 'units'}::boolean or u.id = any (${[...who.unitIds]}::int[]))`)
  if (known?.count !== units.length) throw new AppError('NOT_FOUND')
}

type Change = EndpointParsed<typeof api.putStaffAccount>['body']
export async function change(
  deps: Deps,
  tx: Tx,
  who: StaffActor,
  mid: number,
  ask: Change,
  standing: Standing,
): Promise<Changed<StaffAccount>> {
  const institution = await institutionOf(tx.many, who, ask.partner)
  const scope = await adminScopeOf(tx.many, who)
  await takeTurn(tx, who, institution)
  const before = await accountOf(tx.many, who, deps.now, mid, institution)
  if (!before) throw new AppError('NOT_FOUND')
  // Nobody raises own rights, nor closes the own account.
  if (mid === who.mid) throw new AppError('FORBIDDEN')
  if (before.version !== ask.version) throw new AppError('VERSION_STALE', { data: before })
  const { version: _, partner: __, confirmed: ___, units, endSessions, todosTo, ...whole } = ask
  if (todosTo !== undefined && (whole.state !== 'closed' || todosTo === mid)) throw refused('todosTo')
  const touchesWhole = endSessions === true || Object.values(whole).some((value) => value !== undefined)
  if (touchesWhole && !before.mayEdit) throw new AppError('FORBIDDEN')
  const type = (whole.doctortype ?? before.doctortype) as StaffType
  if (whole.privileges && !whole.privileges.every((one) => givableTo(type).includes(one))) throw refused('privileges')
  await keepingAnAdmin(tx, institution, async () => {
    if (units) await place(tx, who, scope, before, [...new Set(units)])
    if (touchesWhole) await write(tx, before, type, whole, standing)
  })
  // Once all else is found to be right; it takes everything back.
  refuseUnasked(before, ask, standing)
  if (todosTo !== undefined) await passHandoffs(deps, tx, who, before, todosTo)
  const ends =
    whole.state === 'closed' && before.state === 'active' ? 'accountClosed' : endSessions ? 'expired' : undefined
  if (ends) await endSessionsOf(deps, tx, before, ends)
  announce(deps.db, tx, { kind: 'changed', mid })
  const at = deps.now.toISOString()
  await tx.emit(rightsChanged, [audience.staff(mid)], { id: institution, version: before.version + 1, at })
  await tell(deps, tx, institution)
  // Taken out of every unit of the caller's, it is out of sight.
  const after = (await accountOf(tx.many, who, deps.now, mid, institution)) ?? { ...before, units: [] }
  const kept = ({ doctortype, title, units, privileges, state, review }: StaffAccount) => ({
    doctortype,
    title,
    units: units.map(({ id }) => id),
    privileges,
    state,
    review,
  })
  return { now: after, before: kept(before), after: { ...kept(after), ...(ends ? { ended: ends } : {}) } }
}

/** Adds and removes; what lies outside the caller's units has to stay as it is. */
async function place(
  tx: Tx,
  who: StaffActor,
  scope: AdminScope,
  before: StaffAccount,
  wanted: readonly number[],
): Promise<void> {
  const now = before.units.map(({ id }) => id)
  const added = wanted.filter((id) => !now.includes(id))
  const taken = now.filter((id) => !wanted.includes(id))
  if (added.length) await refuseUnits(tx, who, scope, before.partnerId, added)
  if (scope === 'units' && taken.some((id) => !who.unitIds.includes(id))) throw new AppError('NOT_FOUND')
  if (added.length)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id)
      select ${before.mid}::int, ${before.partnerId}::int, u.id from unit u where u.id = any (${added}::int[]) and u.partner_id = ${before.partnerId}`)
  if (taken.length)
    await tx.run(
      sql`delete from staff_unit where mid = ${before.mid} and partner_id = ${before.partnerId} and unit_id = any (${taken}::int[])`,
    )
}

async function write(
  tx: Tx,
  before: StaffAccount,
  type: StaffType,
  ask: Omit<Change, 'version' | 'units' | 'partner'>,
  { reviewed }: Standing,
): Promise<void> {
  const turned = type !== before.doctortype
  const given = (ask.privileges ?? before.privileges).filter((one) => givableTo(type).includes(one))
  // What the law ties to a profession comes with its licence: whoever is made a doctor goes through the review first, and
  // whoever is made one again keeps the review that was passed.
  const review = turned && needsLicence(type) ? (reviewed ? 'onBoard' : 'phoneVerified') : null
  const done = await tx.run(sql`
    update staff_partner set doctortype = ${type}, staff_type = ${staffTypeOf(type)}, privileges = ${given}::text[],
      title = case when ${ask.title !== undefined} then ${ask.title ?? null}::text else title end,
      status = coalesce(${ask.state === undefined ? null : ask.state === 'active' ? 'active' : 'disabled'}::text, status),
      review = coalesce(${review}::text, review), version = version + 1
    where mid = ${before.mid} and partner_id = ${before.partnerId}`)
  if (done === 0) throw new AppError('NOT_FOUND')
  if (turned && before.doctortype === 'doctor') await unbind(tx, before)
  if (turned && before.doctortype === 'nurse') await unbindNurse(tx, before)
}
const unbind = (tx: Tx, { mid, partnerId }: StaffAccount) =>
  tx.run(sql`delete from nurse_binding where partner_id = ${partnerId} and did = ${mid}`)
const unbindNurse = (tx: Tx, { mid, partnerId }: StaffAccount) =>
  tx.run(sql`delete from nurse_binding where partner_id = ${partnerId} and mid = ${mid}`)

/** With the transaction; every process closes their sockets once it is committed. */
async function endSessionsOf(
  { db, now }: Deps,
  tx: Tx,
  { mid, partnerId }: StaffAccount,
  reason: EndReason,
): Promise<void> {
  const ended = await tx.many(sql<{ sid: string; mid: number; device_type: number }>`
    select * from app_end_sessions_of(${mid}, ${partnerId}, ${reason}, ${now}::timestamptz)`)
  for (const { sid, device_type } of ended)
    announce(db, tx, { kind: 'ended', sid, mid, reason, deviceType: device_type, at: now.toISOString() })
}

export async function tell({ now }: Deps, tx: Tx, institution: number): Promise<void> {
  const what = { id: institution, version: now.getTime(), at: now.toISOString() }
  await tx.emit(adminChanged, [audience.partner(institution)], what)
}
