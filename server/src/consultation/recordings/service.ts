import { randomUUID } from 'node:crypto'
import { consentAsked } from '@teleward/contract/links/events.ts'
import { canRecord } from '@teleward/contract/calls/rules.ts'
import {
  MAX_SEGMENT_BYTES,
  type RecordingInfo,
  type RecordingPolicy,
  type RecordsAnswer,
  MAX_CHUNK_BYTES,
} from '@teleward/contract/calls/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { type Db, type Scope, sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Hub } from '../rooms/hub.ts'
import { lockRoom, recordingStateOf, type RoomRow, roomTouched, staffUserId } from '../rooms/service.ts'
import { mayUseEgress } from './egress.ts'
import { GAVE_UP, LOOK_MS, lookSoon } from './egress-context.ts'
import type { RecordingFiles } from './files.ts'
import * as repo from './repo.ts'
import type { Read, RecordingRow } from './repo.ts'

export type { Read } from './repo.ts'

/** Length of a recorder's pieces: what a lost connection can cost. */
export const CHUNK_MS = 1000
/** The recorder's last pieces are on their way when a call ends: the joining waits this long for the first of them, */
export const LAST_PIECES_MS = 9000
/** and this long for another one after each. */
const NEXT_PIECE_MS = 4000

export interface Recorder {
  mid: number
  partnerId: number
}

/** Has the patient agreed, for this visit, and not taken it back? */
async function consentOf(read: Read, room: RoomRow): Promise<'agreed' | 'declined' | null> {
  if (room.recordingConsent || room.qid === null) return room.recordingConsent
  const [row] = await read(sql<{ state: string }>`
    select state from consent where qid = ${room.qid} and kind = 'recording' order by at desc limit 1`)
  if (!row) return null
  return row.state === 'active' ? 'agreed' : 'declined'
}

export async function policyFor(read: Read, hub: Hub, room: RoomRow, who: Recorder | null): Promise<RecordingPolicy> {
  const [running] = await read(sql<{ recorder: string; mid: number | null }>`
    select g.recorder, (select s.mid from recording_segment s where s.recording_id = g.recording_id order by s.seq desc limit 1) as mid
    from recording g where g.room_id = ${room.roomId} and g.state = 'recording'`)
  const others =
    running?.recorder === 'egress' ||
    (running &&
      running.mid !== who?.mid &&
      running.mid !== null &&
      hub.has(room.roomId, staffUserId(room.partnerId, running.mid)))
  // Stopped by hand in this call: it is not started again behind anybody's back.
  const [stopped] = await read(sql`
    select 1 from recording g join call c on c.call_id = g.call_id and c.state = 'answered'
    where g.room_id = ${room.roomId} and g.state in ('finalising', 'ready') and g.failure is distinct from ${GAVE_UP}`)
  return {
    record: who !== null && !others && !stopped,
    consent: await consentOf(read, room),
    state: await recordingStateOf(read, room.roomId),
    chunkMs: CHUNK_MS,
    maxChunkBytes: MAX_CHUNK_BYTES,
  }
}

/** Without the patient's answer the page asks for it; a refusal is not asked about again. */
async function askConsent(tx: Tx, room: RoomRow, now: Date): Promise<void> {
  await roomTouched(tx, room.roomId, now, {
    set: [sql`consent_asked_at = coalesce(consent_asked_at, ${now}::timestamptz)`],
  })
  const links = await tx.many(
    sql<{ id: string }>`select link_id as id from video_link where qid = ${room.qid} and state = 'joined'`,
  )
  await tx.emit(
    consentAsked,
    links.map(({ id }) => audience.link(id)),
    { roomID: room.roomId, kind: 'recording' },
  )
}

export interface Starting {
  hub: Hub
  files: RecordingFiles
  now: Date
  /** Sets the timer that looks after one of LiveKit's egress service; undefined: there is none. */
  egress?: Schedule | undefined
}
export interface Started {
  recordingId: string
  /** Null: this page is not the one to record. */
  segmentId: string | null
  path: string | null
  /** The egress service is to be asked for it, once this is written down. */
  asks?: true
}

/**
 * Starts the room's recording, or joins in where one runs. Asking again from the same page answers the same segment;
 * a reloaded page gets the next one. A page without an `instance` cannot record: undefined where nobody else does.
 * A refusal for want of consent is returned, not thrown: the asking has to be kept.
 */
