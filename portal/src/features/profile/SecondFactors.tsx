import { getTotp } from '@teleward/contract/registration/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { LineBinding } from './LineBinding.tsx'
import { Totp } from './Totp.tsx'

const LOOK_AGAIN_MS = 3000

/** What stands between the password and the session: an authenticator app, LINE, both or neither. */
export function SecondFactors() {
  const t = useT()
  const [waiting, setWaiting] = useState(false)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getTotp, {}),
    refetchInterval: waiting ? LOOK_AGAIN_MS : false,
  })
  if (error && !data)
    return (
      <ErrorState
        title={t('profile.security.secondFailed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonBlock lines={4} />
  return (
    <>
      <Totp on={data.totp} left={data.recoveryLeft} />
      <LineBinding bound={data.line} waiting={setWaiting} />
    </>
  )
}
