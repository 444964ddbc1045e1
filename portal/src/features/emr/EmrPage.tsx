import { useParams } from '@tanstack/react-router'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { errorMessage } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { EmrScreen } from './EmrScreen.tsx'
import './emr.css'
import { numberOf } from './target.ts'
import { useEmr } from './useEmr.ts'

export default function EmrPage() {
  const { t } = useI18n()
  const params: { pid?: string; qid?: string } = useParams({ strict: false })
  const pid = numberOf(params.pid, 1)
  const qid = numberOf(params.qid, 0)
  if (pid === null || qid === null)
    return (
      <div className="emr">
        <EmptyState heading="h1" title={t('emr.notFound')} text={t('emr.notFoundText')} />
      </div>
    )
  // A record of its own for each patient and visit: nothing of one is ever on screen under another.
  return <Opened key={`${pid}/${qid}`} pid={pid} qid={qid} />
}

function Opened({ pid, qid }: { pid: number; qid: number }) {
  const { t } = useI18n()
  const { mid } = useMe()
  const { data, error, isPending, refetch, seen } = useEmr(pid, qid, mid)
  if (data) return <EmrScreen pid={pid} qid={qid} data={data} seen={seen} refetch={() => void refetch()} />
  if (isPending)
    return (
      <div className="emr">
        <div className="card phbar">
          <SkeletonBlock lines={1} />
        </div>
        <div className="cols" data-tab="note">
          {['hist', 'mid', 'orders'].map((name) => (
            <div className={`col-${name}`} key={name}>
              <section className="card grow">
                <SkeletonBlock lines={6} />
              </section>
            </div>
          ))}
        </div>
      </div>
    )
  const gone = codeOf(error) === 'NOT_FOUND' || codeOf(error) === 'FIELD_RELATED'
  return (
    <div className="emr">
      {gone ? (
        <EmptyState
          heading="h1"
          title={t('emr.notFound')}
          text={t('emr.notFoundText')}
          actions={
            <button type="button" className="btn" onClick={() => void go('apptmgmt')}>
              {t('emr.toAppointments')}
            </button>
          }
        />
      ) : (
        <ErrorState
          heading="h1"
          title={t('emr.loadFailed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  )
}
