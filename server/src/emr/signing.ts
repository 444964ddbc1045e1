import { randomUUID } from 'node:crypto'
import { canNote, isLate, missingForSigning, type NoteAction } from '@teleward/contract/emr/rules.ts'
import {
  type AmendBody,
  type Note,
  type NotePart,
  noteParts,
  type PrescriptionItem,
  type SignBody,
  type VersionContent,
} from '@teleward/contract/emr/schema.ts'
import { actorOf, touched, transition } from '../appointments/service.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { answer, lockForStep, noteActor, type Owner, stale, publishNoteChanged } from './access.ts'
import { canonical, signatureHash } from './canonical.ts'
import { countChoices } from './choices.ts'
import { amendedAnswers, refuseOpen } from './drug-answers.ts'
import * as repo from './repo.ts'
import { cancelOfNote, refuseHeld } from './rx.ts'
import { confirmedItem, resolveIcd } from './resolve.ts'

const diagnoses = (who: StaffActor) => who.rights['diagnosis.write'] === 'y'

function refuseIncomplete(who: StaffActor, note: Parameters<typeof missingForSigning>[0]): void {
  const missing = missingForSigning(note, diagnoses(who))
  if (missing.length)
    throw new AppError('NOTE_INCOMPLETE', {
      fields: missing.map((path) => ({ path, code: 'FIELD_EMPTY' })),
      data: { fields: missing.map((field) => (field === 'diagnoses' ? 'ICD-10' : field.toUpperCase())).join(', ') },
    })
}

/** A total that nothing computes and nobody has looked at is a guess: nobody signs it. */
function refuseUnchecked(lines: readonly PrescriptionItem[]): void {
  const open = lines.flatMap(({ totalToCheck, name }, at) => (totalToCheck ? [{ name, at }] : []))
  if (open.length)
    throw new AppError('RX_TOTAL_UNCHECKED', {
      fields: open.map(({ at }) => ({ path: `lines.${at}.total`, code: 'RX_TOTAL_UNCHECKED' })),
      data: { names: open.map(({ name }) => name).join(', ') },
    })
}

/** Before the password is asked for: could the step be taken at all? The transaction asks again under the lock. */
export async function foresee(read: Read, who: StaffActor, action: NoteAction, id: string, now: Date): Promise<void> {
  const note = await repo.noteById(read, id, who.mid)
  if (!note) return
  const verdict = canNote(action, await noteActor(read, who), { state: note.state, authorMid: note.author.mid })
  if (!verdict.ok) throw new AppError(verdict.code)
  if (action !== 'sign') return
  refuseIncomplete(who, note)
  refuseUnchecked(note.lines)
  await refuseOpen(read, note, { ...note, prescription: note.lines }, now)
}

interface VisitEnd {
  endedAt: Date
  status: string
}
const visitEnd = (tx: Tx, qid: number) =>
  tx.one(sql<VisitEnd>`
    select a.status, coalesce(a.finished_at, (select max(r.closed_at) from room r where r.qid = a.qid),
      a.start_at + make_interval(mins => a.duration_minutes)) as "endedAt"
    from appointment a where a.qid = ${qid}`)

/** Locks the note for good, keeps what was signed with its hash and, if told, finishes the visit: all or nothing. */
export async function signNote(tx: Tx, who: StaffActor, now: Date, ask: SignBody): Promise<Note> {
  const row = await lockForStep(tx, who, 'sign', ask.id, ask)
  if (!who.onBoard) throw new AppError('STAFF_NOT_VERIFIED')
  if (row.version !== ask.version) throw await stale(tx, who, row.id)
  const written = await repo.content(tx, row.id)
  refuseIncomplete(who, written)
  refuseUnchecked(await repo.itemsFor(tx, row.id))
  const drugAnswers = await refuseOpen(tx.many, row, written, now)
  const content: VersionContent = { ...written, drugAnswers }
  const visit = await visitEnd(tx, row.qid)
  const version = row.version + 1
  const signed = {
    noteId: row.id,
    pid: row.pid,
    qid: row.qid,
    authorMid: row.authorMid,
    version,
    signedBy: who.mid,
    signedAt: now.toISOString(),
  }
  const hash = signatureHash({ ...signed, reason: null, content })
  await repo.updateNote(tx, row, who.mid, now, [
    sql`state = 'signed'`,
    sql`signed_at = ${now.toISOString()}::timestamptz`,
    sql`signed_by = ${who.mid}`,
    sql`hash = ${hash}`,
    sql`late = ${isLate(visit.endedAt, now)}`,
    sql`drug_answers = ${json(drugAnswers)}`,
  ])
  await repo.insertVersion(tx, row, { version, kind: 'sign', content, reason: null, hash, savedBy: who.mid }, now)
  await countChoices(tx, who, now, content)
  await publishNoteChanged(tx, row, version, now, true)
  if (ask.finish && visit.status !== 'finished') await transition(tx, actorOf(who), row.qid, 'finish', { now })
  // Lists show which finished visits lack a signature.
  else await touched(tx, row.qid)
  return answer(tx, who, row.id)
}

