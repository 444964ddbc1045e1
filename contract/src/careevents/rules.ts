import { idNumber, normaliseHealthCard, normaliseId } from '../core/identity.ts'
import { addDays } from '../core/zone.ts'
import type { Item } from './items.ts'

export const eventKinds = ['clinic', 'screening', 'hpa'] as const
export type EventKind = (typeof eventKinds)[number]
export const eventStates = ['coming', 'running', 'over', 'cancelled'] as const
export type EventState = (typeof eventStates)[number]

/** Where an event stands on a day of the institution's calendar. */
export const eventState = (
  { startsOn, endsOn, cancelled }: { startsOn: string; endsOn: string; cancelled: boolean },
  today: string,
): EventState => {
  if (cancelled) return 'cancelled'
  if (today < startsOn) return 'coming'
  return today > endsOn ? 'over' : 'running'
}
/** What was done at the venue without a line arrives so many days after the event at the latest. */
export const LATE_DAYS = 7
/** What an event led to, a report or a consultation, goes with it for so many days: laboratories and follow-up take weeks. */
export const AFTER_DAYS = 90
/** The last day on which something is added to what an event led to. */
export const takesUntil = ({ endsOn }: { endsOn: string }): string => addDays(endsOn, AFTER_DAYS)
/** Reports are handed in and consultations booked from the first day of an event on, until long after its last. */
export const takesResults = (event: { startsOn: string; endsOn: string; state: EventState }, today: string): boolean =>
  event.state !== 'cancelled' && today >= event.startsOn && today <= takesUntil(event)

/** How somebody was found at the table. */
export const joinWays = ['card', 'qr', 'id', 'search', 'new'] as const
export type JoinWay = (typeof joinWays)[number]

export interface CardSaid {
  via: 'card' | 'qr' | 'id'
  /** As the member's data has it. */
  value: string
}
const MEMBER_QR = /^TELEWARD:([A-Z0-9-]{2,40})$/
/**
 * What a reader that types as a keyboard has read: the number of a health card, an id with a right checksum, or the code on a
 * member's card (`TELEWARD:` and the member number). `null`: none of them (CARD_UNREADABLE).
 */
export function cardOf(said: string): CardSaid | null {
  const card = normaliseHealthCard(said)
  if (card !== null) return { via: 'card', value: card }
  const member = MEMBER_QR.exec(said.trim().toUpperCase())?.[1]
  if (member) return { via: 'qr', value: member }
  const plain = normaliseId(said)
  return idNumber(plain) ? { via: 'id', value: plain } : null
}

export interface EventValueRow {
  id: string
  item: Item
  value: number | null
  measuredAt: string
  replacedBy: string | null
}
/**
 * What stands of an item: rows that nothing has replaced, newest first. More than one is what stations wrote that knew nothing
 * of each other; they differ where their values do.
 */
export function standing<T extends EventValueRow>(rows: readonly T[]): Map<Item, { rows: T[]; differ: boolean }> {
  const all = new Map<Item, T[]>()
  for (const row of rows)
    if (row.replacedBy === null && row.value !== null) all.set(row.item, [...(all.get(row.item) ?? []), row])
  return new Map(
    [...all].map(([item, own]) => [
      item,
      {
        rows: own.toSorted((a, b) => Date.parse(b.measuredAt) - Date.parse(a.measuredAt) || (a.id < b.id ? 1 : -1)),
        differ: new Set(own.map(({ value }) => value)).size > 1,
      },
    ]),
  )
}
