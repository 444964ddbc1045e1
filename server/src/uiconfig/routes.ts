import * as api from '@teleward/contract/uiconfig/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { configs, publish, rollback, saveDraft } from './service.ts'

export function register({ http, db, clock }: Deps): void {
  const at = () => ({ db, now: clock.now() })
  route(http, api.getUiConfigs, (ctx, { params }) =>
    configs((query) => ctx.read(query), ctx.who, params.partnerid, clock.now()),
  )
  route(
    http,
    api.putUiConfig,
    (ctx, { params, body }) => {
      ctx.target({ kind: 'uiconfig', id: params.partnerid })
      return ctx.tx((tx) => saveDraft(tx, ctx.who, clock.now(), params.partnerid, body))
    },
    { bodyLimit: 400_000 },
  )
  route(http, api.publishUiConfig, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { before, ...done } = await publish(at(), tx, ctx.who, params.partnerid, body)
      ctx.target({ kind: 'uiconfig', id: params.partnerid, detail: { before, after: done.number } })
      return done
    }),
  )
  route(http, api.rollbackUiConfig, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { before, ...done } = await rollback(at(), tx, ctx.who, params.partnerid, body)
      ctx.target({ kind: 'uiconfig', id: params.partnerid, detail: { before, after: done.number, from: body.number } })
      return done
    }),
  )
}
