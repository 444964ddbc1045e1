import { addDays, weekday } from '@teleward/contract/core/dates.ts'
import type { ShiftTable } from '@teleward/contract/shifts/schema.ts'
import { Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useHolidays } from '../../api/holidays.ts'
import { t } from '../../i18n/i18n.ts'
import { usePhone } from '../../patterns/usePhone.ts'
import { formatAxisDate } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { DayForm, type DayCell } from './DayForm.tsx'
import { type CellView, Grid } from './Grid.tsx'
import type { Hours } from './hours.ts'
import { type Interval, rowsOf } from './rows.ts'
import { ClosedBody, EmptyBody, ShiftBody } from './ShiftCard.tsx'
import type { ShiftChange } from './useShiftChange.ts'
import { daysFrom, endText, partName, shortDay, siteName, weekdayName } from './labels.ts'

interface Props {
  did: number
  monday: string
  /** The day that a phone shows. */
  day: string
  table: ShiftTable
  editable: boolean
  all: boolean
  change: ShiftChange
  onDay: (day: string) => void
}

/** A week of one person: sessions with their load, days off, and what is changed for a single day. */
export function WeekTab({ did, monday, day, table, editable, all, change, onDay }: Props) {
  const phone = usePhone()
  const [open, setOpen] = useState<DayCell | null>(null)
  const copied = useRef<Hours | null>(null)
  const days = daysFrom(monday, 7)
  const holidays = useHolidays()
  const shifts = new Map(
    table.shifts.filter((one) => one.did === did).map((one) => [`${one.date} ${one.interval}`, one]),
  )
  const off = (date: string, part: number) =>
    table.daysOff.find(
      (one) => one.did === did && one.date === date && (one.interval === null || one.interval === part),
    )
  const rows = rowsOf(
    [...shifts.values()].map(({ interval }) => interval),
    all,
  )
  const changeable = (date: string) => editable && date > table.today

  const cell = (column: number, part: Interval): CellView => {
    const date = days[column] ?? monday
    const shift = shifts.get(`${date} ${part}`)
    const names = { day: shortDay(date), part: partName(part) }
    const opens = changeable(date)
    const away = off(date, part)
    if (shift && shift.closed === null)
      return {
        name: t('shifts.cell', {
          ...names,
          start: shift.start,
          end: endText(shift),
          site: siteName(shift.site),
          booked: shift.booked,
          max: shift.capacity,
        }),
        className: date < table.today ? 'past' : '',
        body: <ShiftBody shift={shift} />,
        opens,
      }
    if (shift || away) {
      const why = t(`shifts.closed.${shift?.closed ?? away?.kind ?? 'closed'}`)
      return {
        name: t('shifts.cellClosed', { ...names, why }),
        className: 'leave',
        body: <ClosedBody why={why} />,
        opens: opens && !away,
      }
    }
    return {
      name: t(opens ? 'shifts.cellEmpty' : 'shifts.cellEmptyReadOnly', names),
      className: 'add',
      body: <EmptyBody adds={opens} />,
      opens,
    }
  }
  const at = (column: number, part: Interval): DayCell => {
    const date = days[column] ?? monday
    return { did, date, part, shift: shifts.get(`${date} ${part}`) }
  }
  const paste = (column: number, part: Interval) => {
    const target = at(column, part)
    if (copied.current && changeable(target.date)) setOpen({ ...target, paste: copied.current })
  }
  return (
    <>
      {phone && (
        <Segmented
          block
          value={day}
          onChange={(next) => onDay(String(next))}
          options={days.map((one) => ({ value: one, label: weekdayName(weekday(one)) }))}
        />
      )}
      <Grid
        label={t('shifts.title')}
        columns={days.map((date) => ({
          key: date,
          title: weekdayName(weekday(date)),
          sub: formatAxisDate(date),
          today: date === table.today,
          holiday: holidays.get(date),
        }))}
        rows={rows}
        {...(phone ? { only: Math.max(0, days.indexOf(day)) } : {})}
        cell={cell}
        onOpen={(column, part) => setOpen(at(column, part))}
        onCopy={(column, part) => {
          const { shift } = at(column, part)
          if (!shift) return
          copied.current = shift
          notify({ kind: 'info', key: 'shift-copied', title: t('shifts.copied') })
        }}
        onPaste={paste}
      />
      {open && <DayForm key={`${open.date} ${open.part}`} cell={open} change={change} onClose={() => setOpen(null)} />}
    </>
  )
}
export const weekOf = (monday: string) => ({ from: monday, to: addDays(monday, 6) })
