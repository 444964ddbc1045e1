import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { CallDeps } from './calls/deps.ts'
import { ROOM_IDLE_MS } from '@teleward/contract/calls/schema.ts'
import { roomLimit } from '@teleward/contract/calls/signalling.ts'
import { onStep } from '../appointments/service.ts'
import { guestStep } from '../visit-links/guest-links.ts'
import { registerGuests } from './guests/routes.ts'
import { guestExpired } from './guests/service.ts'
import { registerDemoLinks } from './links/demo.ts'
import { registerLinks } from './links/routes.ts'
import { expire } from './links/service.ts'
import { followVisit } from './links/visit.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { egressRecorder } from './recordings/egress.ts'
import { EGRESS_FAILURES, EGRESS_TIMER } from './recordings/egress-context.ts'
import { EGRESS_SWEEP, SWEEP_MS } from './recordings/egress-sweep.ts'
import { localRecordings } from './recordings/files.ts'
import { namedRecordings } from './recordings/named.ts'
import { storedRecordings } from './recordings/stored-files.ts'
import { hearLiveKit, LIVEKIT_PATH } from './recordings/livekit-webhook.ts'
import { type Joining, joinSegments, takeUp } from './recordings/joining.ts'
import { registerRecordings } from './recordings/routes.ts'
import { lost } from './recordings/service.ts'
import { betweenHubs, joinHubs } from './rooms/between.ts'
import { createHub, type Hub, type HubChange, isGuest } from './rooms/hub.ts'
import { liveKitEgress } from './rooms/egress.ts'
import { type LiveKit, liveKit } from './rooms/livekit.ts'
import { embeddedEngine, liveKitEngine, type VideoProvider } from './rooms/provider.ts'
import { registerRooms } from './calls/room-routes.ts'
import { departed, entered, idleUntil } from './rooms/service.ts'
import { relaySignals } from './rooms/signalling.ts'
import { watchPatients } from './rooms/watching.ts'
import { installationSecret } from '../platform/secret.ts'
import { incomingFiles } from '../storage/incoming.ts'
import { presenceOf } from '../staff/routes.ts'
import { registerCalls } from './calls/routes.ts'
import { isExpected, personGone, personIn, ringingOver, roomIdle } from './calls/service.ts'
import { watchVanished } from './calls/vanished.ts'

/** A page that goes from one line to another leaves and comes back within this: nobody hung up. */
const LEAVING_MS = 1500

/** Where the egress service puts what it has written, in the bucket. */
const EGRESS_WORD = 'egress'

