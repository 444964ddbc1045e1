import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { memo, type MouseEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useWidth } from '../ui/useWidth.ts'
import type { ListPageProps } from './listProps.ts'
import { type Column, columnName, type Endless } from './list.ts'
import { chosenColumns } from './listTools.ts'
import { type Span, useWindow, WINDOW_FROM } from './windowed.ts'

type Props<Row> = ListPageProps<Row> & { cursor: string | null; onCursor: (key: string) => void }

/** More than the tallest window shows. */
const FIRST_ROWS = 25

/** A click on a button or link inside a row is that button's. */
const onControl = (event: MouseEvent) =>
  (event.target as HTMLElement).closest('button,a,input,label,[role=menu]') !== null

/** A line of the table: a row, the head of a group before its first one, or a row that has not come yet. */
type Line<Row> = { key: string; row: Row } | { key: string; head: ReactNode } | { key: string; hole: true }
const GROUP_HEIGHT = 30

function linesOf<Row>({ source, rowKey, group }: Props<Row>): Line<Row>[] {
  let last: string | undefined
  return (source.data?.data ?? []).flatMap((row): Line<Row>[] => {
    const key = rowKey(row)
    const own = group?.(row)
    const first = own && own.key !== last
    last = own?.key
    return first
      ? [
          { key: `head-${own.key}-${key}`, head: own.label },
          { key, row },
        ]
      : [{ key, row }]
  })
}

export function ListTable<Row>(props: Props<Row>) {
  const t = useT()
  const { source, rowActions, tall, cursor, looks } = props
  // The table's own width decides which columns fit: an open drawer or a folded menu changes it, not only the window.
  const [box, width] = useWidth(0, 0)
  const columns = useMemo(
    () =>
      chosenColumns(props.columns, looks.cols).filter(
        (column) => !column.minTable || width === 0 || width >= column.minTable,
      ),
    [props.columns, looks.cols, width],
  )
  const span = columns.length + (rowActions ? 1 : 0)
  const { endless } = source
  const lines = endless ? [] : linesOf(props)
  const long = endless !== undefined || lines.length > WINDOW_FROM
  // Only which lines are heads changes the heights.
  const shape = endless ? 'r'.repeat(endless.total) : lines.map((line) => ('head' in line ? 'h' : 'r')).join('')
  const tops = useTops(shape, tall)
  const seen = useWindow(box, tops, long)
  const see = endless?.see
  useEffect(() => see?.(seen.first, seen.end), [see, seen.first, seen.end])
  // A window's worth of rows at once, the rest in pieces that let keys and pointer through.
  const few = useDeferredValue(lines.length, FIRST_ROWS)
  const shown = endless
    ? inSight(endless, seen, props.rowKey)
    : long
      ? lines.slice(seen.first, seen.end)
      : lines.slice(0, few)
  const { rowClass, drawer, opensPage, onOpen, onCursor, open } = props
  const of = { rowActions, rowClass, drawer, opensPage, onOpen, onCursor, open }
  return (
    // Rows without a control of their own: the box itself is what the keyboard scrolls.
    <section
      className="scroll"
      ref={box}
      aria-label={t('common.list.view.table')}
      tabIndex={rowActions ? undefined : 0}
    >
      <table className={`tbl rows ${tall ? 'tall' : ''}`} aria-rowcount={source.data?.total}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { width: column.width } : undefined} />
          ))}
          {rowActions && <col className="opscol" style={{ width: props.rowActionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {rowActions && <th className="r">{t('common.list.rowActions')}</th>}
          </tr>
        </thead>
        <tbody>
          {long && <Gap height={seen.above} span={span} />}
          {shown.map((line, index) =>
            'head' in line ? (
              <tr key={line.key} className="grp">
                <td colSpan={span}>{line.head}</td>
              </tr>
            ) : 'hole' in line ? (
              <tr key={line.key} className="hole" aria-rowindex={seen.first + index + 2}>
                <td colSpan={span} aria-label={t('common.loading')} />
              </tr>
            ) : (
              <Row
                key={line.key}
                {...of}
                row={line.row}
                id={line.key}
                columns={columns}
                on={line.key === cursor}
                at={long ? seen.first + index : undefined}
              />
            ),
          )}
          {long && <Gap height={seen.below} span={span} />}
        </tbody>
      </table>
    </section>
  )
}

/** The rows in sight of a list in one piece; of those that are on their way, the place. */
function inSight<Row>(endless: Endless<Row>, { first, end }: Span, rowKey: (row: Row) => string): Line<Row>[] {
  return Array.from({ length: Math.max(0, Math.min(end, endless.total) - first) }, (_, at): Line<Row> => {
    const row = endless.at(first + at)
    return row === undefined ? { key: `hole-${first + at}`, hole: true } : { key: rowKey(row), row }
  })
}

/** Where each line begins, and where the last ends. */
function useTops(shape: string, tall: boolean | undefined): readonly number[] {
  return useMemo(() => {
    const tops = [0]
    for (const kind of shape) tops.push((tops.at(-1) ?? 0) + (kind === 'h' ? GROUP_HEIGHT : tall ? 44 : 40))
    return tops
  }, [shape, tall])
}

/** Stands for the rows out of sight. */
const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr className="gap">
      <td colSpan={span} style={{ height }} />
    </tr>
  ) : null

interface RowProps<Row>
  extends Pick<Props<Row>, 'rowActions' | 'rowClass' | 'drawer' | 'opensPage' | 'onOpen' | 'onCursor' | 'open'> {
  row: Row
  id: string
  on: boolean
  at: number | undefined
  columns: readonly Column<Row>[]
}
function OneRow<Row>(props: RowProps<Row>) {
  const { row, id, on, at, columns, rowActions, rowClass, drawer, opensPage, onOpen, onCursor, open } = props
  const line = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (on) line.current?.scrollIntoView({ block: 'nearest' })
  }, [on])
  const onClick = (event: MouseEvent) => {
    if (onControl(event) || window.getSelection()?.toString()) return
    onCursor(id)
    if (drawer || opensPage) onOpen(open === id ? null : id)
  }
  return (
    // The keys j and k bring the focus here, so that Tab goes on to this row's own buttons.
    <tr
      ref={line}
      data-row={id}
      aria-rowindex={at === undefined ? undefined : at + 2}
      tabIndex={-1}
      className={`${on ? 'sel' : ''} ${rowClass?.(row) ?? ''}`}
      aria-selected={on}
      onClick={onClick}
    >
      {columns.map((column) => (
        <td key={column.key} className={column.align === 'right' ? 'r' : undefined}>
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className="r">
          <span className="ops">{rowActions(row)}</span>
        </td>
      )}
    </tr>
  )
}

/** While one scrolls, rows that stay in sight are not drawn again. */
const Row = memo(OneRow) as typeof OneRow

type HeadProps<Row> = Pick<Props<Row>, 'sort' | 'onSort'> & { column: Column<Row> }
function HeadCell<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const t = useT()
  const right = column.align === 'right' ? 'r' : ''
  if (!column.sort) return <th className={right}>{column.title}</th>
  const up = sort === column.sort
  const down = sort === `-${column.sort}`
  const next = up ? `-${column.sort}` : column.sort
  const label = t('common.list.sortBy', { column: columnName(column) })
  return (
    <th className={`sortable ${right}`} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
      <button type="button" title={label} onClick={() => onSort(next)}>
        {column.title}
        {sortIcon(up, down)}
      </button>
    </th>
  )
}
function sortIcon(up: boolean, down: boolean): ReactNode {
  if (up) return <ArrowUpOutlined />
  return down ? <ArrowDownOutlined /> : null
}
