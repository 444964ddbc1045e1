import { shiftChanged } from '@teleward/contract/shifts/events.ts'
import { useEffect } from 'react'
import { onEvent } from '../api/events.ts'
import { t } from '../i18n/i18n.ts'
import { formatShortDate } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { go } from './navigation.ts'

/** A change of shifts reaches those it concerns wherever they are (`MyShift send`); the bell keeps it. */
export function useShiftNotice(mid: number | undefined): void {
  useEffect(
    () =>
      onEvent(shiftChanged, ({ did, from, to, concerned }) => {
        if (mid === undefined || !concerned.includes(mid)) return
        const words = { from: formatShortDate(from), to: to ? formatShortDate(to) : '' }
        const kind = to === null ? 'onward' : to === from ? 'day' : 'span'
        const open = () => void go('shift', {}, { date: from, ...(did === mid ? {} : { did: String(did) }) })
        notify({
          kind: 'info',
          key: `shift-${did}-${from}`,
          title: t('shell.shiftNotice.title'),
          text: t(`shell.shiftNotice.${kind}`, words),
          action: { label: t('shell.shiftNotice.open'), run: open },
          keep: { open },
        })
      }),
    [mid],
  )
}
