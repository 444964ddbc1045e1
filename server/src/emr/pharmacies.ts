import { localDay, weekday } from '@teleward/contract/core/dates.ts'
import type { ListedPharmacy, OpeningHours, Pharmacy } from '@teleward/contract/emr/rx-schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

/** `unknown` where nobody has said the hours: that is not closed. */
export function openNow(hours: readonly OpeningHours[] | null, day: number, clock: string): ListedPharmacy['open'] {
  if (hours === null) return 'unknown'
  const open = hours.some(({ days, from, to }) =>
    from <= to
      ? days.includes(day) && clock >= from && clock < to
      : // Past midnight it is the day before's.
        (days.includes(day) && clock >= from) || (days.includes(day === 1 ? 7 : day - 1) && clock < to),
  )
  return open ? 'open' : 'closed'
}

interface Ask {
  q?: string | undefined
  city?: string | undefined
  open?: '1' | undefined
}
/** Pharmacies of the institution, by place and name; with `open` those that are open now, and those of which it is not known. */
export async function pharmacies(read: Read, who: StaffActor, now: Date, ask: Ask): Promise<ListedPharmacy[]> {
  const q = ask.q?.trim().toLowerCase() ?? ''
  const rows = await read(sql<Pharmacy>`
    select p.id, p.name, p.city, p.address, p.phone, p.hours from pharmacy p
    where p.partner_id = ${who.partnerId} and p.status = 'active' and (${ask.city ?? null}::text is null or p.city = ${ask.city ?? null}::text)
      and (${q === ''} or strpos(lower(p.name || ' ' || p.city || p.address), ${q}) > 0)
    order by p.city, p.name, p.id`)
  const at = new Intl.DateTimeFormat('en-GB', { timeZone: who.timeZone, hour: '2-digit', minute: '2-digit' }).format(
    now,
  )
  const day = weekday(localDay(now, who.timeZone))
  return rows
    .map((row) => ({ ...row, open: openNow(row.hours, day, at) }))
    .filter(({ open }) => ask.open !== '1' || open !== 'closed')
}
