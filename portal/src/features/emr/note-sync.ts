import { type Note, type NotePart, note as noteSchema } from '@teleward/contract/emr/schema.ts'
import type { DraftState } from '../../api/draft-writer.ts'
import { ApiError } from '../../api/errors.ts'
import { newKey } from '../../api/http.ts'
import { Autosave, type SavePhase } from './autosave.ts'
import { type Clash, clashOf } from './clash-of.ts'
import {
  addedId,
  type Conflict,
  dirtyParts,
  type DraftOp,
  isEmpty,
  marked,
  noDraft,
  type NoteDraft,
  realId,
  reconcile,
  settled,
} from './note-draft.ts'
import { createStore } from '../../lib/store.ts'

/** The browser's shelf, as far as saving needs it. */
export interface NoteDrafts {
  get(): DraftState<NoteDraft>
  write(value: NoteDraft): void
  clear(upTo?: number): Promise<void>
  flush(): Promise<void>
  subscribe(listener: () => void): () => void
}
export interface NoteCalls {
  /** The note as last seen; null when none was begun. */
  note(): Note | null
  seen(note: Note): void
  create(): Promise<Note>
  save(note: Note, parts: Partial<Record<NotePart, string>>): Promise<Note>
  send(note: Note, op: DraftOp): Promise<Note>
  /** A single change of a list was refused; it is taken back and told. */
  refused(op: DraftOp, error: ApiError): void
  /** Somebody else changed the same line: it is taken back, both are shown, and `again` is doing it all the same. */
  overtaken(clash: Clash, again: () => void): void
  /** One tab of the author at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export interface SyncState {
  phase: SavePhase
  conflicts: readonly Conflict[]
  /** Everything is at the server since then. */
  savedAt: number | null
  /** Why nothing more can be sent: signed meanwhile, authorisation withdrawn. The text stays. */
  stopped: ApiError | null
}

/** A tab that only heard of a keystroke lets the one that typed go first. */
const HEARD_MS = 2500
/** A flush brings what was typed while its saves went on, but nobody who types for ever holds it up. */
const FLUSH_ROUNDS = 10
const heals = (error: unknown) =>
  error instanceof ApiError && (error.http === 0 || error.http >= 500 || error.http === 429 || error.http === 401)

/** Brings one note's draft to the server, piece by piece, and never lets go of what was not taken. */
export class NoteSync {
  private readonly shelf: NoteDrafts
  private readonly calls: NoteCalls
  private readonly autosave: Autosave
  private readonly unsubscribe: () => void
  private readonly state = createStore<SyncState>({ phase: 'idle', conflicts: [], savedAt: null, stopped: null })
  private ownWrite = false

  constructor(shelf: NoteDrafts, calls: NoteCalls) {
    this.shelf = shelf
    this.calls = calls
    this.autosave = new Autosave({
      work: () => calls.alone(() => this.work()),
      heals,
      onFailure: (error) => this.fail(error),
      onPhase: (phase) => this.set({ phase }),
    })
    let known = shelf.get().value
    this.unsubscribe = shelf.subscribe(() => {
      const { value } = shelf.get()
      // That the same text is on disk by now is told as well, and must not put off its way to the server.
      if (value === known) return
      known = value
      if (isEmpty(value)) this.nothingLeft()
      else if (!this.ownWrite) this.autosave.poke(HEARD_MS)
    })
    // What an earlier visit to the page left unsent.
    if (!isEmpty(shelf.get().value)) this.autosave.poke()
  }

  /** A row's name for as long as the screen is open: the server's id of what was added here comes later. */
  rowKey = (id: string): string => this.names.get(id) ?? id
  private readonly names = new Map<string, string>()

  get = (): SyncState => this.state.get()
  subscribe = (listener: () => void): (() => void) => this.state.subscribe(listener)
  stop(): void {
    this.unsubscribe()
    this.autosave.stop()
  }

  draft = (): NoteDraft => this.shelf.get().value ?? noDraft
  /**
   * The note that the draft lies on. A screen that learnt of a save later than of the draft having let go of it would show
   * the old text for a moment, and the next keystroke would go on from there.
   */
  note = (): Note | null => this.calls.note()
  /** What the screen changes; nothing left to keep clears the draft store. */
  change(next: NoteDraft): void {
    this.keep(next)
    const { stopped } = this.get()
    // What was refused for its content is mended by writing on; a note that takes nothing any more is not asked at every key.
    if (!isEmpty(next) && !(stopped && stops(stopped))) this.autosave.poke()
  }
  /** Everything to the server now. True: it has all, and nobody disagrees. */
  async flush(): Promise<boolean> {
    await this.shelf.flush()
    for (let round = 0; round < FLUSH_ROUNDS; round += 1) {
      if (!(await this.autosave.flush())) return false
      if (isEmpty(this.draft())) return true
      // One round leaves what was typed while it went on; a part that two wrote stays for good.
      if (this.get().conflicts.length || this.get().stopped) return false
    }
    return false
  }
  /** The note with everything in it, begun if there was none; null: that could not be done now. */
  async ensure(): Promise<Note | null> {
    if (!(await this.flush())) return null
    return this.calls.note() ?? (await this.calls.alone(async () => this.calls.note() ?? (await this.begin())))
  }
  /** The line is back, or rights changed: what was stopped is tried anew. */
  retry(): void {
    this.set({ stopped: null })
    if (!isEmpty(this.draft()) || this.get().phase === 'offline') void this.autosave.flush()
  }

  /** The server's note changed under the draft. */
  heard(): void {
    const { draft, conflicts } = reconcile(this.draft(), this.calls.note())
    if (dirtyParts(draft).length !== dirtyParts(this.draft()).length) this.keep(draft)
    if (conflicts.length || this.get().conflicts.length) this.set({ conflicts })
  }

