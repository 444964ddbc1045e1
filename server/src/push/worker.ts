import { readPreferences } from '@teleward/contract/auth/preferences.ts'
import { sleeps } from '@teleward/contract/core/night.ts'
import { localTime } from '@teleward/contract/core/zone.ts'
import { breaksQuiet, type NotificationKind, type NotificationWhat } from '@teleward/contract/notifications/rules.ts'
import { PUSH_TIMER } from '../notifications/service.ts'
import { queueMessage } from '../outbox/queue.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'

/** What has not reached a browser by then is in the list, and wakes nobody any more. */
const LATEST_MS = 12 * 3_600_000
/** Repeated soon after the death of its process: an entry that is read meanwhile wakes nobody. */
const LEASE_MS = 5000

export function runPush({ db, clock, timers }: Pick<Deps, 'db' | 'clock' | 'timers'>): void {
  timers.on(PUSH_TIMER, ({ key }) => db.system.tx((tx) => wake(tx, key, clock.now())), { lease: LEASE_MS })
}

interface Entry {
  partnerId: number
  mid: number
  kind: NotificationKind
  what: NotificationWhat
  preferences: unknown
  zone: string
}
interface Browser {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * One message for each browser of a living session, if the entry is still unread and the person wants to be woken by its kind
 * now. What travels is the kind and the entry's number: whoever looks at the browser's lock screen learns nothing of a patient.
 */
export async function wake(tx: Tx, id: string, now: Date): Promise<void> {
  const entry = await tx.maybe(sql<Entry>`
    select n.partner_id as "partnerId", n.mid, n.kind, n.what, p.data as preferences, h.time_zone as zone
    from notification n join partner h on h.id = n.partner_id left join preference p on p.mid = n.mid
    where n.id = ${id}::uuid and n.read_at is null`)
  if (!entry) return
  const { quiet, alertKinds } = readPreferences(entry.preferences)
  if (alertKinds[entry.kind]?.desktop === false) return
  if (quiet && sleeps(localTime(now, entry.zone).hour, quiet) && !breaksQuiet(entry.what)) return
  const browsers = await tx.many(sql<Browser>`
    select p.id, p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.sid = p.sid
    where p.mid = ${entry.mid} and s.mid = p.mid and s.ended_at is null and s.expires_at > ${now} and s.partner_id = ${entry.partnerId}`)
  for (const { id: browser, endpoint, p256dh, auth } of browsers)
    await queueMessage(tx, {
      partnerId: entry.partnerId,
      channel: 'push',
      to: JSON.stringify({ endpoint, keys: { p256dh, auth } }),
      kind: 'notification',
      texts: { text: JSON.stringify({ id, kind: entry.kind, what: entry.what }) },
      key: `push:${id}:${browser}`,
      notAfter: new Date(now.getTime() + LATEST_MS),
      origin: { kind: 'notification', id },
      at: now,
    })
}
