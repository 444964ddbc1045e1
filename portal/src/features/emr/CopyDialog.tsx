import { partText } from '@teleward/contract/emr/copied.ts'
import { mrNoteData } from '@teleward/contract/emr/endpoints.ts'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { type ChangedPart, noteParts, type Note, type RecordBrief } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { amountsText } from '../../patterns/prescriptions/amounts.ts'
import { formatDate } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type CopyOf, usual } from './copies.ts'
import { icdName } from './icdName.ts'
import { partName } from './labels.ts'

interface Props {
  of: CopyOf
  pid: number
  records: readonly RecordBrief[]
  first: RecordBrief
  /** Parts that may be written. */
  may: (part: ChangedPart) => boolean
  /** `false`: it was not taken over, and what is chosen stays. */
  onTake: (from: string, parts: ChangedPart[]) => Promise<boolean>
  onClose: () => void
}

/** What of an earlier visit is taken over: it is looked at before it stands in the note. Enter takes what is ticked. */
export function CopyDialog({ of, pid, records, first, may, onTake, onClose }: Props) {
  const [from, setFrom] = useState(first)
  const [chosen, setChosen] = useState<ReadonlySet<ChangedPart>>(() => new Set(usual(of)))
  const [busy, setBusy] = useState(false)
  const id = useId()
  const source = useQuery(endpointQuery(mrNoteData, { body: { qid: from.qid, noteId: from.noteId } }))
  // An address put together by hand must not lay another patient's record beside this one's note.
  const note = source.data?.patient.pid === pid ? source.data.notes.find((one) => one.id === from.noteId) : undefined
  const order: readonly ChangedPart[] =
    of === 'prescription' ? ['prescription'] : ['diagnoses', ...noteParts, 'prescription']
  const parts = note ? order.filter((part) => may(part) && partText({ ...note, lines: note.lines }, part) !== '') : []
  const wanted = parts.filter((part) => chosen.has(part))
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (note) list.current?.querySelector('input')?.focus()
  }, [note])
  const take = async () => {
    if (busy || wanted.length === 0) return
    setBusy(true)
    try {
      if (await onTake(from.noteId, wanted)) onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={680}
      title={t(of === 'note' ? 'emr.copy.title' : 'emr.copy.rxTitle')}
      okText={t('emr.copy.take')}
      cancelText={t('common.back')}
      okButtonProps={{ disabled: wanted.length === 0, loading: busy }}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <form
        className="signbox"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <label className="copyfrom" htmlFor={id}>
          <span className="lab">{t('emr.copy.from')}</span>
          <select
            id={id}
            className="input"
            value={from.noteId}
            onChange={(event) => setFrom(records.find(({ noteId }) => noteId === event.target.value) ?? first)}
          >
            {records.map((row) => (
              <option key={row.noteId} value={row.noteId}>
                {[formatDate(row.date), nameOf(row.author), row.diagnoses.map(icdName)[0] ?? row.consultProblem]
                  .filter(Boolean)
                  .join(t('common.dot'))}
              </option>
            ))}
          </select>
        </label>
        {source.error ? (
          <ErrorState
            title={t('emr.records.failed')}
            text={errorMessage(source.error)}
            code={codeOf(source.error)}
            onRetry={() => void source.refetch()}
          />
        ) : !note ? (
          source.isPending ? (
            <SkeletonBlock lines={6} />
          ) : (
            <p className="quiet">{t('emr.records.gone')}</p>
          )
        ) : (
          <fieldset className="copyparts" ref={list}>
            <legend className="sr">{t('emr.copy.parts')}</legend>
            {parts.map((part) => (
              <label key={part}>
                <input
                  type="checkbox"
                  checked={chosen.has(part)}
                  onChange={({ target }) =>
                    setChosen((now) => {
                      const next = new Set(now)
                      if (target.checked) next.add(part)
                      else next.delete(part)
                      return next
                    })
                  }
                />
                <span className="grow">
                  <b>{partName(part)}</b>
                  <span className="copytext">{shownPart(note, part)}</span>
                </span>
              </label>
            ))}
            {parts.length === 0 && <p className="quiet">{t('emr.copy.nothing')}</p>}
          </fieldset>
        )}
        <p className="t3 f12">{t(of === 'note' ? 'emr.copy.hint' : 'emr.copy.rxHint')}</p>
        <input type="submit" hidden />
      </form>
    </Modal>
  )
}

function shownPart(note: Note, part: ChangedPart): string {
  if (part === 'diagnoses') return note.diagnoses.map((row) => `${row.code} ${icdName(row)}`).join('\n')
  if (part !== 'prescription') return imagesAsWords(note[part]).trim()
  return note.lines.map((line) => [line.name, amountsText(line)].join('　')).join('\n')
}
