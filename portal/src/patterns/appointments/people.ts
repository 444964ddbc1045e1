import type { Actor, Moment } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { useCallback, useMemo } from 'react'
import { useMe } from '../../api/me.ts'
import { useCalls } from '../../app/calls.ts'
import { closedBy } from '../../app/menu.ts'
import { screenById } from '../../app/screens.ts'
import { isoDay, useNow } from '../../ui/format.ts'
import type { Surroundings } from './offers.tsx'

/** The signed-in person, as the rules of an appointment see one. */
export function useActor(): Actor {
  const { mid, permissions } = useMe()
  return useMemo(
    () => ({ kind: 'staff', mid, level: (permission) => permissions[permission] ?? '-' }),
    [mid, permissions],
  )
}

/** Now, in steps of ten seconds, and the partner's day by it. */
export function useMoment(): Moment {
  const now = useNow(10_000)
  return useMemo(() => ({ now: new Date(now), today: isoDay(now) }), [now])
}

/** Whose fee is shown: to those who take payments or settle them, and to the doctor whose it is. */
export function useFees(): (row: Pick<Appointment, 'did'>) => boolean {
  const { mid, permissions } = useMe()
  return useCallback(
    ({ did }) =>
      permissions['appointment.book'] !== '-' ||
      permissions['fee.partner'] !== '-' ||
      (permissions['fee.own'] !== '-' && did === mid),
    [mid, permissions],
  )
}

/** Who asks, when, and what the version offers beside the list. */
export function useSurroundings(): Surroundings {
  const me = useMe()
  const actor = useActor()
  const at = useMoment()
  const calls = useCalls()
  const record = closedBy(me, screenById('emr2')) === null
  return useMemo(() => ({ actor, at, calls, record }), [actor, at, calls, record])
}
