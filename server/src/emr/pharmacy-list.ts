import { openingHours } from '@teleward/contract/emr/rx-schema.ts'
import { z } from 'zod'
import { json, sql, type Tx } from '../platform/db/index.ts'

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
const hours = openingHours.extend({ from: z.string().regex(TIME), to: z.string().regex(TIME) })
/** A pharmacy as an institution registers it: its unit is that of its pharmacists. Unset hours are unknown. */
const entry = z.strictObject({
  unit: z.number().int().positive(),
  name: z.string().trim().min(1).max(100),
  city: z.string().trim().min(1).max(40),
  address: z.string().trim().max(200).default(''),
  phone: z.string().trim().max(40).nullable().default(null),
  hours: z.array(hours).nullable().default(null),
})
export type PharmacyEntry = z.output<typeof entry>

/** What is wrong is named by its place; then nothing is taken in. */
export function readPharmacies(text: string): { entries: PharmacyEntry[]; wrong: string[] } {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch (error) {
    return { entries: [], wrong: [String(error)] }
  }
  const read = z.array(entry).safeParse(rows)
  if (!read.success)
    return { entries: [], wrong: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  return { entries: read.data, wrong: [] }
}

/** The list of an institution as it shall stand: new ones come, known ones change, and those that are not named are closed. */
export async function keepPharmacies(tx: Tx, partner: number, entries: readonly PharmacyEntry[]): Promise<void> {
  for (const { unit, name, city, address, phone, hours: open } of entries) {
    const kept = await tx.maybe(sql`
      insert into pharmacy (partner_id, at_unit, name, city, address, phone, hours)
      select u.partner_id, u.id, ${name}, ${city}, ${address}, ${phone}::text, ${open === null ? null : json(open)}
      from unit u where u.id = ${unit} and u.partner_id = ${partner}
      on conflict (partner_id, name) do update set at_unit = excluded.at_unit, city = excluded.city, address = excluded.address,
        phone = excluded.phone, hours = excluded.hours, status = 'active'
      returning id`)
    if (!kept) throw new Error(`${name}: the institution has no unit ${unit}`)
  }
  const names = entries.map(({ name }) => name)
  await tx.run(
    sql`update pharmacy set status = 'closed' where partner_id = ${partner} and not (name = any (${names}::text[]))`,
  )
}
