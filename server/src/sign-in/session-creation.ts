import { randomUUID } from 'node:crypto'
import { ACCESS_TOKEN_MS, REFRESH_MS, REFRESH_REMEMBERED_MS, WEB } from '@teleward/contract/auth/rules.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import * as repo from './repo.ts'
import { knowDevice } from '../auth/attempts.ts'
import { endSessions } from '../auth/sessions.ts'
import { type AccessTokens, hashOf, secret } from '../auth/tokens.ts'

export interface From {
  ip: string
  userAgent: string
}
export interface LoginDeps {
  db: Db
  clock: Clock
  tokens: AccessTokens
  /** A sign-in forgets what a lost connection of an earlier session would have gone back to. */
  signedIn(tx: Tx, mid: number): Promise<void>
}
/** What a sign-in asks for beside who it is; nothing secret. */
export interface Wish {
  device_type?: number | undefined
  device_token?: string | undefined
  remember?: boolean | undefined
  privileges?: string[] | undefined
}
export interface SignedIn {
  status: 'OK' | 'unfinsh_verify'
  mid: number
  sid: string
  partnerId: number
  answer: { token: string; refresh_token: string; device_token: string; expires_in: number }
  data: {
    mid: number
    name: string
    account: string
    doctortype: string
    staff_type: number
    partner_id: number
    partner_name: string
    mobilecode: number
    device_type: number
  }
}
export interface Opened {
  session: repo.NewSession
  refresh: string
  membership: repo.Membership
}

/** One live session per person and kind of device; the credential's row lock makes two sign-ins at once take turns. */
export async function openSession(
  { db, clock, signedIn }: LoginDeps,
  tx: Tx,
  mid: number,
  membership: repo.Membership,
  wish: Wish,
  from: From,
): Promise<Opened> {
  const now = clock.now()
  const deviceType = wish.device_type ?? WEB
  const deviceToken = wish.device_token && /^[\w-]{16,128}$/.test(wish.device_token) ? wish.device_token : randomUUID()
  const older = await tx.maybe(sql<{ device_token: string; remember: boolean }>`
    select device_token, remember from session where mid = ${mid} and device_type = ${deviceType} and ended_at is null`)
  const again = older?.device_token === deviceToken
  await endSessions(db, tx, { mid, deviceType }, again ? 'sameDevice' : 'otherDevice', now)
  // A page that signs in again after its session ran out asks for the password alone.
  const remember = wish.remember ?? (again && older.remember)
  const { draft_key } = await tx.one(sql<{ draft_key: string }>`
    update staff_credential set draft_key = coalesce(draft_key, ${secret()}) where mid = ${mid} returning draft_key`)
  const session: repo.NewSession = {
    sid: randomUUID(),
    mid,
    partner_id: membership.partner_id,
    device_type: deviceType,
    device_token: deviceToken,
    remember,
    doctortype: membership.doctortype,
    privileges: wish.privileges ?? null,
    draft_key,
    refresh_secret: secret(),
    expires_at: new Date(now.getTime() + (remember ? REFRESH_REMEMBERED_MS : REFRESH_MS)),
    ip: from.ip,
    user_agent: from.userAgent,
  }
  await tx.run(repo.insertSession(session, now))
  await knowDevice(tx, mid, deviceToken)
  const refresh = secret()
  await tx.run(repo.insertRefresh(hashOf(refresh), session.sid, now, session.expires_at))
  await signedIn(tx, mid)
  return { session, refresh, membership }
}

/** What the one who signed in is told. */
export async function welcomed(
  { tokens }: Pick<LoginDeps, 'tokens'>,
  account: Pick<repo.Account, 'mid' | 'name' | 'account' | 'mobilecode'>,
  { session, refresh, membership }: Opened,
): Promise<SignedIn> {
  return {
    status: account.mobilecode === 1 ? 'OK' : 'unfinsh_verify',
    mid: account.mid,
    sid: session.sid,
    partnerId: session.partner_id,
    answer: {
      token: await tokens.sign({ mid: account.mid, sid: session.sid }),
      refresh_token: refresh,
      device_token: session.device_token,
      expires_in: ACCESS_TOKEN_MS / 1000,
    },
    data: {
      mid: account.mid,
      name: account.name,
      account: account.account,
      doctortype: membership.doctortype,
      staff_type: membership.staff_type,
      partner_id: session.partner_id,
      partner_name: membership.partner_name,
      mobilecode: account.mobilecode,
      device_type: session.device_type,
    },
  }
}
