import { EXPECTED_MS } from '@teleward/contract/healthchecks/rules.ts'
import type { CheckDetail, CheckQuery, HealthCheck, ShownResultRow } from '@teleward/contract/healthchecks/schema.ts'
import { startOfDay } from '@teleward/contract/core/dates.ts'
import { systems } from '@teleward/contract/healthchecks/items.ts'
import { patientBriefs, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

const shown = (
  { pid, unitId: _, programmeItems: _i, fasting: _f, cancelReason: _c, submittedBy: _s, ...row }: repo.CheckRow,
  patients: Awaited<ReturnType<typeof patientBriefs>>,
): HealthCheck => ({
  ...row,
  patient: patients.get(pid) ?? null,
  expectedAt:
    row.state === 'processing' && row.submittedAt
      ? new Date(Date.parse(row.submittedAt) + EXPECTED_MS).toISOString()
      : null,
})

export async function checks(
  read: Read,
  who: StaffActor,
  { from, ...query }: CheckQuery,
): Promise<{ rows: HealthCheck[]; total: number }> {
  const { rows, total } = await repo.list(read, query, from ? startOfDay(from, who.timeZone) : null)
  const patients = await patientBriefs(
    read,
    rows.map(({ pid }) => pid),
  )
  return { rows: rows.map((row) => shown(row, patients)), total }
}

const EARLIER = 5
/** What is critical and nobody has looked at, then what is out of range, then by parts of the body. */
const order = (a: ShownResultRow, b: ShownResultRow) =>
  rank(a) - rank(b) || systems.indexOf(a.system) - systems.indexOf(b.system)
const rank = ({ critical, flag }: ShownResultRow) => (critical ? 0 : flag === 'low' || flag === 'high' ? 1 : 2)

const valueIn = ({ rows }: Pick<repo.ResultRow, 'rows'>, item: string) => rows.find((one) => one.item === item)?.value
/** Who has looked at a value as it stands: at another one, which a correction has replaced, nobody has until they say so. */
export const seenBy = (results: readonly repo.ResultRow[], remarks: readonly repo.Remark[], item: string) =>
  remarks.find((one) => {
    const [newest] = results
    const then = results.find(({ version }) => version === one.version)
    return (
      one.kind === 'acknowledged' &&
      one.item === item &&
      then &&
      newest &&
      valueIn(then, item) === valueIn(newest, item)
    )
  })

/** NOT_FOUND: none, or of a member whom the caller does not know. What came of it stands in an open record alone. */
export async function checkDetail(read: Read, id: string): Promise<CheckDetail> {
  const row = await repo.byId(read, id)
  if (!row) throw new AppError('NOT_FOUND')
  const [patients, values, files, results, earlier, remarks] = await Promise.all([
    patientBriefs(read, [row.pid], row.unitId),
    repo.values(read, id),
    repo.files(read, id),
    repo.results(read, id),
    repo.earlier(read, row),
    repo.remarks(read, id),
  ])
  const [newest] = results
  const hidden = row.state === 'done' && newest === undefined
  return {
    ...shown(row, patients),
    programmeItems: row.programmeItems,
    fasting: row.fasting,
    values: row.state === 'done' && hidden ? null : values,
    files,
    cancelled: row.cancelReason === null ? null : { reason: row.cancelReason },
    hidden,
    earlier: earlier.map(({ rows: _, ...one }) => one),
    result: newest
      ? {
          version: newest.version,
          madeAt: newest.madeAt,
          rows: newest.rows
            .map((one): ShownResultRow => {
              const seen = seenBy(results, remarks, one.item)
              return {
                ...one,
                earlier: earlier
                  .flatMap(({ on, rows }) =>
                    rows.filter(({ item }) => item === one.item).map(({ value }) => ({ value, on })),
                  )
                  .slice(0, EARLIER),
                acknowledged: seen ? { by: seen.by, at: seen.at } : null,
              }
            })
            .toSorted(order),
          skipped: newest.skipped,
          comments: remarks.flatMap(({ kind, text, by, at }) => (kind === 'comment' && text ? [{ text, by, at }] : [])),
          // Why another took its place stands with that one.
          versions: results
            .slice(1)
            .map(({ version, madeAt }, at) => ({ version, madeAt, reason: results[at]?.reason ?? null })),
        }
      : null,
  }
}
