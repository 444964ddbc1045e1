import { isDeepStrictEqual } from 'node:util'
import { ageBandOf, ageBands } from '@teleward/contract/careevents/programmes.ts'
import type { Report, ReportRow } from '@teleward/contract/careevents/screening-schema.ts'
import { condition } from '../platform/access/index.ts'
import { careEventTables } from '../access/careevents.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { EventHead } from './repo.ts'
import * as repo from './screening-repo.ts'
import { standingOf } from './screening.ts'
import { eventOf, headOf, lockEvent, tell, today } from './service.ts'

const canSeeReport = (row: string) => condition(careEventTables.screening_report.see, row)
const SEXES = ['female', 'male', 'unknown'] as const

/** Numbers alone, of whoever was invited or came: by programme, sex and age on the first day. Rows of nobody are left out. */
export function reportRows(rows: readonly repo.ScreenedRow[], event: EventHead): ReportRow[] {
  const all = event.programmes.flatMap((programme) =>
    rows
      .map((row) => standingOf(programme, row, event))
      .filter(({ stages }) => stages.has('invited') || stages.has('came'))
      .map((one) => ({
        programme,
        sex: SEXES.find((sex) => sex === one.row.person.gender) ?? ('unknown' as const),
        ages: ageBandOf(one.row.person.birthday, event.startsOn),
        ...one,
      })),
  )
  return event.programmes.flatMap((programme) =>
    SEXES.flatMap((sex) =>
      ageBands.flatMap((ages): ReportRow[] => {
        const own = all.filter((one) => one.programme === programme && one.sex === sex && one.ages === ages)
        if (own.length === 0) return []
        const count = (is: (one: (typeof own)[number]) => boolean) => own.filter(is).length
        return [
          {
            programme,
            sex,
            ages,
            invited: count(({ stages }) => stages.has('invited')),
            came: count(({ stages }) => stages.has('came')),
            screened: count(({ stages }) => stages.has('screened')),
            negative: count(({ result }) => result?.outcome === 'negative'),
            positive: count(({ stages }) => stages.has('positive')),
            inadequate: count(({ result }) => result?.outcome === 'inadequate'),
            followedUp: count(({ stages }) => stages.has('followedUp')),
            open: count(({ stages }) => stages.has('positive') && !stages.has('followedUp')),
          },
        ]
      }),
    ),
  )
}

/** As it was handed in; before that as it is counted now. */
export async function reportOf(read: Read, who: StaffActor, now: Date, eventid: number): Promise<Report> {
  const head = await headOf(read, who, now, eventid)
  const [event, screened, [kept]] = await Promise.all([
    eventOf(read, who, now, eventid),
    repo.screened(read, who, now, today(who, now), head, null),
    read(sql<{ row: NonNullable<Report['reported']> & { rows: ReportRow[] } }>`
      select jsonb_build_object('at', r.reported_at, 'by', ${staffBriefJson('s')}, 'rows', r.rows) as row
      from screening_report r join staff s on s.mid = r.reported_by where r.event_id = ${eventid}::int and ${canSeeReport('r')}`),
  ])
  const rows = reportRows(screened, head)
  if (!kept) return { event, rows, reported: null, changedSince: false }
  const { rows: handedIn, ...reported } = kept.row
  return { event, rows: handedIn, reported, changedSince: !isDeepStrictEqual(handedIn, rows) }
}

/** ILLEGAL_STEP: it was handed in, or the event has not begun, was cancelled, or screens for nothing. */
export async function handInReport(tx: Tx, who: StaffActor, now: Date, eventid: number): Promise<Report> {
  const event = await lockEvent(tx, who, now, eventid)
  const { rows, reported } = await reportOf(tx.many, who, now, eventid)
  if (reported || event.programmes.length === 0 || event.state === 'coming' || event.state === 'cancelled')
    throw new AppError('ILLEGAL_STEP')
  await tx.run(sql`insert into screening_report (event_id, partner_id, at_unit, rows, reported_by, reported_at)
    values (${event.id}, ${who.partnerId}, ${event.unit.id}, ${json(rows)}, ${who.mid}, ${now}::timestamptz)`)
  await tell(tx, who, event, 'event', null)
  return reportOf(tx.many, who, now, eventid)
}
