import { itemRules, type Station, stationItems } from '@teleward/contract/careevents/items.ts'
import * as api from '@teleward/contract/careevents/endpoints.ts'
import { book, type BookingDeps } from '../appointments/booking.ts'
import { entry } from '../appointments/service.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { installationSecret } from '../platform/secret.ts'
import { join, scan } from './join.ts'
import { handIn, linkVisit, requireJoined } from './links.ts'
import { changeEvent, makeEvent } from './manage.ts'
import { measure } from './measure.ts'
import { events } from './repo.ts'
import { resultOf, sheetOf } from './results.ts'
import { registerScreening } from './screening-routes.ts'
import { headOf, measureData, today } from './service.ts'

const stationOf = (item: string): Station =>
  (Object.entries(stationItems).find(([, own]) => (own as readonly string[]).includes(item))?.[0] ?? 'join') as Station

export function register(deps: Deps): void {
  const { http, db, clock, config } = deps
  const booking: BookingDeps = { ...deps, linkAddress: (token) => `${config.publicUrl ?? ''}/link/${token}` }
  const secret = () => installationSecret(db, 'event-sheets')

  registerScreening(deps)
  route(http, api.getEvents, async (ctx, { body }) => {
    const { rows, total } = await events((q) => ctx.read(q), today(ctx.who, clock.now()), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.postEvent, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await makeEvent(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'careEvent', id: made.id })
      return made
    }),
  )
  route(http, api.putEvent, (ctx, { params, body }) => {
    ctx.target({ kind: 'careEvent', id: params.id, ...(body.cancel ? { detail: { step: 'cancel' } } : {}) })
    return ctx.tx((tx) => changeEvent(tx, ctx.who, clock.now(), params.id, body))
  })
  route(http, api.scanCard, async (ctx, { body }) => {
    // What was scanned is a number of somebody's: it stands in no log.
    ctx.target({ kind: 'careEvent', id: body.eventid })
    const found = await scan((q) => ctx.read(q), ctx.who, clock.now(), body)
    if (found.person) ctx.target({ kind: 'careEvent', id: body.eventid, pid: found.person.pid })
    return found
  })
  route(http, api.joinEvent, (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, ...(body.pid === undefined ? {} : { pid: body.pid }) })
    return ctx.tx(async (tx) => {
      const joined = await join(tx, ctx.who, clock.now(), body)
      ctx.target({
        kind: 'careEvent',
        id: body.eventid,
        pid: joined.person.pid,
        detail: { step: 'join', via: body.via },
      })
      return joined
    })
  })
  route(http, api.getEventItemList, async (ctx, { body }) => {
    const event = await headOf((q) => ctx.read(q), ctx.who, clock.now(), body.eventid)
    return event.items.map((item) => {
      const { from: least, to: most, ...rule } = itemRules[item]
      return { item, ...rule, least, most, station: stationOf(item) }
    })
  })
  route(http, api.getEventMeasureData, (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, ...(body.pid === undefined ? {} : { pid: body.pid }) })
    return measureData((q) => ctx.read(q), ctx.who, clock.now(), body)
  })
  route(http, api.upsertMeasureData, (ctx, { body }) => {
    ctx.target({
      kind: 'careEvent',
      id: body.eventid,
      pid: body.pid,
      detail: { items: body.entries.map(({ item }) => item) },
    })
    return ctx.tx((tx) => measure(tx, ctx.who, clock.now(), body))
  })
  route(http, api.uploadEventReport, (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, pid: body.pid, detail: { step: 'report', file: body.file } })
    return ctx.tx((tx) => handIn(tx, ctx.who, clock.now(), body))
  })
  route(http, api.makeEventAppt, (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, pid: body.pid, detail: { step: 'book' } })
    // Whoever books for an event keeps a station of it.
    if (ctx.who.rights['event.operate'] === '-') throw new AppError('FORBIDDEN')
    return ctx.tx(async (tx) => {
      await requireJoined(tx, ctx.who, clock.now(), body)
      const { booked, warnings } = await book(tx, booking, ctx.who, body)
      if (!booked) return { entry: null, warnings, holdUntil: null }
      await linkVisit(tx, ctx.who, clock.now(), body, booked.qid)
      return { entry: await entry(tx.many, ctx.who, booked.qid), warnings: [], holdUntil: booked.holdUntil }
    })
  })
  route(http, api.getEventResult, async (ctx, { body }) => {
    ctx.target({ kind: 'careEvent', id: body.eventid, pid: body.pid, detail: { step: 'result' } })
    return resultOf((q) => ctx.read(q), ctx.who, clock.now(), await secret(), body)
  })
  route(http, api.getEventSheet, async (ctx, { params, query }) => {
    const { sheet, partnerId } = await sheetOf((q) => db.system.read(q), clock.now(), await secret(), {
      ...params,
      ...query,
    })
    await db.system.tx(
      (tx) =>
        tx.audit({
          action: 'careEvent.sheet',
          kind: 'read',
          target: { kind: 'careEvent', id: params.eventid },
          pid: params.pid,
        }),
      { partnerId, ip: ctx.ip, requestId: ctx.requestId },
    )
    return sheet
  })
}
