import { copyNote } from '@teleward/contract/emr/endpoints.ts'
import type { ChangedPart, LeftOut, Note, RecordBrief } from '@teleward/contract/emr/schema.ts'
import { type ReactNode, useState } from 'react'
import { callAgain, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { type CopyOf, sourceOf } from './copies.ts'
import { partName } from './labels.ts'
import type { NoteWork } from './note-editor.ts'

interface Options {
  pid: number
  qid: number
  records: readonly RecordBrief[] | null
  authorMid: number
  work: NoteWork
  /** A draft is being written, and nothing lies over it. */
  enabled: boolean
  seen: (note: Note) => void
  /** Taken over: where one goes on writing. */
  onDone: (note: Note, of: CopyOf) => void
}
export interface Copies {
  /** Opens the choice; `undefined`: there is nothing to take over. */
  note: (() => void) | undefined
  prescription: (() => void) | undefined
  dialog: ReactNode
}

/** Copy forward and the last prescription again: what is taken over is chosen here, and taken by the server, which marks it. */
export function useCopies({ pid, qid, records, authorMid, work, enabled, seen, onDone }: Options): Copies {
  const [open, setOpen] = useState<{ of: CopyOf; first: RecordBrief } | null>(null)
  const last = enabled && work.may.write ? sourceOf(records, authorMid, 'note') : undefined
  const lastRx = enabled && work.may.prescribe ? sourceOf(records, authorMid, 'prescription') : undefined
  const note = last && (() => setOpen({ of: 'note', first: last }))
  const prescription = lastRx && (() => setOpen({ of: 'prescription', first: lastRx }))
  useKeys([{ keys: 'Alt+Y', label: t('emr.copy.title'), run: () => note?.() }], note !== undefined && open === null)
  useKeys(
    [{ keys: 'Alt+L', label: t('emr.copy.rxTitle'), run: () => prescription?.() }],
    prescription !== undefined && open === null,
  )
  const may = (part: ChangedPart) =>
    part === 'diagnoses' ? work.may.diagnose : part === 'prescription' ? work.may.prescribe : work.may.write
  const take = async (of: CopyOf, from: string, parts: ChangedPart[]): Promise<boolean> => {
    try {
      // What is still on its way stands above what is taken over.
      const now = await work.ensure()
      if (!now) {
        notify({ kind: 'warn', title: t('emr.copy.notYet') })
        return false
      }
      const answer = await callAgain(copyNote, { body: { pid, qid, id: now.id, from, parts } })
      seen(answer.note)
      tell(answer.left)
      setOpen(null)
      onDone(answer.note, of)
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
  return {
    note,
    prescription,
    dialog: open && (
      <CopyDialog
        of={open.of}
        pid={pid}
        records={(records ?? []).filter((one) => sourceOf([one], authorMid, open.of) !== undefined)}
        first={open.first}
        may={may}
        onTake={(from, parts) => take(open.of, from, parts)}
        onClose={() => setOpen(null)}
      />
    ),
  }
}

/** What did not come along is told until it is closed: it stood there last time, and stands here not. */
function tell(left: readonly LeftOut[]): void {
  const missing = left.filter(({ reason }) => reason !== 'present')
  if (missing.length === 0) return
  notify({
    kind: 'warn',
    key: 'copy-left',
    title: t('emr.copy.left'),
    text: (
      <ul className="copyleft">
        {missing.map(({ part, code, name, reason }) => (
          <li key={`${part}-${code}`}>
            {[name || partName(part), t(`emr.copy.reason.${reason}`)].join(t('common.dot'))}
          </li>
        ))}
      </ul>
    ),
    lasts: 'untilClosed',
  })
}
