import { getQueueHistory } from '@teleward/contract/appointments/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { AppointmentTag } from '../../patterns/appointments/labels.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Part } from './Part.tsx'

const AT_ONCE = 5

/** The visits that were, newest first; a date leads to the record of its day. */
export function Visits({ pid }: { pid: number }) {
  const { partner } = useMe()
  const reads = useRight('emr.read') !== '-'
  const [page, setPage] = useState(1)
  const params = { pid, partnerid: partner.id, page }
  const { data, error, isPending } = useQuery(endpointQuery(getQueueHistory, { params, query: { pageSize: AT_ONCE } }))
  const pages = Math.ceil((data?.total ?? 0) / AT_ONCE)
  return (
    <Part title={t('members.detail.visits')}>
      {error && <p className="help err">{errorMessage(error)}</p>}
      {data?.total === 0 && <p className="help">{t('members.detail.noVisits')}</p>}
      <ul className="munits" aria-busy={isPending}>
        {data?.data.map((visit) => {
          const when = formatDateTime(visit.startAt)
          return (
            <li key={visit.qid}>
              <span className="grow">
                {reads ? (
                  <button
                    type="button"
                    className="plainlink mcase num"
                    onClick={() => void go('emr2', { pid, qid: visit.qid })}
                  >
                    {when}
                  </button>
                ) : (
                  <span className="num">{when}</span>
                )}
                <span className="f12 t3 blk">
                  {[nameOf(visit.doctor), visit.consultProblem].filter(Boolean).join('　')}
                </span>
              </span>
              <AppointmentTag row={visit} />
            </li>
          )
        })}
      </ul>
      {pages > 1 && (
        <div className="row wrap">
          <Button size="sm" kind="text" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('members.detail.newer')}
          </Button>
          <Button size="sm" kind="text" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('members.detail.older')}
          </Button>
          <span className="f12 t3 num">
            {page} / {pages}
          </span>
        </div>
      )}
    </Part>
  )
}
