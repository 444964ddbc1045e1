import { Input } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { formatDay } from '../../ui/format.ts'
import { Month } from './Month.tsx'
import { Times } from './Times.tsx'
import type { Booking } from './useBooking.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** The doctor's month and the chosen day's times; a special appointment has a time and a length of its own. */
export function When({ booking }: { booking: Booking }) {
  const { draft, free, days, day, dids, month, setMonth, today } = booking
  const special = draft.kind === 'special'
  if (dids.length === 0) return <p className="alert info">{t('booking.day.choose')}</p>
  if (free.error && !days)
    return (
      <ErrorState
        title={t('booking.day.failed')}
        text={errorMessage(free.error)}
        code={codeOf(free.error)}
        onRetry={() => void free.refetch()}
      />
    )
  return (
    <div className="bkwhen" id="bk-date">
      <Month
        month={month}
        today={today}
        chosen={draft.date}
        days={days}
        any={special}
        onMonth={setMonth}
        onDay={booking.chooseDay}
      />
      <div className="bkside" id="bk-interval">
        {special ? (
          <SpecialTime booking={booking} />
        ) : free.isPending ? (
          <SkeletonBlock lines={5} />
        ) : day && draft.date ? (
          <>
            <b className="num">{formatDay(draft.date)}</b>
            {day.sessions.length === 0 && <p className="t3">{t('booking.closed.none')}</p>}
            <Times day={day} chosen={{ interval: draft.interval, time: draft.time }} onTime={booking.chooseTime} />
          </>
        ) : (
          <p className="t3">{t('booking.time.choose')}</p>
        )}
      </div>
    </div>
  )
}

function SpecialTime({ booking: { draft, change } }: { booking: Booking }) {
  return (
    <div className="bkspecial">
      {draft.date && <b className="num">{formatDay(draft.date)}</b>}
      <div>
        <FieldLabel id="bk-time" required>
          {t('booking.time.own')}
        </FieldLabel>
        <Input
          id="bk-time"
          type="time"
          value={draft.time ?? ''}
          onChange={(event) => change({ time: event.target.value || undefined })}
        />
      </div>
      <div>
        <FieldLabel id="bk-minutes" required>
          {t('booking.minutes.label')}
        </FieldLabel>
        <NumberField
          id="bk-minutes"
          min={5}
          max={240}
          step={5}
          suffix={t('booking.minutes.unit')}
          value={draft.minutes ?? null}
          onChange={(minutes) => change({ minutes: minutes ?? undefined })}
        />
      </div>
    </div>
  )
}
