import * as api from '@teleward/contract/institution/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { contactOf } from './contact.ts'
import { answerFeedback, feedbacks, writeFeedback } from './feedback.ts'
import { acceptStatement, publish, statement, statementInFull } from './privacy.ts'

/** What the staff ask of their institution, and what it tells them. */
export function register({ http, db, clock }: Deps): void {
  route(http, api.getContact, (ctx) => contactOf((q) => ctx.read(q), ctx.who, clock.now()))
  route(http, api.getFeedbacks, (ctx, { query }) => {
    ctx.target({ kind: 'feedback', id: query.of })
    return feedbacks((q) => ctx.read(q), ctx.who, query)
  })
  route(http, api.postFeedback, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await writeFeedback(tx, ctx.who, clock.now(), body, ctx.userAgent)
      ctx.target({ kind: 'feedback', id: made.id, detail: { kind: made.kind, mailed: made.mailed } })
      return made
    }),
  )
  route(http, api.putFeedback, (ctx, { params, body }) => {
    ctx.target({ kind: 'feedback', id: params.id })
    return ctx.tx((tx) => answerFeedback(tx, ctx.who, clock.now(), params.id, body))
  })
  route(http, api.getPrivacyStatement, (ctx, { query }) =>
    statement(
      (q) => ctx.read(q),
      (q) => db.system.read(q),
      ctx.who,
      query,
    ),
  )
  route(http, api.getStatementTexts, (ctx, { params }) => statementInFull((q) => ctx.read(q), ctx.who, params.no))
  route(http, api.postPrivacyStatement, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await publish(tx, ctx.who, clock.now(), body)
      ctx.target({ kind: 'privacyStatement', id: made.no, detail: { languages: Object.keys(body.texts) } })
      return made
    }),
  )
  route(http, api.acceptPrivacyStatement, (ctx, { params, body }) => {
    ctx.target({ kind: 'privacyStatement', id: params.no })
    return ctx.tx((tx) => acceptStatement(tx, ctx.who, clock.now(), { no: params.no, lang: body.lang }))
  })
}
