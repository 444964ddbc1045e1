import {
  type QueuesQuery,
  queueSort,
  queueTab,
  slotFilter,
  stateFilter,
} from '@teleward/contract/appointments/endpoints.ts'
import { paymentState, site } from '@teleward/contract/appointments/schema.ts'
import { date, id } from '@teleward/contract/core/scalars.ts'
import { referralStates, referralUrgencies } from '@teleward/contract/referrals/states.ts'
import { z } from 'zod'
import { csv } from '../../patterns/csv.ts'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

export const DEFAULT_PAGE_SIZE = 50

/** What lives in the address of the appointments screen. */
export const queueSearch = z.object({
  /** `others`: other institutions, and `referrals`: lists of their own. */
  tab: z.enum([...queueTab.options, 'others', 'referrals']).default('today'),
  date: date.optional(),
  from: date.optional(),
  to: date.optional(),
  slot: csv(slotFilter),
  state: csv(stateFilter),
  site: csv(site),
  pay: csv(paymentState),
  /** A half hour of the day: what a bar of the dashboard counts. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):(00|30)$/)
    .optional(),
  /** `all`, or a doctor; a doctor's own list unless told. */
  did: z.union([z.literal('all'), id]).optional(),
  unit: id.optional(),
  q: z.string().max(60).default(''),
  sort: queueSort.default('default'),
  ...listFields,
  /** Of referrals: whose, whether those that are over as well, and the one whose letter is open. */
  side: z.enum(['all', 'sent', 'received']).default('all'),
  letters: z.enum(['open', 'late', 'all', ...referralStates]).default('open'),
  urgency: z.enum(referralUrgencies).optional(),
  letter: z.uuid().optional(),
  letterSort: z.string().max(12).optional(),
  /** Of other institutions: one alone. */
  partner: id.optional(),
  /** The entry whose detail is open. */
  open: id.optional(),
})
export type QueueSearch = z.output<typeof queueSearch>
export type SearchChange = Partial<QueueSearch>
export const useQueueSearch = () => useSearchState(queueSearch)

export type AnyTab = QueueSearch['tab']

interface Around {
  /** The doctor whose list it is unless another is asked for. */
  mine: number | undefined
  agent: boolean
  pageSize: number
}
/** The question to the server. Grants are of persons: whoever's they are, one's own list does not narrow them. */
export function toQuery(value: QueueSearch, { mine, agent, pageSize }: Around): QueuesQuery {
  const {
    open: _open,
    cols: _cols,
    view: _view,
    side: _side,
    letters: _letters,
    urgency: _urgency,
    letter: _letter,
    letterSort: _letterSort,
    partner: _partner,
    did,
    tab,
    ...rest
  } = value
  const own = tab === 'authorised' ? undefined : mine
  return {
    ...rest,
    pageSize,
    tab: tab === 'others' || tab === 'referrals' ? 'today' : tab,
    agent,
    did: did === 'all' ? undefined : (did ?? own),
  }
}
