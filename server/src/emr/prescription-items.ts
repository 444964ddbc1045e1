import { randomUUID } from 'node:crypto'
import { AUTOSAVE_VERSION_SECONDS, type NoteAction } from '@teleward/contract/emr/rules.ts'
import type { PrescriptionItemInput, Note } from '@teleward/contract/emr/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { answer, lockForStep, type Owner, stale, publishNoteChanged } from './access.ts'
import * as repo from './repo.ts'
import { confirmedItem, resolveIcd } from './resolve.ts'

export const MAX_LINES = 60

interface Kept {
  id: string
  version: number
}
/** Another hand changed the line since it was read. */
const overtaken = (line: Kept, asked: number) => line.version > asked
/** A change of an item names the version that was read. */
function versionOf({ version }: { version?: number | undefined }): number {
  if (version === undefined) throw new AppError('BAD_INPUT', { fields: [{ path: 'version', code: 'FIELD_EMPTY' }] })
  return version
}

function moveTo(ids: readonly string[], id: string, sort: number | undefined): string[] {
  const others = ids.filter((other) => other !== id)
  const at = sort ?? (ids.includes(id) ? ids.indexOf(id) : others.length)
  return [...others.slice(0, at), id, ...others.slice(at)]
}

interface Step {
  tx: Tx
  who: StaffActor
  now: Date
}
/** What every change of a line shares: the lock, a kept version, the new number, who is told. */
async function change(
  { tx, who, now }: Step,
  action: NoteAction,
  ask: Owner & { noteId: string; id?: string | undefined },
  work: (row: repo.NoteRow, version: number) => Promise<void>,
): Promise<Note> {
  const row = await lockForStep(tx, who, action, ask.noteId, ask)
  // A line that is there may be somebody else's, who has just written it.
  const anothers = ask.id !== undefined && (row.savedBy ?? row.authorMid) !== who.mid
  await repo.snapshotPreviousVersion(tx, row.id, now, AUTOSAVE_VERSION_SECONDS, anothers)
  await work(row, row.version + 1)
  const preparer = who.mid !== row.authorMid
  const version = await repo.updateNote(
    tx,
    row,
    who.mid,
    now,
    preparer ? [sql`prepared_by = coalesce(prepared_by, ${who.mid})`] : [],
  )
  await publishNoteChanged(tx, row, version, now, false)
  return answer(tx, who, row.id)
}

export interface IcdAsk extends Owner {
  noteId: string
  id?: string | undefined
  version?: number | undefined
  code: string
  remarks?: string | undefined
  sort?: number | undefined
}
export function upsertIcd(step: Step, ask: IcdAsk): Promise<Note> {
  const { tx, who } = step
  return change(step, 'diagnose', ask, async (row, version) => {
    const icd = resolveIcd(ask.code)
    const all = await repo.diagnosesFor(tx, row.id)
    const existing = ask.id === undefined ? undefined : all.find(({ id }) => id === ask.id)
    if (ask.id !== undefined && !existing) throw new AppError('NOT_FOUND')
    if (existing && overtaken(existing, versionOf(ask))) throw await stale(tx, who, row.id, ['diagnoses'])
    if (all.some(({ id, code }) => code === icd.code && id !== ask.id)) throw new AppError('ICD_DUPLICATE')
    if (!existing && all.length >= MAX_LINES) throw tooMany('code')
    const id = existing?.id ?? randomUUID()
    const remarks = (ask.remarks ?? existing?.remarks ?? '').trim().toWellFormed()
    const entry = { ...icd, id, remarks, sort: all.length, version }
    if (existing) await repo.updateDiagnosis(tx, row.id, entry)
    else await repo.insertDiagnosis(tx, row, entry)
    await repo.reorder(
      tx,
      'diagnosis',
      row.id,
      moveTo(
        all.map((line) => line.id),
        id,
        ask.sort,
      ),
    )
  })
}

export interface MedicineAsk extends Owner, PrescriptionItemInput {
  noteId: string
  id?: string | undefined
  version?: number | undefined
  sort?: number | undefined
}
export function upsertMedicine(step: Step, ask: MedicineAsk): Promise<Note> {
  const { tx, who, now } = step
  return change(step, 'prescribe', ask, async (row, version) => {
    const all = await repo.itemsFor(tx, row.id)
    const existing = ask.id === undefined ? undefined : all.find(({ id }) => id === ask.id)
    if (ask.id !== undefined && !existing) throw new AppError('NOT_FOUND')
    if (existing && overtaken(existing, versionOf(ask))) throw await stale(tx, who, row.id, ['prescription'])
    if (!existing && all.length >= MAX_LINES) throw tooMany('code')
    const line = confirmedItem(ask, { mid: who.mid, at: now }, existing ? [existing] : [])
    const id = existing?.id ?? randomUUID()
    const entry = { ...line, id, sort: all.length, version }
    if (existing) await repo.updateItem(tx, row.id, entry)
    else await repo.insertItem(tx, row, entry)
    await repo.reorder(
      tx,
      'prescription_line',
      row.id,
      moveTo(
        all.map((other) => other.id),
        id,
        ask.sort,
      ),
    )
  })
}

const tooMany = (path: string) => new AppError('BAD_INPUT', { fields: [{ path, code: 'VALUE_INVALID' }] })

/** Removing what is gone already is no error: the line is not there. */
export function removeFrom(
  step: Step,
  table: 'diagnosis' | 'prescription_line',
  ask: Owner & { noteId: string; id: string; version: number },
): Promise<Note> {
  const { tx, who } = step
  const [action, part] =
    table === 'diagnosis' ? (['diagnose', 'diagnoses'] as const) : (['prescribe', 'prescription'] as const)
  return change(step, action, ask, async (row) => {
    const all: Kept[] = table === 'diagnosis' ? await repo.diagnosesFor(tx, row.id) : await repo.itemsFor(tx, row.id)
    const line = all.find(({ id }) => id === ask.id)
    if (!line) return
    if (overtaken(line, ask.version)) throw await stale(tx, who, row.id, [part])
    await repo.removeItem(tx, table, row.id, line.id)
    const left = all.filter(({ id }) => id !== line.id)
    await repo.reorder(
      tx,
      table,
      row.id,
      left.map(({ id }) => id),
    )
  })
}

/** The diagnoses in a new order: exactly those that are there. */
export function reorderIcd(
  step: Step,
  ask: Owner & { noteId: string; order: readonly string[]; version: number },
): Promise<Note> {
  const { tx, who } = step
  return change(step, 'diagnose', ask, async (row) => {
    const all = await repo.diagnosesFor(tx, row.id)
    const same =
      all.length === ask.order.length &&
      new Set(ask.order).size === all.length &&
      all.every(({ id }) => ask.order.includes(id))
    if (!same || all.some((line) => overtaken(line, ask.version))) throw await stale(tx, who, row.id, ['diagnoses'])
    await repo.reorder(tx, 'diagnosis', row.id, ask.order)
  })
}
