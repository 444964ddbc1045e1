import { caseChanged } from '@teleward/contract/crm/events.ts'
import { useEffect } from 'react'
import { onEvent } from '../api/events.ts'
import { t } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'
import { go } from './navigation.ts'

/** A case that comes to one, or of one's own that is about to be late, is told wherever one is; the bell keeps it. */
export function useCaseNotice(mid: number | undefined): void {
  useEffect(
    () =>
      onEvent(caseChanged, ({ id, what, mid: owner, by }) => {
        if (mid === undefined || owner !== mid || by === mid || what === 'changed') return
        const open = () => void go('crm', {}, { open: String(id) })
        notify({
          kind: what === 'late' ? 'warn' : 'info',
          key: `case-${id}`,
          title: t(`shell.caseNotice.${what}`, { sn: id }),
          action: { label: t('shell.caseNotice.open'), run: open },
          keep: { open },
        })
      }),
    [mid],
  )
}
