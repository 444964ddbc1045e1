import { thinned } from '@teleward/contract/monitoring/alert-rules.ts'
import { MOST_VALUES, type Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import type { MonitorRow } from '@teleward/contract/monitoring/schema.ts'
import { kindRules, readingKinds } from '@teleward/contract/monitoring/rules.ts'
import { absence, type Read } from '../members/service.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'
import { rulesOf } from './watch.ts'

const DAY = 86_400_000
/** More than a person measures in years. */
const MOST = 20_000
/** As many as a plot of a wide screen can tell apart. */
const PLOTTED = 400

/** A member's readings by kind; with `compare` those of the same number of days before, too. */
export async function measurements(
  read: Read,
  now: Date,
  pid: number,
  { days, compare }: { days: number; compare: '0' | '1' },
): Promise<Measurements> {
  const both = compare === '1' && days > 0
  const found = await repo.ofMember(read, pid, now, { page: 1, pageSize: MOST, kind: [], days: both ? days * 2 : days })
  if (!found.seen) throw await absence(read, pid)
  if (!found.open) throw new AppError('EMR_NOT_AUTHORISED')
  if (found.off) throw new AppError('MONITOR_OFF')
  const from = days ? now.getTime() - days * DAY : null
  const isNow = ({ measurementTime }: MonitorRow) => from === null || Date.parse(measurementTime) > from
  const current = found.rows.filter(isNow)
  return {
    pid,
    from: from === null ? null : new Date(from).toISOString(),
    to: now.toISOString(),
    series: seriesOf(current),
    earlier: both ? seriesOf(found.rows.filter((row) => !isNow(row))) : [],
    values: current
      .slice(0, MOST_VALUES)
      .map(({ id, kind, measurementTime, value, diastolic, pulse, unit, deviceName }) => ({
        id,
        kind,
        at: measurementTime,
        value,
        diastolic,
        pulse,
        unit,
        deviceName,
      })),
    total: current.length,
    rules: found.unitId === undefined ? [] : await rulesOf(read, pid, found.unitId),
  }
}

function seriesOf(rows: readonly MonitorRow[]): Measurements['series'] {
  return readingKinds.flatMap((kind) => {
    const points = rows
      .filter((row) => row.kind === kind)
      .map(({ measurementTime, value, diastolic, pulse }) => ({
        at: Date.parse(measurementTime),
        value,
        diastolic,
        pulse,
      }))
      .toSorted((one, other) => one.at - other.at)
    if (!points.length) return []
    const shown = thinned(points, PLOTTED).map((point) => ({ ...point, at: new Date(point.at).toISOString() }))
    return [{ kind, unit: kindRules[kind].unit, total: points.length, points: shown }]
  })
}
