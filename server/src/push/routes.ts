import { randomUUID } from 'node:crypto'
import * as api from '@teleward/contract/notifications/endpoints.ts'
import { isOpenPush, pushKey } from '../outbox/push.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { runPush } from './worker.ts'

/** Subscriptions are the system's: a browser that changes hands takes its address along, which no policy could show to the next. */
export function register(deps: Deps): void {
  const { http, db, clock, config } = deps
  runPush(deps)
  const stateOf = async (who: StaffActor) => {
    const [mine] = await db.system.read(
      sql<{
        endpoint: string
      }>`select endpoint from push_subscription where sid = ${who.sid}::uuid and mid = ${who.mid}`,
    )
    return { publicKey: await pushKey(db, config), here: mine?.endpoint ?? null }
  }
  route(http, api.getPushSubscription, (ctx) => stateOf(ctx.who))
  route(http, api.postPushSubscription, async (ctx, { body }) => {
    const { who } = ctx
    ctx.target({ kind: 'staff', id: who.mid })
    if ((await pushKey(db, config)) === null) throw new AppError('PROVIDER_MISSING')
    if (!isOpenPush(new URL(body.endpoint)))
      throw new AppError('VALUE_INVALID', { fields: [{ path: 'endpoint', code: 'VALUE_INVALID' }] })
    await db.system.tx(async (tx) => {
      // One of a session; those of sessions that are over wake nobody any more.
      await tx.run(sql`delete from push_subscription p where p.endpoint <> ${body.endpoint} and (p.sid = ${who.sid}::uuid
        or p.mid = ${who.mid} and exists (select 1 from session s where s.sid = p.sid and s.ended_at is not null))`)
      await tx.run(sql`
        insert into push_subscription (id, mid, sid, endpoint, p256dh, auth, created_at)
        values (${randomUUID()}::uuid, ${who.mid}, ${who.sid}::uuid, ${body.endpoint}, ${body.keys.p256dh}, ${body.keys.auth}, ${clock.now()})
        on conflict (endpoint) do update set mid = excluded.mid, sid = excluded.sid, p256dh = excluded.p256dh, auth = excluded.auth,
          created_at = excluded.created_at`)
    })
    return stateOf(who)
  })
  route(http, api.deletePushSubscription, async (ctx) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    await db.system.tx((tx) =>
      tx.run(sql`delete from push_subscription where sid = ${ctx.who.sid}::uuid and mid = ${ctx.who.mid}`),
    )
    return stateOf(ctx.who)
  })
}
