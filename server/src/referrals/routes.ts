import { localDay } from '@teleward/contract/core/dates.ts'
import * as api from '@teleward/contract/referrals/endpoints.ts'
import * as outside from '@teleward/contract/referrals/outside-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { remind, WAITING } from './clock.ts'
import * as directory from './directory.ts'
import { codeSecret, endLink, makeLink, withSending } from './links.ts'
import * as repo from './repo.ts'
import { detailOf, send, step, takers } from './service.ts'

export function register(deps: Deps): void {
  const { http, clock, db, timers } = deps
  route(http, api.getReferrals, async (ctx, { query }) => {
    const rows = await ctx.read(repo.list(ctx.who, query, clock.now()))
    const data = rows.flatMap(({ row }) => (row ? [row] : []))
    return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, api.referralTargets, (ctx) => ctx.read(repo.targets(ctx.who, takers)))
  route(http, api.getReferral, async (ctx, { params }) => {
    ctx.target({ kind: 'referral', id: params.id })
    const detail = await detailOf((query) => ctx.read(query), ctx.who, params.id)
    return { ...detail, link: await withSending(db, detail.link) }
  })
  route(http, api.postReferral, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { qid, pid } = body
      ctx.target(qid === undefined ? { kind: 'member', id: pid ?? 0 } : { kind: 'appointment', id: qid })
      const made = await send(tx, { who: ctx.who, timers, now: clock.now() }, body)
      const detail = {
        ...(qid === undefined ? {} : { qid }),
        to: made.to.outside ? 'outside' : 'inside',
        records: made.attachments,
      }
      ctx.target({ kind: 'referral', id: made.id, ...(pid === undefined ? {} : { pid }), detail })
      return made
    }),
  )
  route(http, api.putReferral, (ctx, { params, body }) => {
    ctx.target({ kind: 'referral', id: params.id, detail: { step: body.action } })
    const now = clock.now()
    return ctx.tx((tx) =>
      step(tx, { who: ctx.who, timers, now }, { ...params, ...body, today: localDay(now, ctx.who.timeZone) }),
    )
  })
  timers.on(WAITING, ({ key }) => db.system.tx((tx) => remind(tx, key, clock.now())))
  institutions(deps)
  links(deps)
}

function institutions({ http, clock }: Deps): void {
  route(http, outside.getOutsideInstitutions, async (ctx, { query }) => {
    const rows = await ctx.read(directory.list(query))
    const data = rows.flatMap(({ row }) => (row ? [row] : []))
    return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, outside.postOutsideInstitution, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await directory.enterInstitution(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'outsideInstitution', id: made.id })
      return made
    }),
  )
  route(http, outside.putOutsideInstitution, (ctx, { params, body }) => {
    ctx.target({ kind: 'outsideInstitution', id: params.id, detail: { closed: body.closed } })
    return ctx.tx((tx) => directory.changeInstitution(tx, ctx.who, clock.now(), params.id, body))
  })
}

function links({ http, clock, db, config }: Deps): void {
  const addressOf = (token: string) => `${config.publicUrl?.replace(/\/$/, '') ?? ''}/pages/referral/${token}`
  route(http, outside.postReferralLink, async (ctx, { params, body }) => {
    const secret = await codeSecret(db)
    ctx.target({ kind: 'referral', id: params.id, detail: { step: 'link', sent: body.send, days: body.days } })
    return ctx.tx((tx) =>
      makeLink(tx, ctx.who, { ...params, ...body, now: clock.now(), lang: ctx.lang, secret, addressOf }),
    )
  })
  route(http, outside.deleteReferralLink, async (ctx, { params }) => {
    ctx.target({ kind: 'referral', id: params.id, detail: { step: 'unlink', link: params.link } })
    const ended = await ctx.tx((tx) => endLink(tx, ctx.who, params.id, params.link, clock.now()))
    return withSending(db, ended)
  })
}
