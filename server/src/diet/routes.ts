import * as api from '@teleward/contract/diet/endpoints.ts'
import { inForce } from '@teleward/contract/diet/standing-targets.ts'
import { fileSigner } from '../files/addresses.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { foods } from './foods.ts'
import { chart, info, saveMeal } from './meals.ts'
import * as repo from './repo.ts'
import { detail, members, refuseClosed, today, withBmi } from './service.ts'
import { advise, begin, changeAdvice, end, setStandard, withdrawStandard } from './steps.ts'

const FOUND = 20

export function register(deps: Deps): void {
  const { http, clock } = deps
  const signer = (who: StaffActor) => fileSigner(deps, who)

  route(http, api.fetchDietMember, async (ctx, { body }) => {
    const { rows, total } = await members((q) => ctx.read(q), await signer(ctx.who), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, api.fetchDietMemberDetail, (ctx, { body }) => {
    ctx.target({ kind: 'diet', id: body.pid, pid: body.pid })
    return detail((q) => ctx.read(q), ctx.who, clock.now(), body.pid)
  })
  route(http, api.fetchDietInfo, async (ctx, { body }) => {
    ctx.target({ kind: 'diet', id: body.pid, pid: body.pid })
    return info((q) => ctx.read(q), await signer(ctx.who), body)
  })
  route(http, api.fetchDietChartData, async (ctx, { body }) => {
    ctx.target({ kind: 'diet', id: body.pid, pid: body.pid })
    return chart((q) => ctx.read(q), await signer(ctx.who), body)
  })
  route(http, api.getDietStandard, async (ctx, { body }) => {
    ctx.target({ kind: 'diet', id: body.pid, pid: body.pid })
    await refuseClosed((q) => ctx.read(q), body.pid)
    const all = (await repo.standardsOf((q) => ctx.read(q), { pid: body.pid })).map(withBmi)
    return { current: inForce(all, body.day ?? today(ctx.who, clock.now())), all }
  })
  route(http, api.fetchdietnutrients, (_, { body }) => Promise.resolve(foods().search(body.q, FOUND)))
  route(http, api.insertDietStandard, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'dietCourse', id: body.course, detail: { step: 'standard' } })
      const { standard, pid } = await setStandard(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'dietCourse', id: body.course, pid, detail: { step: 'standard', version: standard.version } })
      return standard
    }),
  )
  route(http, api.withdrawDietStandard, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'dietCourse', id: params.id, detail: { step: 'withdrawStandard', version: body.version } })
      const { standard, pid } = await withdrawStandard(tx, ctx.who, clock.now(), params.id, body.version)
      ctx.target({
        kind: 'dietCourse',
        id: params.id,
        pid,
        detail: { step: 'withdrawStandard', version: body.version, from: standard.from },
      })
      return standard
    }),
  )
  route(http, api.insertDietDoctor, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'dietCourse', id: 0, detail: { step: 'advice', courses: body.courses } })
      const outcome = await advise(tx, ctx.who, clock.now(), body, ctx.lang)
      const done = outcome.results.flatMap(({ course, code }) => (code === 'OK' ? [course] : []))
      ctx.target({ kind: 'dietCourse', id: done[0] ?? 0, detail: { step: 'advice', courses: done } })
      return outcome
    }),
  )
  route(http, api.putDietAdvice, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'dietAdvice', id: params.id })
      const { advice, pid } = await changeAdvice(tx, ctx.who, clock.now(), params.id, body)
      ctx.target({ kind: 'dietAdvice', id: params.id, pid })
      return advice
    }),
  )
  route(http, api.postDietMeal, (ctx, { body }) =>
    signer(ctx.who).then((signed) =>
      ctx.tx(async (tx) => {
        ctx.target({ kind: 'dietCourse', id: body.course, detail: { step: 'meal' } })
        const { meal, pid } = await saveMeal(tx, signed, body)
        ctx.target({ kind: 'dietMeal', id: meal.id, pid, detail: { version: meal.version } })
        return meal
      }),
    ),
  )
  route(http, api.postDietCourse, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'member', id: body.pid, pid: body.pid, detail: { step: 'begin' } })
      const made = await begin(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'dietCourse', id: made.id, pid: made.pid, detail: { step: 'begin' } })
      return made
    }),
  )
  route(http, api.endDietCourse, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'dietCourse', id: params.id, detail: { step: 'end' } })
      const ended = await end(tx, ctx.who, clock.now(), params.id, body)
      ctx.target({ kind: 'dietCourse', id: ended.id, pid: ended.pid, detail: { step: 'end' } })
      return ended
    }),
  )
}
