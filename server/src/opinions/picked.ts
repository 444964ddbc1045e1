import { addDays, startOfDay } from '@teleward/contract/core/dates.ts'
import { RECORDS_MAX } from '@teleward/contract/opinions/rules.ts'
import type { PickedRecords } from '@teleward/contract/opinions/schema.ts'
import { openRecord } from '../emr/access.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

interface Picking {
  tx: Tx
  who: StaffActor
  now: Date
}
interface Line {
  kind: 'note' | 'file' | 'readings'
  ref: string | null
  reading: string | null
  from: Date | null
  to: Date | null
  day: string | null
}
const empty = { ref: null, reading: null, from: null, to: null, day: null }
const unknown = () => new AppError('NOT_FOUND')
const refuse = (path: string) => new AppError('VALUE_INVALID', { fields: [{ path, code: 'VALUE_INVALID' }] })
export const countOf = (picked: PickedRecords | undefined): number =>
  picked ? picked.notes.length + picked.files.length + picked.readings.length : 0

/**
 * Each record that is to be shown, as far as the inviter may read it: nobody shows what is not theirs to see. EMR_NOT_AUTHORISED,
 * NOT_FOUND (one that is not this patient's, not signed, withdrawn, out of reach, or a span without a reading), VALUE_INVALID.
 */
export async function picked({ tx, who, now }: Picking, pid: number, wish: PickedRecords): Promise<Line[]> {
  const opened = await openRecord(tx.many, pid)
  if (opened.access === 'none') throw new AppError('EMR_NOT_AUTHORISED')
  const [notes, files] = [[...new Set(wish.notes)], [...new Set(wish.files)]]
  if (countOf(wish) > RECORDS_MAX) throw refuse('records')
  const found = new Map((await tx.many(repo.notesToShow(pid, notes))).map(({ id, day }) => [id, day]))
  const there = new Set((await tx.many(repo.filesToShow(pid, files))).map(({ id }) => id))
  if (notes.some((id) => !found.has(id)) || files.some((id) => !there.has(id))) throw unknown()
  const lines: Line[] = [
    ...notes.map((ref) => ({ ...empty, kind: 'note' as const, ref, day: found.get(ref) ?? null })),
    ...files.map((ref) => ({ ...empty, kind: 'file' as const, ref })),
  ]
  for (const { kind, from, to } of wish.readings) {
    if (from > to) throw refuse('records')
    const span = {
      from: startOfDay(from, who.timeZone),
      to: new Date(Math.min(now.getTime(), startOfDay(addDays(to, 1), who.timeZone).getTime() - 1)),
    }
    if (span.from > span.to) throw refuse('records')
    if (!(await tx.maybe(repo.readingsToShow(pid, kind, span.from, span.to)))) throw unknown()
    lines.push({ ...empty, kind: 'readings', reading: kind, ...span })
  }
  return lines
}

/** The choice that holds from now on; those before it stay written. */
export async function keep(
  { tx, who, now }: Picking,
  id: string,
  filter: number,
  lines: readonly Line[],
): Promise<void> {
  for (const [sort, line] of lines.entries())
    await tx.run(sql`insert into opinion_record (opinion_id, partner_id, filter, sort, kind, ref, reading, from_at, to_at, day, added_at)
      values (${id}::uuid, ${who.partnerId}, ${filter}, ${sort}, ${line.kind}, ${line.ref}::uuid, ${line.reading}::text,
        ${line.from}::timestamptz, ${line.to}::timestamptz, ${line.day}::date, ${now})`)
}
