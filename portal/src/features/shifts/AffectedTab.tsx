import { getAffected, settleAffected } from '@teleward/contract/shifts/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { ShiftChange } from './useShiftChange.ts'
import { shortDay } from './labels.ts'

/** Appointments that stayed while the session they were booked into went: still to be settled. */
export function AffectedTab({ did, editable, change }: { did: number; editable: boolean; change: ShiftChange }) {
  const { data, error, isPending, refetch } = useQuery(endpointQuery(getAffected, { params: { did }, query: {} }))
  if (error)
    return (
      <ErrorState
        title={t('shifts.loadFailed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (isPending) return <SkeletonBlock />
  const { affected, hidden } = data
  if (!affected.length && !hidden)
    return <EmptyState title={t('shifts.affected.openNone')} text={t('shifts.affected.openNoneText')} />
  const title = t('shifts.affected.openTitle', { count: affected.length + hidden })
  return (
    <section className="card openaff" aria-label={title}>
      <div className="row head">
        <h2 className="grow">{title}</h2>
        {editable && affected.length > 0 && (
          <Button kind="primary" onClick={() => change.settle(settleAffected, did, t('shifts.tab.affected'), affected)}>
            {t('shifts.affected.settle')}
          </Button>
        )}
      </div>
      {hidden > 0 && <p className="help">{t('shifts.affected.hidden', { count: hidden })}</p>}
      <ul className="afflist plain">
        {affected.map((entry) => (
          <li key={entry.qid}>
            <span className="when num">
              <b>{timeUnder(entry.date, entry.startAt)}</b>
              <span className="f12 t3">{shortDay(entry.date)}</span>
            </span>
            <span className="b ell">{nameOf(entry.patient)}</span>
            <span className="ell problem">{entry.problem}</span>
            <span className="num phone">{entry.patient.mobile}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
