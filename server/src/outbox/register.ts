import { openAiCompatible } from '../ai/provider.ts'
import * as api from '@teleward/contract/outbox/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { actOnMessage, othersOf, outboxMessages, outboxOverview } from './messages.ts'
import { providersOf } from './providers.ts'
import { ownPush } from './push.ts'
import { tryProvider } from './trial.ts'
import { runOutbox } from './worker.ts'

export function register({ http, db, clock, timers, config }: Deps): void {
  const { development } = config.outbox
  const ai = config.ai && openAiCompatible(config.ai)
  const providers = { push: ownPush(db, config), ...providersOf(config) }
  const deps = { db, clock, timers, providers, ai, development }
  runOutbox(deps)
  route(http, api.getOutboxMessages, async (ctx, { query }) => {
    const id = ctx.who.partnerId
    ctx.target({ kind: 'outbox', id })
    const answer = await outboxMessages(deps, (q) => ctx.read(q), ctx.who, query)
    const institutions = othersOf(answer.data)
    if (institutions.length) ctx.target({ kind: 'outbox', id, detail: { institutions } })
    return answer
  })
  route(http, api.getOutboxOverview, (ctx) => outboxOverview(deps, (q) => ctx.read(q), ctx.who))
  route(http, api.putOutboxMessage, (ctx, { params, body }) => {
    ctx.target({ kind: 'outboxMessage', id: params.id, detail: { action: body.action } })
    return actOnMessage(deps, (q) => ctx.read(q), ctx.who, params.id, body)
  })
  route(http, api.postProviderTest, async (ctx, { body }) => {
    ctx.target({ kind: 'provider', id: body.channel })
    return tryProvider(deps, ctx.who, body, ctx.lang)
  })
}
