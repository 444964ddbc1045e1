import type { CallDeps } from './deps.ts'
import { ROOM_MAX_PARTICIPANTS } from '@teleward/contract/calls/signalling.ts'
import { onStep } from '../appointments/service.ts'
import { registerDemoLinks } from '../links/demo.ts'
import { registerLinks } from '../links/routes.ts'
import { expire } from '../links/service.ts'
import { followVisit } from '../links/visit.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { recordingFiles } from '../recordings/files.ts'
import { type Joining, joinSegments } from '../recordings/joining.ts'
import { registerRecordings } from '../recordings/routes.ts'
import { lost } from '../recordings/service.ts'
import { createHub, type HubChange } from '../rooms/hub.ts'
import { embeddedEngine } from '../rooms/provider.ts'
import { registerRooms } from '../rooms/routes.ts'
import { departed, entered, idleUntil } from '../rooms/service.ts'
import { relaySignals } from '../rooms/signalling.ts'
import { installationSecret } from '../platform/secret.ts'
import { presenceOf } from '../staff/routes.ts'
import { registerCalls } from './routes.ts'
import { partnerLeft, ringingOver, roomIdle } from './service.ts'
import { watchVanished } from './vanished.ts'

/** A page that goes from one line to another leaves and comes back within this: nobody hung up. */
const LEAVING_MS = 1500

/** Calls, rooms, recordings and patients' links are one machine: this puts its parts together. */
export function register(platform: Deps): void {
  const { db, clock, config, log, timers, sockets, metrics } = platform
  const failed = (what: string) => (err: unknown) => log.error({ err }, what)
  // The hub tells of people before anything that acts on it exists: it is filled in below.
  let changed: (change: HubChange) => void = () => undefined
  const hub = createHub({ onChange: (change) => changed(change) })
  const secret = () => installationSecret(db, 'media.secret')
  const video = embeddedEngine({ hub, secret, clock, config, max: ROOM_MAX_PARTICIPANTS })
  metrics.gauge('teleward_rooms', 'Rooms with somebody in them, in this process.', () => hub.size().rooms)
  metrics.gauge('teleward_room_members', 'People in rooms of this process.', () => hub.size().members)
  const online = (audience: string) => sockets.connections(audience).length > 0
  const deps: CallDeps = {
    db,
    clock,
    hub,
    video,
    online,
    files: recordingFiles(config.dataDir),
    alarms: timers,
    presence: presenceOf(platform),
  }
  const eyes = { hub, online: (linkId: string) => online(`link:${linkId}`) }
  const joining: Joining = {
    db,
    hub,
    files: deps.files,
    joining: new Set(),
    now: () => clock.now(),
    failed: (_, err) => failed('a recording could not be joined')(err),
  }

  changed = follow(platform, deps, failed('a change of a room could not be written'))
  registerCalls(platform, deps)
  platform.http.within('rooms', () => registerRooms(platform, { video, eyes }))
  platform.http.within('recordings', () => registerRecordings(platform, deps, joining))
  platform.http.within('links', () => {
    registerLinks(platform, deps, eyes)
    registerDemoLinks(platform)
  })
  relaySignals({ db, sockets, hub, video, failed: failed('a room message failed') })
  watchVanished(platform, deps)
  onStep('calls', followVisit(deps, failed('waiting patients could not be told')))

  timers.on('call.ring', ({ key }) => db.system.tx((tx) => ringingOver(tx, deps, key)))
  timers.on('room.idle', ({ key }) => db.system.tx((tx) => roomIdle(tx, deps, key)))
  timers.on('link.expire', ({ key }) => db.system.tx((tx) => expire(tx, deps, key)))
  // Joining takes as long as the file is large: longer than a timer is held. A start takes up what was left.
  const jobs = new Set<Promise<void>>()
  const join = (recordingId: string) => {
    const job = joinSegments(joining, recordingId).catch(failed('a recording could not be joined'))
    jobs.add(job)
    void job.then(() => jobs.delete(job))
  }
  timers.on('recording.join', async ({ key }) => join(key))
  platform.onStart(() => resume(platform, join))
  platform.onStop(async () => {
    hub.stop()
    await Promise.all(jobs)
  })
}

/** After a restart nobody is in any room until each has come back, and joining begins anew. */
async function resume({ db, clock, timers }: Deps, join: (recordingId: string) => void): Promise<void> {
  await db.system.tx(async (tx) => {
    const rooms = await tx.many(sql<{ id: string }>`select room_id as id from room where state in ('waiting', 'live')`)
    for (const { id } of rooms) await timers.set(tx, 'room.idle', id, idleUntil(clock.now()))
  })
  const unfinished = await db.system.read(sql<{ id: string }>`
    select recording_id as id from recording g where state = 'finalising'
      and not exists (select 1 from timer t where t.kind = 'recording.join' and t.key = g.recording_id::text)`)
  for (const { id } of unfinished) join(id)
}

/** Writes down who came and went, one change of a room after the other, and what follows from it. */
function follow(
  { db, clock, timers }: Deps,
  deps: CallDeps,
  failed: (error: unknown) => void,
): (change: HubChange) => void {
  const turns = new Map<string, Promise<void>>()
  const inTurn = (roomId: string, work: () => Promise<unknown>) => {
    const turn = (turns.get(roomId) ?? Promise.resolve()).then(work).then(() => undefined, failed)
    turns.set(roomId, turn)
    void turn.then(() => turns.get(roomId) === turn && turns.delete(roomId))
  }
  const write = (change: HubChange) => async () => {
    const now = clock.now()
    const { roomId, member, count } = change
    if (change.kind === 'dropped') return
    await db.system.tx(async (tx) => {
      if (change.kind === 'left' && member.mid !== null) await lost(tx, deps.hub, roomId, member.mid)
      const person = { userId: member.id, name: member.name, role: member.role, mid: member.mid }
      // The timer before the room, as an answer takes them: in the other order the two would wait for each other.
      if (count >= 2) await timers.clear(tx, 'room.idle', roomId)
      else await timers.set(tx, 'room.idle', roomId, idleUntil(now))
      await (change.kind === 'entered'
        ? entered(tx, roomId, person, count, now)
        : departed(tx, roomId, member.id, count, now))
    })
  }
  return (change) => {
    inTurn(change.roomId, write(change))
    if (change.kind !== 'left' || change.reason !== 'left') return
    setTimeout(
      () => inTurn(change.roomId, () => db.system.tx((tx) => partnerLeft(tx, deps, change.roomId))),
      LEAVING_MS,
    ).unref()
  }
}
