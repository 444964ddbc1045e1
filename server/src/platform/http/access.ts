import { secondFactorCalls } from '@teleward/contract/admin/rules.ts'
import { coveredCalls } from '@teleward/contract/auth/covered-calls.ts'
import { allows } from '@teleward/contract/core/access.ts'
import type { Access } from '@teleward/contract/core/endpoint.ts'
import { accountSetupCalls } from '@teleward/contract/registration/rules.ts'
import type { Actor, LinkActor, StaffActor } from '../actor.ts'
import { AppError, isAppError } from '../errors.ts'

export interface Credentials {
  bearer: string | undefined
  /** Of the path: `/links/{token}`. */
  linkToken: string | undefined
  cookie(name: string): string | undefined
  ip: string
}

/** Of the header `Authorization`: the token it carries, if it has the form of one. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1]

/** Given by the domains that know sessions and links. Each refuses with the code the catalogue has for it. */
export interface Authenticators {
  staff(token: string): Promise<StaffActor>
  /** Of a session by its id, as it stands now; refused once it is over. */
  session(sid: string): Promise<StaffActor>
  link(credentials: Credentials & { linkToken: string }): Promise<LinkActor>
}

/** The first access layer: who is it, and is the call open to them at all. Scope is the service's and the policies' business. */
export async function admit(
  permission: Access,
  /** `METHOD path`: an institution may have closed it with the screens it serves. */
  call: string,
  credentials: Credentials,
  authenticate: Authenticators,
  /** Told of a member of staff who has no right to the call, before it is refused. */
  refused: (staff: StaffActor) => Promise<void> | undefined = () => undefined,
): Promise<Actor | undefined> {
  if (permission === 'public') return undefined
  if (permission === 'link' || permission === 'linkToken') {
    const { linkToken } = credentials
    if (!linkToken) throw new AppError('LINK_INVALID')
    const holder = await authenticate.link({ ...credentials, linkToken })
    if (permission === 'link' && !holder.identified) throw new AppError('UNAUTHENTICATED')
    return holder
  }
  if (!credentials.bearer) throw new AppError('UNAUTHENTICATED')
  const staff = await authenticate.staff(credentials.bearer)
  if (staff.unclaimed && !accountSetupCalls.has(call)) throw new AppError('ACCOUNT_SETUP')
  if (staff.covered && !coveredCalls.has(call)) throw new AppError('SESSION_COVERED')
  if (permission === 'unverified') return staff
  if (!staff.verified) throw new AppError('VERIFY_FIRST')
  if (staff.secondStepMissing && !secondFactorCalls.has(call)) throw new AppError('SECOND_STEP_SETUP')
  const closed = staff.closed.has(call)
  if (!closed && permission === 'session') return staff
  if (!closed && !staff.onBoard && permission !== 'setting.own') throw new AppError('STAFF_NOT_VERIFIED')
  if (!closed && permission !== 'session' && allows(staff.rights, permission)) return staff
  await refused(staff)
  throw new AppError('FORBIDDEN')
}

/**
 * Who holds an address that carries its own permission, since a picture in a page and a player send no bearer: whoever the
 * session it was made for is now. FILE_LINK_EXPIRED once that is over, FORBIDDEN where the right has gone meanwhile.
 */
export async function holderOf(
  authenticate: Pick<Authenticators, 'session'>,
  sid: string,
  /** What an address of its own needs; without it whoever is signed in, even before being on board. */
  permission?: Parameters<typeof allows>[1],
): Promise<StaffActor> {
  const staff = await authenticate.session(sid).catch((error: unknown) => {
    throw isAppError(error) ? new AppError('FILE_LINK_EXPIRED', { cause: error }) : error
  })
  const inside = !staff.unclaimed && !staff.covered && staff.verified && staff.onBoard && !staff.secondStepMissing
  if (permission === undefined) return staff
  if (!inside || !allows(staff.rights, permission)) throw new AppError('FORBIDDEN')
  return staff
}
