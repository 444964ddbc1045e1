import { PrinterOutlined } from '@ant-design/icons'
import { queueFilters } from '@teleward/contract/appointments/endpoints.ts'
import { weekday } from '@teleward/contract/core/dates.ts'
import { fetchShift } from '@teleward/contract/shifts/endpoints.ts'
import { intervalOrder } from '@teleward/contract/shifts/rules.ts'
import type { DayOff, Shift, ShiftStaff } from '@teleward/contract/shifts/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { useHolidays } from '../../api/holidays.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatMonthOfYear, formatAxisDate } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type ShiftSearch, type Span, SPANS } from './search.ts'
import {
  daysFrom,
  firstOfMonth,
  hoursText,
  lastOfMonth,
  mondayOf,
  partMark,
  partName,
  shortDay,
  weekdayName,
} from './labels.ts'

export function spanDays(span: Span, date: string): string[] {
  if (span === 'day') return [date]
  if (span === 'week') return daysFrom(mondayOf(date), 7)
  const first = firstOfMonth(date)
  return daysFrom(first, Number(lastOfMonth(date).slice(8)))
}

interface Props {
  value: ShiftSearch
  date: string
  change: (next: Partial<ShiftSearch>) => void
}

/** Whom one can see when: a team by day, week or month, to look at and to print. */
export function TeamTab({ value, date, change }: Props) {
  const phone = usePhone()
  const days = spanDays(value.span, date)
  const [from = date] = days
  const to = days.at(-1) ?? date
  const units = useQuery({ ...endpointQuery(queueFilters, {}), staleTime: 10 * 60_000 })
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(fetchShift, { body: { team: true, from, to, ...(value.unit ? { unit: value.unit } : {}) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="team" aria-label={t('shifts.tab.team')}>
      <div className="row teambar noprint">
        <Segmented<Span>
          value={value.span}
          aria-label={t('shifts.team.span')}
          onChange={(span) => change({ span })}
          options={SPANS.map((span) => ({ value: span, label: t(`shifts.team.${span}`) }))}
        />
        <Select<number>
          value={value.unit ?? 0}
          aria-label={t('shifts.team.unit')}
          className="unitselect"
          onChange={(unit) => change({ unit: unit || undefined })}
          options={[
            { value: 0, label: t('shifts.team.allUnits') },
            ...(units.data?.units ?? []).map((unit) => ({ value: unit.unitId, label: either(unit.name, unit.nameEn) })),
          ]}
        />
        <span className="grow" />
        <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('shifts.team.print')}
        </Button>
      </div>
      <h2 className="printhead">
        {t('shifts.tab.team')}{' '}
        {value.span === 'month' ? formatMonthOfYear(from) : `${shortDay(from)}${to === from ? '' : `–${shortDay(to)}`}`}
      </h2>
      {error && !data ? (
        <ErrorState
          title={t('shifts.loadFailed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : isPending || !data ? (
        <SkeletonBlock />
      ) : data.staff.length === 0 ? (
        <EmptyState title={t('shifts.team.none')} />
      ) : phone ? (
        <Agenda days={days} staff={data.staff} shifts={data.shifts} today={data.today} />
      ) : (
        <TeamTable
          days={days}
          staff={data.staff}
          shifts={data.shifts}
          daysOff={data.daysOff}
          today={data.today}
          span={value.span}
        />
      )}
      <p className="f12 t3 printonly">{t('shifts.team.printed', { time: formatDateTime(Date.now()) })}</p>
    </section>
  )
}

interface TableProps {
  days: readonly string[]
  staff: readonly ShiftStaff[]
  shifts: readonly Shift[]
  daysOff: readonly DayOff[]
  today: string
  span: Span
}
function TeamTable({ days, staff, shifts, daysOff, today, span }: TableProps) {
  const holidays = useHolidays()
  const rest = (day: string) => (weekday(day) > 5 || holidays.has(day) ? 'rest' : '')
  const at = Map.groupBy(shifts, (one) => `${one.did} ${one.date}`)
  const away = new Map(
    daysOff.filter(({ interval }) => interval === null).map((off) => [`${off.did} ${off.date}`, off]),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable.
    <section className={`teamscroll ${span}`} aria-label={t('shifts.title')} tabIndex={0}>
      <table className="teamtable">
        <thead>
          <tr>
            <th scope="col">{t('shifts.team.person')}</th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={`num ${day === today ? 'today' : ''} ${rest(day)} ${holidays.has(day) ? 'holday' : ''}`}
                title={holidays.get(day)}
              >
                {span === 'month' ? Number(day.slice(8)) : formatAxisDate(day)}
                <span className="f12">{weekdayName(weekday(day))}</span>
                {holidays.has(day) && <span className={span === 'month' ? 'sr' : 'hol'}>{holidays.get(day)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {staff.map((person) => (
            <tr key={person.did}>
              <th scope="row">
                <span className="b ell block">{nameOf(person)}</span>
                <span className="f12 t3 ell block">{either(person.division ?? '', person.divisionEn)}</span>
              </th>
              {days.map((day) => (
                <td key={day} className={rest(day)}>
                  <Sessions
                    shifts={at.get(`${person.did} ${day}`) ?? []}
                    off={away.get(`${person.did} ${day}`)}
                    brief={span === 'month'}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {span === 'month' && <Marks shifts={shifts} />}
      {/* A month's columns have no room for names. */}
      {span === 'month' && (
        <ul className="holnames">
          {days.map(
            (day) =>
              holidays.has(day) && (
                <li key={day} className="hol">
                  {shortDay(day)} {holidays.get(day)}
                </li>
              ),
          )}
        </ul>
      )}
    </section>
  )
}

/** Grounds are left out on paper: what is closed has a sign. */
const CLOSED = '×'
/** What the marks of a month mean, with the hours that the parts have in it. */
export function Marks({ shifts }: { shifts: readonly Shift[] }) {
  const byPart = Map.groupBy(shifts, ({ interval }) => interval)
  const hours = (own: readonly Shift[]) =>
    [...new Set(own.filter(({ closed }) => !closed).map(hoursText))].join(t('common.patient.separator'))
  const why = [...new Set(shifts.flatMap(({ closed }) => (closed ? [t(`shifts.closed.${closed}`)] : [])))]
  return (
    <ul className="partmarks f12" aria-label={t('shifts.team.marks')}>
      {intervalOrder.map((interval) => {
        const own = byPart.get(interval)
        return (
          own && (
            <li key={interval} className="num">
              <b>{partMark(interval)}</b> {partName(interval)} {hours(own)}
            </li>
          )
        )
      })}
      {why.length > 0 && (
        <li>
          <b>{CLOSED}</b> {why.join(t('common.patient.separator'))}
        </li>
      )}
    </ul>
  )
}

export function Sessions({
  shifts,
  off,
  brief,
}: {
  shifts: readonly Shift[]
  off: DayOff | undefined
  brief: boolean
}) {
  if (off) return <span className="sess off">{t(`shifts.closed.${off.kind}`)}</span>
  return shifts.map((shift) => {
    const part = partName(shift.interval)
    const why = shift.closed && t(`shifts.closed.${shift.closed}`)
    const full = `${part} ${why ?? `${hoursText(shift)} ${shift.booked}/${shift.capacity}`}`
    return (
      <span
        key={shift.interval}
        className={`sess ${shift.closed ? 'off' : ''} ${shift.booked >= shift.capacity ? 'full' : ''}`}
        title={full}
      >
        {brief ? (
          <>
            <span aria-hidden="true">
              {partMark(shift.interval)}
              {why && CLOSED}
            </span>
            <span className="sr">{full}</span>
          </>
        ) : (
          <>
            <span className="ell">{why ? part : hoursText(shift)}</span>
            <span className="num t2">{why ?? `${shift.booked}/${shift.capacity}`}</span>
          </>
        )}
      </span>
    )
  })
}

/** A phone's calendar: day by day, whoever is there. */
function Agenda({ days, staff, shifts, today }: Omit<TableProps, 'daysOff' | 'span'>) {
  const holidays = useHolidays()
  const names = new Map(staff.map((person) => [person.did, nameOf(person)]))
  const byDay = Map.groupBy(shifts, ({ date }) => date)
  return (
    <div className="agenda">
      {days.map((day) => {
        const own = byDay.get(day) ?? []
        if (!own.length) return null
        return (
          <section key={day} aria-label={shortDay(day)}>
            <h2 className={day === today ? 'c-pri' : ''}>
              {shortDay(day)} {holidays.has(day) && <span className="hol">{holidays.get(day)}</span>}
            </h2>
            <ul>
              {own.map((shift) => (
                <li key={`${shift.did} ${shift.interval}`} className={`row ${shift.closed ? 't3' : ''}`}>
                  <span className="num">{hoursText(shift)}</span>
                  <span className="grow ell">{names.get(shift.did)}</span>
                  <span className="num t2">
                    {shift.closed ? t(`shifts.closed.${shift.closed}`) : `${shift.booked}/${shift.capacity}`}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
