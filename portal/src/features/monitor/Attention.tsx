import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import type { ComponentProps } from 'react'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { AlertLines } from './Alerts.tsx'

/** As many alerts as stand over the list; the others stand with their members, worst first. */
const SHOWN = 3

interface Props {
  running: { data: { total: number } | undefined; error: Error | null; refetch: () => unknown }
  /** In the places they keep. */
  alerts: readonly Alert[]
  steps: ComponentProps<typeof AlertLines>['steps']
  onOpen: (one: Alert) => void
  onAll: () => void
}
/** Who needs somebody now. That nobody does is said by silence, so that a question without an answer says that it has none. */
export function Attention({ running: { data, error, refetch }, alerts, steps, onOpen, onAll }: Props) {
  const total = data?.total ?? 0
  if (!error && alerts.length === 0) return null
  return (
    <section className="monfirst">
      <h2 className="sech">
        {t('monitor.attention')} {data && <span className="num t3">{total}</span>}
      </h2>
      {error && <FailedLine error={error} onRetry={() => void refetch()} />}
      {alerts.length > 0 && (
        <AlertLines label={t('monitor.attention')} alerts={alerts.slice(0, SHOWN)} steps={steps} onOpen={onOpen} />
      )}
      {total > SHOWN && (
        <Button size="sm" onClick={onAll}>
          {t('monitor.allAlerts', { count: total })}
        </Button>
      )}
    </section>
  )
}
