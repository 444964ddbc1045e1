import { itemDoubts } from '@teleward/contract/careevents/doubts.ts'
import { type Item, numberOf } from '@teleward/contract/careevents/items.ts'
import { ageYears, isAhead, localDay } from '@teleward/contract/core/dates.ts'
import type { Entry, MeasureBody, MeasuredAnswer, Participant } from '@teleward/contract/careevents/schema.ts'
import { canSeeAtCareEvent } from '../access/visible.ts'
import { askAbout, oddValue, weightsAround } from '../monitoring/odd.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { EventHead } from './repo.ts'
import { lockRunning, participantOf, tell } from './service.ts'

/** VALUE_INVALID names the entry. */
function checked(event: EventHead, now: Date, entries: readonly Entry[]): void {
  const refused = (at: number, field: string) =>
    new AppError('VALUE_INVALID', { fields: [{ path: `entries.${at}.${field}`, code: 'VALUE_INVALID' }] })
  for (const [at, { item, value, measuredAt, replaces }] of entries.entries()) {
    if (!event.items.includes(item)) throw refused(at, 'item')
    if (value === null ? replaces.length === 0 : numberOf(item, value) === null) throw refused(at, 'value')
    if (isAhead(new Date(measuredAt), now)) throw refused(at, 'measuredAt')
  }
}
/** VALUE_IMPLAUSIBLE, WEIGHT_CHANGE_IMPLAUSIBLE: asked before anything is kept, unless the entry was confirmed. */
async function doubted(tx: Tx, who: StaffActor, event: EventHead, before: Participant, body: MeasureBody) {
  const { pid, entries } = body
  const at = firstOf(entries)
  const replaced = new Set(entries.flatMap(({ replaces }) => replaces))
  // Newest first: the newest of an item stands for it.
  const standing = new Map<Item, number>()
  for (const { id, item, value } of before.values)
    if (!replaced.has(id) && !standing.has(item)) standing.set(item, value)
  const typed = new Map<Item, number>()
  for (const { item, value } of entries) {
    const number = value === null ? null : numberOf(item, value)
    if (number !== null) typed.set(item, number)
  }
  const { birthday } = before.person
  askAbout(
    itemDoubts(typed, {
      standing,
      age: birthday === null ? null : ageYears(birthday, localDay(at, who.timeZone)),
      near: typed.has('weight') ? await weightsAround(tx.many, pid, event.unit.id, at) : [],
    }).flatMap(({ item, code, text }) => {
      const index = entries.findIndex((one) => one.item === item && one.value !== null)
      return entries[index]?.confirmed ? [] : [oddValue(`entries.${index}.value`, code, text)]
    }),
  )
}

/** When the first of them was measured: a queue that arrives late tells of the day at the venue. */
const firstOf = (entries: readonly Entry[]) => new Date(Math.min(...entries.map((one) => Date.parse(one.measuredAt))))

/**
 * Keeps what a station measured of somebody who joined. What the station saw, and names, is replaced; what another station wrote
 * meanwhile stays beside it, and the answer says so. An entry that comes again is the same one.
 */
export async function measure(tx: Tx, who: StaffActor, now: Date, body: MeasureBody): Promise<MeasuredAnswer> {
  const event = await lockRunning(tx, who, now, body.eventid, firstOf(body.entries), { pid: body.pid })
  const only = who.doctortype === 'volunteer' ? body.entries.map(({ item }) => item) : null
  const before = await participantOf(tx.many, who, now, event, body.pid, only)
  checked(event, now, body.entries)
  await doubted(tx, who, event, before, body)
  await tx.run(sql`
    with said as (
      select * from jsonb_to_recordset(${json(body.entries.map(rowOf))}::jsonb)
        as r(id uuid, item text, value numeric, device_name text, device_type text, confirmed boolean, measured_at timestamptz, replaces uuid[])),
    -- An id that is there already is the same entry again, or somebody else's: it is not taken.
    fresh as (
      insert into care_event_value (id, event_id, participant_id, partner_id, unit_id, pid, item, value, device_name, device_type, confirmed, measured_at, received_at, recorded_by)
      select r.id, ${event.id}, ${before.id}::uuid, ${who.partnerId}, ${event.unit.id}, ${body.pid}, r.item, r.value, r.device_name, r.device_type,
        r.confirmed and r.value is not null, r.measured_at, ${now}::timestamptz, ${who.mid} from said r
      on conflict (id) do nothing returning id)
    update care_event_value v set replaced_by = r.id from said r join fresh f on f.id = r.id
    where v.id = any (r.replaces) and v.item = r.item and v.event_id = ${event.id} and v.pid = ${body.pid} and v.replaced_by is null and ${canSeeAtCareEvent('v')}`)
  const participant = await participantOf(tx.many, who, now, event, body.pid, only)
  await tell(tx, who, event, 'measured', body.pid)
  return { participant, merged: body.entries.some((entry) => differs(participant, entry)) }
}

const rowOf = ({ id, item, value, device, confirmed, measuredAt, replaces }: Entry) => ({
  id,
  item,
  value: value === null ? null : numberOf(item, value),
  device_name: device?.name ?? null,
  device_type: device?.type ?? null,
  confirmed,
  measured_at: measuredAt,
  replaces,
})
const differs = ({ values }: Participant, { item }: Entry) =>
  new Set(values.filter((one) => one.item === item).map(({ value }) => value)).size > 1
