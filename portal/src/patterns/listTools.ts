import { MAX_PAGE_SIZE } from '@teleward/contract/core/paging.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { changePreferences, useMaybeMe } from '../api/me.ts'
import { csv } from './csv.ts'
import type { ListPageProps } from './listProps.ts'
import { type Column, LIST_VIEWS, type ListViewPreferences, type ListView } from './list.ts'

/** `board` and `calendar` are a screen's own, where it offers them. */
const listView = z.enum(LIST_VIEWS)

/** A page size of all rows, as one scrolls: where a list offers it. */
export const ALL_ROWS = 0

/** Of every list in its address, beside its filters, its `sort` and what is open. */
export const listFields = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  cols: csv(z.string().max(32)),
  view: listView.optional(),
}

/** What of a list's looks lives in the address. */
export interface ViewInUrl {
  cols?: readonly string[] | undefined
  view?: ListView | undefined
  pageSize?: number | undefined
}

export interface Standard {
  views: readonly ListView[]
  pageSize: number
}

/** The address first, so that a link shows what its sender saw; then what the person chose last; then the standard. */
export function viewPreferencesOf(
  inUrl: ViewInUrl,
  kept: { cols: readonly string[] | undefined; view: string | undefined; pageSize: number | undefined },
  standard: Standard,
): Omit<ListViewPreferences, 'set'> {
  const view = [inUrl.view, kept.view].find((one) => standard.views.some((known) => known === one))
  return {
    cols: inUrl.cols?.length ? inUrl.cols : kept.cols,
    view: (view as ListView | undefined) ?? standard.views[0] ?? 'table',
    pageSize: inUrl.pageSize ?? kept.pageSize ?? standard.pageSize,
  }
}

/**
 * Columns, view and page size of a list: in the address and, for the next time, in the person's preferences. `id` is the
 * screen's path.
 */
export function useListLooks(
  id: string,
  inUrl: ViewInUrl,
  standard: Standard,
  change: (changes: { cols?: string[]; view?: ListView | undefined; pageSize?: number | undefined }) => void,
): ListViewPreferences {
  const preferences = useMaybeMe()?.preferences
  const [cols, view, pageSize] = [preferences?.listColumns[id], preferences?.listViews[id], preferences?.pageSizes[id]]
  return useMemo(
    () => ({
      ...viewPreferencesOf(inUrl, { cols, view, pageSize }, standard),
      set: (next) => {
        change({
          ...('cols' in next ? { cols: [...(next.cols ?? [])] } : {}),
          ...(next.view ? { view: next.view } : {}),
          ...(next.pageSize === undefined ? {} : { pageSize: next.pageSize }),
        })
        if (!preferences) return
        const { listColumns, listViews, pageSizes } = preferences
        const { [id]: _columns, ...others } = listColumns
        void changePreferences({
          ...('cols' in next ? { listColumns: next.cols?.length ? { ...others, [id]: [...next.cols] } : others } : {}),
          ...(next.view ? { listViews: { ...listViews, [id]: next.view } } : {}),
          ...(next.pageSize === undefined ? {} : { pageSizes: { ...pageSizes, [id]: next.pageSize } }),
        })
      },
    }),
    [id, inUrl, cols, view, pageSize, standard, change, preferences],
  )
}

const TABLE_AND_CARDS: Standard = { views: ['table', 'card'], pageSize: 20 }
type Framed = 'looks' | 'views' | 'page' | 'pageSize' | 'onPage' | 'sort' | 'onSort'
interface InFrame<Sort extends string> {
  page?: number
  pageSize?: number | undefined
  sort?: Sort | undefined
  cols?: string[]
  view?: ListView | undefined
}

/** Page, page size, order, columns and view of a list, as `ListPage` takes them. */
export function useListFrame<Sort extends string>(
  id: string,
  value: ViewInUrl & { page: number; sort?: Sort | undefined },
  change: (changes: InFrame<Sort>) => void,
  standard = TABLE_AND_CARDS,
): Pick<ListPageProps<unknown>, Framed> & { looks: ListViewPreferences } {
  const looks = useListLooks(id, value, standard, change)
  return {
    looks,
    views: standard.views,
    page: value.page,
    pageSize: looks.pageSize,
    onPage: ({ page, pageSize }) => (pageSize === undefined ? change({ page: page ?? 1 }) : looks.set({ pageSize })),
    sort: value.sort,
    // The list's own order is none.
    onSort: (sort) => change({ sort: sort === 'default' ? undefined : (sort as Sort) }),
  }
}

/** The columns that are shown: those chosen, and always those a row cannot be told without. */
export const chosenColumns = <Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] =>
  columns.filter((column) => column.fixed || (chosen?.length ? chosen.includes(column.key) : !column.extra))
