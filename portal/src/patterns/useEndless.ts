import type { EndpointInput, EndpointShape, Page } from '@teleward/contract/core/endpoint.ts'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import type { Endless, ListSource } from './list.ts'

type Rows<E extends EndpointShape> = Page<z.output<E['response']>>
/** How often the rows in sight are looked at while somebody scrolls. */
const LOOK_MS = 80
/** Rows asked for at once: what is drawn between two frames. */
const PIECE = 100
/** Rows on either side that are asked for before they come into sight. */
const AHEAD = 50
/** Who goes further than this between two looks flies by: what is there is asked for where they come to rest. */
const FLIES = 250
const FIRST = [1] as const

/** The pages that hold the rows from `first` to before `end`. */
export function pagesOf(first: number, end: number, size: number): number[] {
  const [from, to] = [Math.floor(first / size) + 1, Math.floor(Math.max(first, end - 1) / size) + 1]
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

interface Sight {
  first: number
  end: number
}
/** The pages to ask for of a list of so many rows, a little ahead; `undefined` while somebody flies by. */
export function pagesToAsk(before: number, { first, end }: Sight, total: number): number[] | undefined {
  if (Math.abs(first - before) > FLIES) return undefined
  return pagesOf(Math.max(0, first - AHEAD), Math.min(end + AHEAD, Math.max(end, total)), PIECE)
}

/**
 * A list as one piece, however long: the pages in sight are there, the others are asked for when they come into sight.
 * What was once seen stays in the cache for as long as any answer does.
 */
export function useEndless<const E extends EndpointShape & { list: true }>(
  endpoint: E,
  input: (page: number, pageSize: number) => EndpointInput<E>,
  enabled: boolean,
): ListSource<z.output<E['response']>> {
  type Row = z.output<E['response']>
  // Another question is another list, which begins at its top.
  const question = JSON.stringify(input(1, PIECE))
  const [asked, setAsked] = useState<{ question: string; pages: readonly number[] }>({ question, pages: FIRST })
  const pages = asked.question === question ? asked.pages : FIRST
  const answers = useQueries({
    queries: pages.map((page) => {
      const body = input(page, PIECE)
      return {
        queryKey: [endpoint.method, endpoint.path, 'endless', body],
        meta: { tags: endpoint.tags },
        enabled,
        queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, body, { signal }) as Promise<Rows<E>>,
      }
    }),
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Another question, or an end, forgets the look that was due.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question alone.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [question],
  )
  const known = useRef({ question: '', total: 0 })
  const sight = useRef({ first: 0, end: 0, before: 0 })
  const see = useCallback(
    (first: number, end: number) => {
      sight.current = { ...sight.current, first, end }
      const look = () => {
        const { before } = sight.current
        sight.current.before = sight.current.first
        timer.current = undefined
        const wanted = pagesToAsk(before, sight.current, known.current.total)
        if (!wanted) {
          timer.current = setTimeout(look, LOOK_MS)
          return
        }
        setAsked((now) =>
          now.question === question && now.pages.join() === wanted.join() ? now : { question, pages: wanted },
        )
      }
      // A look that is due is not put off by what happens meanwhile: it sees where one is then.
      timer.current ??= setTimeout(look, LOOK_MS)
    },
    [question],
  )
  const told = answers.find(({ data }) => data)?.data
  if (told) known.current = { question, total: told.total }
  const total = known.current.question === question ? known.current.total : undefined
  const loaded = answers.map(({ data }) => data?.data)
  const stand = pages.map((page, at) => `${page} ${answers[at]?.dataUpdatedAt}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the pages stand, not the arrays around them.
  const endless = useMemo<Endless<Row>>(() => {
    const byPage = new Map(pages.map((page, at) => [page, loaded[at]]))
    return {
      total: total ?? 0,
      at: (index) => byPage.get(Math.floor(index / PIECE) + 1)?.[index % PIECE],
      see,
    }
  }, [stand, total, see])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const data = useMemo<Page<Row> | undefined>(
    () =>
      total === undefined ? undefined : { data: loaded.flatMap((rows) => rows ?? []), page: 1, pageSize: PIECE, total },
    [stand, total],
  )
  return {
    data,
    error: answers.find(({ error }) => error)?.error ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.max(0, ...answers.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
    endless,
  }
}
