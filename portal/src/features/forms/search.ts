import { id } from '@teleward/contract/core/scalars.ts'
import { questionnaireStates } from '@teleward/contract/forms/rules.ts'
import { questionnaireSort, resultSort } from '@teleward/contract/forms/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

export const tabs = ['results', 'summary', 'build', 'try'] as const
export type Tab = (typeof tabs)[number]

/** What lives in the address: which questionnaire, which part of it, what its list is narrowed by. Ids alone. */
const search = z.object({
  ...listFields,
  state: z.enum(questionnaireStates).optional().catch(undefined),
  kind: z.enum(['standard', 'own']).optional().catch(undefined),
  author: z.enum(['me', 'others']).optional().catch(undefined),
  id: id.optional().catch(undefined),
  tab: z.enum(tabs).optional().catch(undefined),
  answers: z.enum(['open', 'answered']).optional().catch(undefined),
  score: z.enum(['over', 'danger']).optional().catch(undefined),
  unit: id.optional().catch(undefined),
  number: id.optional().catch(undefined),
  sort: z.union([questionnaireSort, resultSort]).optional().catch(undefined),
})
export type QuestionsSearch = z.output<typeof search>
export const useQuestionsSearch = () => useSearchState(search)
