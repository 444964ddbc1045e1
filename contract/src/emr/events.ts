import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant, uuid, version } from '../core/scalars.ts'
import { noteParts } from './schema.ts'

/** A note was begun, written on, signed, amended or withdrawn; readers fetch it again. */
export const noteChanged = event('note.changed', z.object({ noteId: uuid, version, qid: id, at: instant }), {
  tags: ['notes', 'record'],
})

/** A prescription was sent, or took a step at its pharmacy; both sides fetch it again. */
export const rxChanged = event('rx.changed', z.object({ id: uuid, version, at: instant }), {
  tags: ['prescriptions', 'record'],
})

/** Where somebody is on a note; `null`: they only look. */
export const notePlace = z.enum([...noteParts, 'diagnoses', 'prescription']).nullable()
export type NotePlace = z.output<typeof notePlace>

/**
 * Somebody is on a note now, or has left it (`gone`): told to whoever else is on it, and kept nowhere. `line` names one
 * connection, for a person may be there in two windows. Told anew every 10 seconds; silence of 25 seconds means gone, too:
 * a server that died tells nobody.
 */
export const notePresence = event(
  'note.presence',
  z.object({
    noteId: uuid,
    line: uuid,
    mid: id,
    name: z.string(),
    nameEn: z.string().nullable(),
    part: notePlace,
    gone: z.boolean(),
    at: instant,
  }),
  { tags: [], transient: true },
)

/** What a page says over its line while a note is open on it. Whoever may not read the note is refused, and hears nothing. */
export const noteClientMessages = {
  'note.here': z.object({ noteId: uuid, part: notePlace }),
  'note.gone': z.object({ noteId: uuid }),
} as const
