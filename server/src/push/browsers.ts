import { readPreferences } from '@teleward/contract/auth/preferences.ts'
import { sleeps } from '@teleward/contract/core/night.ts'
import { localTime } from '@teleward/contract/core/zone.ts'
import { breaksQuiet, type NotificationKind, type NotificationWhat } from '@teleward/contract/notifications/rules.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { Tx } from '../platform/db/index.ts'

/** What has not reached a browser by then is in its list, and wakes nobody any more. */
const LATEST_MS = 12 * 3_600_000

export interface Person {
  /** As stored. */
  preferences: unknown
  /** The institution's time zone, by which quiet hours are. */
  zone: string
}
export interface Browser {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

/** Whether the person wants to be woken by this kind now; `what` null: no entry of the bell. */
export function wants(
  { preferences, zone }: Person,
  kind: NotificationKind,
  what: NotificationWhat | null,
  now: Date,
): boolean {
  const { quiet, alertKinds } = readPreferences(preferences)
  if (alertKinds[kind]?.desktop === false) return false
  return !quiet || !sleeps(localTime(now, zone).hour, quiet) || (what !== null && breaksQuiet(what))
}

interface Push {
  partnerId: number
  /** All that travels: a kind and numbers, and nothing of a patient. */
  says: { id: string; kind: NotificationKind; what?: NotificationWhat; tab?: number }
  /** Names what it tells of: a browser is woken for it once, however often that is tried. */
  key: string
  origin: { kind: string; id: string | number }
  at: Date
}
export const push = (tx: Tx, { id, endpoint, p256dh, auth }: Browser, { partnerId, says, key, origin, at }: Push) =>
  queueMessage(tx, {
    partnerId,
    channel: 'push',
    to: JSON.stringify({ endpoint, keys: { p256dh, auth } }),
    kind: 'notification',
    texts: { text: JSON.stringify(says) },
    key: `push:${key}:${id}`,
    notAfter: new Date(at.getTime() + LATEST_MS),
    origin,
    at,
  })
