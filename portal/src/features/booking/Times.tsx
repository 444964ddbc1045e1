import type { FreeDay, FreeSession } from '@teleward/contract/shifts/schema.ts'
import { slotOf } from '@teleward/contract/appointments/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { clockOf } from './clock.ts'

export interface Chosen {
  interval: number
  time: string
  /** The same time as an instant. */
  at: string
}
interface Props {
  day: FreeDay
  chosen: Partial<Pick<Chosen, 'interval' | 'time'>>
  onTime: (chosen: Chosen) => void
}

/** The day's sessions with their times; one that cannot be had says why. */
export function Times({ day, chosen, onTime }: Props) {
  return (
    <>
      {day.sessions.map((session) => (
        <fieldset key={session.interval} className="bktimes">
          <legend className="t2 f13">
            {t(`appointments.slot.${slotOf(session.interval, 'general')}`)}
            <span className="t3"> {sessionText(session)}</span>
          </legend>
          <div className="chips">
            {session.places.filter(coming).map(({ at, free, closed }) => {
              const time = clockOf(at)
              const on = chosen.interval === session.interval && chosen.time === time
              return (
                <button
                  key={at}
                  type="button"
                  className={`bktime num ${on ? 'on' : ''}`}
                  disabled={free <= 0}
                  aria-pressed={on}
                  title={closed ? t(`booking.closed.${closed}`) : undefined}
                  onClick={() => onTime({ interval: session.interval, time, at })}
                >
                  {timeUnder(day.date, at)}
                  {closed && <span className="sr"> {t(`booking.closed.${closed}`)}</span>}
                </button>
              )
            })}
          </div>
        </fieldset>
      ))}
    </>
  )
}

/** What has passed today is no choice any more. */
const coming = ({ closed }: FreeSession['places'][number]) => closed !== 'passed'

function sessionText({ closed, capacity, booked, held, places }: FreeSession): string {
  if (closed) return t(`booking.closed.${closed}`)
  if (!places.some(coming)) return t('booking.closed.passed')
  const free = places.reduce((sum, place) => sum + place.free, 0)
  const left = t('booking.day.left', { count: Math.max(0, Math.min(capacity - booked, free)) })
  return held ? `${left}${t('common.dot')}${t('booking.time.held', { count: held })}` : left
}

/** The day's first time that can be had. */
export function firstTime(day: FreeDay | undefined): Chosen | undefined {
  for (const session of day?.sessions ?? [])
    for (const { at, free } of session.places)
      if (free > 0) return { interval: session.interval, time: clockOf(at), at }
  return undefined
}
