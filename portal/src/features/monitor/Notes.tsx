import { fetchMRHistory } from '@teleward/contract/emr/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { Lately } from './Lately.tsx'

const LAST = 3

/** The last notes of a member whose record is open, each with a way to it; for who reads records alone. */
export function Notes({ pid }: { pid: number }) {
  const me = useMe()
  return closedBy(me, screenById('emr2')) === null ? <Last pid={pid} /> : null
}

function Last({ pid }: { pid: number }) {
  const query = useQuery(endpointQuery(fetchMRHistory, { body: { pid, pageSize: LAST } }))
  return (
    <Lately
      title={t('monitor.detail.notes')}
      query={query}
      total={query.data?.total}
      empty={t('monitor.detail.noNotes')}
    >
      {query.data?.data.map((one) => (
        <li key={one.noteId}>
          <span className="grow">
            <Link
              className="link"
              to={pathTo('emr2', { pid, qid: one.qid })}
              search={{ rid: `${one.qid}.${one.noteId}` }}
            >
              {formatDate(one.date)}　{nameOf(one.author)}
            </Link>
            <span className="blk t3 f12 ell">
              {[one.diagnoses.map(({ code }) => code).join(t('common.patient.separator')), one.consultProblem]
                .filter(Boolean)
                .join('　')}
            </span>
          </span>
        </li>
      ))}
    </Lately>
  )
}
