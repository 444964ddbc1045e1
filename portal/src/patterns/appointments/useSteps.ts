import { postQueue } from '@teleward/contract/appointments/endpoints.ts'
import type { StaffAction } from '@teleward/contract/appointments/rules.ts'
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

/** Said when the answer has come; without `again`, that somebody else was first is told beside the list. */
interface Answered {
  done?(after: Appointment): void
  /** Somebody else was first, and what it is now. */
  again?(current: Appointment): void
  /** The step is none any more. */
  over?(): void
}

export interface Stepper {
  /** Does what was asked of a row; steps that need a reason ask for it first. */
  run(act: RowAct, row: Appointment): void
  busy: boolean
}
export interface Steps extends Stepper {
  /** The row and the step whose reason is being asked for. */
  asking: {
    row: Appointment
    action: 'cancel' | 'close'
    /** Since the question was put the row has become another: what was written stays, and is sent once more by hand. */
    changed?: true
  } | null
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
  // That somebody else was first is said by what the row is now.
  const { mutate, isPending } = useAct(postQueue, { onError: (error) => isApiError(error, 'VERSION_STALE') })

  const step = useCallback(
    (
      row: Appointment,
      action: StaffAction,
      more: { reason?: string; memo?: string } = {},
      { done, again, over }: Answered = {},
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
            const stale = isApiError(error, 'VERSION_STALE') ? error : undefined
            const illegal = isApiError(error, 'APPT_ILLEGAL_STEP')
            if (stale || illegal) void invalidateTags(['appointments', 'counts'])
            if (illegal) over?.()
            if (!stale) return
            const current = appointment.safeParse(stale.data)
            if (current.success && again) return again(current.data)
            const state = statusText(current.success ? current.data : row)
            notify({ kind: 'warn', title: t('appointments.stale', { no: named(row).no, state }) })
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
        step(row, act, {}, { done: (after) => calls?.start({ qid: after.qid, video: after.site !== 'voice' }) })
      else step(row, act)
    },
    [calls, memo, refer, send, step, view],
  )

  const answer = useCallback(
    (reason: string | null) => {
      if (!asking || reason === null) return setAsking(null)
      const { row, action } = asking
      const end = () => setAsking(null)
      step(
        row,
        action,
        { reason },
        {
          done: end,
          over: end,
          again: (current) => setAsking((now) => now && { row: current, action, changed: true }),
        },
      )
    },
    [asking, step],
  )
  const saveMemo = useCallback(
    (row: Appointment, text: string, done: () => void) => step(row, 'memo', { memo: text }, { done }),
    [step],
  )
  return { run, busy: isPending, asking, answer, saveMemo }
}
