import { reservation } from '@teleward/contract/appointments/booking-endpoints.ts'
import { can } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { localTime } from '@teleward/contract/core/dates.ts'
import { useCallback } from 'react'
import { isApiError } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { invalidateTags, useAct } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import type { Surroundings } from '../../patterns/appointments/offers.tsx'
import { stepped, versionOf } from '../../patterns/appointments/versions.ts'
import { named } from '../../patterns/appointments/words.tsx'
import { formatDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'

/** A day, and a time by the partner's clock (`09:30`). */
export interface Place {
  date: string
  time: string
}
const pad = (value: number) => String(value).padStart(2, '0')

export function usePlaceOf(): (row: Appointment) => Place {
  const { timeZone } = useMe()
  return useCallback(
    (row) => {
      const { hour, minute } = localTime(new Date(row.startAt), timeZone)
      return { date: row.date, time: `${pad(hour)}:${pad(minute)}` }
    },
    [timeZone],
  )
}

export const movable = (row: Appointment, { actor, at }: Surroundings) => can('move', { actor, record: row, at }).ok

/**
 * Moves an entry to another day and time; the server says all that stands against it. The toast takes it back, to where
 * it was, as long as it stands.
 */
export function useReschedule() {
  const placeOf = usePlaceOf()
  const { mutate, isPending, variables } = useAct(reservation)
  const moving = isPending && variables.body.action === 'change' ? variables.body.qid : undefined

  const move = useCallback(
    (row: Appointment, to: Place, back = false) => {
      const from = placeOf(row)
      if (from.date === to.date && from.time === to.time) return
      mutate(
        { body: { action: 'change', qid: row.qid, version: versionOf(row), date: to.date, time: to.time } },
        {
          onSuccess: ({ entry }) => {
            if (!entry) return
            stepped(entry)
            const words = { ...named(row), date: formatDay(to.date), time: to.time }
            notify({
              kind: 'ok',
              key: `appointment-${row.qid}`,
              title: t(back ? 'appointments.move.back' : 'appointments.move.done', words),
              action: back ? undefined : { label: t('common.undo'), run: () => move(entry, from, true) },
            })
          },
          onError: (error) => {
            if (isApiError(error, 'VERSION_STALE')) void invalidateTags(['appointments', 'counts'])
          },
        },
      )
    },
    [mutate, placeOf],
  )
  return { move, moving, placeOf }
}
