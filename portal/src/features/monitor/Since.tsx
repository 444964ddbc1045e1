import { getAlerts } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { Alert, CareGroups } from '@teleward/contract/monitoring/alert-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { AlertLines } from './Alerts.tsx'
import type { Since } from './search.ts'
import type { AlertSteps } from './useAlertSteps.ts'
import { useHeld } from './useHeld.ts'

const MOST = 50
const HOUR = 3_600_000
const keyOf = ({ id }: Alert) => id
export const sinceText = (since: Since) =>
  since === 'shift' ? t('monitor.since.shift') : t('monitor.since.hours', { count: since })

interface Props {
  since: Since
  care: CareGroups | undefined
  steps: AlertSteps
  hold: { still: boolean; until: number }
  onOpen: (one: Alert) => void
  onClose: () => void
}
/** What was raised or resolved since the end of one's last shift, or since so many hours: it says which. */
export function SinceList({ since, care, steps, hold, onOpen, onClose }: Props) {
  // The hours are counted from when they were chosen: a list that moves on by itself would lose what one has not read.
  const [openedAt] = useState(() => Date.now())
  const from =
    since === 'shift' ? (care?.lastShiftEnd ?? null) : new Date(openedAt - Number(since) * HOUR).toISOString()
  const query = useQuery({
    ...endpointQuery(getAlerts, { query: { state: 'all', since: from ?? '', sort: '-raised', pageSize: MOST } }),
    enabled: from !== null,
  })
  const held = useHeld(query, String(from), keyOf, hold)
  const rows = held.data?.data ?? []
  const start = from === null ? 0 : Date.parse(from)
  const raised = rows.filter((one) => Date.parse(one.raisedAt) >= start).length
  const resolved = rows.filter((one) => one.resolved && Date.parse(one.resolved.at) >= start).length
  const title =
    from === null
      ? t('monitor.since.shift')
      : t(since === 'shift' ? 'monitor.since.ofShift' : 'monitor.since.ofHours', {
          time: formatDateTime(from),
          count: since,
        })
  return (
    <section className="monfirst" aria-label={title}>
      <div className="row wrap">
        <h2 className="sech grow">{title}</h2>
        <Button size="sm" onClick={onClose}>
          {t('monitor.since.close')}
        </Button>
      </div>
      {from === null && care && <p className="t3 f13">{t('monitor.since.noShift')}</p>}
      {from !== null && query.isPending && <SkeletonBlock lines={3} />}
      {query.isError && !query.data && <FailedLine error={query.error} onRetry={() => void query.refetch()} />}
      {held.data && (
        <p className="t3 f13" role="status">
          {/* Of a part of them a sum would be too small, and read as the whole. */}
          {held.data.total > rows.length
            ? t('monitor.since.more', { count: rows.length, total: held.data.total })
            : rows.length === 0
              ? t('monitor.since.nothing')
              : t('monitor.since.sums', { raised, resolved })}
        </p>
      )}
      {rows.length > 0 && <AlertLines label={title} alerts={rows} steps={steps} onOpen={onOpen} />}
    </section>
  )
}
