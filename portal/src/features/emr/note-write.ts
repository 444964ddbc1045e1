import { NOTE_PART_MAX } from '@teleward/contract/emr/schema.ts'
import { type NoteDraft, type PartDraft, shownText, typed } from './note-draft.ts'
import type { NoteSync } from './note-sync.ts'

/**
 * `put`: the server has it. `kept`: the line is gone, and this browser has it until the note is opened. `conflict`: the person's
 * own words that wait here clash with somebody else's; both stand until the record is opened. `full`: the part takes no more
 * letters. `gone`: what was to be taken out does not stand there any more. A refusal is thrown, and leaves nothing behind.
 */
export type Outcome = 'put' | 'kept' | 'conflict' | 'full' | 'gone'

/** Somebody who writes in the same part again and again is let go first. */
const TRIES = 5

/**
 * Changes O by a sync that is there for this alone, and ends it. Where somebody else was faster, `change` is made to their text:
 * it says what has to become of a text, whoever wrote it.
 */
export async function writeInto(sync: NoteSync, change: (text: string) => string | null): Promise<Outcome> {
  try {
    for (let tried = 1; ; tried++) {
      const draft = sync.draft()
      const before = draft.parts.o
      const text = shownText(draft, sync.note()).o
      const next = change(text)
      if (next === null) return 'gone'
      if (next.length > NOTE_PART_MAX && next.length > text.length) return 'full'
      sync.change(typed(draft, sync.note(), 'o', next))
      await sync.flush()
      const waits = sync.draft().parts.o
      if (!waits) return 'put'
      const { stopped, conflicts } = sync.get()
      // Signed meanwhile, or the right to it gone: it waits nowhere, to turn up in an amendment.
      if (stopped) {
        takeBack(sync, waits, next, before)
        throw stopped
      }
      if (!conflicts.some(({ part }) => part === 'o')) return 'kept'
      if (before || waits.text !== next || tried === TRIES) return 'conflict'
      takeBack(sync, waits, next, before)
    }
  } finally {
    sync.stop()
  }
}

/** What was typed on top of it meanwhile stays. */
function takeBack(sync: NoteSync, waits: PartDraft, next: string, before: PartDraft | undefined): void {
  if (waits.text !== next) return
  const { parts, ...rest }: NoteDraft = sync.draft()
  const { o: _put, ...others } = parts
  sync.change({ ...rest, parts: before ? { ...others, o: { ...waits, text: before.text } } : others })
}
