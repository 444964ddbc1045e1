import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { gate } from '../../scripts/lib/scope.mjs'
import { size } from '../lib/size.ts'
import { asking, type Person } from './people.ts'
import { atEvent, knows, open, readsDiet, readsFiles, sees, shown, watches } from './needs.ts'
import { type Call, idOf, type Kind, type Nobodys, placesOnly, policy } from './policy.ts'
import { type PatientFixture, isConstellation, type Place, traces, type World } from './world.ts'

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
export type Part = 'params' | 'query' | 'body'

/** Somebody of the people, nobody, or the holder of a patient's link who tries the link as a bearer. */
export type Who = Person | 'signed out' | 'patient link'
export type Expected = { allow: string } | { refuse: readonly string[]; because: string }
export interface Cell {
  definition: EndpointShape
  call: Call | undefined
  who: Who
  /** Whose record the ids name; `mixed`: one id of another's among them. */
  folder: PatientFixture | undefined
  relation: Place | 'none' | 'mixed' | '-'
  request: { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer }
  expected: Expected
  /** Patients whose rows an allowed call may change. */
  mayWrite: readonly number[]
  title: string
}

export const hidden = ['NOT_FOUND']
const inside = ['NOT_FOUND', 'FORBIDDEN', 'EMR_NOT_AUTHORISED', 'NOTE_NOT_AUTHOR', 'ROOM_DENIED']

/** What the permission alone says, before any record is looked at. */
export function admitted(definition: EndpointShape, who: Who): Expected | undefined {
  const { permission } = definition
  if (permission === 'public') return undefined
  if (who === 'signed out' || who === 'patient link') return { refuse: ['UNAUTHENTICATED'], because: 'no session' }
  if (permission === 'unverified') return undefined
  if (!who.verified) return { refuse: ['VERIFY_FIRST'], because: 'the phone is not verified' }
  if (permission === 'session') return undefined
  if (who.review !== 'onBoard' && permission !== 'setting.own')
    return { refuse: ['STAFF_NOT_VERIFIED'], because: 'in review' }
  if (permission === 'link' || permission === 'linkToken') return { refuse: ['LINK_INVALID'], because: 'no link' }
  return who.rights[permission] === '-' ? { refuse: ['FORBIDDEN'], because: `no ${permission}` } : undefined
}
export function expectedOf(
  definition: EndpointShape,
  call: Call,
  who: Who,
  folder: PatientFixture,
  relation: Cell['relation'],
): Expected {
  const refused = admitted(definition, who)
  if (refused) return refused
  if (typeof who === 'string') return { allow: call.answers ?? 'OK' }
  const none = call.hides ?? hidden
  if (relation === 'none') return { refuse: none, because: 'names nothing' }
  const missing = call.needs.find((one) => !one.holds(who, folder))
  if (!missing) return { allow: call.answers ?? 'OK' }
  if (folder.place === 'own') {
    const refuse = [...inside, ...(call.hides ?? []), ...(missing.refusal ? [missing.refusal] : [])]
    return { refuse, because: `not: ${missing.says}` }
  }
  return {
    // Of the own unit is whoever's membership is disabled there: what the caller lacks beside that may be said.
    refuse:
      folder.place === 'disabled' ? [...none, 'MEMBER_DISABLED', ...(missing.refusal ? [missing.refusal] : [])] : none,
    because: `${folder.place}: not: ${missing.says}`,
  }
}

