import { canNote, type NoteAction, type NoteActor } from '@teleward/contract/emr/rules.ts'
import type { Note, NotePart } from '@teleward/contract/emr/schema.ts'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { newKey } from '../../api/http.ts'
import { connectionStore } from '../../api/socket.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { t } from '../../i18n/i18n.ts'
import { type Notice, notify } from '../../ui/notify.ts'
import type { Saved } from '../../ui/SavedState.tsx'
import {
  type Choice,
  type DraftOp,
  isEmpty,
  joined,
  noDraft,
  type NoteDraft,
  resolve,
  typed,
  view,
  withoutRow,
} from './note-draft.ts'
import { noteCalls } from './note-calls.ts'
import { NoteSync, type SyncState } from './note-sync.ts'
import type { NoteWork, NoteEditor } from './note-editor.ts'
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
    const line = connectionStore.subscribe(
      () => connectionStore.get().state === 'online' && opened.get().phase === 'offline' && opened.retry(),
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
  useUnsavedGuard('draft', !isEmpty(value))

  const shown = useMemo(() => {
    const seen = view(open ? unsent : noDraft, note)
    return sync ? { ...seen, lines: seen.lines.map((line) => ({ ...line, rowKey: sync.rowKey(line.id) })) } : seen
  }, [sync, open, unsent, note])
  const pen = useMemo(() => penOf(sync), [sync])
  const settle = useCallback(
    (part: NotePart, choice: Choice) => {
      if (!sync || !note) return
      const mine = sync.draft().parts[part]?.text
      sync.change(resolve(sync.draft(), note, part, choice))
      sync.heard()
      if (choice === 'theirs' && mine) notify(dropped(part, () => pen.setText(part, joined(pen.text(part), mine))))
    },
    [sync, note, pen],
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
    ensure: async () => (sync ? sync.ensure() : null),
    newest: () => (sync ? sync.note() : latest.current.target.note),
  }
}

/** One's own words went by one press: they come back by another, beneath the other's. */
const dropped = (part: NotePart, putBack: () => void): Notice => ({
  kind: 'info',
  key: `dropped-${part}`,
  title: t('emr.conflict.took', { part: t(`emr.part.${part}`) }),
  lasts: 'untilClosed',
  action: { label: t('emr.conflict.putBack'), run: putBack },
})

function savedOf(state: SyncState, unsent: NoteDraft, note: Note | null): Saved | null {
  if (state.conflicts.length) return { state: 'conflict' }
  if (state.phase === 'offline') return { state: 'offline' }
  if (state.stopped) return { state: 'unsaved' }
  if (state.phase !== 'idle' || !isEmpty(unsent)) return { state: 'saving' }
  return note ? { state: 'saved', at: state.savedAt ?? note.updatedAt } : null
}

function penOf(sync: NoteSync | null): Omit<NoteEditor, 'view' | 'may'> & { text(part: NotePart): string } {
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
  const changeIcd = (id: string, change: { remarks?: string; sort?: number }, version?: number) => {
    const row = rows().diagnoses.find((one) => one.id === id)
    if (row) push({ kind: 'changeIcd', key: newKey(), id, version: version ?? row.version, code: row.code, ...change })
  }
  return {
    text: (part) => rows().text[part],
    setText: (part, text) => sync?.change(typed(sync.draft(), sync.note(), part, text)),
    addIcd: (icd) => push({ kind: 'addIcd', key: newKey(), icd, remarks: '' }),
    removeIcd: (id) => remove('removeIcd', id),
    makePrimary: (id) => changeIcd(id, { sort: 0 }),
    remarkIcd: (id, remarks, version) => changeIcd(id, { remarks }, version),
    addLine: (line, sort) => push({ kind: 'addLine', key: newKey(), line, ...(sort === undefined ? {} : { sort }) }),
    changeLine: (id, line, version) => {
      const row = rows().lines.find((one) => one.id === id)
      if (row) push({ kind: 'changeLine', key: newKey(), id, version: version ?? row.version, line })
    },
    removeLine: (id) => remove('removeLine', id),
  }
}
