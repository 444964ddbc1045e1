import * as api from '@teleward/contract/auth/endpoints.ts'
import type { Presence } from '../staff/presence.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { login } from './login.ts'
import { loginConfig } from './loginconfig.ts'
import { ownLogins, ownOperations } from './logs.ts'
import { changePassword, provePassword } from '../auth/password.ts'
import { changePreferences } from './preferences.ts'
import { refresh } from './refresh.ts'
import type { Auth } from '../auth/service.ts'
import { coverSession, endSessions } from '../auth/sessions.ts'
import { sweepSessions } from './sweep.ts'
import { sessionState } from './userinfo.ts'

export interface AuthDeps {
  auth: Auth
  presence: Presence
  /** Version of the portal that is served. */
  version(): string
}

export function register(deps: Deps, own: AuthDeps): void {
  entrance(deps, own)
  session(deps, own)
  matters(deps)
  sweepSessions(deps)
  route(deps.http, api.versionFile, (ctx) => {
    ctx.header('cache-control', 'no-store')
    return { version: own.version() }
  })
}

/** What answers without a token. */
function entrance({ http, db, clock }: Deps, { auth, presence }: AuthDeps): void {
  const { tokens } = auth
  const signedIn: Parameters<typeof login>[0]['signedIn'] = async (tx, mid) => {
    await presence.step(tx, mid, { kind: 'signedIn' })
  }
  route(http, api.login, async (ctx, { body }) => {
    const heard = (mid: number) => ctx.target({ kind: 'staff', id: mid, mid })
    const entered = await login({ db, clock, tokens, signedIn }, body, { ip: ctx.ip, userAgent: ctx.userAgent }, heard)
    ctx.target({ kind: 'session', id: entered.sid, mid: entered.mid, partnerId: entered.partnerId })
    return { status: entered.status, ...entered.answer, data: entered.data }
  })
  route(http, api.refreshTokens, async (ctx, { body }) => ({
    status: 'OK' as const,
    ...(await refresh({ db, clock, tokens }, body, { ip: ctx.ip, requestId: ctx.requestId })),
  }))
  route(http, api.loginConfigOf, (_ctx, { params }) => loginConfig(db, params.partnerid))
}

function session({ http, db, clock }: Deps, { presence }: AuthDeps): void {
  route(http, api.logout, async (ctx) => {
    const { mid, sid } = ctx.who
    ctx.target({ kind: 'session', id: sid })
    await db.system.tx(async (tx) => {
      await endSessions(db, tx, { mid, sid }, 'signedOut', clock.now())
      await presence.step(tx, mid, { kind: 'signedOut' })
    })
    return {}
  })
  route(http, api.checkDeviceToken, async (ctx, { body }) => {
    if (body.device_token !== ctx.who.deviceToken || body.type !== ctx.who.deviceType)
      throw new AppError('DEVICE_MISMATCH')
    const { screen } = body
    if (screen !== undefined) {
      const { sid } = ctx.who
      await db.system.tx((tx) =>
        tx.run(sql`update session set screen = ${screen} where sid = ${sid} and screen is distinct from ${screen}`),
      )
    }
    return [{ token: ctx.who.deviceToken }]
  })
  route(http, api.userinfo, (ctx, { params }) =>
    sessionState(db, (query) => ctx.read(query), ctx.who, params.device_type, clock.now()),
  )
  route(http, api.changePassword, async (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return { changedAt: (await changePassword({ db, clock }, ctx.who, body)).toISOString() }
  })
  route(http, api.lock, async (ctx, { body }) => {
    ctx.target({ kind: 'session', id: ctx.who.sid })
    if (body.device_token !== ctx.who.deviceToken) throw new AppError('DEVICE_MISMATCH')
    const now = clock.now()
    await coverSession(db, ctx.who, now)
    return { coveredAt: now.toISOString() }
  })
  route(http, api.unlock, async (ctx, { body }) => {
    ctx.target({ kind: 'session', id: ctx.who.sid })
    await provePassword({ db, clock }, ctx.who, body.pwd, 'pwd')
    await coverSession(db, ctx.who, null)
    return { unlockedAt: clock.now().toISOString() }
  })
}

function matters({ http }: Deps): void {
  route(http, api.putPreferences, (ctx, { body }) =>
    ctx.tx((tx) => changePreferences(tx, ctx.who.mid, body.version, body.changes)),
  )
  route(http, api.loginLog, (ctx, { body }) => ownLogins((query) => ctx.read(query), ctx.who.mid, body))
  route(http, api.operationLogs, (ctx, { query }) => ownOperations((q) => ctx.read(q), ctx.who, query))
}
