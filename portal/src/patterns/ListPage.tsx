import { type ReactNode, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { useKeys } from '../ui/keys.ts'
import { ListChips } from './ListChips.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListStates } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import { ExportButton, ListTools, SortSelect } from './ListTools.tsx'
import type { Chip, Column, ListSource, RowKey } from './list.ts'
import type { ListLooks, ListView } from './listTools.ts'
import { usePhone } from './usePhone.ts'

/**
 * A list screen: say what it shows, and it behaves like every other list. Tabs, filters, cards and the drawer are slots;
 * what is chosen lives in the URL (`useSearchState`) and comes in here as plain values.
 */
export interface ListPageProps<Row> {
  title: string
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
  looks: ListLooks
  /** Which ways of looking at it there are; the first is the standard. */
  views: readonly ListView[]
  /** The list in a way of the screen's own, in place of its rows; not on a phone. */
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

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, heading, actions, tabs, filters, chips, source, drawer, open, phoneBar, looks, exportList } = props
  const phone = usePhone()
  const other = phone ? undefined : props.other?.[looks.view]
  const { cursor, setCursor, step, openRow } = useCursor(props)
  const total = source.data?.total
  return (
    <>
      <div className="pagehead listhead">
        <h1>{title}</h1>
        {heading}
        <div className="act">
          <ExportButton run={exportList} />
          {actions}
        </div>
      </div>
      {tabs}
      <div className={`listgrid ${drawer && open ? 'open' : ''}`}>
        <div className="pane">
          {source.isFetching && source.data && <div className="busy" />}
          <div className="filters">
            {filters}
            {!phone && <ListTools {...props} />}
          </div>
          <ListChips chips={chips ?? []} total={other === undefined ? total : undefined} onClear={props.onClearChips}>
            {phone && <SortSelect {...props} />}
          </ListChips>
          {props.above}
          {other ?? (
            <>
              <ListStates {...props}>
                {phone || looks.view === 'card' ? (
                  <div className={phone ? 'cards' : 'cards wide'}>
                    {source.data?.data.map((row) => (
                      <CardSlot key={props.rowKey(row)} {...props} row={row} cursor={cursor} />
                    ))}
                  </div>
                ) : (
                  <ListTable {...props} cursor={cursor} onCursor={setCursor} />
                )}
              </ListStates>
              <ListFoot {...props} phone={phone} />
            </>
          )}
        </div>
        {drawer && open && drawer(open, openRow, step)}
      </div>
      {phone && phoneBar && <div className="phonebar">{phoneBar}</div>}
    </>
  )
}

/** The keys j and k bring the focus here as they do to a row, so that Tab goes on to this card's own buttons. */
function CardSlot<Row>({ row, rowKey, card, cursor }: ListPageProps<Row> & { row: Row; cursor: string | null }) {
  const id = rowKey(row)
  return (
    <div className={id === cursor ? 'cardslot sel' : 'cardslot'} data-row={id} tabIndex={-1}>
      {card(row)}
    </div>
  )
}

/** A detail that closes, and the keys j and k, leave the focus on a row or its card. */
const focusRow = (key: string) =>
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'nearest' })
  })

/** Where the keyboard is: the open row, or the one j and k came to. */
function useCursor<Row>({ source, rowKey, open, onOpen, drawer, rowKeys = [] }: ListPageProps<Row>) {
  const [kept, setKept] = useState<string | null>(null)
  const rows = source.data?.data ?? []
  const keys = rows.map(rowKey)
  const cursor = open ?? kept
  const at = cursor === null ? -1 : keys.indexOf(cursor)
  const row = rows[at]

  const moveTo = (index: number) => {
    const key = keys[index]
    if (key === undefined) return
    setKept(key)
    if (open !== null) onOpen(key)
    else focusRow(key)
  }
  const close = () => {
    onOpen(null)
    if (open === null) return
    setKept(open)
    focusRow(open)
  }
  useKeys([
    { keys: 'j', label: t('shell.keys.down'), run: () => moveTo(Math.min(at + 1, keys.length - 1)) },
    { keys: 'k', label: t('shell.keys.up'), run: () => moveTo(Math.max(at - 1, 0)) },
    ...(drawer ? [{ keys: 'Enter', label: t('shell.keys.open'), run: () => cursor !== null && onOpen(cursor) }] : []),
    ...rowKeys.map((key) => ({ ...key, run: () => row !== undefined && key.run(row) })),
  ])
  useKeys([{ keys: 'Escape', label: t('shell.keys.close'), inFields: true, run: close }], open !== null)

  const step: DrawerStep = {
    close,
    previous: at > 0 ? () => moveTo(at - 1) : undefined,
    next: at >= 0 && at < keys.length - 1 ? () => moveTo(at + 1) : undefined,
  }
  return { cursor, setCursor: setKept, step, openRow: open === null ? undefined : rows[keys.indexOf(open)] }
}