export async function start(
  tx: Tx,
  deps: Starting,
  room: RoomRow,
  who: Recorder,
  instance: string | undefined,
): Promise<Started | 'needsConsent' | 'declined' | undefined> {
  const { hub, files, now } = deps
  const egress = deps.egress && (await mayUseEgress(tx.many, room.roomId)) ? deps.egress : undefined
  if (!instance && !egress && !(await tx.maybe(repo.runningOf(room.roomId)))) return undefined
  const consent = await consentOf(tx.many, room)
  if (consent !== 'agreed') {
    if (consent === null) await askConsent(tx, room, now)
    return consent === null ? 'needsConsent' : 'declined'
  }
  const { running, made } = await ensureRunning(tx, room, who, now, egress ? 'egress' : 'browser')
  if (made) await stillAllowed(tx, room.roomId)
  const others = { recordingId: running.recordingId, segmentId: null, path: null }
  if (running.recorder === 'egress') {
    if (!made) return others
    await egress?.(tx, running.recordingId, new Date(now.getTime() + LOOK_MS))
    return { ...others, asks: true }
  }
  const segments = await tx.many(repo.segmentsOf(running.recordingId))
  // Of one that the egress service did not begin, and no page yet.
  if (!instance && running.state === 'interrupted' && !segments.length) return undefined
  if (!instance) return others
  const mine = segments.find((segment) => segment.instance === instance && segment.mid === who.mid)
  const last = segments.at(-1)
  if (mine) return { recordingId: running.recordingId, segmentId: mine.segmentId, path: mine.path }
  const recorderIn =
    last && last.mid !== null && last.mid !== who.mid && hub.has(room.roomId, staffUserId(room.partnerId, last.mid))
  if (running.state === 'recording' && recorderIn) return others

  const segmentId = randomUUID()
  const path = files.segmentPath(running.recordingId, segmentId)
  await tx.run(sql`
    insert into recording_segment (segment_id, recording_id, partner_id, unit_id, pid, seq, path, mid, instance, started_at)
    values (${segmentId}, ${running.recordingId}, ${room.partnerId}, ${room.unitId}, ${room.pid}::int, ${(last?.seq ?? 0) + 1}, ${path},
      ${who.mid}, ${instance}, ${now}::timestamptz)`)
  await tx.run(sql`update recording set state = 'recording' where recording_id = ${running.recordingId}`)
  await roomTouched(tx, room.roomId, now)
  tx.afterCommit(() => hub.recording(room.roomId, 'recording'))
  return { recordingId: running.recordingId, segmentId, path }
}

/**
 * Of one that was just made. From here on whoever takes the consent back, or closes the room, waits for it and finds it; who came
 * before is seen here, and it was never made. The recording is locked before its room, as everywhere.
 */
async function stillAllowed(tx: Tx, roomId: string): Promise<void> {
  const room = await lockRoom(tx, roomId)
  if (!room || room.state === 'closed') throw new AppError('ROOM_CLOSED')
  if ((await consentOf(tx.many, room)) !== 'agreed') throw new AppError('RECORDING_CONSENT')
}

async function ensureRunning(
  tx: Tx,
  room: RoomRow,
  who: Recorder,
  now: Date,
  recorder: RecordingRow['recorder'],
): Promise<{ running: RecordingRow; made: boolean }> {
  const found = await tx.maybe(repo.runningOf(room.roomId))
  if (found) return { running: found, made: false }
  const made = await tx.run(sql`
    insert into recording (recording_id, recorder, partner_id, unit_id, pid, qid, room_id, call_id, started_by, started_at)
    values (${randomUUID()}, ${recorder}, ${room.partnerId}, ${room.unitId}, ${room.pid}::int, ${room.qid}::int, ${room.roomId},
      (select call_id from call where room_id = ${room.roomId} and state = 'answered' and kind in ('patient', 'staff')), ${who.mid}, ${now}::timestamptz)
    on conflict (room_id) where state in ('recording', 'interrupted') do nothing`)
  return { running: await tx.one(repo.runningOf(room.roomId)), made: made > 0 }
}

/** The running recording is over: what is still on its way is waited for, then its segments are joined. */
export async function stop(
  tx: Tx,
  deps: { hub: Hub; schedule: Schedule; now: Date },
  roomId: string,
): Promise<string | undefined> {
  const running = await tx.maybe(repo.runningOf(roomId))
  if (!running || !canRecord('stop', running.state).ok) return undefined
  await tx.run(
    sql`update recording set state = 'finalising', ended_at = ${deps.now}::timestamptz where recording_id = ${running.recordingId}`,
  )
  // Of the egress service nothing is on its way: it is told to end.
  const wait = running.recorder === 'egress' ? 0 : LAST_PIECES_MS
  await deps.schedule(tx, running.recordingId, new Date(deps.now.getTime() + wait))
  if (running.recorder === 'egress') await lookSoon(tx, running.recordingId, deps.now)
  tx.afterCommit(() => deps.hub.recording(roomId, 'finalising'))
  return running.recordingId
}
export type Schedule = (tx: Tx, recordingId: string, at: Date) => Promise<void>

