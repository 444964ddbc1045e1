import { canSeeNote } from '../access/visible.ts'
import { condition, preparesFor } from '../platform/access/index.ts'
import type {
  Copied,
  Diagnosis,
  Note,
  NotePart,
  NoteState,
  PrescriptionItem,
  VersionContent,
} from '@teleward/contract/emr/schema.ts'
import type { RawBuilder } from 'kysely'
import type { Read } from '../patients/service.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

const person = (mid: string) => sql`(
  select jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) from staff s where s.mid = ${sql.ref(mid)})`

const diagnosesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'code', d.code, 'nameEn', d.name_en, 'nameZhTw', d.name_zh_tw,
    'billable', d.billable, 'remarks', d.remarks, 'sort', d.sort, 'version', d.version) order by d.sort, d.id), '[]')
  from diagnosis d where d.note_id = n.id)`
/** Who said that amounts beyond the usual are meant; null: nobody was asked. Of `prescription_line l`. */
const confirmed = sql`case when l.confirmed_by is not null
  then jsonb_build_object('by', ${person('l.confirmed_by')}, 'at', l.confirmed_at) end`
const linesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'code', l.code, 'name', l.name, 'nameZhTw', l.name_zh_tw, 'unit', l.unit,
    'dose', l.dose, 'frequency', l.frequency, 'route', l.route, 'days', l.days, 'total', l.total, 'totalReason', l.total_reason,
    'totalUnit', l.total_unit, 'totalToCheck', l.total_to_check, 'dailyDose', l.daily_dose, 'notes', l.notes,
    'confirmed', ${confirmed}, 'sort', l.sort, 'version', l.version) order by l.sort, l.id), '[]')
  from prescription_line l where l.note_id = n.id)`

/** `note` of the contract as one JSON value, from `note n`. */
export const noteJson = sql<Note>`jsonb_build_object(
  'id', n.id, 'pid', n.pid, 'qid', n.qid, 'author', ${person('n.author_mid')}, 'preparedBy', ${person('n.prepared_by')},
  'state', n.state, 's', n.s, 'o', n.o, 'a', n.a, 'p', n.p, 'memo', n.memo, 'version', n.version,
  'partVersions', jsonb_build_object('s', 1, 'o', 1, 'a', 1, 'p', 1, 'memo', 1) || n.part_versions,
  'diagnoses', ${diagnosesOf}, 'lines', ${linesOf}, 'drugAnswers', n.drug_answers, 'refill', n.refill,
  'copied', n.copied, 'signedAt', n.signed_at, 'signedBy', ${person('n.signed_by')}, 'hash', n.hash, 'late', n.late, 'amendedAt', n.amended_at,
  'amendedReason', case when n.amended_at is not null then (select v.reason from note_version v where v.note_id = n.id and v.kind = 'amend'
    order by v.version desc limit 1) end,
  'withdrawnAt', n.withdrawn_at, 'withdrawnReason', n.withdrawn_reason, 'createdAt', n.created_at, 'updatedAt', n.updated_at)`

/** What a version keeps: text, diagnoses and lines as they stand, from `note n`. */
const contentJson = sql<VersionContent>`jsonb_build_object('s', n.s, 'o', n.o, 'a', n.a, 'p', n.p, 'memo', n.memo,
  'diagnoses', (select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'nameEn', d.name_en, 'nameZhTw', d.name_zh_tw,
      'remarks', d.remarks) order by d.sort, d.id), '[]') from diagnosis d where d.note_id = n.id),
  'prescription', (select coalesce(jsonb_agg(jsonb_build_object('code', l.code, 'name', l.name, 'unit', l.unit, 'dose', l.dose,
      'frequency', l.frequency, 'route', l.route, 'days', l.days, 'total', l.total, 'totalReason', l.total_reason, 'notes', l.notes)
      || case when l.total_unit is null then '{}' else jsonb_build_object('totalUnit', l.total_unit) end
      || case when l.confirmed_by is null then '{}' else jsonb_build_object('confirmed', ${confirmed}) end order by l.sort, l.id), '[]') from prescription_line l where l.note_id = n.id),
  'drugAnswers', n.drug_answers, 'refill', n.refill, 'copied', n.copied)`

