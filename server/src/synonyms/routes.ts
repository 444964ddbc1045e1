import * as api from '@teleward/contract/synonyms/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { addSynonym, removeSynonym, synonyms } from './service.ts'
import { announceTerms, listenForTerms, termCache } from './terms.ts'

export function register({ http, db, clock, onStart, onStop }: Deps): void {
  const cache = termCache(db, clock)
  route(http, api.getClinicalSynonyms, (ctx, { params, query }) =>
    synonyms((statement) => ctx.read(statement), ctx.who, params.partnerid, query),
  )
  route(http, api.postClinicalSynonym, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { partnerId, row, added } = await addSynonym(tx, ctx.who, clock.now(), params.partnerid, body)
      const { kind, term, code } = row
      ctx.target({ kind: 'clinicalSynonym', id: row.id, detail: { partnerId, added, after: { kind, term, code } } })
      if (added) announceTerms(db, cache, tx, partnerId)
      return row
    }),
  )
  route(http, api.deleteClinicalSynonym, (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { partnerId, removed } = await removeSynonym(tx, ctx.who, params.partnerid, params.id)
      ctx.target({ kind: 'clinicalSynonym', id: params.id, detail: { partnerId, before: removed, after: null } })
      announceTerms(db, cache, tx, partnerId)
      return { id: params.id }
    }),
  )
  onStart(async () => onStop(await listenForTerms(db, cache)))
}
