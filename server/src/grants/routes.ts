import * as api from '@teleward/contract/grants/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import * as repo from './repo.ts'
import {
  changeEnd,
  give,
  grantDetail,
  leaveEntries,
  OVER,
  REMIND,
  remindBoth,
  STEP,
  takeBack,
  tellBoth,
  timeCame,
} from './service.ts'

export function register(deps: Deps): void {
  const { http, db, clock, timers } = deps
  const own = { db, timers }

  route(http, api.getAuthorizations, async (ctx, { query }) => {
    if (query.tab === 'all' && ctx.who.rights['admin.partner'] !== 'y') throw new AppError('FORBIDDEN')
    const rows = await ctx.read(repo.list(ctx.who, query))
    const data = rows.flatMap(({ row }) => (row ? [row] : []))
    return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, api.getAuthorization, (ctx, { params }) => grantDetail((query) => ctx.read(query), ctx.who, params.id))
  route(http, api.postAuthorization, (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: body.granteeMid, detail: { kind: body.kind } })
    return ctx.tx((tx) => give(own, tx, ctx.who, clock.now(), body))
  })
  route(http, api.putAuthorization, (ctx, { params, body }) => {
    ctx.target({ kind: 'grant', id: params.id })
    return ctx.tx((tx) => changeEnd(own, tx, ctx.who, clock.now(), { ...params, ...body }))
  })
  route(http, api.deleteAuthorization, (ctx, { params, query }) => {
    ctx.target({ kind: 'grant', id: params.id })
    return ctx.tx((tx) => takeBack(own, tx, ctx.who, clock.now(), { ...params, ...query }))
  })

  timers.on(STEP, ({ key }) => db.system.tx((tx) => timeCame(own, tx, Number(key), clock.now())))
  timers.on(REMIND, ({ key }) => db.system.tx((tx) => remindBoth(tx, Number(key), clock.now())))
  timers.on(OVER, ({ key }) =>
    db.system.tx(async (tx) => {
      const both = await tx.maybe(sql<{ id: number; partnerId: number; grantor: number; grantee: number }>`
        select id, partner_id as "partnerId", grantor_mid as grantor, grantee_mid as grantee from staff_grant where id = ${Number(key)}`)
      if (!both) return
      await tellBoth(own, tx, both, clock.now())
      await leaveEntries(tx, both, 'grant.ended', clock.now())
    }),
  )
}
