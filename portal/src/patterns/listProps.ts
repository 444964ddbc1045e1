import type { ReactNode } from 'react'
import type { Chip, Column, ListViewPreferences, ListSource, ListView, RowKey } from './list.ts'

/** What a list screen says of itself; see `ListPage`. */
export interface ListPageProps<Row> {
  title: string
  /** A part of a page that shows its own title. */
  within?: boolean
  /** Beside the title: a date stepper, a count. */
  heading?: ReactNode
  /** Right end of the head: export, new. */
  actions?: ReactNode
  tabs?: ReactNode
  filters?: ReactNode
  chips?: readonly Chip[]
  onClearChips?: () => void
  /** `useList(endpoint, input)`. */
  source: ListSource<Row>
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** A line above the first row of each group. */
  group?: (row: Row) => { key: string; label: ReactNode } | null
  rowClass?: (row: Row) => string
  /** Rows of two lines are 44 px, others 40. */
  tall?: boolean
  rowActions?: (row: Row) => ReactNode
  /** In pixels, where the longest language needs more than the usual column. */
  rowActionsWidth?: number
  /** On a phone, with the big next step: usually `<ListCard …>`. */
  card: (row: Row) => ReactNode
  /** The drawer of the open row; the row is undefined when it is not on this page of the list. */
  drawer?: (key: string, row: Row | undefined, step: DrawerStep) => ReactNode
  /** A row opens a page of its own (`onOpen`), where no drawer stands beside the list. */
  opensPage?: boolean
  open: string | null
  onOpen: (key: string | null) => void
  page: number
  pageSize: number
  /** Offers all rows in one piece, where the source can bring them (`useEndless`). */
  allRows?: boolean
  onPage: (change: { page?: number; pageSize?: number }) => void
  /** `name` or `-name` of a column's `sort`; undefined: in the list's own order. */
  sort: string | undefined
  /** `default`: back to the list's own order. */
  onSort: (sort: string) => void
  rowKeys?: readonly RowKey<Row>[]
  /** `narrowed`: said also where the list is narrowed, instead of that nothing matches. */
  empty: { title: string; text?: ReactNode; icon?: ReactNode; actions?: ReactNode; narrowed?: boolean }
  /** What did not load, in words: 'The appointments did not load'. */
  failed?: string
  /** Columns, views and page size that the person chooses: `useListFrame(…)` gives all of it. */
  looks: ListViewPreferences
  /** Which ways of looking at it there are; the first is the standard. */
  views: readonly ListView[]
  /** The list in a way of the screen's own, in place of its rows; not on a phone. It says what it shows (`useListCursor`). */
  other?: Partial<Record<ListView, ReactNode>>
  /** Hands the list out as a file: `exportSheet(endpoint, input)`. */
  exportList: () => Promise<void>
  /** Over the rows: totals, a bar that tells of new entries. */
  above?: ReactNode
  /** Fixed to the bottom of a phone: filter, new, the next step. */
  phoneBar?: ReactNode
}
export interface DrawerStep {
  close: () => void
  /** To the row above or below; undefined at the end of the page. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
}
