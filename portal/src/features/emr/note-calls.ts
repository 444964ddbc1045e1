import {
  createNote,
  deleteICD,
  deleteMedicine,
  saveNote,
  upsertICD,
  upsertMedicine,
} from '@teleward/contract/emr/endpoints.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { call } from '../../api/client.ts'
import { errorMessage, invalidateTags } from '../../api/query.ts'
import type { ApiError } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { clashNotice } from './clash.tsx'
import type { DraftOp, LineValues } from './note-draft.ts'
import type { NoteCalls } from './note-sync.ts'
import type { Target } from './target.ts'

/** The target as the screen has it now. */
export type Latest = { current: { target: Target; seen: (note: Note) => void } }

/** What one note's draft is brought to the server by. */
export function noteCalls(pid: number, qid: number, mid: number, latest: Latest): NoteCalls {
  // Answers are remembered here, too: the screen learns of them a moment later.
  let known: Note | null = null
  const newest = () => {
    const { note } = latest.current.target
    return known && (!note || (note.id === known.id && note.version < known.version)) ? known : note
  }
  return {
    note: newest,
    seen: (note) => {
      known = note
      latest.current.seen(note)
    },
    create: async () => {
      const did = latest.current.target.preparesFor
      const note = await call(createNote, { body: { pid, qid, ...(did === null ? {} : { did }) } })
      // Lists show that a note was begun.
      void invalidateTags(['appointments'])
      return note
    },
    save: (note, parts) =>
      call(saveNote, { params: { id: note.id }, body: { pid, qid, version: note.version, ...parts } }),
    send: (note, op) => sendOp({ pid, qid, noteId: note.id }, op),
    refused: (op, error) => notify({ kind: 'bad', title: refusalOf(op, error), lasts: 'untilClosed' }),
    overtaken: (clash, again) => notify(clashNotice(clash, again)),
    alone: (work) => (navigator.locks ? navigator.locks.request(`emr:${mid}:${pid}/${qid}`, work) : work()),
  }
}

function sendOp(owner: { pid: number; qid: number; noteId: string }, op: DraftOp): Promise<Note> {
  const once = { idempotencyKey: op.key }
  switch (op.kind) {
    case 'addIcd':
      return call(upsertICD, { body: { ...owner, code: op.icd.code, remarks: op.remarks, sort: op.sort } }, once)
    case 'changeIcd': {
      const { id, version, code, remarks, sort } = op
      return call(upsertICD, { body: { ...owner, id, version, code, remarks, sort } }, once)
    }
    case 'removeIcd':
      return call(deleteICD, { body: { ...owner, id: op.id, version: op.version } })
    case 'addLine':
      return call(upsertMedicine, { body: { ...owner, ...lineBody(op.line), sort: op.sort } }, once)
    case 'changeLine':
      return call(upsertMedicine, { body: { ...owner, id: op.id, version: op.version, ...lineBody(op.line) } }, once)
    case 'removeLine':
      return call(deleteMedicine, { body: { ...owner, id: op.id, version: op.version } })
  }
}
/** What a set or another page brought and nobody was asked about says which drug it was. */
const refusalOf = (op: DraftOp, error: ApiError): string =>
  (op.kind === 'addLine' || op.kind === 'changeLine') && error.fields.some(({ code }) => code === 'unusual')
    ? t('emr.rx.unusualRefused', { name: op.line.name, dose: op.line.dose, total: op.line.total })
    : errorMessage(error)

export const lineBody = ({ confirm, ...line }: LineValues) => ({
  code: line.code,
  unit: line.unit,
  dose: line.dose,
  frequency: line.frequency,
  route: line.route,
  days: line.days,
  total: line.total,
  totalReason: line.totalReason,
  notes: line.notes,
  ...(line.totalToCheck ? { totalToCheck: true } : {}),
  ...(confirm ? { confirm } : {}),
})
