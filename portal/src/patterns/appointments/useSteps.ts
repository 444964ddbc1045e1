import { postQueue } from '@teleward/contract/appointments/endpoints.ts'
import type { StaffAction } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { useCallback } from 'react'
import { mutateEndpoint } from '../../api/query.ts'
import { openMove, openPayment } from '../../shell/booking.ts'
import { useCalls } from '../../shell/calls.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { type Asked, useQuestion, useStepping } from '../steps.ts'
import type { RowAct } from './available-actions.tsx'
import { sureOf } from './sure.tsx'
import { onVisit } from './versions.ts'
import { named } from './labels.tsx'

/** A finish is taken back within ten minutes, a check-in until the call; the toast offers it while it stays. */
const undoOf: Partial<Record<StaffAction, StaffAction>> = { finish: 'undoFinish', checkIn: 'undoCheckIn' }

export interface Stepper {
  /**
   * Does what was asked of a row; steps that need a reason ask for it first. A check-in asks who it is, wherever it is
   * done; a finish asks where a key did it, which is pressed by a slip as easily as meant.
   */
  run(act: RowAct, row: Appointment, by?: 'key'): void
  busy: boolean
}
interface Question {
  row: Appointment
  action: 'cancel' | 'close'
}
export interface Steps extends Stepper {
  /** The row and the step whose reason is being asked for. */
  asking: (Question & { changed?: true }) | null
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
  const { asking, ask, asked: askedOf } = useQuestion<Appointment, Question>()
  const { take, busy } = useStepping()

  const step = useCallback(
    (
      row: Appointment,
      action: StaffAction,
      more: { reason?: string; memo?: string } = {},
      asked: Asked<Appointment> = {},
    ) =>
      void take<Appointment>({
        ...onVisit(row),
        send: (version) => mutateEndpoint(postQueue, { body: { qid: row.qid, action, version, ...more } }),
        asked,
        done: (after) => {
          const undo = undoOf[action]
          notify({
            kind: 'ok',
            key: `appointment-${row.qid}`,
            title: t(`appointments.done.${action}`, named(row)),
            action: undo && { label: t('common.undo'), run: () => step(after, undo) },
          })
        },
      }),
    [take],
  )

  const run = useCallback(
    (act: RowAct, row: Appointment, by?: 'key') => {
      if (act === 'view') view(row)
      else if (act === 'memo') memo(row)
      else if (act === 'refer') refer?.(row)
      else if (act === 'link' || act === 'message') send?.(row, act)
      else if (act === 'emr') void go('emr2', { pid: row.pid, qid: row.qid })
      else if (act === 'call') calls.start({ qid: row.qid, video: row.site !== 'voice' })
      else if (act === 'change') openMove(row.qid)
      else if (act === 'pay') openPayment(row.qid)
      else if (act === 'enter') row.roomid && calls.enter(row.roomid)
      else if (act === 'cancel' || act === 'close') ask({ row, action: act })
      else if (act === 'redial')
        step(row, act, {}, { done: (after) => calls.start({ qid: after.qid, video: after.site !== 'voice' }) })
      else if (act === 'checkIn' || (act === 'finish' && by === 'key'))
        void sureOf(act, row).then((sure) => sure && step(row, act))
      else step(row, act)
    },
    [ask, calls, memo, refer, send, step, view],
  )

  const answer = useCallback(
    (reason: string | null) => {
      if (asking && reason !== null) step(asking.row, asking.action, { reason }, askedOf(asking))
      else ask(null)
    },
    [ask, askedOf, asking, step],
  )
  const saveMemo = useCallback(
    (row: Appointment, text: string, done: () => void) => step(row, 'memo', { memo: text }, { done }),
    [step],
  )
  return { run, busy, asking, answer, saveMemo }
}
