import { randomUUID } from 'node:crypto'
import { allows } from '@teleward/contract/core/access.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { noteClientMessages, notePresence, type NotePlace } from '@teleward/contract/emr/events.ts'
import { scopeOf, type StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { readable } from './repo.ts'

/**
 * Who is on a note, and where. A page says so over its line, at once and then again and again; each time it is asked anew
 * whether the note may be read, and whoever may not any more hears nothing of it either. A line that ends says 'gone' for
 * its page. Nothing is kept: pages that hear of somebody new say themselves that they are there.
 */
export function registerNotePresence({ sockets, db, clock, log }: Deps): void {
  sockets.onStaff((connection) => {
    const line = randomUUID()
    let open: { noteId: string; nameEn: string | null } | null = null
    // A page goes on to the next field, or to another note, while the question about the last one is on its way.
    let turn = 0

    const tell = (noteId: string, nameEn: string | null, part: NotePlace, gone: boolean) =>
      db.system.tx((tx) =>
        tx.emit(notePresence, [audience.note(noteId)], {
          noteId,
          line,
          mid: connection.actor.mid,
          name: connection.actor.name,
          nameEn,
          part,
          gone,
          at: clock.now().toISOString(),
        }),
      )
    const leave = async () => {
      const left = open
      open = null
      turn += 1
      if (!left) return
      connection.leave(audience.note(left.noteId))
      await tell(left.noteId, left.nameEn, null, true)
    }

    connection.on('note.here', {
      schema: noteClientMessages['note.here'],
      handle: async ({ noteId, part }) => {
        if (open && open.noteId !== noteId) await leave()
        turn += 1
        const mine = turn
        const nameEn = await readersName(db, connection.actor, noteId)
        if (mine !== turn || !connection.connected) return
        if (nameEn === undefined) {
          await leave()
          throw new AppError('NOT_FOUND')
        }
        open = { noteId, nameEn }
        connection.join(audience.note(noteId))
        await tell(noteId, nameEn, part, false)
      },
    })
    connection.on('note.gone', {
      schema: noteClientMessages['note.gone'],
      handle: async ({ noteId }) => {
        // Of an earlier note nothing is left to tell; of one that is still being asked about nothing was told.
        if (!open || open.noteId === noteId) await leave()
      },
    })
    connection.onClosed(() => {
      leave().catch((error: unknown) => log.error({ err: error }, 'that somebody left a note could not be told'))
    })
  })
}

/** The reader's other name (`null`: none), or `undefined` where the note is not theirs to read now. */
async function readersName(db: Deps['db'], actor: StaffActor, noteId: string): Promise<string | null | undefined> {
  if (!actor.onBoard || !allows(actor.rights, 'emr.read') || actor.closed.has('POST /his/api/getEmrData'))
    return undefined
  const [row] = await db.read(
    scopeOf(actor),
    sql<{ nameEn: string | null }>`
      select (select s.name_en from staff s where s.mid = ${actor.mid}) as "nameEn"
      from note n where n.id = ${noteId} and ${readable(actor.mid)}`,
  )
  return row?.nameEn
}