type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
export function put(parts: Parts, path: string, value: unknown): void {
  const [part = '', ...keys] = path.split('.')
  let at = parts as unknown as Record<string, unknown>
  for (const [depth, key] of [part, ...keys].entries()) {
    if (depth === keys.length) at[key] = value
    else {
      at[key] ??= /^\d+$/.test(keys[depth] ?? '') ? [] : {}
      at = at[key] as Record<string, unknown>
    }
  }
}
export function requestOf(
  definition: EndpointShape,
  parts: Parts,
  credentials: Record<string, string>,
): Cell['request'] {
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.params[name] ?? 1).toWellFormed()),
  )
  const query = new URLSearchParams(Object.entries(parts.query).map(([key, value]) => [key, String(value)])).toString()
  const bytes = parts.body instanceof Uint8Array
  return {
    method: definition.method,
    url: query ? `${path}?${query}` : path,
    headers: {
      ...credentials,
      ...(definition.method === 'GET'
        ? {}
        : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(definition.method === 'GET'
      ? {}
      : { payload: bytes ? Buffer.from(parts.body as Uint8Array) : JSON.stringify(parts.body ?? {}) }),
  }
}
export const startOf = (given: Call['with'] = {}): Parts => ({
  params: { ...given.params },
  query: { ...given.query },
  body: given.body instanceof Uint8Array ? given.body : structuredClone(given.body ?? {}),
})
export const bearer = (world: World, who: Who): Record<string, string> => {
  if (who === 'signed out') return {}
  const [link] = world.folders
  if (who === 'patient link') return { authorization: `Bearer ${link?.linkToken}`, cookie: cookieOf(link) }
  return { authorization: `Bearer ${world.tokens.get(who.mid)}` }
}
export const cookieOf = (folder: PatientFixture | undefined) =>
  folder ? `tw_link_${folder.linkId.slice(0, 8)}=${folder.linkCookie}` : ''

const nameOfWho = (who: Who) => (typeof who === 'string' ? who : who.name)
function cellOf(
  world: World,
  definition: EndpointShape,
  call: Call,
  who: Who,
  ids: (kind: Kind, path: string) => PatientFixture,
  about: {
    folder: PatientFixture
    also?: readonly number[]
    relation: Cell['relation']
    expected: Expected
    what: string
  },
): Cell {
  const parts = startOf(call.with)
  for (const [path, kind] of Object.entries(call.ids)) put(parts, path, idOf[kind](ids(kind, path)))
  const { folder, relation, expected, what } = about
  return {
    definition,
    call,
    who,
    folder,
    relation,
    request: requestOf(definition, parts, bearer(world, who)),
    expected,
    mayWrite: [folder.pid, ...(call.also ?? []), ...(about.also ?? [])],
    title: `${nameOf(definition)}${call.as ? ` (${call.as})` : ''} by ${nameOfWho(who)}: ${what}`,
  }
}
const whatOf = (who: Who, folder: PatientFixture) =>
  `${folder.place}, ${folder.authorisation}, ${typeof who !== 'string' && folder.did === who.mid ? 'treating' : 'not treating'}`

let dice = 7
const roll = () => {
  dice = (Math.imul(dice, 1_103_515_245) + 12_345) >>> 0
  return dice >>> 8
}
const oneInThree = () => roll() % 3 === 0
/** In the gate one of all, another one each time (the same at every run): each place is somebody's to ask about. */
const some = <T>(all: readonly T[]): readonly T[] => {
  if (!gate || all.length < 2) return all
  const at = roll() % all.length
  return all.slice(at, at + 1)
}
/** In the gate one record that the person may touch; for a third of the people, or where there is none, one that they may not. */
function someOf(
  definition: EndpointShape,
  call: Call,
  who: Person,
  all: readonly PatientFixture[],
): readonly PatientFixture[] {
  if (!gate) return all
  const allowed = (folder: PatientFixture) => 'allow' in expectedOf(definition, call, who, folder, folder.place)
  const may = some(all.filter(allowed))
  return may.length && !oneInThree() ? may : [...may, ...some(all.filter((folder) => !allowed(folder)))]
}

/** Everything anybody could ask of a call that names records. */
function* ofRecords(world: World, definition: EndpointShape, call: Call): Generator<Cell> {
  const hosts = world.folders.filter(({ did }) => did === 500 || did === 590)
  // Who has no session, or not the permission, is refused before any record is looked at: two records are enough.
  const few = <T>(all: readonly T[]) => (size('PROOF_MATRIX', 1) > 1 ? all : all.slice(0, 1))
  for (const who of ['signed out', 'patient link'] as const)
    for (const folder of few(hosts))
      yield cellOf(world, definition, call, who, () => folder, {
        folder,
        relation: folder.place,
        expected: expectedOf(definition, call, who, folder, folder.place),
        what: whatOf(who, folder),
      })
  const [unknowing] = some(asking.filter((who) => !admitted(definition, who)))
  for (const who of asking) {
    const mine = world.folders.filter(({ did }) => did === who.mid)
    const host = hosts.filter(
      (folder) => (who.constellations || !isConstellation(folder)) && (!who.ownOnly || folder.place === 'own'),
    )
    const refused = admitted(definition, who) !== undefined
    const asked = refused ? some([...few(host), ...few(mine)]) : someOf(definition, call, who, [...host, ...mine])
    for (const folder of asked) {
      const expected = expectedOf(definition, call, who, folder, folder.place)
      yield cellOf(world, definition, call, who, () => folder, {
        folder,
        relation: folder.place,
        expected,
        what: whatOf(who, folder),
      })
    }
    // In the gate by one of the people, another one of each call.
    if (!gate || who === unknowing)
      yield cellOf(world, definition, call, who, () => world.nothing, {
        folder: world.nothing,
        relation: 'none',
        expected: expectedOf(definition, call, who, world.nothing, 'none'),
        what: 'ids of nothing',
      })
    const base = [...mine, ...host].find((folder) => 'allow' in expectedOf(definition, call, who, folder, folder.place))
    if (base && (!gate || oneInThree())) yield* mixedOf(world, definition, call, who, base, [...mine, ...host])
  }
}
/** May what the one names be put where the other is? Never, where the call puts nothing anywhere. */
const mayGo = ({ goes, needs }: Call, who: Person, from: PatientFixture, to: PatientFixture): boolean =>
  goes !== undefined && needs.every((one) => one.holds(who, from)) && goes.needs.every((one) => one.holds(who, to))
/** Ids inside bodies count: each of them in turn is somebody else's, the others are rightly the caller's. */
function* mixedOf(
  world: World,
  definition: EndpointShape,
  call: Call,
  who: Person,
  base: PatientFixture,
  all: readonly PatientFixture[],
): Generator<Cell> {
  for (const [path, kind] of Object.entries(call.ids)) {
    const named = Object.entries(call.ids).some(([rest, other]) => rest !== path && !placesOnly.includes(other))
    if (!named && !placesOnly.includes(kind)) continue
    const others = all.filter(
      (folder) => folder !== base && (['own', 'sibling', 'partner'] as Place[]).includes(folder.place),
    )
    for (const other of some(others.filter((folder) => idOf[kind](folder) !== idOf[kind](base)))) {
      const idle = call.idle?.includes(path) === true
      const expected: Expected = idle
        ? { allow: call.answers ?? 'OK' }
        : mayGo(call, who, path === call.goes?.to ? base : other, path === call.goes?.to ? other : base)
          ? { allow: 'OK' }
          : { refuse: ['*'], because: `${path} is another's` }
      yield cellOf(world, definition, call, who, (_, at) => (at === path ? other : base), {
        folder: base,
        also: call.goes ? [other.pid] : [],
        relation: 'mixed',
        expected,
        what: `${path} of ${whatOf(who, other)}, the rest of ${whatOf(who, base)}`,
      })
    }
  }
}
function* ofNobody(world: World, definition: EndpointShape, rule: Nobodys): Generator<Cell> {
  for (const who of [...asking, 'signed out', 'patient link'] as Who[]) {
    const expected = admitted(definition, who) ?? { allow: rule.asksMore ? 'or refused' : '*' }
    yield {
      definition,
      call: undefined,
      who,
      folder: undefined,
      relation: '-',
      request: requestOf(definition, startOf(rule.with), bearer(world, who)),
      expected,
      mayWrite: [],
      title: `${nameOf(definition)} by ${nameOfWho(who)}`,
    }
  }
}

/** All cells of the staff's calls. A definition without a row of the policy has none, which `lacking` tells. */
export function* staffCells(world: World): Generator<Cell> {
  for (const definition of world.app.http.registry) {
    const rule = policy[nameOf(definition)]
    if (!rule) continue
    if ('none' in rule) yield* ofNobody(world, definition, rule)
    else for (const call of rule) yield* ofRecords(world, definition, call)
  }
}

/** May this person come to know what stands under the trace? `i`: name and number, `v`: the visit, `h`: particulars and history, `n`: notes, `m`: what was measured, `d`: what was eaten, `f`: files. */
export function mayKnow(who: Who, level: string, folder: PatientFixture): boolean {
  // A link tells its own patient their own visit; it is the first folder's.
  if (who === 'patient link') return (level === 'v' || level === 'i') && folder.n === 1
  if (typeof who === 'string') return false
  if (['n', 'f', 'm'].includes(level) && shown.holds(who, folder)) return true
  if (level === 'i') return knows.holds(who, folder)
  if (!sees.holds(who, folder)) return false
  if (level === 'v') return true
  if (level === 'd') return readsDiet.holds(who, folder)
  if (level === 'f') return readsFiles.holds(who, folder) || folder.did === who.mid
  if (level === 'm') return watches.holds(who, folder) || folder.did === who.mid
  return open.holds(who, folder) || (level === 'n' && folder.did === who.mid)
}
/** Calls at which whoever keeps a station learns the name and number of those who are at the event, and nothing else of them. */
const atStations: ReadonlySet<string> = new Set([
  'POST /his/api/joinEvent',
  'POST /his/api/getEventMeasureData',
  'POST /his/api/upsertMeasureData',
  'POST /his/api/uploadEventReport',
  'POST /his/api/getEventResult',
  'PUT /his/api/screeningfollowups/{id}',
])
export function foreignIn(text: string, who: Who, folders: readonly PatientFixture[], call: string): string[] {
  const found = new Set([...text.matchAll(traces)].map(([whole]) => whole.toLowerCase()))
  const told = [...found].filter((one) => {
    const folder = folders[Number(one.slice(2, 6)) - 1]
    if (folder === undefined) return true
    if (one[0] === 'i' && atStations.has(call) && typeof who !== 'string' && atEvent.holds(who, folder)) return false
    return !mayKnow(who, one[0] ?? '', folder)
  })
  const words = [...text.matchAll(/word of (\d+);/g)].filter(
    ([, mid]) => typeof who === 'string' || Number(mid) !== who.mid,
  )
  return [...told, ...words.map(([whole]) => whole)]
}
