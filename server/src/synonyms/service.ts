import type { Page } from '@teleward/contract/core/endpoint.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { getClinicalSynonyms } from '@teleward/contract/synonyms/endpoints.ts'
import {
  type ClinicalSynonym,
  type NewSynonym,
  type SynonymKind,
  SYNONYMS_MAX,
} from '@teleward/contract/synonyms/schema.ts'
import { institutionOf, type Read, refuseUnitAdmin, takeTurn } from '../admin/scope.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { reference } from '../reference/catalogue.ts'
import { termKey } from '../reference/synonyms.ts'
import * as repo from './repo.ts'

/** Some characters are several once they are folded. */
const KEY_MAX = 240

/** Whoever administers the whole institution, and the operator. */
async function reached(read: Read, who: StaffActor, asked: number): Promise<number> {
  await refuseUnitAdmin(read, who)
  return institutionOf(read, who, asked)
}

const refuse = (code: 'VALUE_INVALID' | 'ICD_NOT_FOUND' | 'DRUG_NOT_FOUND', path: 'term' | 'code') =>
  new AppError(code, { fields: [{ path, code }] })
const entryOf = (kind: SynonymKind, code: string) =>
  kind === 'diagnosis' ? reference.icd10().get(code) : reference.drugs().get(code)

function named({ added_by, added_at, ...row }: repo.Row): ClinicalSynonym {
  const entry = entryOf(row.kind, row.code)
  return {
    ...row,
    nameEn: entry?.nameEn || null,
    nameZhTw: entry?.nameZhTw || null,
    addedBy: added_by,
    addedAt: added_at.toISOString(),
  }
}

type Query = EndpointParsed<typeof getClinicalSynonyms>['query']
export async function synonyms(
  read: Read,
  who: StaffActor,
  asked: number,
  { q, kind, page, pageSize }: Query,
): Promise<Page<ClinicalSynonym>> {
  const partnerId = await reached(read, who, asked)
  const rows = await repo.page(read, partnerId, {
    kind: kind ?? null,
    key: q ? termKey(q) : '',
    // A code is looked for as it is kept; what is none of ours is compared as it was typed.
    code: q
      ? ((kind ? entryOf(kind, q) : (entryOf('diagnosis', q) ?? entryOf('drug', q)))?.code ?? q.toWellFormed())
      : '',
    page,
    pageSize,
  })
  return { data: rows.data.map(named), page, pageSize, total: rows.total }
}

/** The term as it stands, new or from before: two who add the same at once have added one. */
export async function addSynonym(
  tx: Tx,
  who: StaffActor,
  now: Date,
  asked: number,
  ask: NewSynonym,
): Promise<{ partnerId: number; row: ClinicalSynonym; added: boolean }> {
  const partnerId = await reached(tx.many, who, asked)
  const term = ask.term.toWellFormed()
  const key = termKey(term)
  if (!key || key.length > KEY_MAX) throw refuse('VALUE_INVALID', 'term')
  const entry = entryOf(ask.kind, ask.code)
  if (!entry) throw refuse(ask.kind === 'diagnosis' ? 'ICD_NOT_FOUND' : 'DRUG_NOT_FOUND', 'code')
  await takeTurn(tx, who, partnerId)
  const wanted = { kind: ask.kind, term, key, code: entry.code }
  const there = await repo.find(tx, partnerId, wanted)
  if (there) return { partnerId, row: named(there), added: false }
  if ((await repo.count(tx, partnerId)) >= SYNONYMS_MAX)
    throw new AppError('SYNONYMS_FULL', { data: { max: SYNONYMS_MAX } })
  return { partnerId, row: named(await repo.insert(tx, partnerId, who.mid, now, wanted)), added: true }
}

export async function removeSynonym(
  tx: Tx,
  who: StaffActor,
  asked: number,
  id: number,
): Promise<{ partnerId: number; removed: repo.Removed }> {
  const partnerId = await reached(tx.many, who, asked)
  await takeTurn(tx, who, partnerId)
  const removed = await repo.remove(tx, partnerId, id)
  if (!removed) throw new AppError('NOT_FOUND')
  return { partnerId, removed }
}
