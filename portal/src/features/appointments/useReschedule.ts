import { reservation } from '@teleward/contract/appointments/booking-endpoints.ts'
import { can } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { useCallback } from 'react'
import { useMe } from '../../api/me.ts'
import { mutateEndpoint } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { onVisit, visit } from '../../patterns/appointments/versions.ts'
import { named } from '../../patterns/appointments/labels.tsx'
import { useStepping } from '../../patterns/steps.ts'
import { formatDay, formatTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { type Place, placeOf as placeAt, wishOf } from './calendar.ts'

export function usePlaceOf(): (row: Appointment) => Place {
  const { timeZone } = useMe()
  return useCallback((row) => placeAt(row, timeZone), [timeZone])
}

export const movable = (row: Appointment, { actor, at }: AppointmentContext) =>
  can('move', { actor, record: row, at }).ok

/**
 * Moves an entry to another day and time; the server says all that stands against it. The toast takes it back, to where
 * it was, as long as it stands; nobody is booked into a time that has begun, so that there is no way back to one.
 */
export function useReschedule() {
  const placeOf = usePlaceOf()
  const { take, running } = useStepping()
  const moving = useCallback((row: Appointment) => running.includes(visit(row.qid)), [running])

  const move = useCallback(
    (row: Appointment, to: Place, back = false) => {
      const from = placeOf(row)
      if (from.date === to.date && from.time === to.time) return
      void take<Appointment>({
        ...onVisit(row),
        send: async (version) => {
          const body = { action: 'change' as const, qid: row.qid, version, ...wishOf(row, to) }
          const { entry } = await mutateEndpoint(reservation, { body })
          if (!entry) throw new Error('a visit that was moved is answered as it stands')
          return entry
        },
        done: (entry) => {
          // As it was booked: a session of the evening may have taken an early time for the night after it.
          const words = { ...named(row), date: formatDay(entry.startAt), time: formatTime(entry.startAt) }
          const passed = Date.parse(row.startAt) <= Date.now()
          notify({
            kind: 'ok',
            key: `appointment-${row.qid}`,
            title: t(back ? 'appointments.move.back' : 'appointments.move.done', words),
            text: passed && !back ? t('appointments.move.noUndo') : undefined,
            action: back || passed ? undefined : { label: t('common.undo'), run: () => move(entry, from, true) },
          })
        },
      })
    },
    [take, placeOf],
  )
  return { move, moving, placeOf }
}
