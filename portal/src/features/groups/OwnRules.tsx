import { getMemberRules } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { OwnRules as Own } from '@teleward/contract/monitoring/alert-schema.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { showError } from '../../api/query.ts'
import { RulesForm } from './RulesForm.tsx'

interface Props {
  pid: number
  name: string
  onClose: () => void
}
/** A member's own limits: beside those of the groups, each in the place of its like. Asked for once: what is typed stays. */
export function OwnRules({ pid, name, onClose }: Props) {
  const [own, setOwn] = useState<Own>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when it opens.
  useEffect(() => {
    const gone = new AbortController()
    call(getMemberRules, { params: { pid } }, { signal: gone.signal })
      .then(setOwn)
      .catch((error: unknown) => {
        if (gone.signal.aborted) return
        showError(error)
        onClose()
      })
    return () => gone.abort()
  }, [pid])
  return own ? (
    <RulesForm
      limits={{ of: { pid }, rules: own.rules, version: own.version, groups: own.groups }}
      name={name}
      onClose={onClose}
    />
  ) : null
}
