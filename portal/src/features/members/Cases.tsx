import { getSNs } from '@teleward/contract/crm/endpoints.ts'
import { caseLabels } from '@teleward/contract/crm/labels.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { language, t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { Part } from './Part.tsx'

/** What stands open for the member; a title leads to its case. */
export function Cases({ pid }: { pid: number }) {
  const { data, error } = useQuery(endpointQuery(getSNs, { body: { pid, state: 'open', pageSize: 10 } }))
  return (
    <Part title={t('members.detail.cases')}>
      {error && <p className="help err">{errorMessage(error)}</p>}
      {data?.total === 0 && <p className="help">{t('members.detail.noCases')}</p>}
      <ul className="munits">
        {data?.data.map(({ sn, title, type, owner, openedAt }) => (
          <li key={sn}>
            <span className="grow">
              <button
                type="button"
                className="plainlink mcase"
                onClick={() => void go('crm', {}, { open: String(sn) })}
              >
                {title}
              </button>
              <span className="f12 t3 num blk">
                {[caseLabels.type[type][language()], formatDate(openedAt), ...(owner ? [nameOf(owner)] : [])].join(
                  '　',
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
