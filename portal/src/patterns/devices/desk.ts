import { postDeviceReading } from '@teleward/contract/monitoring/endpoints.ts'
import { call } from '../../api/client.ts'
import { invalidateTags } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { createHub, type Hub } from '../../devices/hub.ts'
import { createInbox, type Inbox, type InboxDeps } from '../../devices/inbox.ts'
import { bluetoothOf } from '../../devices/web-bluetooth.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { currentTimeZone } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { noticeOf } from './words.ts'

/** Devices and readings of one person who is signed in. They outlive the panel: a station that is left does not lose what is unsent. */
export interface Desk {
  mid: number
  inbox: Inbox
  hub: Hub
}
export type SendReading = InboxDeps['send']

const RETRY_MS = 15_000
/** With its own key over its tries; whoever looks at readings elsewhere in this tab asks again. */
const sendReading: SendReading = async (body, idempotencyKey) => {
  const answer = await call(postDeviceReading, { body }, { idempotencyKey })
  void invalidateTags(postDeviceReading.tags)
  return answer
}

let open: { desk: Desk; end: () => void } | null = null

function createDesk(mid: number): { desk: Desk; end: () => void } {
  const inbox = createInbox({ now: Date.now, send: sendReading })
  const hub = createHub({
    inbox,
    bluetooth: bluetoothOf(navigator),
    now: Date.now,
    zone: currentTimeZone,
    pause: (ms) => new Promise((end) => setTimeout(end, ms)),
    lost: (name) =>
      notify({
        kind: 'warn',
        key: `device-${name}`,
        title: errorText('DEVICE_DISCONNECTED'),
        text: t('devices.lost', { name: name || t('devices.unnamed') }),
      }),
  })
  inbox.on((event) => {
    const notice = noticeOf(event)
    if (notice) notify(notice)
  })
  const timer = setInterval(inbox.retry, RETRY_MS)
  window.addEventListener('online', inbox.retry)
  return {
    desk: { mid, inbox, hub },
    end() {
      clearInterval(timer)
      window.removeEventListener('online', inbox.retry)
      hub.close()
      inbox.close()
    },
  }
}

/** Nothing of one person is sent, or shown, under the name of the next. */
session.subscribe(() => {
  if (!open || session.user()?.mid === open.desk.mid) return
  open.end()
  open = null
})

export function deskOf(mid: number): Desk {
  if (open?.desk.mid !== mid) {
    open?.end()
    open = createDesk(mid)
  }
  return open.desk
}
