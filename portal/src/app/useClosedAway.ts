import { useEffect, useRef } from 'react'
import { flushDrafts } from '../api/drafts.ts'
import { t } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'
import { go } from '../shell/navigation.ts'
import type { ScreenId } from '../shell/screens.ts'

/**
 * A screen that the institution hides while it is open says so, and leads home once what is being typed is on disk.
 * Whoever comes to a hidden screen by its address stays and reads that it is not open here.
 */
export function useClosedAway(screen: ScreenId | undefined, closed: string | null, name: string): void {
  const before = useRef<ScreenId | undefined>(undefined)
  useEffect(() => {
    const wasOpen = before.current === screen
    before.current = closed === null ? screen : undefined
    if (closed !== 'institution' || !wasOpen || screen === undefined) return
    void flushDrafts().finally(() => {
      notify({
        kind: 'warn',
        title: t('shell.hidden.closedNow', { name }),
        text: t('shell.hidden.closedText'),
        lasts: 'untilClosed',
      })
      void go('home')
    })
  }, [screen, closed, name])
}
