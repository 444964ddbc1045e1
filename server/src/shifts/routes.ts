import { daysBetween } from '@teleward/contract/core/dates.ts'
import { localDay, intervals } from '@teleward/contract/core/dates.ts'
import * as api from '@teleward/contract/shifts/endpoints.ts'
import { closedReasons, halfOf, intervalOrder, slotsOf, usualHours, weekMask } from '@teleward/contract/shifts/rules.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import type { Read } from '../patients/service.ts'
import { requireKnown } from './access.ts'
import { leftOf, listed, uncovered } from './affected.ts'
import { freeOfDay, freeTimes } from './free.ts'
import * as repo from './repo.ts'
import * as service from './service.ts'

type StaffCtx = Ctx<StaffActor>
const reader =
  (ctx: StaffCtx): Read =>
  (query) =>
    ctx.read(query)
const EVERY_SLOT = 0b11_1111_1111_1111

/** Days as asked for, in order, and no more than a page of a calendar. */
function span(from: string, to: string): repo.Span {
  if (to < from || daysBetween(from, to) >= api.SPAN_DAYS)
    throw new AppError('BAD_INPUT', { fields: [{ path: 'to', code: 'VALUE_INVALID' }] })
  return { from, to }
}

export function register(deps: Deps): void {
  reading(deps)
  writing(deps)
}

function reading({ http, clock }: Deps): void {
  route(http, api.scheduletype, () => ({
    intervals: intervalOrder.map((interval) => ({
      interval,
      name: intervals[interval],
      half: halfOf(interval),
      ...usualHours[interval],
    })),
    slots: slotsOf(EVERY_SLOT).map((slot, bit) => ({ bit, ...slot })),
    sites: ['any' as const, 'video' as const, 'onsite' as const],
    closed: [...closedReasons],
  }))

  route(http, api.fetchShift, async (ctx, { body }) => {
    const read = reader(ctx)
    const now = clock.now()
    const days = span(body.from, body.to)
    const ofTeam = body.team || body.unit !== undefined
    const did = body.did ?? ctx.who.mid
    if (!ofTeam) await requireKnown(read, ctx.who, now, did)
    const staff = ofTeam
      ? await repo.team(read, ctx.who, now, days, body.unit)
      : await repo.person(read, ctx.who, now, did)
    const dids = staff.map((person) => person.did)
    const [others, shifts, daysOff, pattern] = await Promise.all([
      repo.others(read, ctx.who, now),
      repo.shifts(read, ctx.who, dids, days),
      repo.daysOff(read, ctx.who, dids, { from: days.from, to: body.planned && !ofTeam ? null : days.to }),
      ofTeam ? [] : repo.pattern(read, ctx.who, did, body.from, body.history),
    ])
    const inForce = pattern.filter(
      ({ validFrom, validUntil }) => validFrom <= body.from && (validUntil === null || validUntil > body.from),
    )
    return {
      timeZone: ctx.who.timeZone,
      today: localDay(now, ctx.who.timeZone),
      staff,
      others,
      shifts,
      daysOff,
      pattern,
      weekMask: weekMask(inForce),
    }
  })

  route(http, api.freetimes, async (ctx, { params, query }) => {
    const days = span(query.from, query.to)
    const now = clock.now()
    const [, free] = await Promise.all([
      requireKnown(reader(ctx), ctx.who, now, params.did),
      freeTimes(reader(ctx), ctx.who, now, params.did, days),
    ])
    return free
  })
  route(http, api.freetimesOfDay, (ctx, { query }) =>
    freeOfDay(reader(ctx), ctx.who, clock.now(), query.date, query.unit),
  )
  route(http, api.getAffected, async (ctx, { params, query }) => {
    const now = clock.now()
    ctx.target({ kind: 'staff', id: params.did })
    await requireKnown(reader(ctx), ctx.who, now, params.did)
    if (query.today && params.did !== ctx.who.mid) throw new AppError('FORBIDDEN')
    const from = localDay(now, ctx.who.timeZone)
    const { hidden, affected } = await listed(
      reader(ctx),
      ctx.who,
      query.today
        ? await leftOf(reader(ctx), ctx.who, now)
        : await uncovered(reader(ctx), params.did, now, { from, to: null }),
    )
    return { hidden, affected }
  })
}

function writing({ http, clock, timers }: Deps): void {
  const asking = <T>(ctx: StaffCtx, did: number | undefined, work: (asking: service.Asking) => Promise<T>) => {
    ctx.target({ kind: 'staff', id: did ?? ctx.who.mid })
    return ctx.tx((tx) => work({ tx, deps: { clock, timers }, who: ctx.who }))
  }
  route(http, api.schedule, (ctx, { body }) => asking(ctx, body.did, (a) => service.setPattern(a, body)))
  route(http, api.delschedule, (ctx, { body }) => asking(ctx, body.did, (a) => service.endPattern(a, body)))
  route(http, api.updateShift, (ctx, { body }) => asking(ctx, body.did, (a) => service.changeDay(a, body)))
  route(http, api.updateLeave, (ctx, { body }) => asking(ctx, body.did, (a) => service.changeLeave(a, body)))
  route(http, api.updatelimit, (ctx, { body }) => asking(ctx, body.did, (a) => service.changeLimit(a, body)))
  route(http, api.settleAffected, (ctx, { body }) => asking(ctx, body.did, (a) => service.settleOpen(a, body)))
  route(http, api.noticedoctorshift, (ctx, { body }) => asking(ctx, body.did, (a) => service.notice(a, body)))
}
