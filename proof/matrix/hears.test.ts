import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { queueChanged } from '@teleward/contract/appointments/events.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from '../../server/src/platform/db/kysely.ts'
import { gate } from '../../scripts/lib/scope.mjs'
import { figure } from '../lib/figures.ts'
import { admitted, type Cell, cookieOf, expectedOf, nameOf, put, requestOf, startOf } from './cells.ts'
import { hears } from './hears.ts'
import { type EventProbes, judged, openEventProbes } from './listen.ts'
import { FAR_HOST, HOST, people } from './people.ts'
import { type Call, idOf, linkPolicy, policy } from './policy.ts'
import { ask } from './run.ts'
import { type PatientFixture, openWorld, type World } from './world.ts'
import { knownOf } from '../fuzz/known.ts'
import { seedMore } from '../fuzz/plant.ts'

/**
 * Who hears of what: every call that changes something, by whoever may make it, about records of every place, while
 * everybody has an open line. What came to whom is compared with the policy in `hears.ts`.
 */
let world: World
let ears: EventProbes
let known: Awaited<ReturnType<typeof knownOf>>
/** What no request here leads to, and where it is heard. */
const notHere = {
  'member.imported': 'server/src/members/imports.test.ts',
  'chat.typing': 'server/src/chat/chat.test.ts',
  'note.presence': 'server/src/emr/presence.test.ts',
}
/** Told when a message leaves, which is when the outbox comes by; proven in the file beside it. */
const perhapsHere: Record<string, string> = { 'guest.changed': 'server/src/consultation/guests/guests.test.ts' }
/** One of each way of being there: the others are told of by the same rooms. */
const actors = people.filter(({ name }) =>
  [
    'doctor',
    'nurse',
    'nurse bound to the doctor',
    'caregiver',
    'volunteer',
    'customer_service',
    'admin',
    'agent',
  ].includes(name),
)
const hosted = ({ did, authorisation }: PatientFixture) =>
  (did === HOST || did === FAR_HOST) && authorisation === 'authorised'

beforeAll(async () => {
  const provided = inject('database')
  if (provided.kind !== 'postgres') throw new Error('the harnesses run on a PostgreSQL server')
  world = await openWorld(provided.template)
  known = await knownOf(world, await seedMore(world))
  await world.db.system.tx((tx) =>
    tx.run(sql`insert into presence (mid, code, updated_at) select mid, 1000, now() from staff on conflict do nothing`),
  )
  ears = await openEventProbes(world, world.folders.filter(hosted))
})
afterAll(async () => {
  ears?.close()
  await world?.close()
})

const bearerOf = (mid: number) => ({ authorization: `Bearer ${ears.tokens.get(mid)}` })
/** Sent, heard, and taken back: the next one meets the world as it was. */
const send = (request: Cell['request'], asker: number | null, folder: PatientFixture | undefined) =>
  ears.during(
    asker,
    folder,
    async () => {
      const { value } = await world.lanes.cell(
        () => ask(world, request),
        async () => undefined,
      )
      return value
    },
    unitIn(request),
  )
const unitIn = ({ payload }: Cell['request']): number | undefined =>
  typeof payload === 'string' ? (JSON.parse(payload) as { unitId?: number }).unitId : undefined
const named = (definition: EndpointShape, call: Call, folder: PatientFixture, mid: number) => {
  const parts = startOf(call.with)
  for (const [path, kind] of Object.entries(call.ids)) put(parts, path, idOf[kind](folder))
  return requestOf(definition, parts, bearerOf(mid))
}

/** Whose records are asked about by who treats there; in the gate of the unit, of the one beside it and of another institution. */
const treated = () =>
  world.folders.filter((one) => hosted(one) && (!gate || ['own', 'sibling', 'partner'].includes(one.place)))

/** Of one call: by the treating doctor of each place, and by each of the people for a patient of the unit. */
async function ofRecords(definition: EndpointShape, call: Call): Promise<number> {
  let sent = 0
  for (const folder of treated()) {
    await send(named(definition, call, folder, folder.did), folder.did, folder)
    sent += 1
  }
  for (const who of actors) {
    const folders = world.folders.filter(
      (folder) =>
        (folder.did === HOST || folder.did === who.mid) &&
        'allow' in expectedOf(definition, call, who, folder, folder.place),
    )
    const [one, own] = [folders.find(({ did }) => did === HOST), folders.find(({ did }) => did === who.mid)]
    for (const folder of gate ? [own ?? one] : [one, own]) {
      if (!folder) continue
      await send(named(definition, call, folder, who.mid), who.mid, folder)
      sent += 1
    }
  }
  return sent
}
async function ofNobody(definition: EndpointShape): Promise<number> {
  let sent = 0
  for (const { by, ...values } of known[nameOf(definition)] ?? [])
    for (const who of actors) {
      if (admitted(definition, who) || (by && !by.includes(who.name))) continue
      const request = requestOf(
        definition,
        { ...startOf(), ...values } as Parameters<typeof requestOf>[1],
        bearerOf(who.mid),
      )
      await send(request, who.mid, undefined)
      sent += 1
    }
  return sent
}
async function ofLinks(): Promise<number> {
  let sent = 0
  for (const definition of world.app.http.registry) {
    const row = linkPolicy[nameOf(definition)]
    if (!row || definition.method === 'GET') continue
    for (const folder of treated()) {
      const parts = startOf({ body: row.body, params: { token: folder.linkToken } })
      for (const [path, kind] of Object.entries(row.ids ?? {})) put(parts, path, idOf[kind](folder))
      await send(requestOf(definition, parts, { cookie: cookieOf(folder) }), null, folder)
      sent += 1
    }
  }
  return sent
}
async function allCalls(wanted: (name: string) => boolean): Promise<number> {
  let sent = 0
  for (const definition of world.app.http.registry) {
    const rule = policy[nameOf(definition)]
    // What only reads tells nobody anything; but that somebody has read a message is told.
    if (
      !rule ||
      definition.method === 'GET' ||
      (['none', 'read'].includes(definition.audit) && !/messagereads/.test(definition.path)) ||
      !wanted(nameOf(definition))
    )
      continue
    if ('none' in rule) sent += await ofNobody(definition)
    else for (const call of rule) sent += await ofRecords(definition, call)
  }
  return sent
}

