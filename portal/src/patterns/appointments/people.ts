import { showsFeeOf } from '@teleward/contract/appointments/fee-rules.ts'
import type { Actor, Moment } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { useCallback, useMemo } from 'react'
import { useMe } from '../../api/me.ts'
import { useCalls } from '../../shell/calls.ts'
import { closedBy } from '../../shell/menu.ts'
import { screenById } from '../../shell/screens.ts'
import { isoDay, useNow } from '../../ui/format.ts'
import type { AppointmentContext } from './available-actions.tsx'

/** The signed-in person, as the rules of an appointment see one. */
export function useActor(): Actor {
  const { mid, permissions } = useMe()
  return useMemo(
    () => ({ kind: 'staff', mid, level: (permission) => permissions[permission] ?? '-' }),
    [mid, permissions],
  )
}

/** The current time in steps of ten seconds, and the institution's day at that time. */
export function useMoment(): Moment {
  const now = useNow(10_000)
  return useMemo(() => ({ now: new Date(now), today: isoDay(now) }), [now])
}

/** Whose fee is shown to who looks. */
export function useFees(): (row: Pick<Appointment, 'did'>) => boolean {
  const { mid, permissions } = useMe()
  return useCallback(({ did }) => showsFeeOf(did, { mid, rights: permissions }), [mid, permissions])
}

/** Who asks, when, and what the version offers beside the list. */
export function useAppointmentContext(): AppointmentContext {
  const me = useMe()
  const actor = useActor()
  const at = useMoment()
  const calls = useCalls()
  const record = closedBy(me, screenById('emr2')) === null
  return useMemo(() => ({ actor, at, calls, record }), [actor, at, calls, record])
}
