import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { named, queueNumber, SiteSign, statusText } from '../../patterns/appointments/labels.tsx'
import { useListCursor } from '../../patterns/listCursor.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDay, hourOf } from '../../ui/format.ts'
import {
  blocksOf,
  type Block,
  hoursOf,
  minutesOf,
  pastMidnight,
  type Place,
  STEP_MINUTES,
  stepped,
  timeOf,
  within,
} from './calendar.ts'
import { movable, type useReschedule } from './useReschedule.ts'

interface Props {
  days: readonly string[]
  rows: readonly Appointment[]
  context: AppointmentContext
  reschedule: ReturnType<typeof useReschedule>
  open: number | undefined
  onOpen: (qid: number) => void
}
/** An entry on its way: by pointer (where on it the pointer took hold) or by keys. */
interface Held {
  qid: number
  grip: number
  to: Place
  byKeys: boolean
}

/** Ten minutes are one line of text, and a target of 24 pixels. */
const HOUR = 150
const LEAST = 24
const px = (minutes: number) => (minutes / 60) * HOUR

/**
 * A week by day and hour. An entry that may be moved is dragged to another day or time, or lifted by Space, moved by the
 * arrows and put down by Enter.
 */
export function Calendar({ days, rows, context, reschedule, open, onOpen }: Props) {
  const [held, setHeld] = useState<Held | null>(null)
  const { placeOf, move, moving } = reschedule
  const perDay = days.map((day) => ({
    day,
    blocks: blocksOf(
      rows.filter((row) => row.date === day),
      placeOf,
    ),
  }))
  // In the order in which one reads the week; by the rows themselves, so that a glance at the clock changes nothing.
  const inOrder = useMemo(
    () =>
      rows
        .filter(({ date }) => days.includes(date))
        .toSorted((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt) || a.qid - b.qid),
    [rows, days],
  )
  const { at, onCursor } = useListCursor(inOrder)
  const { from, to } = hoursOf(perDay.flatMap(({ blocks }) => blocks))
  const box = useRef<HTMLDivElement>(null)
  const first = startOfSight(
    days,
    perDay.flatMap(({ blocks }) => blocks),
    context.at,
  )
  // Once a week: what is looked at later stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by the week alone.
  useEffect(() => {
    if (rows.length > 0) box.current?.scrollTo({ top: px(first - from * 60) })
  }, [days[0], rows.length > 0])
  // The row as it is now, not as it was when it was taken up.
  const dragged = held ? rows.find(({ qid }) => qid === held.qid) : undefined

  const drop = (row: Appointment, place: Place) => {
    setHeld(null)
    move(row, place)
  }
  const placeAt = (event: DragEvent<HTMLElement>, day: string, grip: number): Place => {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - grip
    const minutes = from * 60 + Math.round(((y / HOUR) * 60) / STEP_MINUTES) * STEP_MINUTES
    return { date: day, time: within(minutes, to) }
  }
  const onDragOver = (day: string) => (event: DragEvent<HTMLElement>) => {
    if (!held || !dragged) return
    event.preventDefault()
    const next = placeAt(event, day, held.grip)
    if (next.date !== held.to.date || next.time !== held.to.time) setHeld({ ...held, to: next })
  }
  const onKey = (row: Appointment) => (event: KeyboardEvent) => {
    const mine = held?.byKeys && held.qid === row.qid
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!mine) {
      if (event.key === 'Enter' || (event.key === ' ' && !movable(row, context))) {
        done()
        onOpen(row.qid)
        return
      }
      if (event.key !== ' ') return
      done()
      setHeld({ qid: row.qid, grip: 0, to: placeOf(row), byKeys: true })
      return
    }
    const next = stepped(held.to, event.key, event.shiftKey, Math.max(24, to))
    if (next) {
      done()
      if (days.includes(next.date)) setHeld({ ...held, to: next })
    } else if (event.key === 'Enter' || event.key === ' ') {
      done()
      drop(row, held.to)
    } else if (event.key === 'Escape') {
      done()
      setHeld(null)
    }
  }
  const ghostText =
    held && dragged
      ? t('appointments.move.to', { ...named(dragged), date: formatDay(held.to.date), time: timeText(held.to.time) })
      : ''
  return (
    <div className="calendar" ref={box}>
      <p className="sr" role="status">
        {ghostText}
      </p>
      <div className="calgrid" style={{ gridTemplateColumns: `52px repeat(${days.length}, minmax(104px, 1fr))` }}>
        <div className="calhead" />
        {perDay.map(({ day, blocks }) => (
          <div key={day} className={`calhead ${day === context.at.today ? 'today' : ''}`}>
            <b>{formatDay(day)}</b>
            <span className="t3 f12 num">{t('appointments.group.count', { count: blocks.length })}</span>
          </div>
        ))}
        <div className="calhours" style={{ height: px((to - from) * 60) }}>
          {Array.from({ length: to - from }, (_, at) => (
            <span key={at} className="num" style={{ top: at * HOUR }}>
              {timeText(timeOf((from + at) * 60))}
            </span>
          ))}
        </div>
        {perDay.map(({ day, blocks }) => (
          <section
            key={day}
            aria-label={formatDay(day)}
            data-day={day}
            className={`calday ${day === context.at.today ? 'today' : ''}`}
            style={{ height: px((to - from) * 60), backgroundSize: `100% ${HOUR}px` }}
            onDragOver={onDragOver(day)}
            onDrop={(event) => {
              event.preventDefault()
              if (held && dragged) drop(dragged, placeAt(event, day, held.grip))
            }}
          >
            {blocks.map((block) => (
              <Entry
                key={block.row.qid}
                block={block}
                from={from}
                movable={movable(block.row, context)}
                state={[
                  open === block.row.qid ? 'on' : '',
                  at === String(block.row.qid) ? 'sel' : '',
                  held?.qid === block.row.qid || moving(block.row) ? 'held' : '',
                ].join(' ')}
                onOpen={() => onOpen(block.row.qid)}
                onFocus={() => onCursor(String(block.row.qid))}
                onKeyDown={onKey(block.row)}
                onBlur={() => held?.byKeys && setHeld(null)}
                onGrip={(grip) => setHeld({ qid: block.row.qid, grip, to: placeOf(block.row), byKeys: false })}
                onEnd={() => setHeld(null)}
              />
            ))}
            {held && dragged && held.to.date === day && (
              <div
                className="calghost num"
                style={{
                  top: px(minutesOf(held.to.time) - from * 60),
                  height: Math.max(LEAST, px(dragged.durationMinutes)),
                }}
              >
                {timeText(held.to.time)} {nameOf(dragged.patient)}
              </div>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}

/** A place's time as one reads it under its day. */
function timeText(time: string): string {
  const past = pastMidnight(time)
  return past === null ? time : t('common.nextDay', { time: past })
}

/** An hour before now in this week, before the first entry in another. */
function startOfSight(days: readonly string[], blocks: readonly Block[], at: AppointmentContext['at']): number {
  const first = Math.min(...blocks.map(({ start }) => start))
  const sight = days.includes(at.today) ? hourOf(at.now.getTime()) * 60 - 60 : first - 15
  return Number.isFinite(sight) ? sight : 8 * 60
}

interface EntryProps {
  block: Block
  from: number
  movable: boolean
  state: string
  onOpen: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
  onGrip: (grip: number) => void
  onEnd: () => void
}
function Entry({ block, from, movable: may, state, onOpen, onFocus, onKeyDown, onBlur, onGrip, onEnd }: EntryProps) {
  const { row, start, end, lane, lanes } = block
  const time = timeText(timeOf(start))
  const title = [time, named(row).no, nameOf(row.patient), statusText(row), row.consultProblem]
    .filter(Boolean)
    .join(t('common.dot'))
  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox drags no buttons.
    <div
      role="button"
      tabIndex={0}
      data-row={row.qid}
      className={`calentry s-${row.status} ${row.slot === 'emergency' ? 'emg' : ''} ${state}`}
      style={{
        top: px(start - from * 60),
        height: Math.max(LEAST, px(end - start) - 1),
        left: `${(lane / lanes) * 100}%`,
        width: `calc(${100 / lanes}% - 2px)`,
      }}
      title={title}
      aria-label={title}
      aria-description={may ? t('appointments.move.hint') : undefined}
      draggable={may}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', queueNumber(row))
        onGrip(event.clientY - event.currentTarget.getBoundingClientRect().top)
      }}
      onDragEnd={onEnd}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onClick={onOpen}
    >
      <span className="num">{time}</span> <SiteSign site={row.site} /> {nameOf(row.patient)}
    </div>
  )
}
