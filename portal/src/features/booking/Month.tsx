import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { addDays, firstOf, lastOf, weekday } from '@teleward/contract/core/dates.ts'
import type { FreeDay } from '@teleward/contract/shifts/schema.ts'
import { type KeyboardEvent, useRef } from 'react'
import { useHolidays } from '../../api/holidays.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDay, formatMonthOfYear } from '../../ui/format.ts'

/** First and last day of a day's month. */
export function monthOf(day: string): { from: string; to: string } {
  const month = day.slice(0, 7)
  return { from: firstOf(month), to: lastOf(month) }
}
export const anotherMonth = (day: string, step: 1 | -1): string =>
  step === 1 ? addDays(monthOf(day).to, 1) : monthOf(addDays(monthOf(day).from, -1)).from

const left = (day: FreeDay | undefined) =>
  day && day.free > 0 ? t('booking.day.left', { count: day.free }) : t(`booking.closed.${day?.closed ?? 'none'}`)

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

interface Props {
  month: string
  today: string
  chosen: string | undefined
  days: readonly FreeDay[] | undefined
  /** A day without a session can be chosen too: what is agreed on apart from them. */
  any: boolean
  onMonth: (day: string) => void
  onDay: (day: string) => void
}

/** A month of one doctor: how many places each day has left, or why it has none. Arrow keys walk, Enter chooses. */
export function Month({ month, today, chosen, days, any, onMonth, onDay }: Props) {
  const { from, to } = monthOf(month)
  const grid = useRef<HTMLDivElement>(null)
  const holidays = useHolidays()
  const said = (day: string) => [holidays.get(day), left(byDate.get(day))].filter(Boolean).join(' ')
  const byDate = new Map(days?.map((day) => [day.date, day]))
  const all: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(day)
  const week = Array.from({ length: 7 }, (_, index) => addDays('2024-01-01', index))
  const walk = (event: KeyboardEvent, day: string) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${addDays(day, step)}"]`)?.focus()
  }
  const open = (day: string) => day >= today && (any || (byDate.get(day)?.free ?? 0) > 0)
  const tabStop = chosen && chosen >= from && chosen <= to ? chosen : all.find(open)
  const short = new Intl.DateTimeFormat(document.documentElement.lang || 'zh-TW', {
    weekday: 'narrow',
    timeZone: 'UTC',
  })
  return (
    <div className="bkmonth">
      <div className="row">
        <b className="grow num" aria-live="polite">
          {formatMonthOfYear(from)}
        </b>
        <button
          type="button"
          className="icbtn sm"
          aria-label={t('booking.day.previous')}
          disabled={from <= today}
          onClick={() => onMonth(anotherMonth(month, -1))}
        >
          <LeftOutlined />
        </button>
        <button
          type="button"
          className="icbtn sm"
          aria-label={t('booking.day.next')}
          onClick={() => onMonth(anotherMonth(month, 1))}
        >
          <RightOutlined />
        </button>
      </div>
      <div className="bkgrid" ref={grid} aria-busy={days === undefined}>
        {week.map((day) => (
          <span key={day} className="wd" aria-hidden="true">
            {short.format(new Date(`${day}T00:00:00Z`))}
          </span>
        ))}
        {all.map((day, index) => {
          const one = byDate.get(day)
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              className={`num ${day === chosen ? 'on' : ''} ${one && one.free > 0 ? '' : 'no'} ${holidays.has(day) ? 'hol' : ''}`}
              style={index === 0 ? { gridColumnStart: weekday(day) } : undefined}
              disabled={!open(day)}
              tabIndex={day === tabStop ? 0 : -1}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              aria-label={`${formatDay(day)} ${said(day)}`}
              title={said(day)}
              onKeyDown={(event) => walk(event, day)}
              onClick={() => onDay(day)}
            >
              <span>{Number(day.slice(8))}</span>
              <small>{one && one.free > 0 ? one.free : one?.closed === 'full' ? t('booking.day.full') : '–'}</small>
            </button>
          )
        })}
      </div>
      {all.map(
        (day) =>
          holidays.has(day) && (
            <p key={day} className="bkhol num">
              {formatDay(day)} {holidays.get(day)}
            </p>
          ),
      )}
    </div>
  )
}
