import { putAlert } from '@teleward/contract/monitoring/alert-endpoints.ts'
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
  /** When the last own step was taken: what follows of it is shown at once. */
  steppedAt: number
}

/** The steps of an alert, by a button or a key. Who comes second is told who was first, and sees it so. */
export function useAlertSteps(): AlertSteps {
  const right = useRight('monitor.acknowledge')
  const [asking, setAsking] = useState<AlertSteps['asking']>(null)
  const [steppedAt, setSteppedAt] = useState(0)
  const put = useEndpointMutation(putAlert, {
    onError: (error) => {
      if (!isApiError(error, 'ALERT_TAKEN')) return false
      void invalidateTags(['alerts'])
      setAsking(null)
      notify({ kind: 'warn', title: errorMessage(error) })
      return true
    },
  })
  const may = (step: AlertStep, one: Alert) =>
    right !== '-' && (alertSteps[step].from as readonly string[]).includes(one.state)
  return {
    may,
    ask: (step, one) => may(step, one) && setAsking({ one, step }),
    asking,
    busy: put.isPending,
    steppedAt,
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
