import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { t } from '../../i18n/i18n.ts'
import { DayPicker, DayRangePicker } from '../../patterns/DayPicker.tsx'
import { Button } from '../../ui/Button.tsx'
import { addDays } from '@teleward/contract/core/dates.ts'
import { formatDateOfWeek } from '../../ui/format.ts'
import type { AnyTab } from './search.ts'

interface Props {
  day: string
  today: string
  onDay: (day: string | undefined) => void
  /** A week at a time, where a week is shown. */
  weeks?: boolean
}

/** One day back, one ahead, or any; today is one click away. */
export function DayStepper({ day, today, onDay, weeks }: Props) {
  const by = weeks ? 7 : 1
  const previous = t(weeks ? 'appointments.day.previousWeek' : 'appointments.day.previous')
  const following = t(weeks ? 'appointments.day.nextWeek' : 'appointments.day.next')
  const to = (next: string) => onDay(next === today ? undefined : next)
  return (
    <span className="stepper">
      <button
        type="button"
        className="icbtn bd"
        aria-label={previous}
        title={previous}
        onClick={() => to(addDays(day, -by))}
      >
        <LeftOutlined />
      </button>
      <DayPicker value={day} label={t('appointments.day.pick')} text={formatDateOfWeek} onChange={to} />
      <button
        type="button"
        className="icbtn bd"
        aria-label={following}
        title={following}
        onClick={() => to(addDays(day, by))}
      >
        <RightOutlined />
      </button>
      {day !== today && (
        <Button onClick={() => onDay(undefined)}>
          {t(weeks ? 'appointments.day.thisWeek' : 'appointments.day.today')}
        </Button>
      )}
    </span>
  )
}

interface RangeProps {
  tab: AnyTab
  from: string | undefined
  to: string | undefined
  today: string
  onRange: (from: string | undefined, to: string | undefined) => void
}
/** Both days included. Records begin with the last week; the other lists have no end unless told. */
export function DayRange({ tab, from, to, today, onRange }: RangeProps) {
  const open = tab === 'records' && !from && !to
  const [first, last] = open ? [addDays(today, -6), today] : [from, to]
  return <DayRangePicker from={first} to={last} label={t('appointments.day.range')} onChange={onRange} />
}
