import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

/** Who has had no session for as long comes back from more than a night. */
const LOOKED_BACK = 31

/** When the caller's last session here was over; null of who had none lately, as of everybody whom the plan does not know. */
export async function lastShiftEnd(read: Read, who: StaffActor, now: Date): Promise<string | null> {
  const today = localDay(now, who.timeZone)
  const [row] = await read(sql<{ at: Date | null }>`
    select max(s.end_at) as at from schedule_sessions(array[${who.mid}::int], ${addDays(today, -LOOKED_BACK)}::date, ${today}::date) s
    where s.partner_id = ${who.partnerId} and s.closed is null and s.end_at <= ${now}::timestamptz`)
  return row?.at?.toISOString() ?? null
}
