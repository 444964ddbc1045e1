import { type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import type { ShownLine } from './note-draft.ts'
import type { NoteEditor } from './note-editor.ts'
import { RxRow } from './RxRow.tsx'
import type { RxTables } from './rxTables.ts'

/** What of an editor the lines are written with. */
export type LineEditor = Pick<NoteEditor, 'addLine' | 'changeLine' | 'removeLine'> & {
  view: Pick<NoteEditor['view'], 'lines'>
  may: Pick<NoteEditor['may'], 'prescribe'>
}

/** Longer figures and codes than the columns have room for: then each line takes two rows, and nothing of it is cut. */
const isLong = ({ dose, frequency, days, total, totalUnit }: ShownLine) =>
  Boolean(totalUnit) ||
  String(dose).length > 3 ||
  frequency.length > 5 ||
  String(days).length > 3 ||
  String(total).length > 4

const keyOf = (line: ShownLine) => line.rowKey ?? line.id
/**
 * A line that is added from this panel is brought into sight, and the field it was typed in stays there. What another adds, or what
 * is there when the record opens, moves nothing under the hands of whoever writes.
 */
function useAddedInSight(lines: readonly ShownLine[], box: RefObject<HTMLDivElement | null>): void {
  const known = useRef<ReadonlySet<string>>(new Set())
  useLayoutEffect(() => {
    const before = known.current
    known.current = new Set(lines.map(keyOf))
    const added = lines.findLastIndex((line) => line.pending === true && !before.has(keyOf(line)))
    const typedIn = document.activeElement
    if (added < 0 || !box.current?.closest('.rx')?.contains(typedIn)) return
    box.current.querySelectorAll('tbody')[added]?.scrollIntoView({ block: 'nearest' })
    if (typedIn) holdInSight(typedIn, box.current.closest('.rx') ?? box.current)
  }, [lines, box])
}

/**
 * What the check of the new line says comes a moment later, and grows between the line and the field: the field stays in sight
 * until somebody goes elsewhere or looks elsewhere themselves.
 */
function holdInSight(field: Element, panel: Element): void {
  const show = () => field.scrollIntoView({ block: 'nearest' })
  const grown = new MutationObserver(show)
  const stop = () => {
    grown.disconnect()
    panel.removeEventListener('wheel', stop)
    panel.removeEventListener('pointerdown', stop)
  }
  show()
  grown.observe(panel, { childList: true, subtree: true })
  panel.addEventListener('wheel', stop, { passive: true })
  panel.addEventListener('pointerdown', stop)
  field.addEventListener('blur', stop, { once: true })
}

/** Prescription lines, each to be written in. */
export function RxTable({ pen, tables }: { pen: LineEditor; tables: RxTables }) {
  const { lines } = pen.view
  const box = useRef<HTMLDivElement>(null)
  useAddedInSight(lines, box)
  const remove = (line: ShownLine, index: number) => {
    pen.removeLine(line.id)
    const {
      id: _id,
      version: _version,
      pending: _pending,
      rowKey: _key,
      dailyDose: _daily,
      sort: _sort,
      ...values
    } = line
    notify({
      kind: 'info',
      key: `rx-${line.code}`,
      title: t('emr.rx.removed', { name: line.name }),
      action: { label: t('common.undo'), run: () => pen.addLine(values, index) },
    })
  }
  if (!lines.length) return null
  return (
    <div className="rxscroll" ref={box}>
      <table className={`tbl ${lines.some(isLong) ? 'stack' : ''}`}>
        <colgroup>
          <col />
          <col className="w-dose" />
          <col className="w-freq" />
          <col className="w-route" />
          <col className="w-days" />
          <col className="w-total" />
          <col className="w-more" />
        </colgroup>
        <thead>
          <tr>
            <th>{t('emr.rx.drug')}</th>
            <th>{t('emr.rx.dose')}</th>
            <th>{t('emr.rx.frequency')}</th>
            <th>{t('emr.rx.route')}</th>
            <th className="r">{t('emr.rx.days')}</th>
            <th className="r">{t('emr.rx.total')}</th>
            <th>
              <span className="sr">{t('common.list.rowActions')}</span>
            </th>
          </tr>
        </thead>
        {lines.map((line, index) => (
          <RxRow key={keyOf(line)} line={line} tables={tables} pen={pen} onRemove={() => remove(line, index)} />
        ))}
      </table>
    </div>
  )
}
