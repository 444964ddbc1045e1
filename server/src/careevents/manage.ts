import { items } from '@teleward/contract/careevents/items.ts'
import { limitsFit, programmes } from '@teleward/contract/careevents/programmes.ts'
import type { CareEvent, EventBody, EventChange } from '@teleward/contract/careevents/schema.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { canSeeCareEvent } from '../access/visible.ts'
import { eventOf, lockEvent, tell } from './service.ts'

const MAX_DAYS = 31
const refused = (path: string) => new AppError('VALUE_INVALID', { fields: [{ path, code: 'VALUE_INVALID' }] })

/**
 * VALUE_INVALID: without a name or a place, ends before it begins, goes on for more than a month, measures and screens for
 * nothing; a free clinic screens for nothing, and what the authority pays for is named; ages that are not those of the groups.
 */
function checked({ kind, name, place, startsOn, endsOn, items: said, ...body }: Omit<EventBody, 'unit'>) {
  const { programmes: chosen, limits } = body
  if (!name) throw refused('name')
  if (!place) throw refused('place')
  if (endsOn < startsOn || endsOn > addDays(startsOn, MAX_DAYS)) throw refused('endsOn')
  if (kind === 'clinic' ? chosen.length > 0 : kind === 'hpa' && chosen.length === 0) throw refused('programmes')
  if (said.length + chosen.length === 0) throw refused('items')
  const screensFor = programmes.filter((one) => chosen.includes(one))
  const own = screensFor.flatMap((one) => (limits[one] ? [[one, limits[one]] as const] : []))
  if (!own.every(([one, of]) => limitsFit(one, of))) throw refused('limits')
  return { measures: items.filter((item) => said.includes(item)), screensFor, own: json(Object.fromEntries(own)) }
}

export async function makeEvent(tx: Tx, who: StaffActor, now: Date, body: EventBody): Promise<CareEvent> {
  const { measures, screensFor, own } = checked(body)
  const [unit] =
    await tx.many(sql`select 1 from unit u where u.id = ${body.unit}::int and u.partner_id = ${asking.partner}::int
    and u.id = any (${asking.units}::int[]) and u.status = 'active'`)
  if (!unit) throw new AppError('NOT_FOUND')
  const { id } = await tx.one(sql<{ id: number }>`
    insert into care_event (partner_id, at_unit, kind, name, place, starts_on, ends_on, items, programmes, limits, note, made_by, made_at)
    values (${who.partnerId}, ${body.unit}, ${body.kind}, ${body.name}, ${body.place}, ${body.startsOn}::date, ${body.endsOn}::date,
      ${measures}::text[], ${screensFor}::text[], ${own}::jsonb, ${body.note}, ${who.mid}, ${now}) returning id`)
  const event = await eventOf(tx.many, who, now, id)
  await tell(tx, who, event, 'event', null)
  return event
}

/**
 * It waits for what is being written at the event, and what comes later waits for it: nobody joins or is measured by days and items
 * that are no longer the event's. VERSION_STALE: somebody changed it meanwhile. ILLEGAL_STEP: it is cancelled.
 */
export async function changeEvent(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: number,
  body: EventChange,
): Promise<CareEvent> {
  const { measures, screensFor, own } = checked(body)
  if (body.cancel && !body.cancel.reason) throw new AppError('REASON_REQUIRED')
  await lockEvent(tx, who, now, id)
  const [was] = await tx.many(
    sql<{
      version: number
      cancelled: boolean
    }>`select e.version, e.cancelled_at is not null as cancelled from care_event e
      where e.id = ${id}::int and ${canSeeCareEvent('e')} for update`,
  )
  if (!was) throw new AppError('NOT_FOUND')
  if (was.cancelled) throw new AppError('ILLEGAL_STEP')
  if (was.version !== body.version) throw new AppError('VERSION_STALE', { data: await eventOf(tx.many, who, now, id) })
  const { cancel } = body
  await tx.run(sql`update care_event e set kind = ${body.kind}, name = ${body.name}, place = ${body.place}, starts_on = ${body.startsOn}::date,
    ends_on = ${body.endsOn}::date, items = ${measures}::text[], programmes = ${screensFor}::text[], limits = ${own}::jsonb, note = ${body.note}, cancelled_at = ${cancel ? now : null}::timestamptz,
    cancelled_by = ${cancel ? who.mid : null}::int, reason = ${cancel?.reason ?? null}::text where e.id = ${id}::int and ${canSeeCareEvent('e')}`)
  const event = await eventOf(tx.many, who, now, id)
  await tell(tx, who, event, 'event', null)
  return event
}
