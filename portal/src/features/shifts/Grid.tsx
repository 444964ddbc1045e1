import { type Interval, usualHoursOf } from './rows.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { partName } from './labels.ts'

export interface Column {
  key: string
  title: string
  sub?: string
  today?: boolean
  /** The name of a public holiday. */
  holiday?: string | undefined
}
export interface CellView {
  /** The whole cell in words, for who does not see it. */
  name: string
  className: string
  body: ReactNode
  /** Something opens. */
  opens: boolean
}
interface Props {
  label: string
  columns: readonly Column[]
  rows: readonly Interval[]
  /** On a phone one day is a page. */
  only?: number
  cell: (column: number, row: Interval) => CellView
  onOpen: (column: number, row: Interval) => void
  onCopy?: (column: number, row: Interval) => void
  onPaste?: (column: number, row: Interval) => void
}

/** Days by parts of the day. Arrows move, Enter opens, Ctrl+C and Ctrl+V take a cell along. */
export function Grid({ label, columns, rows, only, cell, onOpen, onCopy, onPaste }: Props) {
  const [at, setAt] = useState<[number, number]>([0, 0])
  const place = useRef<HTMLTableElement>(null)
  const shown = columns
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => only === undefined || index === only)
  const go = (column: number, row: number) => {
    const next: [number, number] = [
      Math.min(columns.length - 1, Math.max(0, column)),
      Math.min(rows.length - 1, Math.max(0, row)),
    ]
    setAt(next)
    place.current?.querySelector<HTMLElement>(`[data-at="${next.join(' ')}"]`)?.focus()
  }
  const onKey = (event: KeyboardEvent, column: number, row: number) => {
    const part = rows[row]
    const step: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const by = step[event.key]
    if (by) go(column + by[0], row + by[1])
    else if ((event.ctrlKey || event.metaKey) && event.key === 'c' && part !== undefined) onCopy?.(column, part)
    else if ((event.ctrlKey || event.metaKey) && event.key === 'v' && part !== undefined) onPaste?.(column, part)
    else return
    event.preventDefault()
  }
  const [column, row] = at
  // The place that the Tab key comes to has to be one that is there.
  const home =
    shown.some(({ index }) => index === column) && row < rows.length ? at.join(' ') : `${shown[0]?.index ?? 0} 0`
  return (
    <table
      ref={place}
      className={`sg ${only === undefined ? '' : 'one'}`}
      aria-label={label}
      aria-description={t('shifts.key.move')}
    >
      <thead>
        <tr>
          <td className="sgcorner" />
          {shown.map(({ column: head }) => (
            <th key={head.key} scope="col" className={`dh ${head.today ? 'today' : ''}`}>
              <b>{head.title}</b>
              {head.sub && <span>{head.sub}</span>}
              {head.holiday && <span className="hol">{head.holiday}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((part, rowIndex) => (
          <tr key={part}>
            <th scope="row" className="ph0">
              <b>{partName(part)}</b>
              <span className="num">{usualHoursOf(part)}</span>
            </th>
            {shown.map(({ column: head, index }) => {
              const view = cell(index, part)
              const key = `${index} ${rowIndex}`
              return (
                <td key={head.key} className="cell">
                  <button
                    type="button"
                    data-at={key}
                    tabIndex={key === home ? 0 : -1}
                    className={`sh ${view.className}`}
                    aria-label={view.name}
                    aria-disabled={!view.opens}
                    onFocus={() => setAt([index, rowIndex])}
                    onKeyDown={(event) => onKey(event, index, rowIndex)}
                    onClick={() => view.opens && onOpen(index, part)}
                  >
                    {view.body}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
