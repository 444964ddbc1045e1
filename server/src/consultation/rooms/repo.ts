import { canSeeRow, canSeeVisit } from '../../access/visible.ts'
import { condition, own } from '../../platform/access/index.ts'
import type { RoomShows, RoomState } from '@teleward/contract/calls/schema.ts'
import type { ParticipantRole, RecordingState } from '@teleward/contract/calls/signalling.ts'
import type { RawBuilder } from 'kysely'
import { type Compilable, sql } from '../../platform/db/index.ts'
import { isToCome } from '../../visit-links/guest-links.ts'

/** One statement under whoever asks. */
export type Read = <T>(query: Compilable<T>) => Promise<T[]>

export interface RoomRow {
  roomId: string
  dsRoomId: string
  partnerId: number
  unitId: number
  qid: number | null
  pid: number | null
  targetId: number | null
  state: RoomState
  recordingConsent: 'agreed' | 'declined' | null
  version: number
}
export const roomColumns = sql`
  r.room_id as "roomId", r.ds_room_id as "dsRoomId", r.partner_id as "partnerId", r.unit_id as "unitId", r.qid, r.pid,
  r.target_id as "targetId", r.state, r.recording_consent as "recordingConsent", r.version`

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A room whose visit the caller may see, which narrows those who see only their own. */
export async function find(read: Read, roomId: string): Promise<RoomRow | undefined> {
  if (!uuidForm.test(roomId)) return undefined
  const [row] = await read(sql<RoomRow>`
    select ${roomColumns} from room r where r.room_id = ${roomId} and ${ofSeenVisit}`)
  return row
}

/** Who was brought in meets the patient there, also where the right is for one's own visits alone; nobody else by having been in it. */
const broughtIn = sql`exists (select 1 from call b where b.room_id = r.room_id and b.kind in ('invite', 'transfer')
  and b.answered_by_mid is not null and ${condition(own('answered_by_mid'), 'b')})`
const ofParticipant = sql`exists (select 1 from room_participant me where me.room_id = r.room_id and ${condition(own('mid'), 'me')})`
/** A room of colleagues is known to these alone. */
const ofSeenVisit = sql<boolean>`(${canSeeRow('r')} and case when r.qid is null then ${ofParticipant}
  else ${broughtIn} or exists (select 1 from appointment a where a.qid = r.qid and ${canSeeVisit('a')}) end)`

/** The row for a change: later changes of the same room wait. */
export const locked = (roomId: string) =>
  sql<RoomRow>`select ${roomColumns} from room r where r.room_id = ${roomId} for update`

/**
 * Is this member of staff a participant as the server knows it: the visit's doctor, a nurse bound to that doctor,
 * somebody who rang, was rung or answered, or who opened the room.
 */
export const enterable = (mid: number): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from appointment a where a.qid = r.qid and (a.did = ${mid}
    or exists (select 1 from nurse_binding b where b.partner_id = r.partner_id and b.did = a.did and b.mid = ${mid})))
  or exists (select 1 from room_participant p where p.room_id = r.room_id and p.mid = ${mid})
  or exists (select 1 from call c where c.room_id = r.room_id and (c.caller_mid = ${mid} or c.answered_by_mid = ${mid}))
  or exists (select 1 from call c join call_target t on t.call_id = c.call_id where c.room_id = r.room_id and t.mid = ${mid}))`

export interface RoomViewRow extends RoomRow {
  patientName: string | null
  liveAt: Date | null
  recording: RecordingState
  callId: string | null
  /** The running call is a ringing one to the patient. */
  invited: boolean
  /** The patient has a page in the waiting room, as the link says; whether it is open the sockets know. */
  links: string[]
  guestsToCome: number
  participants: {
    userId: string
    name: string
    role: ParticipantRole
    mid: number | null
    joinedAt: string | null
    leftAt: string | null
  }[]
}

const recordingState = sql<RecordingState>`coalesce(
      (select case when g.state in ('recording', 'interrupted', 'finalising') then g.state end from recording g
        where g.room_id = r.room_id order by g.started_at desc limit 1),
      case when r.consent_asked_at is not null and r.recording_consent is null and r.state <> 'closed' then 'needsConsent' end,
      (select g.state from recording g where g.room_id = r.room_id order by g.started_at desc limit 1),
      'off')`
export const recordingOf = (roomId: string) => sql<{ recording: RecordingState }>`
  select ${recordingState} as recording from room r where r.room_id = ${roomId} and ${ofSeenVisit}`

export const views = (where: RawBuilder<unknown>, now: Date) => sql<RoomViewRow>`
  select ${roomColumns}, m.name as "patientName", r.live_at as "liveAt", ${recordingState} as recording,
    c.call_id as "callId", coalesce(c.state = 'ringing' and c.kind = 'patient' and c.direction = 'outbound', false) as invited,
    coalesce((select jsonb_agg(l.link_id) from video_link l where l.qid = r.qid and l.state = 'joined'), '[]') as links,
    coalesce((select jsonb_agg(jsonb_build_object('userId', p.user_id, 'name', p.name, 'role', p.role, 'mid', p.mid,
        'joinedAt', p.joined_at, 'leftAt', p.left_at) order by p.joined_at)
      from room_participant p where p.room_id = r.room_id and p.joined_at is not null), '[]') as participants,
    (select count(*)::int from guest_link g where g.room_id = r.room_id and ${isToCome(now)}) as "guestsToCome"
  from room r
  left join member m on m.pid = r.pid
  left join call c on c.room_id = r.room_id and c.state in ('ringing', 'answered') and c.kind in ('patient', 'staff')
  where ${ofSeenVisit} and ${where}`

export function showsOf(
  state: RoomState,
  facts: { patientIn: boolean; staffIn: boolean; invited: boolean; patientOnline: boolean },
): RoomShows {
  if (state === 'closed') return 'closed'
  if (facts.patientIn && facts.staffIn) return 'live'
  if (facts.invited) return 'invited'
  return facts.patientIn || facts.patientOnline ? 'waiting' : 'patientAbsent'
}
