import { authzChanged } from '@teleward/contract/consents/events.ts'
import * as api from '@teleward/contract/consents/endpoints.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { consentsOf, takeEmergency } from './service.ts'

const ENDED = 'emergency.ended'

export function register({ http, db, clock, timers }: Deps): void {
  route(http, api.getConsents, (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    return consentsOf((query) => ctx.read(query), ctx.who, params.pid, clock.now())
  })
  route(http, api.postEmergency, (ctx, { params, body }) => {
    const { pid } = params
    const { mid } = ctx.who
    ctx.target({ kind: 'record', id: pid, pid, detail: { flag: 'emergency' } })
    return ctx.tx(async (tx) => {
      const access = await takeEmergency(tx, ctx.who, clock.now(), { pid, ...body })
      await timers.set(tx, ENDED, `${mid}:${pid}`, new Date(access.until), { mid, pid })
      return access
    })
  })
  // The hour is over by itself (the policies see to it); an open screen has to hear of it.
  timers.on(ENDED, async ({ payload }) => {
    const { mid, pid } = payload
    if (typeof mid !== 'number' || typeof pid !== 'number') return
    await db.system.tx((tx) => tx.emit(authzChanged, [audience.staff(mid)], { pid, at: clock.now().toISOString() }))
  })
}
