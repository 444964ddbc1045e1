import { authzChanged } from '@teleward/contract/consents/events.ts'
import { useEffect } from 'react'
import { onEvent } from '../api/events.ts'
import { invalidateTags } from '../api/query.ts'

/**
 * A grant began, moved or is over: what the person may do is asked anew, at once. A screen that is closed by it closes, and
 * what others' shifts and appointments show follows.
 */
export function useGrantChanges(): void {
  useEffect(
    () =>
      onEvent(authzChanged, ({ grant }) => {
        if (grant !== undefined) void invalidateTags(['session', 'grants', 'appointments', 'counts', 'shifts'])
      }),
    [],
  )
}
