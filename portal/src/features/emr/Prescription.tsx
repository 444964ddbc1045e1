import { HistoryOutlined } from '@ant-design/icons'
import { type ReactNode, type Ref, useRef } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { type Allergies, AllergyLine } from '../../ui/PatientHeader.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { AddLine } from './AddLine.tsx'
import type { NoteEditor } from './note-editor.ts'
import { RxTable } from './RxTable.tsx'
import { SetChips } from './SetChips.tsx'
import { useRxTables } from './useRxTables.ts'
import { useSets } from './useSets.ts'

interface Props {
  pen: NoteEditor
  input: Ref<HTMLInputElement>
  onFocus: () => void
  /** The last prescription again; `undefined`: there is none, or not now. */
  onAgain: (() => void) | undefined
  /** Beside the heading: who else is at it, and where the lines came from. */
  mark: ReactNode
  /** Beside the heading: the patient's allergies and intolerances. */
  allergies: Allergies
  /** Under the lines: what speaks against them. */
  warnings: ReactNode
  /** Last: refills while it is written, the pharmacy once it is signed. */
  foot: ReactNode
}

/** The visit's prescription: lines that compute themselves, and one field that adds more. */
export function Prescription({ pen, input, onFocus, onAgain, mark, allergies, warnings, foot }: Props) {
  const tables = useRxTables()
  const { lines } = pen.view
  const sets = useSets(pen, tables)
  const chips = useRef<HTMLElement>(null)
  useKeys(
    [{ keys: 'Alt+T', label: t('rx.sets.go'), run: () => chips.current?.querySelector('button')?.focus() }],
    pen.may.prescribe,
  )
  return (
    <section className="card c2 rx" aria-label={t('emr.rx.title')} onFocus={onFocus}>
      <div className="hd">
        <h2>{t('emr.rx.title')}</h2>
        <Count value={lines.length} />
        {mark}
        <span className="rt rxalg f12">
          <AllergyLine value={allergies} />
        </span>
      </div>
      <RxTable pen={pen} tables={tables} />
      {lines.length === 0 && !pen.may.prescribe && <p className="quiet">{t('emr.rx.empty')}</p>}
      {warnings}
      {pen.may.prescribe && (
        <>
          <AddLine pen={pen} tables={tables} input={input} sets={sets} />
          {onAgain && (
            <div className="rxagain">
              <button type="button" className="link" onClick={onAgain}>
                <HistoryOutlined /> {t('emr.copy.rxTitle')}
              </button>
              <Kbd keys="Alt L" />
            </div>
          )}
          <SetChips sets={sets} lines={lines} box={chips} />
        </>
      )}
      {foot}
    </section>
  )
}
