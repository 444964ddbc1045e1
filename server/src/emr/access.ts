import { canSeeNote, canSeeVisit } from '../access/visible.ts'
import { condition, preparesFor as preparesForColumn } from '../platform/access/index.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { noteChanged } from '@teleward/contract/emr/events.ts'
import { canNote, type NoteAction, type NoteActor } from '@teleward/contract/emr/rules.ts'
import type { Note, RecordAccess } from '@teleward/contract/emr/schema.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

export interface Opened {
  patient: PatientBrief
  /** `none`: neither the patient nor an emergency opened it; own notes stay readable to their author. */
  access: Exclude<RecordAccess, 'own'>
}

/** The patient as the caller may see them, and whether their record is open to the caller. */
export async function openRecord(read: Read, pid: number, unitId?: number): Promise<Opened> {
  const patient = await patientBrief(read, pid, unitId)
  if (!patient) throw await absence(read, pid)
  return { patient, access: patient.authorised === 'notAuthorised' ? 'none' : patient.authorised }
}

/** Doctors whose notes the caller prepares: bound to them (decision 22). */
export async function preparesFor(read: Read, mid: number): Promise<number[]> {
  const rows = await read(sql<{ did: number }>`select b.did from nurse_binding b where b.mid = ${mid} order by b.did`)
  return rows.map(({ did }) => did)
}

/**
 * Has the caller a part in the visit: treats, is bound to who treats, answered its call, or was in its room? Without
 * the patient's authorisation only these may write a note of it (decision 39).
 */
export async function tookPart(read: Read, qid: number, mid: number): Promise<boolean> {
  const rows = await read(sql`
    select 1 from appointment a where a.qid = ${qid} and ${canSeeVisit('a')} and (a.did = ${mid} or ${condition(preparesForColumn('did'), 'a')}
      or exists (select 1 from call c where c.qid = a.qid and (c.answered_by_mid = ${mid} or c.caller_mid = ${mid}))
      or exists (select 1 from room r join room_participant rp on rp.room_id = r.room_id where r.qid = a.qid and rp.mid = ${mid}))`)
  return rows.length > 0
}

export const noteActor = async (read: Read, who: StaffActor): Promise<NoteActor> => ({
  mid: who.mid,
  level: (permission) => who.rights[permission],
  preparesFor: await preparesFor(read, who.mid),
})

export interface Owner {
  pid: number
  qid: number
}
/** The note under its lock, still of the patient and visit the caller means, and open to this step. */
export async function lockForStep(
  tx: Tx,
  who: StaffActor,
  action: NoteAction,
  id: string,
  owner: Owner,
): Promise<repo.NoteRow> {
  const seen = await repo.noteState(tx.many, id)
  if (!seen) throw await hidden(tx.many, owner.pid)
  if (seen.pid !== owner.pid || seen.qid !== owner.qid)
    throw new AppError('FIELD_RELATED', {
      fields: [{ path: seen.pid !== owner.pid ? 'pid' : 'qid', code: 'FIELD_RELATED' }],
    })
  const actor = await noteActor(tx.many, who)
  const verdict = canNote(action, actor, { state: seen.state, authorMid: seen.authorMid })
  if (!verdict.ok && verdict.code !== 'NOTE_SIGNED' && verdict.code !== 'ILLEGAL_STEP') throw new AppError(verdict.code)
  const row = await repo.lockNote(tx, id)
  if (!row) throw new AppError('NOTE_NOT_AUTHOR')
  const now = canNote(action, actor, { state: row.state, authorMid: row.authorMid })
  if (!now.ok) throw new AppError(now.code)
  if (row.authorMid !== who.mid) tx.actsFor(row.authorMid)
  return row
}

/** A note the policies hide: of a record that is not open, or of nobody the caller may know of. */
export async function hidden(read: Read, pid: number): Promise<AppError> {
  const patient = await patientBrief(read, pid)
  if (!patient) return absence(read, pid)
  return new AppError(patient.authorised === 'notAuthorised' ? 'EMR_NOT_AUTHORISED' : 'NOT_FOUND')
}

/** The note as the caller gets it back after a step. */
export async function answer(tx: Tx, who: StaffActor, id: string): Promise<Note> {
  const note = await repo.noteById(tx.many, id, who.mid)
  if (!note) throw new AppError('NOT_FOUND')
  return note
}

/** Refuses a step that began from another version, with the note as it stands now. */
export async function stale(tx: Tx, who: StaffActor, id: string, fields: readonly string[] = []): Promise<AppError> {
  return new AppError('VERSION_STALE', {
    data: await answer(tx, who, id),
    fields: fields.map((path) => ({ path, code: 'VERSION_STALE' })),
  })
}

/** Tells those who write on the note and, where readers see a difference (begun, signed …), the whole unit. */
export async function publishNoteChanged(
  tx: Tx,
  note: repo.NoteRow,
  version: number,
  now: Date,
  readers: boolean,
): Promise<void> {
  const people = await writers(tx.many, note.id)
  await tx.emit(noteChanged, [...people, ...(readers ? [audience.unit(note.unitId)] : [])], {
    noteId: note.id,
    version,
    qid: note.qid,
    at: now.toISOString(),
  })
}

/** The author and who is bound to the author, as far as they work in the note's unit: of other units' records nobody hears. */
async function writers(read: Read, noteId: string): Promise<string[]> {
  const people = await read(sql<{ mid: number }>`
    select su.mid from note n join staff_unit su on su.unit_id = n.unit_id and su.partner_id = n.partner_id
    where n.id = ${noteId} and ${canSeeNote('n')} and (su.mid = n.author_mid or exists (
      select 1 from nurse_binding b where b.did = n.author_mid and b.mid = su.mid and b.partner_id = n.partner_id))`)
  return people.map(({ mid }) => audience.staff(mid))
}
