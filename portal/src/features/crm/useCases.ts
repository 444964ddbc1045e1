import { fetchSRQuantity, getCrmConfig, getSNs } from '@teleward/contract/crm/endpoints.ts'
import { caseNew } from '@teleward/contract/crm/events.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onEvent } from '../../api/events.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, invalidateTags } from '../../api/query.ts'
import { useList } from '../../patterns/list.ts'
import { type CaseSearch, toCount, toQuery } from './search.ts'

/** The cases of the address, what they come to, what can be chosen, and how many are new since one looked. */
export function useCases(value: CaseSearch, q: string, pageSize: number, mid: number) {
  const query = toQuery(value, q, pageSize)
  const list = useList(getSNs, { body: query })
  const counts = useQuery({
    ...endpointQuery(fetchSRQuantity, { body: toCount(value, q) }),
    placeholderData: keepPreviousData,
  })
  const config = useQuery(endpointQuery(getCrmConfig, {}))
  const news = useNews(mid, useRight('crm.read') === 'y')
  // Unknown totals are not nothing, and without what can be chosen no case can be opened.
  const failed = [counts, config].find(({ isError, data }) => isError && !data)
  return { query, list, counts: counts.data, config: config.data, news, failed }
}

/**
 * New cases move no row: they are told, and shown when somebody asks. One's own is shown at once. The unit hears of all of them:
 * who sees some alone (`all` is false) would be told of what nothing can show, and hears by the bell of those that come to them.
 */
function useNews(mid: number, all: boolean) {
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set())
  useEffect(
    () =>
      onEvent(caseNew, ({ id, by }) => {
        if (all && by !== mid) setWaiting((before) => new Set(before).add(id))
      }),
    [mid, all],
  )
  return {
    count: waiting.size,
    show: () => {
      setWaiting(new Set())
      void invalidateTags(['cases'])
    },
  }
}
