import { fetchShift } from '@teleward/contract/shifts/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { hoursText, partName, weekdayName } from './labels.ts'

/** Every state the pattern was in, also plans that were given up before they held. */
export function History({ did, today }: { did: number; today: string }) {
  const { data } = useQuery(endpointQuery(fetchShift, { body: { did, from: today, to: today, history: true } }))
  const rows = [...(data?.pattern ?? [])].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  return (
    <ul className="history">
      {rows.map((entry) => (
        <li key={entry.id} className="num">
          <span>
            {weekdayName(entry.weekday)} {partName(entry.interval)} {hoursText(entry)}・{t('shifts.max')}{' '}
            {entry.capacity}
          </span>
          <span className="t2">
            {entry.validUntil !== null && entry.validUntil <= entry.validFrom
              ? t('shifts.pattern.never')
              : t('shifts.pattern.historyRow', {
                  from: formatDate(entry.validFrom),
                  to: entry.validUntil ? formatDate(entry.validUntil) : t('shifts.pattern.open'),
                })}
          </span>
          <span className="t3 f12">
            {entry.createdBy && t('shifts.pattern.by', { name: entry.createdBy })} {formatDateTime(entry.createdAt)}
          </span>
        </li>
      ))}
    </ul>
  )
}
