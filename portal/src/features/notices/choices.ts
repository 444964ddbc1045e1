import type { Preferences } from '@teleward/contract/auth/preferences.ts'
import { sleeps } from '@teleward/contract/core/night.ts'
import { breaksQuiet, type NotificationKind, type NotificationWhat } from '@teleward/contract/notifications/rules.ts'
import { hourOf } from '../../ui/format.ts'

/** What is not said of a kind is on. */
export const soundsFor = ({ alertKinds, sounds }: Preferences, kind: NotificationKind) =>
  (kind === 'msg' ? sounds.message : sounds.notice) && alertKinds[kind]?.sound !== false
export const toDesktop = ({ alertKinds }: Preferences, kind: NotificationKind) => alertKinds[kind]?.desktop !== false
/** By the institution's clock, as the server reckons for push. `what` null: words of a conversation. */
export const isQuiet = ({ quiet }: Preferences, what: NotificationWhat | null, hour = hourOf()) =>
  quiet !== null && sleeps(hour, quiet) && !(what !== null && breaksQuiet(what))
