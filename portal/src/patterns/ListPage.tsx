import { useCallback, useMemo, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { useKeys } from '../ui/keys.ts'
import { ListChips } from './ListChips.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListStates } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import { ExportButton, ListTools, SortSelect } from './ListTools.tsx'
import type { DrawerStep, ListPageProps } from './listProps.ts'
import { ListCursorContext, sameRows } from './listCursor.ts'
import { usePhone } from './usePhone.ts'

/**
 * A list screen: say what it shows, and it behaves like every other list. Tabs, filters, cards and the drawer are slots;
 * what is chosen lives in the URL (`useSearchState`) and comes in here as plain values.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, heading, actions, tabs, filters, chips, source, drawer, open, phoneBar, looks, exportList } = props
  const phone = usePhone()
  const other = phone ? undefined : props.other?.[looks.view]
  const { cursor, setCursor, show, step, openRow } = useCursor(props, other !== undefined)
  const shared = useMemo(() => ({ at: cursor, onCursor: setCursor, show }), [cursor, setCursor, show])
  const total = source.data?.total
  return (
    <>
      <div className="pagehead listhead">
        {props.within ? <h2 className="sr">{title}</h2> : <h1>{title}</h1>}
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
          {other ? (
            <ListCursorContext value={shared}>{other}</ListCursorContext>
          ) : (
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
function focusRow(key: string): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const now = document.activeElement
    // A detail that has opened since, by a key pressed right after, has the focus: it stays there.
    if (now !== before && now?.closest('.drawer')) return
    const place = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'nearest' })
  })
}

/** Where the keyboard is: the open row, or the one j and k came to; among the rows that are drawn, and no others. */
function useCursor<Row>(props: ListPageProps<Row>, ownView: boolean) {
  const { source, rowKey, open, onOpen, drawer, opensPage, rowKeys = [] } = props
  const [kept, setKept] = useState<string | null>(null)
  const [shown, setShown] = useState<readonly Row[]>()
  const show = useCallback(
    (next: readonly unknown[] | undefined) =>
      setShown((now) => (sameRows(now, next) ? now : (next as readonly Row[] | undefined))),
    [],
  )
  const rows = (ownView ? shown : source.data?.data) ?? []
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
    ...(drawer || opensPage
      ? [{ keys: 'Enter', label: t('shell.keys.open'), run: () => cursor !== null && onOpen(cursor) }]
      : []),
    ...rowKeys.map((key) => ({ ...key, run: () => row !== undefined && key.run(row) })),
  ])
  useKeys([{ keys: 'Escape', label: t('shell.keys.close'), inFields: true, run: close }], open !== null)

  const step: DrawerStep = {
    close,
    previous: at > 0 ? () => moveTo(at - 1) : undefined,
    next: at >= 0 && at < keys.length - 1 ? () => moveTo(at + 1) : undefined,
  }
  return { cursor, setCursor: setKept, show, step, openRow: open === null ? undefined : rows[keys.indexOf(open)] }
}
