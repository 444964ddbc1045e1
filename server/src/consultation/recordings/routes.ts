import { canSeeVisit } from '../../access/visible.ts'
import {
  playRecording,
  recordingAddresses,
  roomRecords,
  uploadSegment,
  visitRecordings,
} from '@teleward/contract/calls/endpoints.ts'
import { MAX_CHUNK_BYTES } from '@teleward/contract/calls/schema.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { scopeOf } from '../../platform/actor.ts'
import { sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type CtxOf, holderOf, route } from '../../platform/http/index.ts'
import { fastifyPath } from '../../platform/http/route.ts'
import { requireEnterable, requireRoom, staffUserId } from '../rooms/service.ts'
import { keepingOpened } from '../../storage/deliveries.ts'
import { openTicket, signerOf } from '../../storage/tickets.ts'
import type { Hub } from '../rooms/hub.ts'
import type { EgressRecorder } from './egress.ts'
import { EGRESS_TIMER } from './egress-context.ts'
import type { RecordingFiles } from './files.ts'
import { address, pathOf, playable, stream } from './playback.ts'
import { answerOf, append, recordsOfVisit, type Schedule, start, stop } from './service.ts'

/** The rooms with their people, where the pieces lie, and the recordings that are being joined. */
export interface RecordingDeps {
  hub: Hub
  files: RecordingFiles
  joining: ReadonlySet<string>
  egress?: EgressRecorder | undefined
}

export function registerRecordings(platform: Deps, { hub, files, joining, egress }: RecordingDeps): void {
  const { http, db, clock, timers } = platform
  const schedule: Schedule = (tx, recordingId, at) => timers.set(tx, 'recording.join', recordingId, at)

  const look: Schedule = (tx, recordingId, at) => timers.set(tx, EGRESS_TIMER, recordingId, at)

  const asItIs = async (ctx: CtxOf<typeof roomRecords>, { body }: EndpointParsed<typeof roomRecords>) => {
    const room = await requireRoom(ctx.read, body.roomId)
    if (body.action !== 'start' || !body.instance) return answerOf(ctx.read, files, room.roomId)
    const [own] = await ctx.read(sql<{ recordingId: string; segmentId: string; path: string }>`
      select s.recording_id as "recordingId", s.segment_id as "segmentId", s.path
      from recording_segment s join recording g on g.recording_id = s.recording_id
      where g.room_id = ${room.roomId} and s.mid = ${ctx.who.mid} and s.instance = ${body.instance} order by s.seq desc limit 1`)
    return answerOf(ctx.read, files, room.roomId, own)
  }
  route(
    http,
    roomRecords,
    async (ctx, { body }) => {
      const { mid, partnerId } = ctx.who
      const room = await requireRoom(ctx.read, body.roomId)
      ctx.target({ kind: 'room', id: room.roomId, pid: room.pid, detail: { action: body.action } })
      await requireEnterable(ctx.read, room, mid).catch((error: unknown) => {
        // What was recorded can be listed and stopped after the room has closed.
        if (!(error instanceof AppError && error.code === 'ROOM_CLOSED' && body.action !== 'start')) throw error
      })
      if (body.action === 'list') return answerOf(ctx.read, files, room.roomId)
      if (body.action === 'stop') {
        await ctx.tx((tx) => stop(tx, { hub, now: clock.now(), schedule }, room.roomId))
        return answerOf(ctx.read, files, room.roomId)
      }
      const inRoom = hub.has(room.roomId, staffUserId(partnerId, mid))
      if (!inRoom && !(await everIn(ctx.read, room.roomId, mid))) throw new AppError('ROOM_DENIED')
      const { instance } = body
      const deps = { hub, files, now: clock.now(), egress: egress && look }
      const own = await ctx.tx((tx) => start(tx, deps, room, { mid, partnerId }, instance))
      // Where it does not begin every page of the room is told, and one of them records.
      if (typeof own === 'object' && own.asks && !(await egress?.begin(room.roomId, own.recordingId)))
        return answerOf(ctx.read, files, room.roomId)
      if (own === 'needsConsent') hub.recording(room.roomId, 'needsConsent')
      if (own === 'needsConsent' || own === 'declined') throw new AppError('RECORDING_CONSENT')
      return answerOf(ctx.read, files, room.roomId, own)
    },
    { again: asItIs },
  )

  route(
    http,
    uploadSegment,
    async (ctx, { params, query, body }) =>
      append({ db, hub, files, joining, schedule, now: () => clock.now() }, scopeOf(ctx.who), {
        ...params,
        ...query,
        bytes: body,
      }),
    { bodyLimit: MAX_CHUNK_BYTES + 1024 },
  )

  route(http, visitRecordings, async (ctx, { query }) => {
    const visit = await ctx.read(
      sql`select 1 from appointment a where a.qid = ${query.queueID} and ${canSeeVisit('a')}`,
    )
    if (!visit.length) throw new AppError('NOT_FOUND')
    return {
      recordings: await recordsOfVisit(ctx.read, query.queueID, ctx.who.rights['recording.play'], ctx.who.mid),
    }
  })
  route(http, recordingAddresses, async (ctx, { params }) => {
    const { mid, rights } = ctx.who
    const recording = await playable(ctx.read, params.recordingId, rights['recording.play'], mid)
    ctx.target({ kind: 'recording', id: recording.recordingId, pid: recording.pid, detail: { queueID: recording.qid } })
    return address(await signerOf(db, ctx.who, clock.now()), recording)
  })

  // A player sends neither a bearer nor JSON: the address names the session it was made for, is no more than that may do now,
  // and ranges are answered.
  http.register(playRecording)
  http.app.get<{ Params: { recordingId: string } }>(fastifyPath(playRecording.path), async (request, reply) => {
    const params = playRecording.params.safeParse(request.params)
    const query = playRecording.query.safeParse(request.query)
    if (!params.success || !query.success) throw new AppError('FILE_LINK_EXPIRED')
    const { recordingId } = params.data
    const ticket = await openTicket(db, query.data.ticket, pathOf(recordingId), clock.now())
    const holder = await holderOf(http.authenticate, ticket.sid, recordingAddresses.permission)
    const row = await playable(
      (query) => db.read(scopeOf(holder), query),
      recordingId,
      holder.rights['recording.play'],
      holder.mid,
    )
    const handed = await stream(files, row, request.headers.range)
    await keepingOpened(db, ticket, handed, () =>
      db.system.tx(
        (tx) =>
          tx.audit({
            action: 'recording.play',
            kind: 'read',
            target: { kind: 'recording', id: recordingId },
            pid: row.pid,
            detail: { queueID: row.qid },
          }),
        { mid: holder.mid, partnerId: holder.partnerId, ip: request.ip, requestId: request.id },
      ),
    )
    return reply.status(handed.status).headers(handed.headers).send(handed.body)
  })
}

/** After a restart of the server a page records before its socket is back in the room. */
async function everIn(
  read: <T>(query: ReturnType<typeof sql<T>>) => Promise<T[]>,
  roomId: string,
  mid: number,
): Promise<boolean> {
  const [row] = await read(sql`
    select 1 from room_participant where room_id = ${roomId} and mid = ${mid} and joined_at is not null and left_at is null`)
  return row !== undefined
}
