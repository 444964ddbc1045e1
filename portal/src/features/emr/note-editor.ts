import type { IcdRow, Note, NotePart } from '@teleward/contract/emr/schema.ts'
import type { Saved } from '../../ui/SavedState.tsx'
import type { Choice, Conflict, LineValues, NoteDraft, NoteView } from './note-draft.ts'
import type { SyncState } from './note-sync.ts'

/** What the columns write with, whether it goes to a draft or into an amendment. */
export interface NoteEditor {
  view: NoteView
  may: { write: boolean; diagnose: boolean; prescribe: boolean }
  setText(part: NotePart, text: string): void
  addIcd(row: IcdRow): void
  removeIcd(id: string): void
  makePrimary(id: string): void
  /** `version` as of `changeLine`. */
  remarkIcd(id: string, remarks: string, version?: number): void
  addLine(line: LineValues, sort?: number): void
  /** `version`: that of the row when its typing began, where another has changed the same field meanwhile; else the row's own. */
  changeLine(id: string, line: LineValues, version?: number): void
  removeLine(id: string): void
}
export interface NoteWork extends NoteEditor {
  saved: Saved | null
  conflicts: readonly Conflict[]
  settle(part: NotePart, choice: Choice): void
  stopped: SyncState['stopped']
  /** Text that only this browser has. */
  unsent: NoteDraft
  /** Lets go of it for good. */
  discard(): void
  flush(): Promise<boolean>
  /** The note with everything that was typed, begun if need be; null: that could not be done now. */
  ensure(): Promise<Note | null>
  /** The note as the server answered it last: what is shown follows a moment later. */
  newest(): Note | null
}
