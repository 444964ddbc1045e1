import { t } from '../i18n/i18n.ts'
import { formatDateTime, type Instant, useNow } from './format.ts'

const MINUTE = 60_000

/** How long something lasts already: '23 分'. Live; the exact time is on hover. */
export function Elapsed({ since, longAfterMin }: { since: Instant; longAfterMin?: number }) {
  const now = useNow(10_000)
  const start = new Date(since)
  const minutes = Math.max(0, Math.floor((now - start.getTime()) / MINUTE))
  const text =
    minutes < 120
      ? t('common.time.minutes', { count: minutes })
      : t('common.time.hours', { count: Math.floor(minutes / 60) })
  const long = longAfterMin !== undefined && minutes >= longAfterMin
  return (
    <time className={`num ${long ? 'c-warn b' : ''}`} dateTime={start.toISOString()} title={formatDateTime(start)}>
      {text}
    </time>
  )
}

/** When something happened: '3 分鐘前'. Live; the exact time is on hover. */
export function Ago({ at }: { at: Instant }) {
  const now = useNow(10_000)
  const start = new Date(at)
  const minutes = Math.max(0, Math.floor((now - start.getTime()) / MINUTE))
  return (
    <time className="num" dateTime={start.toISOString()} title={formatDateTime(start)}>
      {agoText(minutes)}
    </time>
  )
}

function agoText(minutes: number): string {
  if (minutes < 1) return t('common.time.now')
  if (minutes < 60) return t('common.time.minutesAgo', { count: minutes })
  if (minutes < 24 * 60) return t('common.time.hoursAgo', { count: Math.floor(minutes / 60) })
  return t('common.time.daysAgo', { count: Math.floor(minutes / (24 * 60)) })
}
