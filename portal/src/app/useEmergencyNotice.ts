import { emergencyTaken } from '@teleward/contract/consents/events.ts'
import { useEffect } from 'react'
import { onEvent } from '../api/events.ts'
import { t } from '../i18n/i18n.ts'
import { formatDateTime } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'

/** Whoever answers for the unit hears of each emergency access, wherever they are; the bell keeps it. */
export function useEmergencyNotice(): void {
  useEffect(
    () =>
      onEvent(emergencyTaken, ({ id, at }) =>
        notify({
          kind: 'warn',
          key: `emergency-${id}`,
          title: t('shell.emergency.title'),
          text: t('shell.emergency.text', { time: formatDateTime(at) }),
          lasts: 'untilClosed',
          keep: {},
        }),
      ),
    [],
  )
}
