import { memberSort, type RegisterQuery } from '@teleward/contract/members/endpoints.ts'
import { date, id, uuid } from '@teleward/contract/core/scalars.ts'
import { gender } from '@teleward/contract/patients/brief.ts'
import { identity, memberStatus } from '@teleward/contract/members/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

const flag = z.literal('1').optional()
const age = z.coerce.number().int().min(0).max(130).optional()

/**
 * What lives in the address of the member screens. The word that is searched for does not: an address is written down
 * in histories and logs, and the word is an id or a phone as often as a name.
 */
export const memberSearch = z.object({
  unit: id.optional(),
  /** A member is a patient or VIP: 1 VIP, 0 the others. */
  vip: z.enum(['0', '1']).optional(),
  gender: gender.optional(),
  identity: identity.optional(),
  ageFrom: age,
  ageTo: age,
  condition: z.string().max(100).optional(),
  did: id.optional(),
  group: uuid.optional(),
  manager: id.optional(),
  memberStatus: memberStatus.default('active'),
  mobilecode: z.enum(['0', '1']).optional(),
  duplicate: flag,
  createdFrom: date.optional(),
  createdTo: date.optional(),
  createdBy: id.optional(),
  sort: memberSort.optional(),
  ...listFields,
  /** 0: all of them in one piece. */
  pageSize: z.coerce.number().int().min(0).max(100).optional(),
  /** The member whose detail is open. */
  open: id.optional(),
})
export type MemberSearch = z.output<typeof memberSearch>
export type MemberChange = Partial<MemberSearch>
export const useMemberSearch = () => useSearchState(memberSearch)

export const NO_FILTERS = {
  unit: undefined,
  vip: undefined,
  gender: undefined,
  identity: undefined,
  ageFrom: undefined,
  ageTo: undefined,
  condition: undefined,
  did: undefined,
  group: undefined,
  manager: undefined,
  memberStatus: 'active',
  mobilecode: undefined,
  duplicate: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  createdBy: undefined,
} as const satisfies MemberChange

/** The question to the server. */
export function toQuery(value: MemberSearch, q: string, pageSize: number): RegisterQuery {
  const { open: _open, cols: _cols, view: _view, vip, duplicate, mobilecode, ...rest } = value
  return {
    ...rest,
    q,
    pageSize,
    ...(vip ? { vip: vip === '1' } : {}),
    ...(duplicate ? { duplicate: true } : {}),
    ...(mobilecode ? { mobilecode: mobilecode === '1' ? 1 : 0 } : {}),
  }
}
