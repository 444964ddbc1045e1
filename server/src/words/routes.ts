import * as api from '@teleward/contract/words/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { addWord, editWord, orderWords, removeWord, words } from './service.ts'

export function register({ http }: Deps): void {
  route(http, api.getWords, (ctx, { query }) => words((statement) => ctx.read(statement), query.type))
  route(http, api.postWord, (ctx, { body }) => ctx.tx((tx) => addWord(tx, ctx.who, body)))
  route(http, api.putWord, (ctx, { body }) =>
    ctx.tx((tx) => ('order' in body ? orderWords(tx, ctx.who, body) : editWord(tx, ctx.who, body))),
  )
  route(http, api.delWord, (ctx, { body }) => ctx.tx((tx) => removeWord(tx, ctx.who, body)))
}
