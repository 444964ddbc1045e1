import { authzChanged } from '@teleward/contract/consents/events.ts'
import * as api from '@teleward/contract/consents/endpoints.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Compilable, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isAppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import type { StaffActor } from '../platform/actor.ts'
import { askPatient } from './ask.ts'
import { provePassword } from '../auth/password.ts'
import { CONSENT_OVER } from './give.ts'
import { consentOver } from './over.ts'
import { recordConsent } from './record.ts'
import { consentsOf, takeEmergency, tellOfMany } from './service.ts'

const ENDED = 'emergency.ended'

const callerOf = (ctx: Ctx<StaffActor>) => ({
  who: ctx.who,
  ip: ctx.ip,
  read: <T>(query: Compilable<T>) => ctx.read(query),
  tx: <T>(work: (tx: Tx) => Promise<T>) => ctx.tx(work),
})

export function register({ http, db, clock, timers, config }: Deps): void {
  const asking = { db, clock, timers, linkAddress: (token: string) => `${config.publicUrl ?? ''}/link/${token}` }
  route(http, api.getConsents, (ctx, { params, query }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    const about = { pid: params.pid, qid: query.qid }
    return consentsOf(db, (one) => ctx.read(one), ctx.who, about, clock.now())
  })
  route(http, api.postConsent, async (ctx, { body }) => {
    ctx.target({ kind: 'member', id: body.pid, pid: body.pid, detail: { channel: body.channel, days: body.days } })
    return askPatient(asking, callerOf(ctx), body)
  })
  route(http, api.putConsent, async (ctx, { params, body }) => {
    ctx.target({ kind: 'consent', id: params.id, detail: { action: body.action } })
    const about = (pid: number) => ctx.target({ kind: 'consent', id: params.id, pid, detail: { action: body.action } })
    return recordConsent(asking, { ...callerOf(ctx), about }, params.id, body)
  })
  route(http, api.postEmergency, async (ctx, { params, body }) => {
    const { pid } = params
    const { mid } = ctx.who
    ctx.target({ kind: 'record', id: pid, pid, detail: { flag: 'emergency' } })
    const { password, ...asked } = body
    if (password) await provePassword({ db, clock }, ctx.who, password)
    try {
      return await ctx.tx(async (tx) => {
        const access = await takeEmergency(tx, ctx.who, clock.now(), { pid, ...asked, proved: Boolean(password) })
        await timers.set(tx, ENDED, `${mid}:${pid}`, new Date(access.until), { mid, pid })
        return access
      })
    } catch (error) {
      if (isAppError(error, 'EMERGENCY_LIMIT')) await db.system.tx((tx) => tellOfMany(tx, ctx.who, clock.now()))
      throw error
    }
  })
  timers.on(CONSENT_OVER, ({ key }) => consentOver(db, timers, clock.now(), key))
  // The hour is over by itself (the policies see to it); an open screen has to hear of it.
  timers.on(ENDED, async ({ payload }) => {
    const { mid, pid } = payload
    if (typeof mid !== 'number' || typeof pid !== 'number') return
    await db.system.tx((tx) => tx.emit(authzChanged, [audience.staff(mid)], { pid, at: clock.now().toISOString() }))
  })
}