/**
 * Notes of others as the caller may read them: signed, amended and withdrawn ones, and drafts only where the caller
 * prepares for the author; all of them of records that are open.
 */
export const readable = (
  mid: number,
) => sql<boolean>`(${canSeeNote('n')} and (n.author_mid = ${mid} or n.state in ('signed', 'amended', 'withdrawn')
  or ${condition(preparesFor('author_mid'), 'n')}))`

export async function noteById(read: Read, id: string, mid: number): Promise<Note | undefined> {
  const [row] = await read(
    sql<{ note: Note }>`select ${noteJson} as note from note n where n.id = ${id} and ${readable(mid)}`,
  )
  return row?.note
}

/** Notes of one visit, the caller's own first, withdrawn ones last. */
export async function notesOfVisit(read: Read, qid: number, mid: number): Promise<Note[]> {
  const rows = await read(sql<{ note: Note }>`
    select ${noteJson} as note from note n where n.qid = ${qid} and ${readable(mid)}
    order by (n.state = 'withdrawn'), (n.author_mid = ${mid}) desc, n.created_at`)
  return rows.map(({ note }) => note)
}

export interface NoteRow {
  id: string
  pid: number
  qid: number
  partnerId: number
  unitId: number
  authorMid: number
  preparedBy: number | null
  state: NoteState
  version: number
  partVersions: Partial<Record<NotePart, number>>
  /** Who wrote a part last. */
  partHands: Partial<Record<NotePart, number>>
  copied: Copied[]
  savedBy: number | null
  s: string
  o: string
  a: string
  p: string
  memo: string
}
/** The row under its lock. A step that follows has to look at it again only in the same transaction. */
export async function lockNote(tx: Tx, id: string): Promise<NoteRow | undefined> {
  // First who may see it, then the lock: rows others may only read are not lockable under the policies.
  return tx.maybe(sql<NoteRow>`
    select n.id, n.pid, n.qid, n.partner_id as "partnerId", n.unit_id as "unitId", n.author_mid as "authorMid",
      n.prepared_by as "preparedBy", n.state, n.version, n.part_versions as "partVersions",
      n.part_hands as "partHands", n.copied, n.saved_by as "savedBy", n.s, n.o, n.a, n.p, n.memo
    from note n where n.id = ${id} and ${canSeeNote('n')} for update`)
}
export async function noteState(
  read: Read,
  id: string,
): Promise<Pick<NoteRow, 'pid' | 'qid' | 'authorMid' | 'state'> | undefined> {
  const [row] = await read(
    sql<NoteRow>`select n.pid, n.qid, n.author_mid as "authorMid", n.state from note n where n.id = ${id} and ${canSeeNote('n')}`,
  )
  return row
}

export interface Place {
  pid: number
  qid: number
  partnerId: number
  unitId: number
  authorMid: number
  preparedBy: number | null
}
/** Begins a note, unless the author has a living one for the visit. Answers the id of the one that stands. */
export async function insertNote(tx: Tx, id: string, place: Place, now: Date): Promise<string> {
  const { pid, qid, partnerId, unitId, authorMid, preparedBy } = place
  await tx.run(sql`
    insert into note (id, partner_id, unit_id, pid, qid, author_mid, prepared_by, saved_by, created_at, updated_at)
    values (${id}, ${partnerId}, ${unitId}, ${pid}, ${qid}, ${authorMid}, ${preparedBy}::int, ${preparedBy ?? authorMid}::int,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
    on conflict (qid, author_mid) where state <> 'withdrawn' do nothing`)
  const row = await tx.one(sql<{ id: string }>`
    select n.id from note n where n.qid = ${qid} and n.author_mid = ${authorMid} and n.state <> 'withdrawn'`)
  return row.id
}

