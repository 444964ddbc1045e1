import {
  createNote,
  deleteICD,
  deleteMedicine,
  saveNote,
  upsertICD,
  upsertMedicine,
} from '@teleward/contract/emr/endpoints.ts'
import { canNote, type NoteAction, type NoteActor } from '@teleward/contract/emr/rules.ts'
import type { Note, NotePart } from '@teleward/contract/emr/schema.ts'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { invalidateTags, wordsOf } from '../../api/query.ts'
import { newKey } from '../../api/http.ts'
import { lineStore } from '../../api/socket.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useHold } from '../../ui/holds.ts'
import { notify } from '../../ui/notify.ts'
import type { Saved } from '../../ui/SavedState.tsx'
import { clashNotice } from './clash.tsx'
import {
  type Choice,
  type DraftOp,
  isEmpty,
  type LineValues,
  noDraft,
  type NoteDraft,
  resolve,
  typed,
  view,
  withoutRow,
} from './note-draft.ts'
import { type NoteCalls, NoteSync, type SyncState } from './note-sync.ts'
import type { NoteWork, Pen } from './pen.ts'
import type { Target } from './target.ts'

const QUIET: SyncState = { phase: 'idle', conflicts: [], savedAt: null, stopped: null }
const never = () => () => {}

interface Options {
  pid: number
  qid: number
  target: Target
  actor: NoteActor
  seen: (note: Note) => void
}

export function useNoteWork({ pid, qid, target, actor, seen }: Options): NoteWork {
  const { draft: shelf, value, settled: ready } = useDraft<NoteDraft>({ screen: 'note', subject: `${pid}/${qid}` })
  const open = target.writable
  const latest = useRef({ target, seen })
  latest.current = { target, seen }
  const [sync, setSync] = useState<NoteSync | null>(null)

  useEffect(() => {
    if (!shelf || !open || !ready) return
    const calls = noteCalls(pid, qid, actor.mid, latest)
    const opened = new NoteSync(shelf, calls)
    setSync(opened)
    const line = lineStore.subscribe(
      () => lineStore.get().state === 'online' && opened.get().phase === 'offline' && opened.retry(),
    )
    return () => {
      line()
      opened.stop()
      setSync(null)
    }
  }, [shelf, ready, open, pid, qid, actor.mid])

  const state = useSyncExternalStore(sync?.subscribe ?? never, sync?.get ?? (() => QUIET))
  const note = sync ? sync.note() : target.note
  // biome-ignore lint/correctness/useExhaustiveDependencies: `heard` is about the note that came.
  useEffect(() => sync?.heard(), [sync, note])
  const unsent = value ?? noDraft
  useHold('draft', !isEmpty(value))

  const shown = useMemo(() => view(open ? unsent : noDraft, note), [open, unsent, note])
  const pen = useMemo(() => penOf(sync), [sync])
  const settle = useCallback(
    (part: NotePart, choice: Choice) => {
      if (!sync || !note) return
      sync.change(resolve(sync.draft(), note, part, choice))
      sync.heard()
    },
    [sync, note],
  )
  const level = (action: NoteAction) =>
    open && sync !== null && canNote(action, actor, { state: note?.state ?? 'draft', authorMid: target.authorMid }).ok
  return {
    ...pen,
    view: shown,
    may: { write: level('write'), diagnose: level('diagnose'), prescribe: level('prescribe') },
    saved: open ? savedOf(state, unsent, note) : null,
    conflicts: state.conflicts,
    settle,
    stopped: state.stopped,
    unsent,
    discard: () => void shelf?.clear(),
    flush: async () => (sync ? sync.flush() : isEmpty(value)),
  }
}

function savedOf(state: SyncState, unsent: NoteDraft, note: Note | null): Saved | null {
  if (state.conflicts.length) return { state: 'conflict' }
  if (state.phase === 'offline') return { state: 'offline' }
  if (state.stopped) return { state: 'unsaved' }
  if (state.phase !== 'idle' || !isEmpty(unsent)) return { state: 'saving' }
  return note ? { state: 'saved', at: state.savedAt ?? note.updatedAt } : null
}

type Latest = { current: { target: Target; seen: (note: Note) => void } }

function noteCalls(pid: number, qid: number, mid: number, latest: Latest): NoteCalls {
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
    refused: (_op, error) => notify({ kind: 'bad', title: wordsOf(error) }),
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
export const lineBody = ({ code, dose, frequency, route, days, total, totalReason, notes }: LineValues) => ({
  code,
  dose,
  frequency,
  route,
  days,
  total,
  totalReason,
  notes,
})

function penOf(sync: NoteSync | null): Omit<Pen, 'view' | 'may'> {
  const push = (op: DraftOp) => {
    if (sync) sync.change({ ...sync.draft(), ops: [...sync.draft().ops, op] })
  }
  const rows = () => (sync ? view(sync.draft(), sync.note()) : view(noDraft, null))
  const remove = (kind: 'removeIcd' | 'removeLine', id: string) => {
    const row = rows()[kind === 'removeIcd' ? 'diagnoses' : 'lines'].find((one) => one.id === id)
    if (!sync || !row) return
    const left = withoutRow(sync.draft(), id)
    sync.change({ ...left, ops: [...left.ops, { kind, key: newKey(), id, version: row.version }] })
  }
  const changeIcd = (id: string, change: { remarks?: string; sort?: number }) => {
    const row = rows().diagnoses.find((one) => one.id === id)
    if (row) push({ kind: 'changeIcd', key: newKey(), id, version: row.version, code: row.code, ...change })
  }
  return {
    setText: (part, text) => sync?.change(typed(sync.draft(), sync.note(), part, text)),
    addIcd: (icd) => push({ kind: 'addIcd', key: newKey(), icd, remarks: '' }),
    removeIcd: (id) => remove('removeIcd', id),
    makePrimary: (id) => changeIcd(id, { sort: 0 }),
    remarkIcd: (id, remarks) => changeIcd(id, { remarks }),
    addLine: (line, sort) => push({ kind: 'addLine', key: newKey(), line, ...(sort === undefined ? {} : { sort }) }),
    changeLine: (id, line) => {
      const row = rows().lines.find((one) => one.id === id)
      if (row) push({ kind: 'changeLine', key: newKey(), id, version: row.version, line })
    },
    removeLine: (id) => remove('removeLine', id),
  }
}
