import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant, uuid, version } from '../core/scalars.ts'
import { noteParts } from './schema.ts'

/** A note was begun, written on, signed, amended or withdrawn; readers fetch it again. */
export const noteChanged = event('note.changed', z.object({ noteId: uuid, version, qid: id, at: instant }), {
  tags: ['notes', 'record'],
})

/** Somebody is on a note now. Told every 10 seconds while it lasts; silence of 30 seconds means gone. */
export const notePresence = event(
  'note.presence',
  z.object({
    noteId: uuid,
    mid: id,
    name: z.string(),
    /** Where they write; `null`: they only look, `gone`: they left. */
    part: z.enum([...noteParts, 'diagnoses', 'prescription', 'gone']).nullable(),
    at: instant,
  }),
  { tags: [], transient: true },
)