/** Calls, rooms, recordings and patients' links are one machine: this puts its parts together. */
export function register(platform: Deps): void {
  const { db, clock, config, log, timers, sockets, metrics, joined } = platform
  const failed = (what: string) => (err: unknown) => log.error({ err }, what)
  // The hub tells of people before anything that acts on it exists: it is filled in below.
  let changed: (change: HubChange) => void = () => undefined
  const hub = createHub({
    onChange: (change) => changed(change),
    max: roomLimit(config.livekit ? 'livekit' : 'embedded'),
    between: betweenHubs(platform),
    now: () => clock.now().getTime(),
  })
  joinHubs(platform, hub)
  const server = serverOf(platform)
  const video = engineOf(platform, hub, server)
  const egress = server && egressOf(platform, hub, server)
  metrics.gauge('teleward_rooms', 'Rooms with somebody in them, in this process.', () => hub.size().rooms)
  metrics.gauge('teleward_room_members', 'People in rooms of this process.', () => hub.size().members)
  const online = (audience: string) => joined?.roster.has(audience) || sockets.connections(audience).length > 0
  const deps: CallDeps = {
    db,
    clock,
    hub,
    video,
    online,
    files: config.s3 ? storedRecordings(platform.storage.files, config.dataDir) : localRecordings(config.dataDir),
    alarms: timers,
    presence: presenceOf(platform),
  }
  const eyes = { hub, online: (linkId: string) => online(`link:${linkId}`) }
  const joining: Joining = {
    db,
    hub,
    files: deps.files,
    timers,
    self: randomUUID(),
    joining: new Set(),
    now: () => clock.now(),
    egress: egress?.recorder,
    failed: (_, err) => failed('a recording could not be joined')(err),
  }

  changed = follow(platform, deps, failed('a change of a room could not be written'))
  registerCalls(platform, deps)
  platform.http.within('rooms', () => registerRooms(platform, { video, eyes }))
  platform.http.within('recordings', () => registerRecordings(platform, joining))
  platform.http.within('recordings', () => hearLiveKit(platform, egress))
  platform.http.within('links', () => {
    registerLinks(platform, deps, eyes)
    registerDemoLinks(platform)
  })
  platform.http.within('rooms', () => registerGuests(platform, deps, eyes))
  relaySignals({ db, sockets, hub, video, failed: failed('a room message failed') })
  watchVanished(platform, deps)
  watchPatients(platform, online)
  onStep('calls', followVisit(deps, failed('waiting patients could not be told')))

  platform.storage.named('recordings', (keys) => namedRecordings(db, keys))
  timers.on('call.ring', ({ key }) => db.system.tx((tx) => ringingOver(tx, deps, key)))
  timers.on('room.idle', ({ key }) => db.system.tx((tx) => roomIdle(tx, deps, key)))
  timers.on('link.expire', ({ key }) => db.system.tx((tx) => expire(tx, deps, key)))
  timers.on('guest.expire', ({ key }) => db.system.tx((tx) => guestExpired(tx, deps, key)))
  // Joining takes as long as the file is large, and a look as long as others take to answer: the timer becomes the lease of it, and
  // nobody waits for it here.
  const jobs = new Set<Promise<void>>()
  const goOn = (work: Promise<void>, what: string) => {
    const job = work.catch(failed(what))
    jobs.add(job)
    void job.then(() => jobs.delete(job))
  }
  timers.on('recording.join', async ({ key }) => {
    if (await takeUp(joining, key)) goOn(joinSegments(joining, key), 'a recording could not be joined')
  })
  // A process without the setting leaves them to those that have it.
  if (egress) {
    const { recorder } = egress
    timers.on(EGRESS_TIMER, async ({ key, payload }) => {
      if (await recorder.takeUp(key, payload))
        goOn(recorder.look(key, payload), 'a recording could not be looked after')
    })
    timers.on(EGRESS_SWEEP, async ({ key }) => {
      const next = new Date(clock.now().getTime() + SWEEP_MS)
      await db.system.tx((tx) => timers.set(tx, EGRESS_SWEEP, key, next))
      goOn(recorder.sweep(), 'what is left of recordings could not be looked for')
    })
    // One that is due stays so.
    platform.onStart(() =>
      db.system.tx(async (tx) => {
        await tx.run(sql`insert into timer (kind, key, due_at) values (${EGRESS_SWEEP}, 'all', ${clock.now()}::timestamptz)
          on conflict do nothing`)
      }),
    )
  }
  platform.onStart(() => resume(platform))
  platform.onStop(async () => {
    hub.stop()
    await Promise.all(jobs)
  })
}

/** LiveKit where it is configured, the browsers' own mesh elsewhere. Without it a call still rings and is answered, and says so. */
function engineOf({ db, clock, config }: Deps, hub: Hub, server: LiveKit | undefined): VideoProvider {
  const secret = () => installationSecret(db, 'media.secret')
  const embedded = embeddedEngine({ secret, clock, config })
  return server && config.livekit ? liveKitEngine(embedded, { server, url: config.livekit.url, hub }) : embedded
}
function serverOf({ clock, config, log, metrics, lifecycle, onStop }: Deps): LiveKit | undefined {
  if (!config.livekit) return undefined
  const failed = (what: string, reason: string) =>
    log.warn({ what, reason }, 'the media server did not do what it was asked')
  const server = liveKit(config.livekit, { clock, metrics, failed })
  lifecycle.parts.set('livekit', server.reachable)
  onStop(() => server.stop())
  return server
}

