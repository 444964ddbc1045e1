import { bmiFrom, flagOf, type Item, itemRules, rangeOf } from '@teleward/contract/careevents/items.ts'
import type {
  CareEvent,
  EventPerson,
  EventResult,
  EventSheet,
  EventValue,
  ResultValue,
} from '@teleward/contract/careevents/schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { seal, unseal } from '../platform/secret.ts'
import * as repo from './repo.ts'
import { eventOf, participantOf } from './service.ts'

/** A sheet is printed at the venue, and may be printed once more on the next morning. */
const SHEET_MS = 24 * 3_600_000

const rank = { low: 0, high: 0, normal: 2 } as const
const ordered = (rows: readonly ResultValue[]) =>
  rows.toSorted((a, b) => (a.flag ? rank[a.flag] : 1) - (b.flag ? rank[b.flag] : 1))

/** Each item with what is usual for this person on the day of the event; what is out of range first. */
function resultsOf(
  event: CareEvent,
  person: EventPerson,
  values: readonly EventValue[],
  earlier: readonly repo.EarlierValue[],
): { values: ResultValue[]; missing: Item[] } {
  const byItem = Map.groupBy(values, (one) => one.item)
  const earlierOf = (item: Item) =>
    earlier
      .filter((one) => one.item === item)
      .map(({ value, on, event: name }) => ({ value, on, event: name }))
      .slice(0, 5)
  const rows = event.items.flatMap((item): ResultValue[] => {
    const [newest, ...others] = byItem.get(item) ?? []
    if (!newest) return []
    const range = rangeOf(item, person, event.startsOn)
    return [
      {
        item,
        value: newest.value,
        unit: itemRules[item].unit,
        measuredAt: newest.measuredAt,
        others: [...new Set(others.map(({ value }) => value))].filter((value) => value !== newest.value),
        range,
        flag: flagOf(newest.value, range),
        earlier: earlierOf(item),
      },
    ]
  })
  const height = byItem.get('height')?.[0]
  const weight = byItem.get('weight')?.[0]
  const bmi = bmiFrom(height?.value, weight?.value)
  const range = rangeOf('bmi', person, event.startsOn)
  if (bmi !== null && weight)
    rows.push({
      item: 'bmi',
      value: bmi,
      unit: 'kg/m2',
      measuredAt: weight.measuredAt,
      others: [],
      range,
      flag: flagOf(bmi, range),
      earlier: [],
    })
  return { values: ordered(rows), missing: event.items.filter((item) => !byItem.has(item)) }
}

export async function resultOf(
  read: Read,
  who: StaffActor,
  now: Date,
  secret: Buffer,
  { eventid, pid }: { eventid: number; pid: number },
): Promise<EventResult> {
  const event = await eventOf(read, who, now, eventid)
  const [participant, earlier, visits, reports] = await Promise.all([
    participantOf(read, who, now, event, pid, null),
    repo.earlier(read, eventid, pid),
    repo.visitsOf(read, eventid, pid),
    repo.reportsOf(read, eventid, pid),
  ])
  // Whoever keeps one station explains no results.
  if (who.doctortype === 'volunteer') throw new AppError('FORBIDDEN')
  const until = new Date(now.getTime() + SHEET_MS)
  return {
    event,
    number: participant.number,
    person: participant.person,
    ...resultsOf(event, participant.person, participant.values, earlier),
    visits,
    reports,
    sheet: {
      token: seal(secret, { e: eventid, p: pid, exp: Math.floor(until.getTime() / 1000) }),
      until: until.toISOString(),
    },
  }
}

interface Sheeted {
  event: CareEvent
  number: number
  person: EventPerson
  values: EventValue[]
  institution: EventSheet['institution']
  timeZone: string
  partnerId: number
}

/**
 * A sheet without a session: the signature names the one person and the one event. LINK_INVALID for anything else, whether or not
 * there is such a person; LINK_EXPIRED a day after it was made.
 */
export async function sheetOf(
  read: Read,
  now: Date,
  secret: Buffer,
  { eventid, pid, token }: { eventid: number; pid: number; token: string },
): Promise<{ sheet: EventSheet; partnerId: number }> {
  const claims = unseal<{ e: number; p: number; exp: number }>(secret, token, new Date(0))
  if (!claims || claims.e !== eventid || claims.p !== pid) throw new AppError('LINK_INVALID')
  if (claims.exp * 1000 <= now.getTime()) throw new AppError('LINK_EXPIRED')
  const found = await sheeted(read, eventid, pid)
  if (!found) throw new AppError('LINK_INVALID')
  const { event, number, person, institution, timeZone, partnerId } = found
  const [earlier, visits] = await Promise.all([
    repo.earlier(read, eventid, pid, 'house'),
    repo.visitsOf(read, eventid, pid, 'house'),
  ])
  const { pid: _, ...shown } = person
  return {
    partnerId,
    sheet: {
      institution,
      event: { name: event.name, place: event.place, startsOn: event.startsOn, endsOn: event.endsOn },
      unit: { name: event.unit.name, nameEn: event.unit.nameEn },
      number,
      person: shown,
      ...resultsOf(event, person, found.values, earlier),
      visits: visits.map(({ startAt, doctor, doctorEn }) => ({ startAt, doctor, doctorEn })),
      timeZone,
      at: now.toISOString(),
      until: new Date(claims.exp * 1000).toISOString(),
    },
  }
}

/** As the house: nobody is signed in, and the signature has said whom it may be shown. */
async function sheeted(read: Read, eventid: number, pid: number): Promise<Sheeted | undefined> {
  const [row] = await read(sql<{ row: Sheeted }>`
    select jsonb_build_object('partnerId', e.partner_id, 'timeZone', p.time_zone, 'number', j.number,
      'event', jsonb_build_object('id', e.id, 'kind', e.kind, 'name', e.name, 'place', e.place, 'startsOn', e.starts_on, 'endsOn', e.ends_on,
        'items', e.items, 'unit', jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en)),
      'institution', jsonb_build_object('name', p.name, 'nameEn', p.name_en, 'logo', coalesce(p.ui_config ->> 'logo', p.logo)),
      'person', jsonb_build_object('pid', m.pid, 'name', m.name, 'nameEn', m.name_en, 'gender', m.gender, 'birthday', m.birthday, 'memberNo', m.member_no),
      'values', (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'item', v.item, 'value', v.value, 'measuredAt', v.measured_at) order by v.measured_at desc, v.id), '[]')
        from care_event_value v where v.event_id = e.id and v.pid = m.pid and v.value is not null and v.replaced_by is null)) as row
    from care_event e join partner p on p.id = e.partner_id join unit u on u.id = e.at_unit
    join lateral (select x.number, x.pid from care_event_participant x where x.event_id = e.id and x.pid = ${pid}::int order by x.number limit 1) j on true
    join member m on m.pid = j.pid join member_unit mu on mu.pid = m.pid and mu.unit_id = e.at_unit and mu.status = 'active'
    where e.id = ${eventid}::int`)
  return row?.row
}