/** Changes the note's row: version, time and hand are set with every change. */
export async function updateNote(
  tx: Tx,
  note: Pick<NoteRow, 'id' | 'version'>,
  by: number,
  now: Date,
  set: readonly RawBuilder<unknown>[] = [],
): Promise<number> {
  const version = note.version + 1
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.run(sql`
    update note set ${sql.join([sql`version = ${version}`, sql`updated_at = ${at}`, sql`saved_by = ${by}`, ...set])}
    where id = ${note.id}`)
  return version
}

/** Texts of some parts, with the version they change in. */
export function partChanges(
  row: NoteRow,
  parts: Partial<Record<NotePart, string>>,
  version: number,
  by: number,
): RawBuilder<unknown>[] {
  const names = Object.keys(parts) as NotePart[]
  const versions = { ...row.partVersions, ...Object.fromEntries(names.map((name) => [name, version])) }
  const hands = { ...row.partHands, ...Object.fromEntries(names.map((name) => [name, by])) }
  return [
    ...names.map((name) => sql`${sql.ref(name)} = ${parts[name] ?? ''}::text`),
    ...(names.length ? [sql`part_versions = ${json(versions)}`, sql`part_hands = ${json(hands)}`] : []),
  ]
}

export const content = async (tx: Tx, id: string): Promise<VersionContent> =>
  (await tx.one(sql<{ content: VersionContent }>`select ${contentJson} as content from note n where n.id = ${id}`))
    .content

/**
 * Keeps what is about to be replaced: at most one version in `seconds` while somebody types, always the state that
 * stood through a pause of that length, and with `always` in any case.
 */
export async function snapshotPreviousVersion(
  tx: Tx,
  id: string,
  now: Date,
  seconds: number,
  always = false,
): Promise<void> {
  const pause = sql`make_interval(secs => ${seconds})`
  await tx.run(sql`
    insert into note_version (note_id, version, partner_id, unit_id, pid, author_mid, kind, content, saved_by, at)
    select n.id, n.version, n.partner_id, n.unit_id, n.pid, n.author_mid, 'autosave', ${contentJson}, coalesce(n.saved_by, n.author_mid), n.updated_at
    from note n
    where n.id = ${id} and n.version > 1 and (${always} or ${now.toISOString()}::timestamptz - n.updated_at >= ${pause}
      or n.updated_at - coalesce((select max(v.at) from note_version v where v.note_id = n.id), n.created_at) >= ${pause})
    on conflict (note_id, version) do nothing`)
}

export interface VersionRow {
  version: number
  kind: 'sign' | 'amend' | 'withdraw'
  content: VersionContent
  reason: string | null
  hash: string | null
  savedBy: number
}
export async function insertVersion(tx: Tx, note: NoteRow, row: VersionRow, now: Date): Promise<void> {
  await tx.run(sql`
    insert into note_version (note_id, version, partner_id, unit_id, pid, author_mid, kind, content, reason, hash, saved_by, at)
    values (${note.id}, ${row.version}, ${note.partnerId}, ${note.unitId}, ${note.pid}, ${note.authorMid}, ${row.kind}, ${json(row.content)},
      ${row.reason}::text, ${row.hash}::text, ${row.savedBy}, ${now.toISOString()}::timestamptz)`)
}

/** Puts the lines of a table into the order of the ids. */
export async function reorder(
  tx: Tx,
  table: 'diagnosis' | 'prescription_line',
  noteId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`
    update ${sql.table(table)} t set sort = o.place - 1
    from jsonb_array_elements_text(${json(ids)}) with ordinality as o(id, place)
    where t.note_id = ${noteId} and t.id = o.id::uuid and t.sort <> o.place - 1`)
}

