import type {
  delschedule,
  schedule,
  settleAffected,
  updateLeave,
  updateShift,
} from '@teleward/contract/shifts/endpoints.ts'
import {
  affectedList,
  type Affected,
  type ChangeDone,
  type Confirm,
  endingPlans,
} from '@teleward/contract/shifts/schema.ts'
import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { useState } from 'react'
import { ApiError, isApiError } from '../../api/errors.ts'
import { mutateEndpoint, showError, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { askEndingPlans } from './ending-plans.tsx'

type Changing = typeof schedule | typeof delschedule | typeof updateShift | typeof updateLeave | typeof settleAffected
export interface Asked {
  /** The change in words: the dialog's heading. */
  what: string
  n: number
  hidden: number
  affected: readonly Affected[]
  /** The list came anew, or one row was refused: nothing was changed. */
  renewed: boolean
  refused: { qid: number; why: string } | null
  danger: boolean
  /** Nothing of the shifts changes: what is left open is settled. */
  settles?: boolean | undefined
}
interface Pending {
  endpoint: Changing
  body: object
  done: (() => void) | undefined
}

const qidOf = (error: ApiError): number | undefined => {
  const qid: unknown =
    typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, 'qid') : undefined
  return typeof qid === 'number' ? qid : undefined
}
const told = (done: ChangeDone) => {
  const { moved, substituted, cancelled, kept } = done
  const settled = moved + substituted + cancelled + kept > 0
  notify({
    kind: done.toTell.length ? 'warn' : 'ok',
    title: settled ? t('shifts.affected.done', { moved, substituted, cancelled, kept }) : t('shifts.saved'),
    ...(done.toTell.length
      ? { text: t('shifts.affected.toTell', { count: done.toTell.length }), lasts: 'untilClosed' as const }
      : {}),
  })
}

/** A change of shifts: sent as it is; where it touches appointments, asked about first and sent again with the answer. */
export function useShiftChange() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [pending, setPending] = useState<Pending | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (one: Pending, confirm: Confirm | undefined, what: string): Promise<ApiError | null> => {
    setBusy(true)
    try {
      const input = { body: { ...one.body, ...(confirm ? { confirm } : {}) } } as EndpointInput<Changing>
      told(
        (await mutateEndpoint(one.endpoint as typeof schedule, input as EndpointInput<typeof schedule>)) as ChangeDone,
      )
      setAsked(null)
      setPending(null)
      one.done?.()
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const ending = isApiError(error, 'SHIFT_ENDS_PLANS') ? endingPlans.safeParse(error.data) : null
      if (ending?.success) {
        const sure = await askEndingPlans(ending.data.plans)
        // The appointments it touches are asked about after it.
        return sure ? await send({ ...one, body: { ...one.body, confirmed: true } }, confirm, what) : null
      }
      const list = isApiError(error, 'SHIFT_AFFECTED') ? affectedList.safeParse(error.data) : null
      if (list?.success) {
        setPending(one)
        const renewed = confirm !== undefined
        setAsked((now) => ({ what, ...list.data, renewed, refused: null, danger: true, settles: now?.settles }))
        return null
      }
      const qid = qidOf(error)
      if (confirm && qid !== undefined) {
        setAsked((now) => now && { ...now, renewed: false, refused: { qid, why: errorMessage(error) } })
        return null
      }
      return error
    } finally {
      setBusy(false)
    }
  }

  return {
    asked,
    busy,
    /** Answers the refusal, for who can show it beside a field; `done` once it is changed, at once or after the dialog. */
    change: (endpoint: Changing, body: object, what: string, done?: () => void) =>
      send({ endpoint, body, done }, undefined, what),
    confirm: async (confirm: Confirm) => {
      if (!pending || !asked) return
      const error = await send(pending, confirm, asked.what)
      if (error) showError(error)
    },
    /** Entries left open by an earlier change, or all of one's own day: the same dialog without a change. */
    settle: (
      endpoint: typeof settleAffected,
      did: number,
      what: string,
      affected: readonly Affected[],
      today = false,
    ) => {
      setPending({ endpoint, body: { did, today }, done: undefined })
      setAsked({
        what,
        n: affected.length,
        hidden: 0,
        affected,
        renewed: false,
        refused: null,
        danger: false,
        settles: true,
      })
    },
    close: () => {
      setAsked(null)
      setPending(null)
    },
  }
}
export type ShiftChange = ReturnType<typeof useShiftChange>
