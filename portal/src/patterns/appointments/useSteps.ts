import { postQueue } from '@teleward/contract/appointments/endpoints.ts'
import { needsReason, type StaffAction } from '@teleward/contract/appointments/rules.ts'
import { type Appointment, appointment } from '@teleward/contract/appointments/schema.ts'
import { useCallback, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, useAct } from '../../api/query.ts'
import { openMove, openPayment } from '../../app/booking.ts'
import { useCalls } from '../../app/calls.ts'
import { go } from '../../app/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import type { RowAct } from './offers.tsx'
import { stepped, versionOf } from './versions.ts'
import { named, statusText } from './words.tsx'

/** A finish is taken back within ten minutes, a check-in until the call; the toast offers it while it stays. */
const undoOf: Partial<Record<StaffAction, StaffAction>> = { finish: 'undoFinish', checkIn: 'undoCheckIn' }

/** Somebody else was first: the row is fetched again, and it is said what became of it. */
function tellStale(row: Appointment, data: unknown): void {
  const current = appointment.safeParse(data)
  void invalidateTags(['appointments', 'counts'])
  const state = statusText(current.success ? current.data : row)
  notify({ kind: 'warn', title: t('appointments.stale', { no: named(row).no, state }) })
}

export interface Stepper {
  /** Does what was asked of a row; steps that need a reason ask for it first. */
  run(act: RowAct, row: Appointment): void
  busy: boolean
}
export interface Steps extends Stepper {
  /** The row and the step whose reason is being asked for. */
  asking: { row: Appointment; action: 'cancel' | 'close' } | null
  answer(reason: string | null): void
  saveMemo(row: Appointment, memo: string, done: () => void): void
}

interface Options {
  /** Opens the detail of a row. */
  view(row: Appointment): void
  /** Opens it with the cursor in the note. */
  memo(row: Appointment): void
  /** Writes a referral. */
  refer?(row: Appointment): void
  /** Sends the patient a link to come now, or a message. */
  send?(row: Appointment, what: 'link' | 'message'): void
}

export function useSteps({ view, memo, refer, send }: Options): Steps {
  const calls = useCalls()
  const [asking, setAsking] = useState<Steps['asking']>(null)
  const { mutate, isPending } = useAct(postQueue)

  const step = useCallback(
    (
      row: Appointment,
      action: StaffAction,
      more: { reason?: string; memo?: string } = {},
      done?: (after: Appointment) => void,
    ) => {
      mutate(
        { body: { qid: row.qid, action, version: versionOf(row), ...more } },
        {
          onSuccess: (after) => {
            stepped(after)
            const undo = undoOf[action]
            notify({
              kind: 'ok',
              key: `appointment-${row.qid}`,
              title: t(`appointments.done.${action}`, named(row)),
              action: undo && { label: t('common.undo'), run: () => step(after, undo) },
            })
            done?.(after)
          },
          onError: (error) => {
            if (isApiError(error, 'VERSION_STALE')) tellStale(row, error.data)
            else if (isApiError(error, 'APPT_ILLEGAL_STEP')) void invalidateTags(['appointments', 'counts'])
          },
        },
      )
    },
    [mutate],
  )

  const run = useCallback(
    (act: RowAct, row: Appointment) => {
      if (act === 'view') view(row)
      else if (act === 'memo') memo(row)
      else if (act === 'refer') refer?.(row)
      else if (act === 'link' || act === 'message') send?.(row, act)
      else if (act === 'emr') void go('emr2', { pid: row.pid, qid: row.qid })
      else if (act === 'call') calls?.start({ qid: row.qid, video: row.site !== 'voice' })
      else if (act === 'change') openMove(row.qid)
      else if (act === 'pay') openPayment(row.qid)
      else if (act === 'enter') row.roomid && calls?.enter(row.roomid)
      else if (act === 'cancel' || act === 'close') setAsking({ row, action: act })
      else if (act === 'redial')
        step(row, act, {}, (after) => calls?.start({ qid: after.qid, video: after.site !== 'voice' }))
      else step(row, act)
    },
    [calls, memo, refer, send, step, view],
  )

  const answer = useCallback(
    (reason: string | null) => {
      if (asking && reason !== null && needsReason(asking.action)) step(asking.row, asking.action, { reason })
      setAsking(null)
    },
    [asking, step],
  )
  const saveMemo = useCallback(
    (row: Appointment, text: string, done: () => void) => step(row, 'memo', { memo: text }, done),
    [step],
  )
  return { run, busy: isPending, asking, answer, saveMemo }
}
