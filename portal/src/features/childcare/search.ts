import { id } from '@teleward/contract/core/scalars.ts'
import { childKind, childKinds, childSort } from '@teleward/contract/childcare/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

export const parts = [...childKinds, 'growth'] as const
export type Part = (typeof parts)[number]
/** In months, from and to. */
export const ages = { infant: [0, 11], toddler: [12, 35], preschool: [36, 83], school: [84, 143] } as const
export type Ages = keyof typeof ages

/** What lives in the address of the list. The word that is searched for does not: it is a name. */
const search = z.object({
  ...listFields,
  tab: z.enum(['late', 'soon', 'all']).catch('late').default('late'),
  kind: childKind.optional().catch(undefined),
  age: z.enum(['infant', 'toddler', 'preschool', 'school']).optional().catch(undefined),
  unit: id.optional(),
  pid: id.optional(),
  sort: childSort.optional(),
  open: id.optional(),
  part: z.enum(parts).catch('vaccination').default('vaccination'),
})
export type ChildSearch = z.output<typeof search>
export type ChildChange = Partial<ChildSearch>
export const useChildSearch = () => useSearchState(search)
export const NO_FILTERS = {
  kind: undefined,
  age: undefined,
  unit: undefined,
  pid: undefined,
} as const satisfies ChildChange

export function toQuery({ tab, kind, age, unit, pid, sort, page }: ChildSearch, q: string, pageSize: number) {
  const [ageFrom, ageTo] = age ? ages[age] : []
  // Of one child everything is asked for, whatever it waits for.
  return { tab: pid === undefined ? tab : ('all' as const), kind, unit, pid, q, sort, page, pageSize, ageFrom, ageTo }
}