/** The recorder's page left the room: the mark says so until another segment starts. */
export async function lost(tx: Tx, hub: Hub, roomId: string, mid: number): Promise<void> {
  const running = await tx.maybe(repo.runningOf(roomId))
  if (!running || !canRecord('lose', running.state).ok) return
  const last = (await tx.many(repo.segmentsOf(running.recordingId))).at(-1)
  if (last?.mid !== mid) return
  await tx.run(sql`update recording set state = 'interrupted' where recording_id = ${running.recordingId}`)
  tx.afterCommit(() => hub.recording(roomId, 'interrupted'))
}

export const recordsOfRoom = (read: Read, roomId: string): Promise<RecordingInfo[]> =>
  repo.list(read, sql`g.room_id = ${roomId}`)

/** Of a visit, as far as the caller may play: own ones only, where the right is no more than that. */
export const recordsOfVisit = (read: Read, qid: number, right: string, mid: number): Promise<RecordingInfo[]> =>
  repo.list(read, sql`g.qid = ${qid} and (${right === 'y'} or ${repo.tookPart(mid)})`)

export async function answerOf(
  read: Read,
  files: RecordingFiles,
  roomId: string,
  own?: { recordingId: string; segmentId: string | null; path: string | null },
): Promise<RecordsAnswer> {
  return {
    state: await recordingStateOf(read, roomId),
    recordingId: own?.recordingId ?? null,
    segmentId: own?.segmentId ?? null,
    offset: own?.path ? await files.size(own.path) : null,
    records: await recordsOfRoom(read, roomId),
  }
}

export interface Chunk {
  recordingId: string
  segmentId: string
  offset: number
  bytes: Uint8Array
}
const webm = [0x1a, 0x45, 0xdf, 0xa3]
/** Browsers give the first byte of a recording by itself: each piece is held against as much of the four as it brings. */
const beginsAsWebm = (held: number, bytes: Uint8Array): boolean =>
  webm.slice(held, held + bytes.byteLength).every((byte, at) => bytes[at] === byte)

/** Appends to one's own segment; how much there is, the file itself says. */
export async function append(
  deps: { db: Db; hub: Hub; files: RecordingFiles; joining: ReadonlySet<string>; schedule: Schedule; now: () => Date },
  scope: Scope,
  chunk: Chunk,
): Promise<{ offset: number }> {
  const { db, files } = deps
  const { recordingId, segmentId, offset, bytes } = chunk
  if (bytes.byteLength === 0) throw new AppError('UPLOAD_EMPTY')
  if (bytes.byteLength > MAX_CHUNK_BYTES)
    throw new AppError('UPLOAD_TOO_LARGE', { data: { max: MAX_CHUNK_BYTES / 1048576 } })
  const [segment] = await db.read(
    scope,
    sql<{ path: string; state: string; roomId: string; joined: boolean }>`
    select s.path, g.state, g.room_id as "roomId", exists (select 1 from timer t where t.kind = 'recording.join'
      and t.key = g.recording_id::text and t.payload ->> 'joining' is not null) as joined from recording_segment s join recording g on g.recording_id = s.recording_id
    where s.segment_id = ${segmentId} and s.recording_id = ${recordingId} and s.mid = ${scope.mid}`,
  )
  if (!segment) throw new AppError('NOT_FOUND')
  if (!['recording', 'interrupted', 'finalising'].includes(segment.state) || segment.joined)
    throw new AppError('UPLOAD_GONE')

  const size = await files.alone(segment.path, async () => {
    const held = await files.size(segment.path, offset)
    if (held !== offset)
      throw new AppError('UPLOAD_OFFSET', { data: { offset: held }, headers: { 'upload-offset': String(held) } })
    if (deps.joining.has(recordingId)) throw new AppError('UPLOAD_GONE')
    if (!beginsAsWebm(held, bytes)) throw new AppError('UPLOAD_CONTENT')
    if (held + bytes.byteLength > MAX_SEGMENT_BYTES)
      throw new AppError('UPLOAD_TOO_LARGE', { data: { max: MAX_SEGMENT_BYTES / 1048576 } })
    return files.write(segment.path, held, bytes)
  })
  await db.tx(scope, async (tx) => {
    const now = deps.now()
    const over = segment.state === 'finalising'
    // Taken up to be joined while these bytes were on their way.
    if (over && (await tx.maybe(repo.joiner(recordingId)))?.self) throw new AppError('UPLOAD_GONE')
    await tx.run(
      sql`update recording_segment set bytes = ${size}, last_chunk_at = ${now}::timestamptz where segment_id = ${segmentId}`,
    )
    if (over) await deps.schedule(tx, recordingId, new Date(now.getTime() + NEXT_PIECE_MS))
    // The page was lost only for the room; its recorder is still at work.
    const back = await tx.run(
      sql`update recording set state = 'recording' where recording_id = ${recordingId} and state = 'interrupted'`,
    )
    if (!back) return
    await roomTouched(tx, segment.roomId, now)
    tx.afterCommit(() => deps.hub.recording(segment.roomId, 'recording'))
  })
  return { offset: size }
}

export { tookPart } from './repo.ts'
