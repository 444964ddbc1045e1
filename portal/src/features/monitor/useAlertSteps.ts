import { postAlertNote, putAlert } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { type AlertStep, alertSteps } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

export interface AlertSteps {
  may(step: AlertStep, one: Alert): boolean
  /** Asks for the note, and takes the step with it. */
  ask(step: AlertStep, one: Alert): void
  asking: { one: Alert; step: AlertStep } | null
  busy: boolean
  answer(note: string | null, done?: () => void): void
  /** Adds what was written to the alert that somebody else was quicker with. */
  remark(note: string, done?: () => void): void
  /** When the last own step was taken: what follows of it is shown at once. */
  steppedAt: number
}

/**
 * The steps of an alert, by a button or a key. Who comes second is told who was first, in the dialog, and keeps what was
 * written: it can be added to the alert.
 */
export function useAlertSteps(): AlertSteps {
  const right = useRight('monitor.acknowledge')
  const [asking, setAsking] = useState<AlertSteps['asking']>(null)
  const [steppedAt, setSteppedAt] = useState(0)
  const put = useEndpointMutation(putAlert, {
    onError: (error) => {
      if (!isApiError(error, 'ALERT_TAKEN')) return false
      void invalidateTags(['alerts'])
      const { alert } = error.data as { alert: Alert }
      setAsking((was) => was && { ...was, one: alert })
      notify({ kind: 'warn', title: errorMessage(error) })
      return true
    },
  })
  const post = useEndpointMutation(postAlertNote)
  const may = (step: AlertStep, one: Alert) =>
    right !== '-' && (alertSteps[step].from as readonly string[]).includes(one.state)
  return {
    may,
    ask: (step, one) => may(step, one) && setAsking({ one, step }),
    asking,
    busy: put.isPending || post.isPending,
    steppedAt,
    remark: (note, done) => {
      if (!asking) return
      post.mutate(
        { params: { id: asking.one.id }, body: { note } },
        {
          onSuccess: () => {
            done?.()
            setAsking(null)
            notify({ kind: 'ok', key: `alert-${asking.one.id}`, title: t('monitor.done.note') })
          },
        },
      )
    },
    answer: (note, done) => {
      if (note === null || !asking) return setAsking(null)
      const { one, step } = asking
      put.mutate(
        { params: { id: one.id }, body: { action: step, note } },
        {
          onSuccess: () => {
            setSteppedAt(Date.now())
            done?.()
            setAsking(null)
            notify({ kind: 'ok', key: `alert-${one.id}`, title: t(`monitor.done.${step}`) })
          },
        },
      )
    },
  }
}