type Owned = Pick<NoteRow, 'id' | 'partnerId' | 'unitId' | 'pid' | 'authorMid'>
export async function insertDiagnosis(tx: Tx, note: Owned, row: Diagnosis): Promise<void> {
  await tx.run(sql`
    insert into diagnosis (id, note_id, partner_id, unit_id, pid, author_mid, code, name_en, name_zh_tw, billable, remarks, sort, version)
    values (${row.id}, ${note.id}, ${note.partnerId}, ${note.unitId}, ${note.pid}, ${note.authorMid}, ${row.code}, ${row.nameEn}, ${row.nameZhTw},
      ${row.billable}, ${row.remarks}, ${row.sort}, ${row.version})`)
}
export async function updateDiagnosis(tx: Tx, noteId: string, row: Diagnosis): Promise<void> {
  await tx.run(sql`
    update diagnosis set code = ${row.code}, name_en = ${row.nameEn}, name_zh_tw = ${row.nameZhTw}, billable = ${row.billable},
      remarks = ${row.remarks}, version = ${row.version} where id = ${row.id} and note_id = ${noteId}`)
}
/** A line as it is written. */
type ItemRow = Omit<PrescriptionItem, 'confirmed'> & { confirmedBy: { mid: number; at: string } | null }
export async function insertItem(tx: Tx, note: Owned, row: ItemRow): Promise<void> {
  await tx.run(sql`
    insert into prescription_line (id, note_id, partner_id, unit_id, pid, author_mid, code, name, name_zh_tw, unit, dose, frequency, route, days,
      total, total_reason, total_unit, total_to_check, daily_dose, notes, sort, version, confirmed_by, confirmed_at)
    values (${row.id}, ${note.id}, ${note.partnerId}, ${note.unitId}, ${note.pid}, ${note.authorMid}, ${row.code}, ${row.name},
      ${row.nameZhTw}::text, ${row.unit}, ${row.dose}, ${row.frequency}, ${row.route}, ${row.days}, ${row.total}, ${row.totalReason}::text,
      ${row.totalUnit ?? null}::text, ${row.totalToCheck ?? false}::boolean, ${row.dailyDose}::numeric, ${row.notes}, ${row.sort}, ${row.version},
      ${row.confirmedBy?.mid ?? null}::int, ${row.confirmedBy?.at ?? null}::timestamptz)`)
}
export async function updateItem(tx: Tx, noteId: string, row: ItemRow): Promise<void> {
  await tx.run(sql`
    update prescription_line set code = ${row.code}, name = ${row.name}, name_zh_tw = ${row.nameZhTw}::text, unit = ${row.unit}, dose = ${row.dose},
      frequency = ${row.frequency}, route = ${row.route}, days = ${row.days}, total = ${row.total}, total_reason = ${row.totalReason}::text,
      total_unit = ${row.totalUnit ?? null}::text, total_to_check = ${row.totalToCheck ?? false}::boolean, daily_dose = ${row.dailyDose}::numeric, notes = ${row.notes}, version = ${row.version},
      confirmed_by = ${row.confirmedBy?.mid ?? null}::int, confirmed_at = ${row.confirmedBy?.at ?? null}::timestamptz
    where id = ${row.id} and note_id = ${noteId}`)
}
export async function removeItem(
  tx: Tx,
  table: 'diagnosis' | 'prescription_line',
  noteId: string,
  id: string,
): Promise<void> {
  await tx.run(sql`delete from ${sql.table(table)} where note_id = ${noteId} and id = ${id}`)
}
export const diagnosesFor = async (tx: Tx, noteId: string): Promise<Diagnosis[]> =>
  (await tx.one(sql<{ rows: Diagnosis[] }>`select ${diagnosesOf} as rows from note n where n.id = ${noteId}`)).rows
export const itemsFor = async (tx: Tx, noteId: string): Promise<PrescriptionItem[]> =>
  (await tx.one(sql<{ rows: PrescriptionItem[] }>`select ${linesOf} as rows from note n where n.id = ${noteId}`)).rows
