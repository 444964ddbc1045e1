import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import * as api from '@teleward/contract/handoffs/endpoints.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import * as repo from './repo.ts'
import { type Viewer, change, comment, DUE, dueCame, handoffDetail, handOver, remind, setStatus } from './service.ts'

type StaffCtx = Ctx<StaffActor>
/** Within a week: seven days with today. */
const WEEK = 6

export function register({ http, db, clock, timers }: Deps): void {
  const lists = [
    [api.toMeTodolist, 'toMe'],
    [api.myTodolist, 'byMe'],
  ] as const
  for (const [definition, side] of lists)
    route(http, definition, async (ctx, { params, query }) => {
      // The wire names whose list it is; nobody has another's.
      if (params.id !== ctx.who.mid) throw new AppError('NOT_FOUND')
      const today = localDay(clock.now(), ctx.who.timeZone)
      const rows = await ctx.read(repo.list(ctx.who, side, query, { today, weekEnd: addDays(today, WEEK) }))
      const data = rows.flatMap(({ row }) => (row ? [row] : []))
      return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
    })

  route(http, api.getTodo, async (ctx, { params }) => {
    const { pid, ...found } = await handoffDetail(
      (query) => ctx.read(query),
      { who: ctx.who, now: clock.now() },
      params.id,
    )
    ctx.target({ kind: 'todo', id: params.id, pid })
    return found
  })
  route(http, api.memberTodos, async (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    const [seen] = await ctx.read(repo.patient(ctx.who, params.pid))
    if (!seen) throw new AppError('NOT_FOUND')
    const rows = await ctx.read(repo.ofMember(ctx.who, params.pid, localDay(clock.now(), ctx.who.timeZone)))
    return rows.map(({ row }) => row)
  })
  route(http, api.todoRecipients, async (ctx, { query }) => {
    const [seen] = query.pid === undefined ? [] : await ctx.read(repo.patient(ctx.who, query.pid))
    if (query.pid !== undefined && !seen) throw new AppError('NOT_FOUND')
    const people = await ctx.read(repo.recipients(ctx.who, localDay(clock.now(), ctx.who.timeZone)))
    return { people, patient: seen?.row ?? null }
  })

  /** A step in its transaction; the audit row says of which to-do and whose. */
  const step = (ctx: StaffCtx, work: (asker: Viewer) => ReturnType<typeof handoffDetail>) =>
    ctx.tx(async (tx: Tx) => {
      const { pid, ...after } = await work({ tx, timers, who: ctx.who, now: clock.now() })
      ctx.target({ kind: 'todo', id: after.id, pid })
      return after
    })
  route(http, api.postTodolist, (ctx, { body }) => step(ctx, (asker) => handOver(asker, body)))
  route(http, api.putTodolistStatus, (ctx, { body }) => {
    ctx.target({ kind: 'todo', id: body.id })
    return step(ctx, (asker) => setStatus(asker, body))
  })
  route(http, api.putTodo, (ctx, { params, body }) => {
    ctx.target({ kind: 'todo', id: params.id })
    return step(ctx, (asker) => change(asker, { ...params, ...body }))
  })
  route(http, api.postTodoComment, (ctx, { params, body }) => {
    ctx.target({ kind: 'todo', id: params.id })
    return step(ctx, (asker) => comment(asker, params.id, body.text))
  })
  route(http, api.postTodoReminder, (ctx, { params }) => {
    ctx.target({ kind: 'todo', id: params.id })
    return step(ctx, (asker) => remind(asker, params.id))
  })

  timers.on(DUE, ({ key }) => db.system.tx((tx) => dueCame(tx, key, clock.now())))
}
