import { weekday } from '@teleward/contract/core/dates.ts'
import type { ShiftTable } from '@teleward/contract/shifts/schema.ts'
import { useHolidays } from '../../api/holidays.ts'
import { t } from '../../i18n/i18n.ts'
import { formatMonthOfYear } from '../../ui/format.ts'
import { Sessions } from './TeamTab.tsx'
import { daysFrom, firstOfMonth, lastOfMonth, mondayOf, shortDay, weekdayName } from './labels.ts'

interface Props {
  did: number
  /** Any day of the month. */
  date: string
  table: ShiftTable
  /** Opens the week of a day, where it is changed. */
  onDay: (day: string) => void
}

/** One's own month: a week a line, with the load of each session; a day leads to its week. */
export function MonthTab({ did, date, table, onDay }: Props) {
  const [first, last] = [firstOfMonth(date), lastOfMonth(date)]
  const days = daysFrom(mondayOf(first), 42).filter((day) => mondayOf(day) <= last)
  const at = Map.groupBy(
    table.shifts.filter((one) => one.did === did),
    (one) => one.date,
  )
  const off = new Map(
    table.daysOff.filter((one) => one.did === did && one.interval === null).map((one) => [one.date, one]),
  )
  const holidays = useHolidays()
  const weeks = Map.groupBy(days, mondayOf)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable.
    <section className="teamscroll month" aria-label={formatMonthOfYear(date)} tabIndex={0}>
      <table className="teamtable own">
        <thead>
          <tr>
            {daysFrom(mondayOf(first), 7).map((day) => (
              <th key={day} scope="col" className={weekday(day) > 5 ? 'rest' : ''}>
                {weekdayName(weekday(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...weeks].map(([monday, week]) => (
            <tr key={monday}>
              {week.map((day) => {
                const inside = day >= first && day <= last
                return (
                  <td
                    key={day}
                    className={`${weekday(day) > 5 || holidays.has(day) ? 'rest' : ''} ${day === table.today ? 'today' : ''} ${inside ? '' : 'past'}`}
                  >
                    <button
                      type="button"
                      className="daybtn num"
                      aria-label={t('shifts.month.open', { day: shortDay(day) })}
                      onClick={() => onDay(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                    {holidays.has(day) && <span className="hol">{holidays.get(day)}</span>}
                    {inside && <Sessions shifts={at.get(day) ?? []} off={off.get(day)} brief={false} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