  private keep(next: NoteDraft): void {
    this.ownWrite = true
    try {
      if (isEmpty(next)) {
        if (this.shelf.get().value !== undefined)
          this.shelf.clear().catch((error: unknown) => console.error('A draft could not be put away', error))
      } else this.shelf.write(next)
    } finally {
      this.ownWrite = false
    }
  }

  /**
   * Each part goes once, each change of a list until none is left. What was typed meanwhile waits for the next turn: without
   * that a person who types without a pause makes a version, an audit row and an event of every few letters.
   */
  private async work(): Promise<void> {
    const gone = new Set<NotePart>()
    for (let stalled = 0; ; ) {
      const before = this.draft()
      if (isEmpty(before)) {
        this.set({ conflicts: [], savedAt: this.get().savedAt })
        return
      }
      const note = this.calls.note() ?? (await this.begin())
      const { draft, conflicts } = reconcile(this.draft(), note)
      this.keep(draft)
      this.set({ conflicts })
      const parts = dirtyParts(draft).filter(
        (part) => !gone.has(part) && !this.refusedAsItIs(draft, part) && !conflicts.some((one) => one.part === part),
      )
      const op = draft.ops[0]
      if (parts.length) {
        const taken = await this.saveParts(note, draft, parts)
        stalled = taken ? 0 : stalled + 1
        if (taken) for (const part of parts) gone.add(part)
      } else if (op) await this.sendOp(note, op)
      else return this.tellRefused(draft)
      // The server keeps saying that its note is newer, yet shows the same one.
      if (stalled > 3) throw new ApiError('VERSION_STALE', '', 409)
    }
  }

  /** Parts that the server refused for what stands in them, as it stood: nothing else waits for their being mended. */
  private readonly refusedParts = new Map<NotePart, { text: string; error: ApiError }>()
  private refusedAsItIs = (draft: NoteDraft, part: NotePart): boolean =>
    this.refusedParts.has(part) && this.refusedParts.get(part)?.text === draft.parts[part]?.text
  private tellRefused(draft: NoteDraft): void {
    const left = dirtyParts(draft).find((part) => this.refusedAsItIs(draft, part))
    const error = left && this.refusedParts.get(left)?.error
    if (error) throw error
  }

  /** What was refused is gone from the note: taken back or discarded. */
  private nothingLeft(): void {
    this.refusedParts.clear()
    const { stopped } = this.get()
    if (stopped && !stops(stopped)) this.set({ stopped: null })
  }

  private async begin(): Promise<Note> {
    const note = await this.calls.create()
    this.calls.seen(note)
    return note
  }

  private async saveParts(note: Note, draft: NoteDraft, parts: readonly NotePart[]): Promise<boolean> {
    this.keep(marked(draft, parts))
    await this.shelf.flush()
    const texts: Partial<Record<NotePart, string>> = {}
    for (const part of parts) texts[part] = draft.parts[part]?.text ?? ''
    try {
      this.took(await this.calls.save(note, texts))
      return true
    } catch (error) {
      if (this.overtaken(error)) return false
      const wrong = partsNamed(error, parts)
      if (!wrong.length || !(error instanceof ApiError)) throw error
      for (const part of wrong) this.refusedParts.set(part, { text: texts[part] ?? '', error })
      return false
    }
  }

  private async sendOp(note: Note, op: DraftOp): Promise<void> {
    try {
      this.took(await this.calls.send(note, op), op)
    } catch (error) {
      const stale = this.overtaken(error)
      if (!(error instanceof ApiError) || heals(error) || (!stale && stops(error))) throw error
      const now = this.draft()
      this.keep({ ...now, ops: now.ops.filter(({ key }) => key !== op.key) })
      const clash = stale ? clashOf(op, note, this.calls.note()) : null
      if (clash) this.calls.overtaken(clash, () => this.again(clash))
      else this.calls.refused(op, error)
    }
  }

  /** Onto the line as it is now, which the person has seen. */
  private again({ mine, theirs }: Clash): void {
    if (!theirs) return
    const now = this.draft()
    this.change({ ...now, ops: [...now.ops, { ...mine, key: newKey(), version: theirs.version }] })
  }

  private took(answer: Note, op?: DraftOp): void {
    if (op && !('id' in op)) this.names.set(realId(op, answer), addedId(op))
    this.calls.seen(answer)
    this.keep(settled(this.draft(), answer, op))
    // The note takes things again: an earlier refusal says nothing any more.
    this.set({ savedAt: Date.now(), stopped: null })
  }

  /** Somebody else was faster: their note comes with the refusal. */
  private overtaken(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'VERSION_STALE') return false
    const theirs = noteSchema.safeParse(error.data)
    if (!theirs.success) return false
    this.calls.seen(theirs.data)
    return true
  }

  private fail(error: unknown): void {
    this.set({ stopped: error instanceof ApiError ? error : new ApiError('ERROR', String(error), 500) })
  }
  private set(changes: Partial<SyncState>): void {
    this.state.set({ ...this.get(), ...changes })
  }
}

const STOPS: readonly string[] = [
  'NOTE_SIGNED',
  'NOTE_NOT_AUTHOR',
  'ILLEGAL_STEP',
  'EMR_NOT_AUTHORISED',
  'NOT_FOUND',
  'FIELD_RELATED',
]
/** The parts of a save that its refusal names. */
const partsNamed = (error: unknown, sent: readonly NotePart[]): NotePart[] =>
  error instanceof ApiError && error.code === 'BAD_INPUT'
    ? sent.filter((part) => error.fields.some(({ path }) => path === part))
    : []
/** Refusals of the note as a whole, not of one change. */
const stops = (error: ApiError) => STOPS.includes(error.code)
