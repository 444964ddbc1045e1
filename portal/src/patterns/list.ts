import type { EndpointInput, EndpointShape, Page, Tag } from '@teleward/contract/core/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { endpointQuery } from '../api/query.ts'

export interface Column<Row> {
  key: string
  title: ReactNode
  /** In pixels; columns without one share what is left. */
  width?: number
  align?: 'right'
  /** Its name in the sort parameter: `time`, and `-time` the other way round. */
  sort?: string
  cell: (row: Row) => ReactNode
  /** Left out where the table has less room than this. */
  minTable?: number
  /** A row cannot be told without it: always shown. */
  fixed?: boolean
  /** Shown only where somebody chose it. */
  extra?: boolean
  /** Its name where the title is no plain text: in the choice of columns and of the order. */
  name?: string
}
export const columnName = <Row>({ key, title, name }: Column<Row>): string =>
  name ?? (typeof title === 'string' ? title : key)

/** A filter that is on, as a chip that takes it off. */
export interface Chip {
  key: string
  label: ReactNode
  onRemove: () => void
}

/** A key that acts on the row under the cursor. */
export interface RowKey<Row> {
  keys: string
  label: string
  run: (row: Row) => void
}

/** A list as one piece: its rows by their place, as far as they have come. */
export interface Endless<Row> {
  total: number
  at(index: number): Row | undefined
  /** Tells which rows are in sight, from `first` to before `end`. */
  see(first: number, end: number): void
}

/** What the pattern needs to know of a query. */
export interface ListSource<Row> {
  data: Page<Row> | undefined
  error: Error | null
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => unknown
  /** `useEndless`: scrolls through all of it, without pages. */
  endless?: Endless<Row>
}

type Rows<E extends EndpointShape> = Page<z.output<E['response']>>

/** A page of rows from a list endpoint; while the next page loads, the last one stays. */
export function useList<const E extends EndpointShape & { list: true }>(
  endpoint: E,
  input: EndpointInput<E>,
  enabled = true,
  /** Families that make it stale, where a screen decides itself when its rows may move. */
  tags: readonly Tag[] = endpoint.tags,
) {
  const { queryKey } = endpointQuery(endpoint, input)
  const meta = { tags }
  return useQuery<Rows<E>>({
    queryKey,
    meta,
    queryFn: ({ signal }) => call(endpoint, input, { signal }) as Promise<Rows<E>>,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Ways of looking at a list. */
export const LIST_VIEWS = ['table', 'card', 'board', 'calendar'] as const
export type ListView = (typeof LIST_VIEWS)[number]

/** Columns, view and page size that a person has chosen for a list. */
export interface ListViewPreferences {
  cols: readonly string[] | undefined
  view: ListView
  pageSize: number
  set(next: { cols?: readonly string[] | undefined; view?: ListView; pageSize?: number }): void
}
