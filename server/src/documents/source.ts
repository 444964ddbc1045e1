import type { DocumentKind } from '@teleward/contract/documents/schema.ts'
import type { Note, PrintableNote, Visit } from '@teleward/contract/emr/schema.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { AttachedRecords, Referral } from '@teleward/contract/referrals/schema.ts'
import { canSeeMember, canSeeNote, canSeeReferral } from '../access/visible.ts'
import { openRecord } from '../emr/access.ts'
import { oneNote } from '../emr/notes.ts'
import { reasonFor, visitOf } from '../emr/record.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { oneReferral, recordsOf } from '../referrals/service.ts'

export interface Institution {
  name: string
  nameEn: string | null
  nameZhCn: string | null
  phone: string | null
}
export interface Named {
  name: string
  nameEn: string | null
}
/** An amendment or the first signature, as kept. */
export interface Signature {
  version: number
  kind: 'sign' | 'amend'
  at: string
  by: Named
  reason: string | null
}
export interface NoteSource {
  note: Note
  visit: Visit
  patient: PatientBrief
  /** Only where the record is open to the caller. */
  idNumber: string | null
  signatures: Signature[]
  /** What let the caller read it. */
  access: PrintableNote['access']
}
export interface Subject {
  pid: number
  version: number
}

export async function institutionOf(read: Read, partnerId: number): Promise<Institution> {
  const [found] = await read(sql<Institution>`
    select p.name, p.name_en as "nameEn", p.name_zh_cn as "nameZhCn", p.phone from partner p where p.id = ${partnerId}`)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

export async function staffNames(read: Read, mid: number): Promise<Named> {
  const [found] = await read(sql<Named>`select s.name, s.name_en as "nameEn" from staff s where s.mid = ${mid}`)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/**
 * A note as it stands, text and lines by one statement, with what the paper says around it. A prescription or a certificate is
 * made of a signed one alone (NOTE_INCOMPLETE), and of one that has what it is to show (RX_EMPTY, NOTE_INCOMPLETE).
 */
export async function noteSource(
  read: Read,
  who: StaffActor,
  kind: Exclude<DocumentKind, 'referral'>,
  id: string,
): Promise<NoteSource> {
  const note = await oneNote(read, who, id)
  const visit = await visitOf(read, note.qid)
  if (!visit) throw new AppError('NOT_FOUND')
  const opened = await openRecord(read, note.pid, visit.unitId)
  const access = reasonFor(opened, note.author.mid === who.mid)
  const signed = note.state === 'signed' || note.state === 'amended'
  if (kind !== 'record' && !signed) throw new AppError('NOTE_INCOMPLETE')
  if (kind === 'prescription' && note.lines.length === 0) throw new AppError('RX_EMPTY')
  if (kind === 'certificate' && note.diagnoses.length === 0) throw new AppError('NOTE_INCOMPLETE')
  const [person] =
    access === 'own'
      ? []
      : await read(
          sql<{ idNumber: string | null }>`
            select m.id_number as "idNumber" from member m where m.pid = ${note.pid} and ${canSeeMember('m')}`,
        )
  const signatures = await read(sql<Signature>`
    select v.version, v.kind, v.at, v.reason, jsonb_build_object('name', s.name, 'nameEn', s.name_en) as by
    from note_version v join staff s on s.mid = v.saved_by
    where v.note_id = ${note.id} and ${canSeeNote('v')} and v.kind in ('sign', 'amend') and v.version <= ${note.version} order by v.version`)
  return { note, visit, patient: opened.patient, idNumber: person?.idNumber ?? null, signatures, access }
}

export interface LetterSource {
  letter: Referral
  records: AttachedRecords | null
  subject: Subject
}
export async function letterSource(read: Read, who: StaffActor, id: string): Promise<LetterSource> {
  if (who.rights['referral.write'] === '-') throw new AppError('FORBIDDEN')
  const letter = await oneReferral(read, who, id)
  const [row] = await read(sql<{ pid: number }>`
    select r.pid from referral r where r.id = ${letter.id} and ${canSeeReferral('r')}`)
  if (!row) throw new AppError('NOT_FOUND')
  return { letter, records: await recordsOf(read, who, letter.id), subject: { ...row, version: letter.version } }
}
