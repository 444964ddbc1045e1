import { noteAsWords } from '@teleward/contract/emr/images.ts'
import type {
  AttachedFile,
  AttachedNote,
  AttachedRecords,
  AttachedReport,
  ReferralBody,
} from '@teleward/contract/referrals/schema.ts'
import { canSeeFile, canSeeNote, canSeeReport } from '../access/visible.ts'
import { type Compilable, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Signed notes of a patient that the caller may read, as they stand. */
const notesToAttach = (pid: number, ids: readonly string[]) => sql<{ one: AttachedNote }>`
  select jsonb_build_object('id', n.id, 'at', n.signed_at, 'author', jsonb_build_object('name', s.name, 'nameEn', s.name_en), 's', n.s, 'o', n.o, 'a', n.a, 'p', n.p,
    'diagnoses', (select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'nameEn', d.name_en, 'nameZhTw', d.name_zh_tw) order by d.sort), '[]')
      from diagnosis d where d.note_id = n.id and ${canSeeNote('d')}),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'dose', l.dose, 'unit', l.unit, 'frequency', l.frequency, 'route', l.route, 'days', l.days) order by l.sort), '[]')
      from prescription_line l where l.note_id = n.id and ${canSeeNote('l')})) as one
  from note n join staff s on s.mid = n.author_mid
  where n.id = any (${[...ids]}::uuid[]) and n.pid = ${pid}::int and n.state in ('signed', 'amended') and ${canSeeNote('n')}
  order by n.signed_at desc, n.id`
/** Reports of others in the record that are in force. */
const reportsToAttach = (pid: number, ids: readonly string[]) => sql<{ one: AttachedReport }>`
  select jsonb_build_object('id', e.id, 'category', e.category, 'title', e.title, 'source', e.source, 'issuedAt', e.issued_at, 'results', e.results,
    'conclusion', e.conclusion) as one
  from external_report e where e.id = any (${[...ids]}::uuid[]) and e.pid = ${pid}::int and e.replaced_by is null and e.withdrawn_at is null
    and ${canSeeReport('e')} order by e.issued_at desc, e.id`
const filesToAttach = (pid: number, ids: readonly string[]) => sql<{ one: AttachedFile }>`
  select jsonb_build_object('id', f.id, 'name', f.name, 'kind', f.kind, 'format', f.format, 'bytes', f.bytes) as one
  from medical_file f where f.id = any (${[...ids]}::uuid[]) and f.pid = ${pid}::int and f.state = 'stored' and ${canSeeFile('f')} order by f.id`

/** As they go out: the receiver reads what a note's pictures show, and not in which file of the record they are. */
export const toRead = (records: AttachedRecords): AttachedRecords => ({
  ...records,
  notes: records.notes.map(noteAsWords),
})

export interface Picked {
  notes: AttachedNote[]
  reports: AttachedReport[]
  files: AttachedFile[]
}
/**
 * What goes along, as the sender may read it now. NOT_FOUND for one that is not this patient's, not signed, withdrawn or not the
 * sender's to read: it is none that one may know of.
 */
export async function picked(tx: Tx, pid: number, wish: ReferralBody): Promise<Picked> {
  const all = async <T>(
    ids: readonly string[],
    query: (pid: number, ids: readonly string[]) => Compilable<{ one: T }>,
  ): Promise<T[]> => {
    const wanted = [...new Set(ids)]
    if (!wanted.length) return []
    const found = (await tx.many(query(pid, wanted))).map(({ one }) => one)
    if (found.length !== wanted.length) throw new AppError('NOT_FOUND')
    return found
  }
  return {
    notes: await all(wish.notes, notesToAttach),
    reports: await all(wish.reports, reportsToAttach),
    files: await all(wish.files, filesToAttach),
  }
}

export async function keepFiles(tx: Tx, partnerId: number, id: string, files: readonly AttachedFile[]): Promise<void> {
  for (const [sort, file] of files.entries())
    await tx.run(sql`insert into referral_file (referral_id, file_id, partner_id, sort, name, kind, format, bytes)
      values (${id}::uuid, ${file.id}::uuid, ${partnerId}, ${sort}, ${file.name}, ${file.kind}, ${file.format}, ${file.bytes})`)
}
