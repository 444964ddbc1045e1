import { isAhead } from '@teleward/contract/core/dates.ts'
import { cardOf } from '@teleward/contract/careevents/rules.ts'
import type { EventPerson, JoinBody, Participant, Scanned } from '@teleward/contract/careevents/schema.ts'
import { canSeeAtCareEvent, canSeeMembership } from '../access/visible.ts'
import { addMember } from '../members/add.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { EventHead } from './repo.ts'
import { headOf, lockRunning, participantOf, participantsOf, tell } from './service.ts'

type Holder = EventPerson & { suspended: boolean }
const holderOf = async (read: Read, event: EventHead, value: string): Promise<Holder | undefined> =>
  (
    await read(sql<Holder>`
      select f.pid, f.suspended, f.name, f.name_en as "nameEn", f.gender, f.birthday::text as birthday, f.member_no as "memberNo"
      from care_event_card(${asking.partner}::int, ${asking.units}::int[], ${event.unit.id}::int, ${value}) f`)
  )[0]

/** CARD_UNREADABLE; MEMBER_DISABLED: whoever it is was closed in this unit. */
async function holderOfCode(read: Read, event: EventHead, code: string) {
  const card = cardOf(code)
  if (!card) throw new AppError('CARD_UNREADABLE')
  const holder = await holderOf(read, event, card.value)
  if (!holder) return { card, person: null }
  const { suspended, ...person } = holder
  if (suspended) throw new AppError('MEMBER_DISABLED', { data: { membership: 'unit' } })
  return { card, person }
}

export async function scan(
  read: Read,
  who: StaffActor,
  now: Date,
  { eventid, code }: { eventid: number; code: string },
): Promise<Scanned> {
  const event = await headOf(read, who, now, eventid)
  const { card, person } = await holderOfCode(read, event, code)
  if (!person)
    return {
      via: card.via,
      person,
      participant: null,
      known: {
        idNumber: card.via === 'id' ? card.value : null,
        nhiCardNumber: card.via === 'card' ? card.value : null,
      },
    }
  const [participant] = await participantsOf(read, who, now, event, { pid: person.pid, only: ofJoining(who) })
  return { via: card.via, person, participant: participant ?? null, known: null }
}

/** What stands beside somebody at the table where one joins: to volunteers nothing that was measured. */
const ofJoining = (who: StaffActor) => (who.doctortype === 'volunteer' ? [] : null)

/** Whom it is about: a member of the event's unit, by number or card, or somebody new, who becomes one. */
async function personOf(tx: Tx, who: StaffActor, now: Date, event: EventHead, body: JoinBody): Promise<number> {
  if (body.person)
    return (await addMember(tx, who, now, { ...body.person, unitId: event.unit.id, confirmed: true })).pid
  if (body.code !== undefined) {
    const { person } = await holderOfCode(tx.many, event, body.code)
    if (!person) throw new AppError('NOT_FOUND')
    return person.pid
  }
  if (body.pid === undefined) throw new AppError('PATIENT_REQUIRED')
  const [member] =
    await tx.many(sql`select 1 from member_unit mu where mu.pid = ${body.pid}::int and mu.unit_id = ${event.unit.id}::int
      and ${canSeeMembership('mu')}`)
  if (!member) throw await absence(tx.many, body.pid)
  return body.pid
}

/**
 * EVENT_JOINED says with whom and which number, so that a station that was off line goes on with that row. The number on the
 * paper is kept where nobody has it; otherwise the next free one is given.
 */
export async function join(tx: Tx, who: StaffActor, now: Date, body: JoinBody): Promise<Participant> {
  const at = new Date(body.at)
  if (isAhead(at, now)) throw new AppError('VALUE_INVALID', { fields: [{ path: 'at', code: 'VALUE_INVALID' }] })
  const event = await lockRunning(tx, who, now, body.eventid, at)
  const only = ofJoining(who)
  const [same] = await tx.many(sql<{ pid: number }>`select p.pid from care_event_participant p
    where p.id = ${body.id}::uuid and p.event_id = ${event.id}::int and ${canSeeAtCareEvent('p')}`)
  if (same) return participantOf(tx.many, who, now, event, same.pid, only)
  const pid = await personOf(tx, who, now, event, body)
  const [joined] = await participantsOf(tx.many, who, now, event, { pid, only })
  if (joined) throw new AppError('EVENT_JOINED', { data: joined })
  await tx.run(sql`
    insert into care_event_participant (id, event_id, partner_id, unit_id, pid, number, via, consented_at, joined_at, joined_by, received_at)
    select ${body.id}::uuid, ${event.id}, ${who.partnerId}, ${event.unit.id}, ${pid}, care_event_number(${event.id}::int, ${body.number ?? null}::int),
      ${body.via}, ${at}::timestamptz, ${at}::timestamptz, ${who.mid}, ${now}::timestamptz`)
  const made = await participantOf(tx.many, who, now, event, pid, only)
  await tell(tx, who, event, 'joined', pid)
  return made
}
