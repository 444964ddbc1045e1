import {
  getQueues,
  getQueuesUndoneQuantity,
  queueFilters,
  type SlotFilter,
} from '@teleward/contract/appointments/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { useList } from '../../patterns/list.ts'
import { fetchApptUndoneQuantity } from '@teleward/contract/appointments/history-endpoints.ts'
import { type QueueSearch, toQuery } from './search.ts'

/** What is unfinished in each part of a day, and in the whole of it. */
export type SlotCounts = Record<SlotFilter | 'today', number>

/** The rows of the list, the counts of its tabs and parts of the day, and what the filter offers. */
export function useQueue(value: QueueSearch, agent: boolean, pageSize: number) {
  const { doctortype, mid } = useMe()
  // Doctors come to their own list; everybody else sees all that they may see.
  const mine = doctortype === 'doctor' ? mid : undefined
  const query = toQuery(value, { mine, agent, pageSize })
  const list = useList(getQueues, { body: query }, value.tab !== 'others' && value.tab !== 'referrals')
  const { did, unit, date } = query
  const counts = useQuery({
    ...endpointQuery(getQueuesUndoneQuantity, { body: { did, unit, date } }),
    placeholderData: keepPreviousData,
    enabled: !agent,
  })
  const ofAgents = useQuery({
    ...endpointQuery(fetchApptUndoneQuantity, { body: { did, unit, date } }),
    placeholderData: keepPreviousData,
    enabled: agent,
  })
  const choices = useQuery({ ...endpointQuery(queueFilters, {}), staleTime: 10 * 60_000 })
  const slots: SlotCounts | undefined = agent
    ? ofAgents.data
    : counts.data && { ...counts.data, today: counts.data.tabs.today }
  return { list, query, counts: counts.data, ofAgents: ofAgents.data, slots, choices: choices.data, mine }
}
