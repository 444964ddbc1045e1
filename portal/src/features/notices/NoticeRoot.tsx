import { noticeArrived } from '@teleward/contract/notifications/events.ts'
import { useEffect } from 'react'
import { onEvent } from '../../api/events.ts'
import { useMe } from '../../api/me.ts'
import { ensureTexts, t, useT } from '../../i18n/i18n.ts'
import { go } from '../../shell/navigation.ts'
import { showDeskAlert } from '../../ui/DeskAlert.ts'
import { notify } from '../../ui/notify.ts'
import { isQuiet, soundsFor, toDesktop } from './choices.ts'
import { chime } from './chime.ts'
import { jump, type Leads } from './jump.ts'
import { sentence } from './kinds.tsx'
import { keepPush, listenToWorker } from './push.ts'
import { listenToWords, openConversation } from './words.ts'

/**
 * Every entry that arrives is said wherever one is, sounds, and comes to the desktop when the tab is hidden, as the person chose.
 * Words of conversations do the latter two.
 */
export default function NoticeRoot() {
  useT()
  const me = useMe()
  const { preferences } = me
  useEffect(
    () =>
      onEvent(noticeArrived, async ({ id, kind, what, link }) => {
        await ensureTexts('notices')
        const entry: Leads = { id, kind, link }
        const text = sentence(what)
        notify({
          kind: kind === 'alert' || kind === 'call' ? 'warn' : 'info',
          key: `entry-${link.screen}-${JSON.stringify(link.search ?? link.params ?? {})}`,
          title: text,
          ...(what === 'emergency.taken' || what === 'emergency.many' ? { lasts: 'untilClosed' as const } : {}),
          action: { label: t('notices.open'), run: () => jump(entry) },
        })
        if (isQuiet(preferences, what)) return
        if (soundsFor(preferences, kind)) chime(kind, id)
        if (document.hidden && toDesktop(preferences, kind))
          showDeskAlert({ title: text, tag: `entry-${id}`, onClick: () => jump(entry) })
      }),
    [preferences],
  )
  useEffect(() => listenToWords(me), [me])
  // What was clicked beside the browser opens in this tab; a new one opens by its address.
  useEffect(
    () =>
      listenToWorker({
        entry: (id) => void go('notify', {}, { open: id }),
        conversation: openConversation,
      }),
    [],
  )
  const { desktopAlerts } = preferences
  useEffect(() => {
    if (desktopAlerts) void keepPush().catch(reportError)
  }, [desktopAlerts])
  return null
}
