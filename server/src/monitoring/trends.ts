import { thinned } from '@teleward/contract/monitoring/alert-rules.ts'
import { type KindSummary, MOST_VALUES, type Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import type { MonitorRow } from '@teleward/contract/monitoring/schema.ts'
import { kindRules, readingKinds } from '@teleward/contract/monitoring/rules.ts'
import { absence, type Read } from '../patients/service.ts'
import { AppError } from '../platform/errors.ts'
import { ecgsOf } from './ecgs.ts'
import * as repo from './repo.ts'
import { rulesOf } from './watch.ts'
import { asMeasured, withdrawnOf } from './withdrawals.ts'

const DAY = 86_400_000
/** More than a person measures in years. */
const MOST = 20_000
/** As many as a plot of a wide screen can tell apart. */
const PLOTTED = 400

/** A member's readings by kind, with days as in `zone`; with `compare` those of the same number of days before, too. */
export async function measurements(
  read: Read,
  now: Date,
  zone: string,
  pid: number,
  { days, compare, record }: { days: number; compare: '0' | '1'; record: '0' | '1' },
): Promise<Measurements> {
  const both = compare === '1' && days > 0
  const found = await repo.ofMember(read, pid, now, { page: 1, pageSize: MOST, kind: [], days: both ? days * 2 : days })
  if (!found.seen) throw await absence(read, pid)
  if (!found.open) throw new AppError('EMR_NOT_AUTHORISED')
  if (found.off && record === '0') throw new AppError('MONITOR_OFF')
  const from = days ? now.getTime() - days * DAY : null
  const isNow = ({ measurementTime }: MonitorRow) => from === null || Date.parse(measurementTime) > from
  const current = found.rows.filter(isNow)
  // Struck through among the others, where they were measured.
  const withdrawn = await withdrawnOf(read, pid, from === null ? null : new Date(from))
  const newest = current.slice(0, MOST_VALUES)
  const values = (await repo.withOriginals(read, pid, from === null ? null : new Date(from), newest))
    .map((row) => asMeasured(row, null))
    .concat(withdrawn)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id)
  return {
    pid,
    from: from === null ? null : new Date(from).toISOString(),
    to: now.toISOString(),
    series: seriesOf(current, zone),
    earlier: both
      ? seriesOf(
          found.rows.filter((row) => !isNow(row)),
          zone,
        )
      : [],
    values: values.slice(0, MOST_VALUES),
    total: current.length,
    last: await repo.lastOfMember(read, pid),
    ecgs: await ecgsOf(read, pid, from === null ? null : new Date(from)),
    rules: found.unitId === undefined ? [] : await rulesOf(read, pid, found.unitId),
    // What is shown of the last two years is all there.
    movedOut: from === null ? await repo.movedOut(read, pid, null) : null,
  }
}

function seriesOf(rows: readonly MonitorRow[], zone: string): Measurements['series'] {
  return readingKinds.flatMap((kind) => {
    const points = rows
      .filter((row) => row.kind === kind)
      .map(({ measurementTime, value, diastolic, pulse, flagged }) => ({
        at: Date.parse(measurementTime),
        value,
        diastolic,
        pulse,
        flagged,
      }))
      .toSorted((one, other) => one.at - other.at)
    if (!points.length) return []
    const shown = thinned(points, PLOTTED).map((point) => ({ ...point, at: new Date(point.at).toISOString() }))
    return [{ kind, unit: kindRules[kind].unit, total: points.length, summary: summaryOf(points, zone), points: shown }]
  })
}

function summaryOf(
  all: readonly { at: number; value: number; diastolic: number | null; flagged: boolean }[],
  zone: string,
): KindSummary {
  const sure = all.filter(({ flagged }) => !flagged)
  const points = sure.length ? sure : all
  const lower = points.flatMap(({ diastolic }) => (diastolic === null ? [] : [diastolic]))
  return {
    days: new Set(points.map(({ at }) => localDay(new Date(at), zone))).size,
    value: spreadOf(points.map(({ value }) => value)),
    diastolic: lower.length ? spreadOf(lower) : null,
  }
}
function spreadOf(values: readonly number[]): KindSummary['value'] {
  let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    sum += value
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return { mean: sum / values.length, low, high }
}
