import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import { REFILL_DAYS_MAX } from '@teleward/contract/emr/rx-rules.ts'
import { AUTOSAVE_VERSION_SECONDS } from '@teleward/contract/emr/rules.ts'
import type { Refill } from '@teleward/contract/emr/rx-schema.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { answer, lockForStep, type Owner, publishNoteChanged, stale } from './access.ts'
import * as repo from './repo.ts'

interface Ask extends Owner {
  noteId: string
  version: number
  refill: Refill | null
}
/** VALUE_INVALID: its end has passed, or lies too far ahead. VERSION_STALE with the note as it is. */
export async function makeRefillable(tx: Tx, who: StaffActor, now: Date, ask: Ask): Promise<Note> {
  const row = await lockForStep(tx, who, 'prescribe', ask.noteId, ask)
  const today = localDay(now, who.timeZone)
  if (ask.refill && (ask.refill.until <= today || ask.refill.until > addDays(today, REFILL_DAYS_MAX)))
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'refill.until', code: 'VALUE_INVALID' }] })
  if (row.version !== ask.version) throw await stale(tx, who, row.id, ['refill'])
  await repo.snapshotPreviousVersion(tx, row.id, now, AUTOSAVE_VERSION_SECONDS)
  const version = await repo.updateNote(tx, row, who.mid, now, [
    sql`refill = ${ask.refill === null ? null : json(ask.refill)}`,
    ...(who.mid === row.authorMid ? [] : [sql`prepared_by = coalesce(prepared_by, ${who.mid})`]),
  ])
  await publishNoteChanged(tx, row, version, now, false)
  return answer(tx, who, row.id)
}
