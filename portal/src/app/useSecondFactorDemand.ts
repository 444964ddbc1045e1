import { useEffect, useState } from 'react'
import { SECOND_FACTOR_ASKED } from '../api/client.ts'
import type { Me } from '../api/me.ts'
import { invalidateTags } from '../api/query.ts'

/** Covers the page while a second factor is demanded and missing, and then until the person goes on: its recovery codes are shown once. */
export function useSecondFactorDemand(me: Me | undefined) {
  const [covering, setCovering] = useState(false)
  const missing = me?.secondStepMissing === true
  const known = me !== undefined
  useEffect(() => {
    if (missing) setCovering(true)
    if (!known) setCovering(false)
  }, [missing, known])
  useEffect(() => {
    // A call was refused for it before the word came that it is demanded now.
    const look = () => void (missing || invalidateTags(['session']))
    addEventListener(SECOND_FACTOR_ASKED, look)
    return () => removeEventListener(SECOND_FACTOR_ASKED, look)
  }, [missing])
  return { covering, missing, uncover: () => setCovering(false) }
}
