import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { LoggedEvent } from '../../server/src/platform/db/index.ts'
import { sql } from '../../server/src/platform/db/kysely.ts'
import { io, type Socket } from 'socket.io-client'
import { audience } from '@teleward/contract/core/event.ts'
import { cookieOf } from './cells.ts'
import { hears, type Listener, type Occasion, unitsOfStaff } from './hears.ts'
import { FAR_HOST, HOST, PARTNER, people } from './people.ts'
import type { PatientFixture, World } from './world.ts'

/** Everybody of the matrix with an open line, and what each of them heard. */
export interface Line extends Listener {
  socket: Socket
  heard: Heard[]
  /** The last word of ours that came through: what was sent before it has come as well. */
  mark: number
}
interface Way {
  namespace: '/staff' | '/patient'
  auth: object
  cookie?: string
}
interface Heard {
  cursor: number
  type: string
  payload: unknown
  turn: number
}
export interface Emitted extends Occasion {
  event: LoggedEvent
  /** Everything of one turn has come before the next begins. */
  turn: number
}
export interface EventProbes {
  lines: readonly Line[]
  emitted: readonly Emitted[]
  tokens: ReadonlyMap<number, string>
  /** Whatever is emitted until the work is done is told of this person, about this record. */
  during<T>(asker: number | null, folder: PatientFixture | undefined, work: () => Promise<T>, unit?: number): Promise<T>
  /** Everything sent so far has come. */
  settled(): Promise<void>
  close(): void
}

/** The hosts have no session in the matrix: here they work, each in the units of theirs. */
async function hostTokens(world: World): Promise<Map<number, string>> {
  const tokens = new Map<number, string>()
  for (const [mid, partnerId] of [
    [HOST, PARTNER],
    [FAR_HOST, 32],
  ] as const) {
    const sid = randomUUID()
    await world.db.system.tx(async (tx) => {
      await tx.run(sql`insert into session (sid, mid, partner_id, device_token, draft_key, expires_at, refresh_secret)
        values (${sid}, ${mid}, ${partnerId}, 'x', 'x', now() + interval '1 day', '')`)
      await tx.run(sql`insert into sign_confirmation (sid, at) values (${sid}, now())`)
    })
    tokens.set(mid, await world.app.auth.tokens.sign({ mid, sid }))
  }
  return tokens
}

export async function openEventProbes(world: World, links: readonly PatientFixture[]): Promise<EventProbes> {
  const emitted: Emitted[] = []
  let now: Omit<Occasion, 'payload'> = { asker: null, folder: undefined, unit: undefined }
  let listening = false
  let turn = 0
  const known = foldersByName(world.folders)
  world.db.onEvents((events) => {
    if (!listening) return
    for (const event of events) {
      const payload = event.payload as Record<string, unknown>
      emitted.push({
        event,
        payload,
        folder: folderOf(known, payload) ?? now.folder,
        asker: now.asker,
        unit: now.unit,
        turn,
      })
    }
  })
  const tokens = new Map([...world.tokens, ...(await hostTokens(world))])
  const base = (await world.app.listen()).replace('[::1]', '127.0.0.1')
  const connect = async (line: Line, { namespace, auth, cookie }: Way): Promise<void> => {
    line.socket?.disconnect()
    const socket = io(base + namespace, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth,
      ...(cookie ? { extraHeaders: { cookie } } : {}),
    })
    line.socket = socket
    socket.on('receive_message', ({ cursor, type, payload }: Omit<Heard, 'turn'>) =>
      line.heard.push({ cursor, type, payload, turn }),
    )
    socket.on('mark', (mark: number) => {
      line.mark = mark
    })
    const emitter = socket as unknown as NodeJS.EventEmitter
    const failed = once(emitter, 'connect_error').then(([error]) => {
      throw new Error(`${line.name}: ${String(error)}`)
    })
    // What it missed is told last: after that it is in its rooms.
    await Promise.race([once(emitter, 'resume'), failed])
  }
  const ways = new Map<Line, Way>()
  const open = async (about: Listener, way: Way): Promise<Line> => {
    const line = { ...about, heard: [], mark: 0 } as unknown as Line
    ways.set(line, way)
    await connect(line, way)
    return line
  }
  const staff = await Promise.all(
    [
      ...people.map((person) => ({ person, mid: person.mid })),
      { person: undefined, mid: HOST },
      { person: undefined, mid: FAR_HOST },
    ].map(({ person, mid }) => {
      const inside = person === undefined || (person.verified && person.review === 'onBoard')
      const units = inside ? unitsOfStaff(mid) : []
      const about = {
        name: person?.name ?? `host ${mid}`,
        mid,
        person,
        partner: mid === FAR_HOST ? 32 : PARTNER,
        units,
        link: undefined,
      }
      return open(about, { namespace: '/staff', auth: { token: tokens.get(mid) } })
    }),
  )
  const pages = await Promise.all(
    links.map((link) => {
      const about = {
        name: `link of ${link.place} ${link.n}`,
        mid: null,
        person: undefined,
        partner: 0,
        units: [],
        link,
      }
      return open(about, { namespace: '/patient', auth: { token: link.linkToken }, cookie: cookieOf(link) })
    }),
  )
  const lines = [...staff, ...pages]
  const everybody = [
    ...staff.map(({ mid }) => audience.staff(mid ?? 0)),
    ...links.map(({ linkId }) => audience.link(linkId)),
  ]
  let mark = 0
  const settled = async () => {
    mark += 1
    for (const name of everybody)
      for (const connection of world.app.sockets.connections(name)) connection.emit('mark', mark)
    for (const line of lines) {
      const emitter = line.socket as unknown as NodeJS.EventEmitter
      while (line.socket.connected && line.mark < mark)
        await Promise.race([once(emitter, 'mark'), once(emitter, 'disconnect')])
      // Some calls end a session, and its line with it; taken back, the session is there again.
      const way = ways.get(line)
      if (!line.socket.connected && way) await connect(line, way)
    }
  }
  await settled()
  for (const line of lines) line.heard.length = 0
  listening = true
  return {
    lines,
    emitted,
    tokens,
    during: async (asker, folder, work, unit) => {
      now = { asker, folder, unit }
      turn += 1
      try {
        return await work()
      } finally {
        await settled()
      }
    },
    settled,
    close: () => {
      for (const { socket } of lines) socket.disconnect()
    },
  }
}

