import { canSeeRow } from '../../access/visible.ts'
import type { RecordingInfo } from '@teleward/contract/calls/schema.ts'
import type { RawBuilder } from 'kysely'
import { type Compilable, sql } from '../../platform/db/index.ts'

export type Read = <T>(query: Compilable<T>) => Promise<T[]>
export type RecordingStored = 'recording' | 'interrupted' | 'finalising' | 'ready' | 'failed'

export interface RecordingRow {
  recordingId: string
  /** Segments of the moderator's browser, or one file of LiveKit's egress service. */
  recorder: 'browser' | 'egress'
  egressId: string | null
  partnerId: number
  unitId: number
  pid: number | null
  qid: number | null
  roomId: string
  callId: string | null
  state: RecordingStored
  startedAt: Date
  endedAt: Date | null
  startedBy: number | null
  durationMs: number | null
  bytes: number | null
  path: string | null
  failure: string | null
}
const columns = sql`
  g.recording_id as "recordingId", g.recorder, g.egress_id as "egressId", g.partner_id as "partnerId", g.unit_id as "unitId", g.pid, g.qid, g.room_id as "roomId",
  g.call_id as "callId", g.state, g.started_at as "startedAt", g.ended_at as "endedAt", g.started_by as "startedBy",
  g.duration_ms as "durationMs", g.bytes, g.path, g.failure`

export const byId = (recordingId: string) =>
  sql<RecordingRow>`select ${columns} from recording g where g.recording_id = ${recordingId} and ${canSeeRow('g')}`
export const byIdLocked = (recordingId: string) => sql<RecordingRow>`${byId(recordingId)} for update`
export const runningOf = (roomId: string) => sql<RecordingRow>`
  select ${columns} from recording g where g.room_id = ${roomId} and g.state in ('recording', 'interrupted') for update`
export const unfinished = sql<RecordingRow>`select ${columns} from recording g where g.state in ('recording', 'interrupted', 'finalising')`

export interface SegmentRow {
  segmentId: string
  seq: number
  mid: number | null
  instance: string | null
  bytes: number
  path: string
}
export const segmentsOf = (recordingId: string) => sql<SegmentRow>`
  select segment_id as "segmentId", seq, mid, instance, bytes, path from recording_segment where recording_id = ${recordingId} order by seq`
/** Who joins it, with its timer held; `self` is null where nobody does yet. */
export const joiner = (recordingId: string) => sql<{ self: string | null }>`
  select payload ->> 'joining' as self from timer where kind = 'recording.join' and key = ${recordingId}::text for update`

export async function list(read: Read, where: RawBuilder<unknown>): Promise<RecordingInfo[]> {
  const rows = await read(sql<RecordingRow & { segments: number }>`
    select ${columns}, (select count(*)::int from recording_segment s where s.recording_id = g.recording_id) as segments
    from recording g where ${canSeeRow('g')} and ${where} order by g.started_at`)
  return rows.map((row) => ({
    recordingId: row.recordingId,
    roomID: row.roomId,
    queueID: row.qid,
    callID: row.callId,
    state: row.state,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    durationMs: row.durationMs,
    bytes: row.bytes,
    segments: row.segments,
    failure: row.failure,
  }))
}

/** `o` of `recording.play`: whoever treats the visit, booked it, took part in the call, or made the recording. */
export const tookPart = (mid: number) => sql<boolean>`(
  g.started_by = ${mid}
  or exists (select 1 from appointment a where a.qid = g.qid and (a.did = ${mid} or a.booked_by = ${mid}))
  or exists (select 1 from call c where c.room_id = g.room_id and (c.answered_by_mid = ${mid} or c.caller_mid = ${mid}))
  or exists (select 1 from room_participant p where p.room_id = g.room_id and p.mid = ${mid} and p.joined_at is not null))`
