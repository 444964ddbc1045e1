import { getMemberships } from '@teleward/contract/members/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Choices } from './Filters.tsx'
import { Memberships } from './Memberships.tsx'

/** Somebody whose membership is disabled: name, number and memberships are all that is known, and can be restored. */
export function DisabledDetail({ pid, units, register }: { pid: number; units: Choices['units']; register: boolean }) {
  const query = useQuery(endpointQuery(getMemberships, { params: { pid } }))
  const known = query.data
  if (query.isPending) return <SkeletonBlock lines={4} />
  if (!known)
    return (
      <ErrorState
        title={t('members.detail.failed')}
        text={errorMessage(query.error)}
        code={codeOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <>
      <h2 className="moffname">
        {known.name} <span className="t3 num f13">{known.memberNo}</span>
      </h2>
      <div className="alert warn" role="status">
        {t(`members.statusText.${known.partnerStatus === 'disabled' ? 'partnerDisabled' : 'unitDisabled'}`)}{' '}
        {t('members.membership.hidden')}
      </div>
      <Memberships of={known} name={known.name} units={units} register={register} />
    </>
  )
}
