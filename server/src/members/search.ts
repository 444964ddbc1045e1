import type { Member, MemberRow } from '@teleward/contract/members/schema.ts'
import { normaliseId, normaliseMobile } from '@teleward/contract/core/identity.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { partSearch, wholeSearch } from '@teleward/contract/members/search.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'
import { absence, type Read } from '../patients/service.ts'

const incomplete = () => new AppError('SEARCH_INCOMPLETE', { fields: [{ path: 'q', code: 'SEARCH_INCOMPLETE' }] })

/** Only complete values: what is recognisably a part of one is refused, so that nobody fishes for ids (§5). */
export async function searchWhole(
  read: Read,
  query: { q: string; page: number; pageSize: number },
): Promise<repo.Briefs> {
  const whole = wholeSearch(query.q)
  if (whole === null) throw incomplete()
  return repo.byWhole(read, whole, query)
}

/** In one's own units a part is enough; a complete id, card or member number is one, too. */
export async function listMembers(read: Read, query: repo.ListQuery, now: Date): Promise<repo.Paged<MemberRow>> {
  if (query.memberStatus !== 'active') return repo.disabledOnes(read, query)
  if (!query.q.trim()) return repo.everybody(read, query, now)
  const part = partSearch(query.q)
  if (!part) throw incomplete()
  return repo.byPart(read, part, query, now)
}

export async function patientByAccount(read: Read, account: string): Promise<Member> {
  // Ids are kept in capitals, mobiles without blanks; a name that was made up is kept as it was typed.
  const typed = account.trim()
  const plain = normaliseMobile(typed) ?? normaliseId(typed)
  const found = (await repo.byAccount(read, typed)) ?? (plain === typed ? undefined : await repo.byAccount(read, plain))
  if (found) return found
  const disabled = await repo.disabledAccount(read, searchKey(typed))
  throw disabled === undefined ? new AppError('NOT_FOUND') : await absence(read, disabled)
}
