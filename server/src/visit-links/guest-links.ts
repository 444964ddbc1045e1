import { guestChanged } from '@teleward/contract/calls/events.ts'
import { canGuest, guestSteps, type GuestStepName } from '@teleward/contract/calls/guest-rules.ts'
import type { GuestChannel, GuestRelation, GuestState } from '@teleward/contract/calls/guest-schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { sql, type Tx } from '../platform/db/index.ts'

/** The link of a third party into one running call. It was looked up by its token or its room, and opens that room alone. */
export interface GuestLink {
  linkId: string
  partnerId: number
  unitId: number
  roomId: string
  callId: string
  pid: number | null
  name: string
  relation: GuestRelation
  language: Locale
  channel: GuestChannel
  codeHash: string
  browserHash: string | null
  state: GuestState
  tries: number
  agreedAt: Date | null
  expiresAt: Date
  createdBy: number
  version: number
}
export const guestColumns = sql`
  g.link_id as "linkId", g.partner_id as "partnerId", g.unit_id as "unitId", g.room_id as "roomId", g.call_id as "callId", g.pid, g.name,
  g.relation, g.language, g.channel, g.code_hash as "codeHash", g.browser_hash as "browserHash", g.state, g.tries,
  g.agreed_at as "agreedAt", g.expires_at as "expiresAt", g.created_by as "createdBy", g.version`

/** Its own page, and the staff of the room it leads into. */
export async function tellGuest(
  tx: Tx,
  guest: Pick<GuestLink, 'linkId' | 'roomId' | 'version'>,
  now: Date,
): Promise<void> {
  const staff = await tx.many(
    sql<{
      mid: number
    }>`select p.mid from room_participant p where p.room_id = ${guest.roomId}::uuid and p.mid is not null`,
  )
  await tx.emit(guestChanged, [audience.link(guest.linkId), ...staff.map(({ mid }) => audience.staff(mid))], {
    id: guest.linkId,
    version: guest.version,
    at: now.toISOString(),
  })
}

export const lockGuest = (linkId: string) =>
  sql<GuestLink>`select ${guestColumns} from guest_link g where g.link_id = ${linkId}::uuid for update`

/** One step of the machine where it is possible from here; `undefined`: it is not, and nothing has happened. */
export async function guestStep(
  tx: Tx,
  linkId: string,
  step: GuestStepName,
  now: Date,
  by: number | null = null,
): Promise<GuestLink | undefined> {
  const held = await tx.maybe(lockGuest(linkId))
  if (!held || !canGuest(step, held.state).ok) return undefined
  const { to } = guestSteps[step]
  const ends = !canGuest('end', to).ok
  const guest: GuestLink = { ...held, state: to, version: held.version + 1 }
  // Column by column what the step is about: of these the application's role may write those of a revocation alone.
  const more = {
    opened: sql`, opened_at = coalesce(opened_at, ${now}::timestamptz)`,
    joined: sql`, joined_at = coalesce(joined_at, ${now}::timestamptz), left_at = null`,
    left: sql`, left_at = ${now}::timestamptz`,
  } as const
  const own = to === 'opened' || to === 'joined' || to === 'left' ? more[to] : sql``
  await tx.run(sql`
    update guest_link set state = ${to}, version = version + 1${ends ? sql`, ended_at = ${now}::timestamptz, ended_by = ${by}::int` : sql``}${own}
    where link_id = ${linkId}::uuid`)
  await tellGuest(tx, guest, now)
  return guest
}

/** With the call its guests are out, and nothing opens by their links any more. Answers who they were. */
export async function endGuests(tx: Tx, roomId: string, now: Date): Promise<string[]> {
  const living = await tx.many(sql<{ id: string }>`
    select link_id as id from guest_link where room_id = ${roomId}::uuid and state in ('sent', 'opened', 'joined', 'left') order by link_id`)
  for (const { id } of living) await guestStep(tx, id, 'end', now)
  return living.map(({ id }) => id)
}

/** Of `guest_link g`, whose place in the room is kept: asked in, and neither there nor too late. Who has left keeps none. */
export const isToCome = (now: Date) =>
  sql<boolean>`(g.state in ('sent', 'opened') and g.expires_at > ${now}::timestamptz)`
export const guestsToCome = (roomId: string, now: Date) => sql<{ id: string }>`
  select g.link_id as id from guest_link g where g.room_id = ${roomId}::uuid and ${isToCome(now)}`

/** The message that carries it has left, or could not. */
export async function tellGuestSending(tx: Tx, messageId: string, now: Date): Promise<void> {
  const carried = await tx.many(
    sql<GuestLink>`select ${guestColumns} from guest_link g where g.message_id = ${messageId}::uuid`,
  )
  for (const guest of carried) await tellGuest(tx, guest, now)
}