/** A new signed version with its reason. The one before it stays, word for word. */
export async function amendNote(tx: Tx, who: StaffActor, now: Date, ask: AmendBody): Promise<Note> {
  const row = await lockForStep(tx, who, 'amend', ask.id, ask)
  const reason = needReason(ask.reason)
  if (row.version !== ask.version) throw await stale(tx, who, row.id)
  const before = await repo.content(tx, row.id)
  const version = row.version + 1
  await tx.run(sql`select set_config('app.amending', ${row.id}, true)`)
  await replaceLines(tx, who, now, row, ask, version)
  const parts = textOf(ask, before)
  const replaced: VersionContent = { ...(await repo.content(tx, row.id)), ...parts }
  const another = canonical(replaced.prescription) !== canonical(before.prescription)
  if (another) await refuseHeld(tx, row.id)
  const drugAnswers = another ? await amendedAnswers(tx, who, now, row, ask, replaced) : (before.drugAnswers ?? [])
  const content: VersionContent = { ...replaced, drugAnswers }
  if (canonical(content) === canonical(before)) throw new AppError('BAD_INPUT')
  refuseIncomplete(who, content)
  refuseUnchecked(await repo.itemsFor(tx, row.id))
  const at = now.toISOString()
  const signed = {
    noteId: row.id,
    pid: row.pid,
    qid: row.qid,
    authorMid: row.authorMid,
    version,
    signedBy: who.mid,
    signedAt: at,
  }
  const hash = signatureHash({ ...signed, reason, content })
  await repo.updateNote(tx, row, who.mid, now, [
    ...repo.partChanges(row, parts, version, who.mid),
    sql`state = 'amended'`,
    sql`amended_at = ${at}::timestamptz`,
    sql`drug_answers = ${json(drugAnswers)}`,
    sql`hash = ${hash}`,
  ])
  await repo.insertVersion(tx, row, { version, kind: 'amend', content, reason, hash, savedBy: who.mid }, now)
  await publishNoteChanged(tx, row, version, now, true)
  return answer(tx, who, row.id)
}

function needReason(text: string): string {
  const reason = text.trim().toWellFormed()
  if (!reason) throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  return reason
}

function textOf(ask: AmendBody, before: VersionContent): Partial<Record<NotePart, string>> {
  const parts: Partial<Record<NotePart, string>> = {}
  for (const name of noteParts) {
    const text = ask[name]?.toWellFormed()
    if (text !== undefined && text !== before[name]) parts[name] = text
  }
  return parts
}

async function replaceLines(
  tx: Tx,
  who: StaffActor,
  now: Date,
  row: repo.NoteRow,
  ask: AmendBody,
  version: number,
): Promise<void> {
  if (ask.diagnoses) {
    if (!diagnoses(who)) throw new AppError('FORBIDDEN')
    const icds = ask.diagnoses.map(({ code, remarks }) => ({
      ...resolveIcd(code),
      remarks: remarks.trim().toWellFormed(),
    }))
    if (new Set(icds.map(({ code }) => code)).size !== icds.length) throw new AppError('ICD_DUPLICATE')
    await tx.run(sql`delete from diagnosis where note_id = ${row.id}`)
    for (const [sort, icd] of icds.entries())
      await repo.insertDiagnosis(tx, row, { ...icd, id: randomUUID(), sort, version })
  }
  if (ask.lines) {
    if (who.rights['prescription.write'] !== 'y') throw new AppError('FORBIDDEN')
    const standing = await repo.itemsFor(tx, row.id)
    const lines = ask.lines.map((line) => confirmedItem(line, { mid: who.mid, at: now }, standing))
    await tx.run(sql`delete from prescription_line where note_id = ${row.id}`)
    for (const [sort, line] of lines.entries())
      await repo.insertItem(tx, row, { ...line, id: randomUUID(), sort, version })
  }
}

/** Kept, marked and out of summaries. The visit may then be written about anew. */
export async function withdrawNote(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: Owner & { id: string; version: number; reason: string },
): Promise<Note> {
  const row = await lockForStep(tx, who, 'withdraw', ask.id, ask)
  const reason = needReason(ask.reason)
  if (row.version !== ask.version) throw await stale(tx, who, row.id)
  const content = await repo.content(tx, row.id)
  const version = await repo.updateNote(tx, row, who.mid, now, [
    sql`state = 'withdrawn'`,
    sql`withdrawn_at = ${now.toISOString()}::timestamptz`,
    sql`withdrawn_reason = ${reason}`,
  ])
  await cancelOfNote(tx, who, now, row.id, reason)
  await repo.insertVersion(tx, row, { version, kind: 'withdraw', content, reason, hash: null, savedBy: who.mid }, now)
  await publishNoteChanged(tx, row, version, now, true)
  await touched(tx, row.qid)
  return answer(tx, who, row.id)
}