/** Its egress service, where it is set up: into a folder that both sides have, or into the bucket. */
function egressOf(platform: Deps, hub: Hub, server: LiveKit) {
  const { db, clock, config, timers, storage, lifecycle, log, onStart } = platform
  const { livekit } = config
  if (!livekit?.egress) return undefined
  const { dir } = livekit.egress
  const incoming = dir === undefined ? storage.incoming(EGRESS_WORD) : incomingFiles(dir)
  if (!incoming) return undefined
  const api = liveKitEgress(livekit, config.publicUrl && new URL(LIVEKIT_PATH, config.publicUrl).href)
  server.counts(EGRESS_FAILURES)
  lifecycle.parts.set('egress', incoming.usable)
  onStart(async () => {
    if (!(await incoming.usable()))
      log.error('LIVEKIT_EGRESS_DIR is no folder that this process can read and write: browsers record until it is')
  })
  const recorder = egressRecorder({
    ...{ db, hub, timers, api, incoming },
    now: () => clock.now(),
    pathOf: (name) => posix.join(dir ?? EGRESS_WORD, name),
    failed: server.failed,
  })
  return { api, recorder }
}

/** After a restart nobody is in any room until each has come back, and what nobody joins is joined. */
async function resume({ db, clock, timers }: Deps): Promise<void> {
  await db.system.tx(async (tx) => {
    const rooms = await tx.many(sql<{ id: string }>`select room_id as id from room where state in ('waiting', 'live')`)
    for (const { id } of rooms) await timers.set(tx, 'room.idle', id, idleUntil(clock.now()))
  })
  await db.system.tx((tx) =>
    tx.run(sql`insert into timer (kind, key, due_at) select 'recording.join', recording_id::text, ${clock.now()}::timestamptz
      from recording where state = 'finalising' on conflict do nothing`),
  )
  await db.system.tx((tx) =>
    tx.run(sql`insert into timer (kind, key, due_at) select ${EGRESS_TIMER}, recording_id::text, ${clock.now()}::timestamptz
      from recording where state in ('recording', 'interrupted') and recorder = 'egress' on conflict do nothing`),
  )
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
    if (change.kind === 'dropped' || change.kind === 'closed') return
    const now = clock.now()
    const { roomId, member, count } = change
    const expected = await db.system.tx(async (tx) => {
      // A guest's link before the room and its timer, as the end of a call takes them.
      if (isGuest(member) && member.linkId !== null)
        await guestStep(tx, member.linkId, change.kind === 'entered' ? 'join' : 'leave', now)
      if (change.kind === 'left' && member.mid !== null) await lost(tx, deps.hub, roomId, member.mid)
      const person = { userId: member.id, name: member.name, role: member.role, mid: member.mid }
      // The timer before the room, as an answer takes them: in the other order the two would wait for each other.
      if (count >= 2) await timers.clear(tx, 'room.idle', roomId)
      else await timers.set(tx, 'room.idle', roomId, idleUntil(now))
      await (change.kind === 'entered'
        ? entered(tx, roomId, person, count, now)
        : departed(tx, roomId, member.id, count, now))
      return change.kind === 'entered' && member.mid !== null && (await isExpected(tx, roomId, member.mid))
    })
    // Apart, for it takes the calls' locks, which come before the room's.
    if (expected && member.mid !== null) {
      const { mid } = member
      await db.system.tx((tx) => personIn(tx, deps, roomId, mid))
    }
  }
  return (change) => {
    deps.video.follow(change)
    if (change.kind === 'closed') return
    inTurn(change.roomId, write(change))
    const { roomId, member } = change
    // A guest ends no call, and is nobody whom it would wait for.
    if (isGuest(member)) return
    if (change.kind !== 'left' || (change.reason !== 'left' && change.reason !== 'lost')) return
    const reason = change.reason
    setTimeout(
      () => inTurn(roomId, () => db.system.tx((tx) => personGone(tx, deps, roomId, member, reason))),
      reason === 'left' ? LEAVING_MS : ROOM_IDLE_MS,
    ).unref()
  }
}
