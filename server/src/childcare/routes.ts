import * as api from '@teleward/contract/childcare/endpoints.ts'
import type { ChildKind } from '@teleward/contract/childcare/schema.ts'
import type { Deps } from '../platform/deps.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import type { StaffActor } from '../platform/actor.ts'
import { growth } from './growth.ts'
import { care, list } from './service.ts'
import { add, type Change, change, type Entry, setFacts, withdraw } from './steps.ts'

type Asked = Ctx<StaffActor>
export function register({ http, clock }: Deps): void {
  const ofKind = (kind: ChildKind) => ({
    read: (ctx: Asked, { body }: { body: { pid: number } }) => {
      ctx.target({ kind: 'childcare', id: body.pid, pid: body.pid, detail: { of: kind } })
      return care((q) => ctx.read(q), ctx.who, clock.now(), body.pid, kind)
    },
    add: (ctx: Asked, { body }: { body: Entry }) =>
      ctx.tx(async (tx) => {
        ctx.target({ kind: 'member', id: body.pid, detail: { step: 'add', of: kind } })
        const made = await add(tx, ctx.who, clock.now(), kind, body)
        ctx.target({ kind: 'childRecord', id: made.id, pid: made.pid, detail: { step: 'add', of: kind } })
        return made
      }),
    change: (ctx: Asked, { body }: { body: Change }) =>
      ctx.tx(async (tx) => {
        ctx.target({ kind: 'childRecord', id: body.id, detail: { step: 'change', of: kind } })
        const made = await change(tx, ctx.who, clock.now(), kind, body)
        ctx.target({
          kind: 'childRecord',
          id: made.id,
          pid: made.pid,
          detail: { step: 'change', of: kind, version: made.version },
        })
        return made
      }),
    withdraw: (ctx: Asked, { body }: { body: { pid: number; id: string; version: number; reason: string } }) =>
      ctx.tx(async (tx) => {
        ctx.target({ kind: 'childRecord', id: body.id, detail: { step: 'withdraw', of: kind } })
        const made = await withdraw(tx, ctx.who, clock.now(), kind, body)
        ctx.target({ kind: 'childRecord', id: made.id, pid: made.pid, detail: { step: 'withdraw', of: kind } })
        return made
      }),
  })
  const vaccination = ofKind('vaccination')
  route(http, api.getVaccination, vaccination.read)
  route(http, api.addVaccination, vaccination.add)
  route(http, api.updateVaccination, vaccination.change)
  route(http, api.deleteVaccination, vaccination.withdraw)
  const fluoride = ofKind('fluoride')
  route(http, api.getFluoride, fluoride.read)
  route(http, api.addFluoride, fluoride.add)
  route(http, api.updateFluoride, fluoride.change)
  route(http, api.deleteFluoride, fluoride.withdraw)
  const preventive = ofKind('preventive')
  route(http, api.getPreventive, preventive.read)
  route(http, api.addPreventive, preventive.add)
  route(http, api.updatePreventive, preventive.change)
  route(http, api.deletePreventive, preventive.withdraw)
  const biliary = ofKind('biliary')
  route(http, api.getBiliary, biliary.read)
  route(http, api.addBiliary, biliary.add)
  route(http, api.updateBiliary, biliary.change)
  route(http, api.deleteBiliary, biliary.withdraw)

  route(http, api.getChildren, async (ctx, { query }) => {
    const { rows, total } = await list((q) => ctx.read(q), ctx.who, clock.now(), query)
    return { data: rows, page: query.page, pageSize: query.pageSize, total }
  })
  route(http, api.putChildFacts, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'childcare', id: params.pid, detail: { step: 'facts' } })
      const made = await setFacts(tx, ctx.who, clock.now(), params.pid, body)
      ctx.target({
        kind: 'childcare',
        id: params.pid,
        pid: params.pid,
        detail: { step: 'facts', version: made.version },
      })
      return made
    }),
  )
  route(http, api.getGrowth, (ctx, { params }) => {
    ctx.target({ kind: 'growth', id: params.pid, pid: params.pid })
    return growth((q) => ctx.read(q), ctx.who, clock.now(), params.pid)
  })
}
