import { WORDS_TIMER } from '../chat/tell.ts'
import type { NotificationKind, NotificationWhat } from '@teleward/contract/notifications/rules.ts'
import { PUSH_TIMER } from '../notifications/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type Browser, push, type Person, wants } from './browsers.ts'
import { wakeForWords } from './words.ts'

/** Repeated soon after the death of its process: an entry that is read meanwhile wakes nobody. */
const LEASE_MS = 5000

export function runPush({ db, clock, timers, http }: Pick<Deps, 'db' | 'clock' | 'timers' | 'http'>): void {
  timers.on(PUSH_TIMER, ({ key }) => db.system.tx((tx) => wake(tx, key, clock.now())), { lease: LEASE_MS })
  // Its lease is the usual one, longer than words wait: what is said while it is at work sets it anew.
  timers.on(WORDS_TIMER, ({ key }) => wakeForWords({ db, http }, Number(key), clock.now()))
}

interface Entry extends Person {
  partnerId: number
  mid: number
  kind: NotificationKind
  what: NotificationWhat
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
  if (!entry || !wants(entry, entry.kind, entry.what, now)) return
  const browsers = await tx.many(sql<Browser>`
    select p.id, p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.sid = p.sid
    where p.mid = ${entry.mid} and s.mid = p.mid and s.ended_at is null and s.expires_at > ${now} and s.partner_id = ${entry.partnerId}`)
  const { partnerId, kind, what } = entry
  for (const browser of browsers)
    await push(tx, browser, {
      partnerId,
      says: { id, kind, what },
      key: id,
      origin: { kind: 'notification', id },
      at: now,
    })
}
