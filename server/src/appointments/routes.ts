import * as api from '@teleward/contract/appointments/endpoints.ts'
import { type AppointmentStatus, appointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { statusLabels } from '@teleward/contract/appointments/texts.ts'
import { allows } from '@teleward/contract/core/access.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { unreadCount } from '../chat/service.ts'
import { urgentCount } from '../monitoring/reach.ts'
import { unreadCounts } from '../notifications/service.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import { startDayEnd } from './day-end.ts'
import { registerHistory } from './history-routes.ts'
import { menuCounts, monthSpan, perDay, thisWeek, undone } from './figures.ts'
import { filterChoices } from './repo.ts'
import * as service from './service.ts'

type StaffCtx = Ctx<StaffActor>
const reader =
  (ctx: StaffCtx): Read =>
  (query) =>
    ctx.read(query)

export function register(deps: Deps): void {
  lists(deps)
  entries(deps)
  figures(deps)
  registerHistory(deps)
  startDayEnd(deps)
}

function lists({ http, clock }: Deps): void {
  const page = async (ctx: StaffCtx, query: api.QueuesQuery) => {
    const { rows, total } = await service.queues(reader(ctx), ctx.who, clock.now(), query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  }
  type Place = { partnerid: number; sdid: number }
  const ofDoctor = async (ctx: StaffCtx, doctorRef: Place, query: Partial<api.QueuesQuery>) => {
    await service.requireDoctorRef(reader(ctx), ctx.who, doctorRef)
    return page(ctx, api.queuesQuery.parse({ ...query, did: doctorRef.sdid }))
  }
  route(http, api.queueToday, (ctx, { params, query }) => ofDoctor(ctx, params, { ...query, tab: 'today' }))
  route(http, api.queueAgent, (ctx, { params, query }) => ofDoctor(ctx, params, { ...query, tab: 'agent' }))
  route(http, api.queueOtherDay, (ctx, { params, query }) => ofDoctor(ctx, params, { ...query, tab: 'today' }))
  route(http, api.queueEmergency, (ctx, { params, query }) => ofDoctor(ctx, params, { ...query, tab: 'emergency' }))
  route(http, api.queueSpecial, (ctx, { params, query }) => ofDoctor(ctx, params, { ...query, tab: 'special' }))
  route(http, api.reservationsAhead, (ctx, { params, query }) => ofDoctor(ctx, params, { ...query, tab: 'future' }))
  route(http, api.getQueues, (ctx, { body }) => page(ctx, body))
  route(http, api.queuesElsewhere, async (ctx, { query }) => {
    const { rows, total } = await service.queuesElsewhere(reader(ctx), clock.now(), query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.queueFilters, (ctx) => filterChoices(reader(ctx), ctx.who.partnerId))
}

/** The refusal names the state in the caller's words; the code stays beside it. */
function inWords(error: unknown, lang: Locale): unknown {
  if (!isAppError(error, 'APPT_ILLEGAL_STEP')) return error
  const state: unknown = Reflect.get(Object(error.data), 'state')
  const known = appointmentStatus.safeParse(state)
  if (!known.success) return error
  const status: AppointmentStatus = known.data
  return new AppError('APPT_ILLEGAL_STEP', { data: { state: statusLabels[lang][status], status }, cause: error })
}

function entries({ http, clock }: Deps): void {
  route(http, api.getQueueDetailByQid, async (ctx, { params }) => {
    const found = await service.entryInFull(reader(ctx), ctx.who, clock.now(), params.id)
    ctx.target({ kind: 'appointment', id: found.qid, pid: found.pid })
    return found
  })
  route(http, api.postQueue, async (ctx, { body }) => {
    try {
      return await ctx.tx(async (tx) => {
        ctx.target({ kind: 'appointment', id: body.qid, detail: { step: body.action } })
        const after = await service.step(tx, ctx.who, clock.now(), body)
        ctx.target({ kind: 'appointment', id: body.qid, pid: after.pid, detail: { step: body.action } })
        return after
      })
    } catch (error) {
      throw inWords(error, ctx.lang)
    }
  })
  route(http, api.getQueueHistory, async (ctx, { params, query }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    const { rows, total } = await service.patientHistory(reader(ctx), ctx.who, clock.now(), {
      ...params,
      pageSize: query.pageSize,
    })
    return { data: rows, page: params.page, pageSize: query.pageSize, total }
  })
}

function figures({ http, clock }: Deps): void {
  route(http, api.getQueuesUndoneQuantity, (ctx, { body }) => undone(reader(ctx), ctx.who, clock.now(), body))
  route(http, api.weekqueuestatus, (ctx, { query }) =>
    perDay(reader(ctx), ctx.who.partnerId, clock.now(), thisWeek, service.ownByDefault(ctx.who, query)),
  )
  route(http, api.monthqueuestatus, (ctx, { params, query }) =>
    perDay(
      reader(ctx),
      ctx.who.partnerId,
      clock.now(),
      monthSpan(params.year, params.month),
      service.ownByDefault(ctx.who, query),
    ),
  )
  route(http, api.dashboardsHome, async (ctx, { query }) => {
    const page = await service.home(reader(ctx), ctx.who, clock.now(), query)
    if (page.next) ctx.target({ kind: 'appointment', id: page.next.qid, pid: page.next.pid })
    return page
  })
  route(http, api.counts, async (ctx) => {
    const { who } = ctx
    const chats = who.onBoard && allows(who.rights, 'chat.staff') && !who.closed.has('GET /his/api/contacts')
    const watches = who.onBoard && allows(who.rights, 'monitor.read') && !who.closed.has('GET /his/api/alerts')
    const [visits, messages, unread, alerts] = await Promise.all([
      menuCounts(reader(ctx), who, clock.now(), service.ownByDefault(who, {})),
      chats ? unreadCount(reader(ctx), who) : 0,
      unreadCounts(reader(ctx), who),
      watches ? urgentCount(reader(ctx), clock.now()) : 0,
    ])
    return { ...visits, messages, ...unread, alerts }
  })
}
