import { randomUUID } from 'node:crypto'
import { partText } from '@teleward/contract/emr/copied.ts'
import { AUTOSAVE_VERSION_SECONDS } from '@teleward/contract/emr/rules.ts'
import {
  type ChangedPart,
  type Copied,
  type CopyNoteBody,
  type LeftOut,
  type Note,
  NOTE_PART_MAX,
  type NotePart,
  noteParts,
} from '@teleward/contract/emr/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { answer, lockForStep, publishNoteChanged } from './access.ts'
import { MAX_LINES } from './prescription-items.ts'
import * as repo from './repo.ts'
import { confirmedItem, resolveIcd } from './resolve.ts'
import { visitOf } from './record.ts'

interface Work {
  tx: Tx
  row: repo.NoteRow
  source: Note
  left: LeftOut[]
}

/**
 * Takes parts of an earlier note over into a draft. Nothing that stands there goes: texts are put beneath, codes and lines
 * behind. Each line is written as if it were typed today, so a drug that is off the list is named and left out, and the
 * check of drugs looks at it anew; reasons that were given then count for nothing now. The same once more changes nothing.
 */
export async function copyNote(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: CopyNoteBody,
): Promise<{ note: Note; left: LeftOut[] }> {
  const row = await lockForStep(tx, who, 'write', ask.id, ask)
  const wanted = new Set(ask.parts)
  if (wanted.has('diagnoses')) await lockForStep(tx, who, 'diagnose', ask.id, ask)
  if (wanted.has('prescription')) await lockForStep(tx, who, 'prescribe', ask.id, ask)
  const source = await sourceOf(tx, who, row, ask.from)
  const work: Work = { tx, row, source, left: [] }
  const version = row.version + 1
  const texts = textsOf(work, wanted)
  const came = new Set<ChangedPart>(Object.keys(texts) as NotePart[])
  await repo.snapshotPreviousVersion(tx, row.id, now, AUTOSAVE_VERSION_SECONDS)
  if (wanted.has('diagnoses') && (await addDiagnoses(work, version))) came.add('diagnoses')
  if (wanted.has('prescription') && (await addLines(work, version))) came.add('prescription')
  if (came.size) {
    const visit = await visitOf(tx.many, source.qid)
    const marks = marksOf(row.copied, source, visit?.date ?? source.createdAt.slice(0, 10), came)
    await repo.updateNote(tx, row, who.mid, now, [
      ...repo.partChanges(row, texts, version, who.mid),
      ...(who.mid === row.authorMid ? [] : [sql`prepared_by = coalesce(prepared_by, ${who.mid})`]),
      sql`copied = ${json(marks)}`,
    ])
    await publishNoteChanged(tx, row, version, now, false)
  }
  return { note: await answer(tx, who, row.id), left: work.left }
}

/** Another note of the patient, signed, and one that the caller may read now. */
async function sourceOf(tx: Tx, who: StaffActor, row: repo.NoteRow, from: string): Promise<Note> {
  const source = await repo.noteById(tx.many, from, who.mid)
  const signed = source?.state === 'signed' || source?.state === 'amended'
  if (!source || !signed) throw new AppError('NOT_FOUND')
  if (source.pid !== row.pid || source.id === row.id)
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'from', code: 'FIELD_RELATED' }] })
  return source
}

function textsOf({ row, source, left }: Work, wanted: ReadonlySet<ChangedPart>): Partial<Record<NotePart, string>> {
  const texts: Partial<Record<NotePart, string>> = {}
  for (const part of noteParts) {
    const theirs = source[part].trim()
    if (!wanted.has(part) || !theirs || row[part].includes(theirs)) continue
    const text = row[part].trim() ? `${row[part].trimEnd()}\n${theirs}` : theirs
    if (text.length > NOTE_PART_MAX) left.push({ part, code: '', name: '', reason: 'tooLong' })
    else texts[part] = text
  }
  return texts
}

/** The entry as it is written today, or why it is not. */
function written<T>(work: () => T): T | 'delisted' | 'unfit' {
  try {
    return work()
  } catch (error) {
    if (isAppError(error, 'ICD_NOT_FOUND') || isAppError(error, 'DRUG_NOT_FOUND')) return 'delisted'
    if (isAppError(error, 'RX_LINE_INVALID')) return 'unfit'
    throw error
  }
}

async function addDiagnoses({ tx, row, source, left }: Work, version: number): Promise<boolean> {
  const there = await repo.diagnosesFor(tx, row.id)
  const before = there.length
  for (const { code, nameEn, remarks } of source.diagnoses) {
    const icd = written(() => resolveIcd(code))
    const why = typeof icd === 'string' ? icd : there.some((one) => one.code === icd.code) ? 'present' : null
    if (typeof icd === 'string' || why || there.length >= MAX_LINES) {
      left.push({ part: 'diagnoses', code, name: nameEn, reason: why ?? 'unfit' })
      continue
    }
    const entry = { ...icd, id: randomUUID(), remarks, sort: there.length, version }
    await repo.insertDiagnosis(tx, row, entry)
    there.push(entry)
  }
  return there.length > before
}

async function addLines({ tx, row, source, left }: Work, version: number): Promise<boolean> {
  const there = await repo.itemsFor(tx, row.id)
  const before = there.length
  const codes = new Set(there.map(({ code }) => code))
  for (const line of source.lines) {
    // A confirmation was of that note: amounts beyond the usual are written, and confirmed, anew.
    const item = written(() => confirmedItem(line, { mid: row.authorMid, at: new Date(0) }, []))
    const why = typeof item === 'string' ? item : codes.has(item.code) ? 'present' : null
    if (typeof item === 'string' || why || there.length >= MAX_LINES) {
      left.push({ part: 'prescription', code: line.code, name: line.name, reason: why ?? 'unfit' })
      continue
    }
    const entry = { ...item, id: randomUUID(), sort: there.length, version }
    await repo.insertItem(tx, row, entry)
    there.push(entry)
  }
  return there.length > before
}

/** Once for each part and note it came from. Of a list it says what stood there, also what did not come along. */
function marksOf(before: readonly Copied[], source: Note, date: string, came: ReadonlySet<ChangedPart>): Copied[] {
  const kept = before.filter(({ part, noteId }) => !(came.has(part) && noteId === source.id))
  const added = [...came].map((part) => ({
    part,
    noteId: source.id,
    qid: source.qid,
    date,
    author: source.author,
    text: partText(source, part),
  }))
  return [...kept, ...added]
}
