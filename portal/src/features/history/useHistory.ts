import { queueFilters } from '@teleward/contract/appointments/endpoints.ts'
import { queueChanged } from '@teleward/contract/appointments/events.ts'
import { historyBookers, queueLogTotals, searchQueueLog } from '@teleward/contract/appointments/history-endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onEvent } from '../../api/events.ts'
import { endpointQuery } from '../../api/query.ts'
import { useList } from '../../patterns/list.ts'
import { type HistorySearch, toQuery } from './search.ts'

const TEN_MINUTES = 10 * 60_000
/** Rows move only when somebody asks; a shown one that changes is fetched anew where it stands. */
const OWN_TAGS = ['notes', 'recordings'] as const

/** The rows, what they come to, and how many entries came meanwhile that are not shown. */
export function useHistory(value: HistorySearch, pageSize: number) {
  const query = toQuery(value, pageSize)
  const list = useList(searchQueueLog, { body: query }, true, OWN_TAGS)
  const { sort: _sort, page: _page, pageSize: _size, ...filters } = query
  const totals = useQuery({
    ...endpointQuery(queueLogTotals, { body: filters }),
    placeholderData: keepPreviousData,
  })
  const choices = useQuery({ ...endpointQuery(queueFilters, {}), staleTime: TEN_MINUTES })
  const bookers = useQuery({
    ...endpointQuery(historyBookers, {}),
    staleTime: TEN_MINUTES,
    enabled: value.booker !== undefined,
  })
  const news = useNews(list)
  return { query, list, totals: totals.data, choices: choices.data, bookers: bookers.data, news }
}

const SOON_MS = 100
function useNews(list: ReturnType<typeof useList<typeof searchQueueLog>>) {
  const [waiting, setWaiting] = useState<ReadonlyMap<number, number>>(new Map())
  const now = useRef(list)
  now.current = list
  const asked = useRef(0)
  useEffect(() => {
    if (list.isFetching) asked.current = Date.now()
  }, [list.isFetching])
  // What is shown after asking again is no news; what came while the answer was under way may be in none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by the answer's time.
  useEffect(() => {
    const shown = new Set(list.data?.data.map(({ qid }) => qid))
    setWaiting((before) => new Map([...before].filter(([qid, at]) => at > asked.current && !shown.has(qid))))
  }, [list.dataUpdatedAt])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = undefined
      void now.current.refetch()
    }
    const off = onEvent(queueChanged, ({ qid, kind }) => {
      const shown = now.current.data?.data.some((row) => row.qid === qid) ?? false
      if (shown) timer ??= setTimeout(again, SOON_MS)
      else if (kind === 'new') setWaiting((before) => new Map(before).set(qid, Date.now()))
    })
    return () => {
      off()
      clearTimeout(timer)
    }
  }, [])
  return { count: waiting.size, show: () => void list.refetch() }
}
