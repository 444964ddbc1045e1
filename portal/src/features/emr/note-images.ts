import { imagesNotIn, type NoteImage, withImageLines, withoutImageLines } from '@teleward/contract/emr/images.ts'
import { getEmrData } from '@teleward/contract/emr/endpoints.ts'
import { call } from '../../api/client.ts'
import { openDraft } from '../../api/drafts.ts'
import { ApiError } from '../../api/errors.ts'
import type { NotePlace, Pictures } from '../../shell/into-note.ts'
import { type Latest, noteCalls } from './note-calls.ts'
import type { NoteDraft } from './note-draft.ts'
import { type Person, targetFor } from './note-places.ts'
import { NoteSync } from './note-sync.ts'
import { type Outcome, writeInto } from './note-write.ts'
import type { Target } from './target.ts'
import { keepNote } from './useEmr.ts'

/** A draft store that does not open must not keep a note from being written. */
const SHELF_MS = 1500
const within = (ms: number, work: Promise<unknown>) =>
  Promise.race([
    work.catch((error: unknown) => console.error('A draft could not be read', error)),
    new Promise((done) => setTimeout(done, ms)),
  ])

type Change = (text: string) => string | null
interface Where {
  pid: number
  qid: number
}
async function targetAt({ pid, qid }: Where, me: Person, known?: NotePlace['data']): Promise<Target> {
  const target = targetFor(known ?? (await call(getEmrData, { body: { pid, qid } })), me)
  if (!target?.writable) throw new ApiError(target?.note?.signedAt ? 'NOTE_SIGNED' : 'NOTE_NOT_AUTHOR', '', 409)
  return target
}
/** Changes O as whoever types there: upon the draft of this browser, merged and saved as any other words. */
async function edit({ pid, qid }: Where, latest: Latest, me: Person, change: Change): Promise<Outcome> {
  const { draft, close } = openDraft<NoteDraft>({ screen: 'note', subject: `${pid}/${qid}` })
  try {
    await within(SHELF_MS, draft.ready())
    return await writeInto(new NoteSync(draft, noteCalls(pid, qid, me.mid, latest)), change)
  } finally {
    close()
  }
}

export interface Put {
  outcome: Outcome
  /** What was not there before. */
  added: readonly NoteImage[]
  /** There was no note, and now there is one, which stays. */
  begun: boolean
  /** Takes out again what was added. */
  undo: () => Promise<Outcome>
}
export async function putImages({ pid, images }: Pictures, { qid, data }: NotePlace, me: Person): Promise<Put> {
  const where = { pid, qid }
  const target = await targetAt(where, me, data)
  const latest: Latest = {
    current: {
      target,
      seen: (note) => {
        latest.current.target = { ...latest.current.target, note }
        void keepNote(pid, qid, me.mid, note)
      },
    },
  }
  let added: NoteImage[] = []
  const outcome = await edit(where, latest, me, (text) => {
    added = imagesNotIn(text, images)
    return added.length ? withImageLines(text, added) : text
  })
  const without: Change = (text) => withoutImageLines(text, added)
  return {
    outcome,
    added,
    begun: target.note === null && latest.current.target.note !== null,
    undo: async () => {
      // What was answered last is enough to take it out by, so that this works without a line, too.
      const undone = await edit(where, latest, me, without)
      if (undone !== 'gone') return undone
      // It may have gone its way from an open record since.
      latest.current.target = await targetAt(where, me)
      return edit(where, latest, me, without)
    },
  }
}
