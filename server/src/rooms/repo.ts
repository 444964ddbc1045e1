import type { RoomShows, RoomState } from '@teleward/contract/calls/schema.ts'
import type { ParticipantRole, RecordingState } from '@teleward/contract/calls/signalling.ts'
import type { RawBuilder } from 'kysely'
import { type Compilable, sql, reachesRow, reachesVisit } from '../platform/db/index.ts'

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

const ofSeenVisit = sql<boolean>`(${reachesRow('r')}
  and (r.qid is null or exists (select 1 from appointment a where a.qid = r.qid and ${reachesVisit('a')})))`

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
  participants: {
    userId: string
    name: string
    role: ParticipantRole
    mid: number | null
    joinedAt: string | null
    leftAt: string | null
  }[]
}

export const views = (where: RawBuilder<unknown>) => sql<RoomViewRow>`
  select ${roomColumns}, m.name as "patientName", r.live_at as "liveAt",
    coalesce(
      (select case when g.state in ('recording', 'interrupted', 'finalising') then g.state end from recording g
        where g.room_id = r.room_id order by g.started_at desc limit 1),
      case when r.consent_asked_at is not null and r.recording_consent is null and r.state <> 'closed' then 'needsConsent' end,
      (select g.state from recording g where g.room_id = r.room_id order by g.started_at desc limit 1),
      'off') as recording,
    c.call_id as "callId", coalesce(c.state = 'ringing' and c.direction = 'outbound', false) as invited,
    coalesce((select jsonb_agg(l.link_id) from video_link l where l.qid = r.qid and l.state = 'joined'), '[]') as links,
    coalesce((select jsonb_agg(jsonb_build_object('userId', p.user_id, 'name', p.name, 'role', p.role, 'mid', p.mid,
        'joinedAt', p.joined_at, 'leftAt', p.left_at) order by p.joined_at)
      from room_participant p where p.room_id = r.room_id and p.joined_at is not null), '[]') as participants
  from room r
  left join member m on m.pid = r.pid
  left join call c on c.room_id = r.room_id and c.state in ('ringing', 'answered')
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
