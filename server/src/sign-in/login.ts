import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { login as definition } from '@teleward/contract/auth/endpoints.ts'
import { isAccountForm, loginTypeOf, normaliseAccount } from '@teleward/contract/auth/rules.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { countAddress, countUnknown, giveBackAddress } from './addresses.ts'
import { type From, type LoginDeps, openSession, type Opened, type SignedIn, welcomed } from './session-creation.ts'
import {
  type Attempt,
  forgetStrangers,
  locked,
  lockOf,
  refusalOf,
  settleAttempt,
  sourceOf,
  takeTurn,
} from '../auth/attempts.ts'
import { type CheckedPassword, checkPassword, verifyNobody } from '../auth/passwords.ts'
import * as repo from './repo.ts'
import { type Asked, challenge, lineCode, stepsOf } from './second-factor.ts'

type Body = EndpointParsed<typeof definition>['body']
/** Who tried, as far as it is known: for the audit row of a refusal. */
export type Heard = (mid: number) => void

export async function login(deps: LoginDeps, body: Body, from: From, heard: Heard): Promise<SignedIn> {
  const { db, clock } = deps
  const name = normaliseAccount(body.id)
  if (!name || !body.pwd) throw new AppError('LOGIN_EMPTY')
  if (!isAccountForm(name)) throw new AppError('LOGIN_BAD_INPUT', { fields: [{ path: 'id', code: 'LOGIN_BAD_INPUT' }] })
  await countAddress(db, from.ip, clock.now())
  const account = await repo.findAccount(db.system.read, name)
  if (!account) return refuseUnknown(deps, name, body.pwd, from)
  heard(account.mid)
  const hidden = await repo.hidesAccounts(db.system.read, account.mid)
  const source = await sourceOf(db.system.read, account.mid, body.device_token)
  const checked = await check(account, body.pwd, await lockOf(db.system.read, source, clock.now()))
  const steps = await stepsOf(db.system.read, account.mid)
  const code = steps.line ? await lineCode() : null
  const result = await db.system.tx((tx) => enter(deps, tx, { account, checked }, body, from, { ...steps, code }))
  if ('refusal' in result) {
    // Half way in is no failed try of this address.
    if (result.refusal.code === 'SECOND_STEP_REQUIRED') await giveBackAddress(db, from.ip)
    throw hidden && result.refusal.code === 'WRONG_PASSWORD' ? new AppError('LOGIN_FAILED') : result.refusal
  }
  await giveBackAddress(db, from.ip)
  return welcomed(deps, account, result)
}

async function refuseUnknown({ db, clock }: LoginDeps, name: string, password: string, from: From): Promise<never> {
  const hidden = await repo.hidesAccounts(db.system.read, null)
  await verifyNobody(password)
  const now = clock.now()
  const until = hidden ? await countUnknown(db, name, now) : null
  const refusal = until ? locked(until, now) : new AppError(hidden ? 'LOGIN_FAILED' : 'USER_NOT_FOUND')
  // People type passwords into the account's field: what names nobody is kept as a hint only.
  await db.system.tx((tx) =>
    tx.run(
      repo.insertLogin(
        { mid: null, account: `${name.slice(0, 2)}…`, outcome: refusal.code, ip: from.ip, user_agent: from.userAgent },
        now,
      ),
    ),
  )
  throw refusal
}

async function check(account: repo.Account, password: string, lockedUntil: Date | null): Promise<CheckedPassword> {
  const hash = account.password_hash
  // While locked the password is not even looked at.
  if (lockedUntil) return { right: false, hash: hash ?? '' }
  if (!hash) return { right: await verifyNobody(password), hash: '' }
  return checkPassword(hash, password)
}

type Entered = { refusal: AppError } | Opened

/** Refusals are answered, not thrown: the count and the log have to be committed. */
async function enter(
  deps: LoginDeps,
  tx: Tx,
  { account, checked }: { account: repo.Account; checked: CheckedPassword },
  body: Body,
  from: From,
  steps: Asked,
): Promise<Entered> {
  const now = deps.clock.now()
  const log = (outcome: string) =>
    tx.run(
      repo.insertLogin(
        { mid: account.mid, account: account.account, outcome, ip: from.ip, user_agent: from.userAgent },
        now,
      ),
    )
  const refuse = async (refusal: AppError): Promise<Entered> => {
    await log(refusal.code)
    return { refusal }
  }
  if (account.password_hash === null) return refuse(new AppError('WRONG_PASSWORD'))
  await takeTurn(tx, account.mid)
  const source = await sourceOf(tx.many, account.mid, body.device_token)
  const attempt: Attempt = await settleAttempt(tx, source, checked, now)
  if (attempt.outcome !== 'OK') return refuse(refusalOf(attempt, now))
  await forgetStrangers(tx, account.mid, now)
  if (account.status !== 'active') return refuse(new AppError('ACCOUNT_CLOSED'))
  const membership = choose(await repo.memberships(tx.many, account.mid), body)
  if (typeof membership === 'string') return refuse(new AppError(membership))
  if (steps.kinds.length) {
    const asked = await challenge(deps, tx, { mid: account.mid, partnerId: membership.partner_id, wish: body, steps })
    return refuse(new AppError('SECOND_STEP_REQUIRED', { data: asked }))
  }
  const opened = await openSession(deps, tx, account.mid, membership, body, from)
  await log(account.mobilecode === 1 ? 'OK' : 'unfinsh_verify')
  return opened
}

const saysDoctor = (value: Body['is_doctor']) =>
  value === true || ['1', 'y', 'true'].includes(String(value).toLowerCase())

function choose(
  all: repo.Membership[],
  body: Body,
): repo.Membership | Extract<ErrorCode, 'NO_INSTITUTION' | 'MEMBERSHIP_CANCELLED' | 'LOGIN_TYPE_DENIED'> {
  if (!all.length) return 'NO_INSTITUTION'
  const living = all.filter((membership) => membership.review !== 'cancelled')
  if (!living.length) return 'MEMBERSHIP_CANCELLED'
  // Without an institution it is the newest in which the person is what they sign in as: one may be a doctor here, a nurse there.
  const named = living.find((membership) => membership.partner_id === body.partnerid)
  const chosen = named ?? living.find((membership) => admits(membership, body))
  return chosen && admits(chosen, body) ? chosen : 'LOGIN_TYPE_DENIED'
}

/** One signs in there as what the page says, with the rights it asks for. */
function admits({ staff_type, privileges }: repo.Membership, body: Body): boolean {
  const type = loginTypeOf(staff_type)
  if (body.loginType && body.loginType !== type) return false
  if (!body.loginType && saysDoctor(body.is_doctor) && type !== 'doctor') return false
  return !body.privileges?.some((privilege) => !privileges.includes(privilege))
}
