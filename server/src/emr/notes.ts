import { canSeeVisit } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { AUTOSAVE_VERSION_SECONDS, canNote, visitTakesNote } from '@teleward/contract/emr/rules.ts'
import { type Note, type NotePart, noteParts, type SaveNoteBody } from '@teleward/contract/emr/schema.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import {
  answer,
  lockForStep,
  noteActor,
  type Owner,
  openRecord,
  stale,
  publishNoteChanged,
  tookPart,
} from './access.ts'
import * as repo from './repo.ts'

interface VisitFacts {
  pid: number
  did: number
  partnerId: number
  unitId: number
  status: AppointmentStatus
}

/** The author's note of the visit: begun, or the one that stands. Racing calls get the same one. */
export async function createNote(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: Owner & { did?: number | undefined },
): Promise<Note> {
  const visit = await tx.one(sql<VisitFacts>`
    select a.pid, a.did, a.partner_id as "partnerId", a.unit_id as "unitId", a.status from appointment a where a.qid = ${ask.qid} and ${canSeeVisit('a')}`)
  if (visit.pid !== ask.pid) throw new AppError('FIELD_RELATED', { fields: [{ path: 'pid', code: 'FIELD_RELATED' }] })
  const authorMid = ask.did ?? who.mid
  const prepares = authorMid !== who.mid
  // One prepares the visit of the doctor one is bound to, not a second note of theirs in somebody else's.
  if (prepares && authorMid !== visit.did) throw new AppError('NOTE_NOT_AUTHOR')
  const actor = await noteActor(tx.many, who)
  const verdict = canNote('create', actor, { state: 'none', authorMid })
  if (!verdict.ok) throw new AppError(verdict.code)
  if (!visitTakesNote(visit.status)) throw new AppError('APPT_ILLEGAL_STEP', { data: { state: visit.status } })
  const { access } = await openRecord(tx.many, ask.pid, visit.unitId)
  if (access === 'none' && (prepares || !(await tookPart(tx.many, ask.qid, who.mid))))
    throw new AppError('EMR_NOT_AUTHORISED')
  if (prepares) tx.actsFor(authorMid)
  const wanted = randomUUID()
  const place = { pid: ask.pid, qid: ask.qid, partnerId: visit.partnerId, unitId: visit.unitId, authorMid }
  const id = await repo.insertNote(tx, wanted, { ...place, preparedBy: prepares ? who.mid : null }, now)
  if (id === wanted) {
    const row = await repo.lockNote(tx, id)
    if (row) await publishNoteChanged(tx, row, row.version, now, true)
  }
  return answer(tx, who, id)
}

/**
 * What is sent is merged by part: a part is taken when nobody changed it since `version`, and is left alone when its
 * text is the one that stands. Where both changed the same part nothing is taken, and the answer is the note as it is.
 */
export async function saveNote(tx: Tx, who: StaffActor, now: Date, id: string, ask: SaveNoteBody): Promise<Note> {
  const row = await lockForStep(tx, who, 'write', id, ask)
  if (ask.handOver) await lockForStep(tx, who, 'handOver', id, ask)
  const changed = changedParts(row, ask)
  const names = Object.keys(changed) as NotePart[]
  const clashing = names.filter((name) => (row.partVersions[name] ?? 1) > ask.version)
  if (clashing.length || ask.version > row.version) throw await stale(tx, who, id, clashing)
  if (!names.length && !ask.handOver) return answer(tx, who, id)
  await repo.snapshotPreviousVersion(tx, id, now, AUTOSAVE_VERSION_SECONDS, replacesAnothers(row, who.mid, changed))
  const preparer = who.mid !== row.authorMid
  const version = await repo.updateNote(tx, row, who.mid, now, [
    ...repo.partChanges(row, changed, row.version + 1, who.mid),
    ...(preparer ? [sql`prepared_by = coalesce(prepared_by, ${who.mid})`] : []),
    ...(ask.handOver ? [sql`state = 'prepared'`] : []),
  ])
  await publishNoteChanged(tx, row, version, now, ask.handOver === true)
  return answer(tx, who, id)
}

/** Words of somebody else that do not go on within the new text: they are kept as a version, however fresh they are. */
const replacesAnothers = (row: repo.NoteRow, mid: number, changed: Partial<Record<NotePart, string>>) =>
  noteParts.some((name) => {
    const text = changed[name]
    const hand = row.partHands[name] ?? row.savedBy ?? row.authorMid
    return text !== undefined && hand !== mid && row[name] !== '' && !text.includes(row[name])
  })

function changedParts(row: repo.NoteRow, ask: SaveNoteBody): Partial<Record<NotePart, string>> {
  const changed: Partial<Record<NotePart, string>> = {}
  for (const name of noteParts) {
    // Half of a surrogate pair is no text: the database would store something else than what was compared.
    const text = ask[name]?.toWellFormed()
    if (text !== undefined && text !== row[name]) changed[name] = text
  }
  return changed
}

/** A note that the caller may read, whole. */
export async function oneNote(read: Read, who: StaffActor, id: string): Promise<Note> {
  const note = await repo.noteById(read, id, who.mid)
  if (!note) throw new AppError('NOT_FOUND')
  return note
}
