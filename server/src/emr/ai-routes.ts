import { aiSuggestion } from '@teleward/contract/emr/ai-endpoints.ts'
import { openAiCompatible } from '../ai/provider.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { opening, reader } from './opening.ts'
import { aiState, keep, lastOf, noteToAsk, questionOf } from './suggestions.ts'

export function aiRoutes({ http, clock, config }: Deps): void {
  const ai = config.ai && openAiCompatible(config.ai)

  route(http, aiSuggestion, (ctx, { body }) =>
    opening(ctx, body, async () => {
      const read = reader(ctx)
      const { pid, qid, noteId, digest } = body
      const told = (detail: Record<string, unknown>) =>
        ctx.target({ kind: 'note', id: noteId, pid, detail: { qid, ...detail } })
      told({ step: digest === undefined ? 'shown' : 'sent' })
      const note = await noteToAsk(read, ctx.who, noteId, body)
      const state = await aiState(read, ctx.who, ai)
      const question = state === 'ready' ? await questionOf(read, ctx.who, note, ctx.lang, clock.now()) : null
      if (digest === undefined) return { ai: state, question, suggestion: await lastOf(read, ctx.who, noteId) }
      if (!ai || state === 'missing') throw new AppError('AI_UNAVAILABLE')
      if (state === 'notAllowed' || !question) throw new AppError('AI_CONSENT')
      // Somebody wrote on meanwhile: what was read is not what would be sent.
      if (question.digest !== digest) throw new AppError('VERSION_STALE')
      // No transaction stands open while the model thinks.
      const said = await ai.ask(question)
      if (!said.ok) throw new AppError('SEND_FAILED', { data: { reason: said.reason } })
      told({ step: 'sent', model: said.model })
      const kept = await ctx.tx((tx) => keep(tx, ctx.who, clock.now(), noteId, question.text, said))
      return { ai: state, question, suggestion: kept }
    }),
  )
}
