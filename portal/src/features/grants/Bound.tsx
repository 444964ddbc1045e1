import { TeamOutlined } from '@ant-design/icons'
import { getOwnBindings } from '@teleward/contract/admin/endpoints.ts'
import type { OwnBindings } from '@teleward/contract/admin/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Colleague } from '../../patterns/presence.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

/** Third part of `/authorization`: the nurses who prepare for me, and the doctors I prepare for. An administrator binds. */
export function Bound({ tabs }: { tabs: ReactNode }) {
  const t = useT()
  const { data, error, refetch } = useQuery(endpointQuery(getOwnBindings, {}))
  const nobody = data && data.nurses.length + data.doctors.length === 0
  return (
    <>
      <div className="pagehead listhead">
        <h1>{t('grants.title')}</h1>
      </div>
      {tabs}
      {nobody && (
        <EmptyState icon={<TeamOutlined />} title={t('grants.bound.none')} text={t('grants.bound.noneText')} />
      )}
      {data && (
        <div className="boundlists">
          <Side title={t('grants.bound.nurses')} note={t('grants.bound.nursesNote')} people={data.nurses} />
          <Side title={t('grants.bound.doctors')} note={t('grants.bound.doctorsNote')} people={data.doctors} />
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={t('grants.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonRows />}
    </>
  )
}

function Side({ title, note, people }: { title: string; note: string; people: OwnBindings['nurses'] }) {
  if (people.length === 0) return null
  return (
    <section className="card uiblock" aria-label={title}>
      <h2>{title}</h2>
      <p className="t3 f12">{note}</p>
      <ul>
        {people.map((person) => (
          <li key={person.mid} className="row">
            <Colleague person={person} />
            <span className="t3 f12 ell">{person.title ?? staffTypeText(person.doctortype)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