describe('who hears of what', () => {
  it('notices an event that went to another unit, and one that did not come', async () => {
    const foreign = world.folders.find(({ place, did }) => place === 'sibling' && did === HOST)
    // A page of a patient that opens tells its room as well, whenever it comes to it.
    const last = () => ears.emitted.filter(({ event }) => event.type === queueChanged.name).slice(-1)
    if (!foreign) throw new Error('no record in a sibling unit')
    await ears.during(HOST, foreign, () =>
      world.db.system.tx((tx) =>
        tx.emit(queueChanged, [audience.unit(2)], { qid: foreign.qid, version: 1, kind: 'state' }),
      ),
    )
    const { leaks, missed } = judged({ lines: ears.lines, emitted: last() })
    // All of unit 2 but the host, who is in both; and the other way round the sibling's own people.
    expect(leaks.length).toBe(people.filter(({ verified, review }) => verified && review === 'onBoard').length)
    expect(missed).toEqual([])
    await ears.during(HOST, foreign, () =>
      world.db.system.tx((tx) => tx.emit(queueChanged, ['unit:77'], { qid: foreign.qid, version: 1, kind: 'state' })),
    )
    expect(judged({ lines: ears.lines, emitted: last() }).missed.length).toBe(1)
  })

  it('[MEMB-05~] no event tells anybody of a record of another unit or institution, and nobody’s page goes stale', async () => {
    const from = ears.emitted.length
    const began = Date.now()
    let requests = await allCalls(() => true)
    // Again where nobody rings yet: a call that is under way stands in the way of the next.
    await world.db.system.tx((tx) => tx.run(sql`update call set state = 'missed'`))
    await world.db.system.tx((tx) => tx.run(sql`update room set recording_consent = null`))
    requests += await allCalls((name) => /call|comm\/room|ds\/token/.test(name))
    requests += await ofLinks()
    const { cells, events, leaks, missed } = judged({ lines: ears.lines, emitted: ears.emitted.slice(from) })
    figure('matrix of the events', {
      requests,
      events: ears.emitted.length - from,
      kinds: events.size,
      listeners: ears.lines.length,
      cells,
      leaks: leaks.length,
      missed: missed.length,
      seconds: Math.round((Date.now() - began) / 1000),
    })
    expect([leaks.length, ...new Set(leaks)].slice(0, 12)).toEqual([0])
    expect([missed.length, ...new Set(missed)].slice(0, 12)).toEqual([0])
    expect(
      Object.keys(hears)
        .filter((type) => !events.has(type) && !(type in perhapsHere))
        .toSorted(),
    ).toEqual(Object.keys(notHere).toSorted())
  })

  it('[MEMB-05~] nobody joins another’s room by asking', async () => {
    const rooms = world.folders
      .filter(hosted)
      .flatMap(({ roomId, linkId }) => [audience.room(roomId), audience.link(linkId)])
      .concat([1, 2, 3, 4, 90].map(audience.unit), [1, 32].map(audience.partner), [500, 590, 1000].map(audience.staff))
    const entered: string[] = []
    let asked = 0
    for (const line of ears.lines) {
      const own = [
        ...line.units.map(audience.unit),
        ...(line.mid === null ? [] : [audience.staff(line.mid)]),
        ...(line.units.length ? [audience.partner(line.partner)] : []),
        ...(line.link ? [audience.link(line.link.linkId)] : []),
      ]
      for (const room of rooms) {
        const answer = (await line.socket.timeout(10_000).emitWithAck('join_room', { room })) as { ok: boolean }
        asked += 1
        if (answer.ok !== own.includes(room)) entered.push(`${line.name}: ${room} ${JSON.stringify(answer)}`)
      }
    }
    figure('matrix of the rooms', { asked, entered: entered.length })
    expect(entered.slice(0, 10)).toEqual([])
  })
})