function foldersByName(folders: readonly PatientFixture[]): ReadonlyMap<string | number, PatientFixture> {
  return new Map(
    folders.flatMap((folder) =>
      [
        folder.pid,
        folder.qid,
        folder.pastQid,
        folder.roomId,
        folder.callId,
        folder.guest,
        folder.linkId,
        folder.draft,
        folder.signed,
      ].map((name) => [name, folder] as const),
    ),
  )
}
function folderOf(
  known: ReadonlyMap<string | number, PatientFixture>,
  payload: Record<string, unknown>,
): PatientFixture | undefined {
  for (const key of ['qid', 'queueID', 'noteId', 'callID', 'roomID', 'pid', 'id']) {
    const named = payload[key]
    const folder =
      typeof named === 'string' || (typeof named === 'number' && named > 9999) ? known.get(named) : undefined
    if (folder) return folder
  }
  return undefined
}

export interface Told {
  cells: number
  events: Map<string, number>
  leaks: string[]
  missed: string[]
}
/** Every event against everybody who has a line: one cell each. */
export function judged({ lines, emitted }: Pick<EventProbes, 'lines' | 'emitted'>): Told {
  const told: Told = { cells: 0, events: new Map(), leaks: [], missed: [] }
  // An event that is not kept has no number: alike ones are told apart by their turn.
  const name = (id: number, turn: number, type: string, payload: unknown) =>
    `${id || `${turn} ${JSON.stringify(payload)}`} ${type}`
  const heard = lines.map(
    ({ heard: all }) => new Set(all.map(({ cursor, type, payload, turn }) => name(cursor, turn, type, payload))),
  )
  for (const one of emitted) {
    const { event } = one
    told.events.set(event.type, (told.events.get(event.type) ?? 0) + 1)
    const rule = hears[event.type]
    const what = `${event.type} ${JSON.stringify(event.payload)} of ${one.folder ? `${one.folder.place} ${one.folder.n}` : 'no record'}, by ${one.asker}`
    if (!rule) {
      told.leaks.push(`${what}: no rule says who may hear it (proof/matrix/hears.ts)`)
      continue
    }
    for (const [at, line] of lines.entries()) {
      told.cells += 1
      const got = heard[at]?.has(name(event.id, one.turn, event.type, event.payload)) === true
      const verdict = rule.verdict(line, one)
      if (got && verdict === 'never') told.leaks.push(`${what}: heard by ${line.name}, for ${rule.says}`)
      if (!got && verdict === 'must') told.missed.push(`${what}: not heard by ${line.name}, for ${rule.says}`)
    }
  }
  return told
}
