import { endOfNight } from '@teleward/contract/core/night.ts'
import { settingsOf } from '../partners/settings.ts'
import { sql, type Tx } from '../platform/db/index.ts'

interface Postponable {
  partnerId: number
  waits: boolean
  notAfter: Date | null
}
/**
 * Until when the institution's quiet hours hold a message back; null: it may go. One whose time would be over by then goes
 * at once: what it is about is near.
 */
export async function postponedUntil(
  tx: Tx,
  { partnerId, waits, notAfter }: Postponable,
  now: Date,
): Promise<Date | null> {
  if (!waits) return null
  const institution = await tx.maybe(sql<{ settings: unknown; zone: string }>`
    select p.settings, p.time_zone as zone from partner p where p.id = ${partnerId}`)
  if (!institution) return null
  const end = endOfNight(now, settingsOf(institution.settings).quietHours, institution.zone)
  return end && (notAfter === null || notAfter > end) ? end : null
}
