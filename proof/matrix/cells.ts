import type { InjectOptions } from 'fastify'
import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { size } from '../lib/size.ts'
import { people, type Person } from './people.ts'
import { knows, open, readsDiet, readsFiles, sees, watches } from './needs.ts'
import { type Call, idOf, type Kind, linkPolicy, type Nobodys, placesOnly, policy } from './policy.ts'
import { type Folder, isConstellation, type Place, traces, type World } from './world.ts'

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
  folder: Folder | undefined
  relation: Place | 'none' | 'mixed' | '-'
  request: { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer }
  expected: Expected
  /** Patients whose rows an allowed call may change. */
  mayWrite: readonly number[]
  title: string
}

const hidden = ['NOT_FOUND']
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
  folder: Folder,
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
    refuse: folder.place === 'disabled' ? [...none, 'MEMBER_DISABLED'] : none,
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
export const cookieOf = (folder: Folder | undefined) =>
  folder ? `tw_link_${folder.linkId.slice(0, 8)}=${folder.linkCookie}` : ''

const nameOfWho = (who: Who) => (typeof who === 'string' ? who : who.name)
function cellOf(
  world: World,
  definition: EndpointShape,
  call: Call,
  who: Who,
  ids: (kind: Kind, path: string) => Folder,
  about: { folder: Folder; also?: readonly number[]; relation: Cell['relation']; expected: Expected; what: string },
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
const whatOf = (who: Who, folder: Folder) =>
  `${folder.place}, ${folder.authorisation}, ${typeof who !== 'string' && folder.did === who.mid ? 'treating' : 'not treating'}`

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
  for (const who of people) {
    const mine = world.folders.filter(({ did }) => did === who.mid)
    const host = hosts.filter(
      (folder) => (who.constellations || !isConstellation(folder)) && (!who.ownOnly || folder.place === 'own'),
    )
    const refused = admitted(definition, who) !== undefined
    for (const folder of refused ? [...few(host), ...few(mine)] : [...host, ...mine]) {
      const expected = expectedOf(definition, call, who, folder, folder.place)
      yield cellOf(world, definition, call, who, () => folder, {
        folder,
        relation: folder.place,
        expected,
        what: whatOf(who, folder),
      })
    }
    const nothing = expectedOf(definition, call, who, world.nothing, 'none')
    yield cellOf(world, definition, call, who, () => world.nothing, {
      folder: world.nothing,
      relation: 'none',
      expected: nothing,
      what: 'ids of nothing',
    })
    const base = [...mine, ...host].find((folder) => 'allow' in expectedOf(definition, call, who, folder, folder.place))
    if (base) yield* mixedOf(world, definition, call, who, base, [...mine, ...host])
  }
}
/** May what the one names be put where the other is? Never, where the call puts nothing anywhere. */
const mayGo = ({ goes, needs }: Call, who: Person, from: Folder, to: Folder): boolean =>
  goes !== undefined && needs.every((one) => one.holds(who, from)) && goes.needs.every((one) => one.holds(who, to))
/** Ids inside bodies count: each of them in turn is somebody else's, the others are rightly the caller's. */
function* mixedOf(
  world: World,
  definition: EndpointShape,
  call: Call,
  who: Person,
  base: Folder,
  all: readonly Folder[],
): Generator<Cell> {
  for (const [path, kind] of Object.entries(call.ids)) {
    const named = Object.entries(call.ids).some(([rest, other]) => rest !== path && !placesOnly.includes(other))
    if (!named && !placesOnly.includes(kind)) continue
    const others = all.filter(
      (folder) => folder !== base && (['own', 'sibling', 'partner'] as Place[]).includes(folder.place),
    )
    for (const other of others) {
      if (idOf[kind](other) === idOf[kind](base)) continue
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
  for (const who of [...people, 'signed out', 'patient link'] as Who[]) {
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
export function mayKnow(who: Who, level: string, folder: Folder): boolean {
  // A link tells its own patient their own visit; it is the first folder's.
  if (who === 'patient link') return (level === 'v' || level === 'i') && folder.n === 1
  if (typeof who === 'string') return false
  if (level === 'i') return knows.holds(who, folder)
  if (!sees.holds(who, folder)) return false
  if (level === 'v') return true
  if (level === 'd') return readsDiet.holds(who, folder)
  if (level === 'f') return readsFiles.holds(who, folder) || folder.did === who.mid
  if (level === 'm') return watches.holds(who, folder) || folder.did === who.mid
  return open.holds(who, folder) || (level === 'n' && folder.did === who.mid)
}
export function foreignIn(text: string, who: Who, folders: readonly Folder[]): string[] {
  const found = new Set([...text.matchAll(traces)].map(([whole]) => whole.toLowerCase()))
  const told = [...found].filter((one) => {
    const folder = folders[Number(one.slice(2, 6)) - 1]
    return folder === undefined || !mayKnow(who, one[0] ?? '', folder)
  })
  const words = [...text.matchAll(/word of (\d+);/g)].filter(
    ([, mid]) => typeof who === 'string' || Number(mid) !== who.mid,
  )
  return [...told, ...words.map(([whole]) => whole)]
}

// ── patients' links ─────────────────────────────────────────────────────────────────────────────────────────────
/** A link's calls: by whom, with which token and which browser's secret, for which call. */
export function* linkCells(world: World): Generator<Cell> {
  const own = world.folders.filter(({ place, did }) => place === 'own' && did === 500)
  const [holder, other] = own
  const doctor = people.find(({ name }) => name === 'doctor')
  if (!holder || !other || !doctor) throw new Error('the world has no two patients')
  const foreign = world.folders.find(({ place }) => place === 'partner') ?? other
  const strangers = {
    'a token of nobody': world.nothing,
    'a token made up': { ...holder, linkToken: `${holder.linkToken}x` },
  }
  for (const definition of world.app.http.registry) {
    const { permission } = definition
    const row = linkPolicy[nameOf(definition)]
    if ((permission !== 'link' && permission !== 'linkToken') || !row) continue
    const make = (
      folder: Folder,
      headers: Record<string, string>,
      names: Folder,
      relation: Cell['relation'],
      expected: Expected,
      what: string,
    ): Cell => {
      const parts = startOf({ body: row.body, params: { token: folder.linkToken } })
      for (const [path, kind] of Object.entries(row.ids ?? {})) put(parts, path, idOf[kind](names))
      const request = requestOf(definition, parts, headers)
      return {
        definition,
        call: undefined,
        who: 'patient link',
        folder,
        relation,
        request,
        expected,
        mayWrite: [folder.pid],
        title: `${nameOf(definition)}: ${what}`,
      }
    }
    const allow: Expected = { allow: row.answers ?? 'OK' }
    const unknown: Expected = { refuse: ['LINK_INVALID'], because: 'no such link' }
    const closed: Expected =
      permission === 'link' ? { refuse: ['UNAUTHENTICATED'], because: 'not this browser' } : allow
    yield make(holder, { cookie: cookieOf(holder) }, holder, 'own', allow, 'the browser that passed the identity check')
    yield make(holder, {}, holder, 'own', closed, 'a browser that passed none')
    yield make(
      holder,
      { cookie: `tw_link_${holder.linkId.slice(0, 8)}=${other.linkCookie}` },
      holder,
      'own',
      closed,
      "another patient's secret",
    )
    yield make(holder, { cookie: cookieOf(other) }, holder, 'own', closed, "another patient's cookie")
    yield make(holder, bearer(world, doctor), holder, 'own', closed, 'a doctor with the token of the link')
    for (const [what, folder] of Object.entries(strangers))
      yield make(folder, { cookie: cookieOf(holder), ...bearer(world, doctor) }, holder, 'none', unknown, what)
    for (const names of row.ids ? [other, foreign, world.nothing] : [])
      yield make(
        holder,
        { cookie: cookieOf(holder) },
        names,
        'mixed',
        { refuse: hidden, because: "another visit's" },
        `ids of ${names.place}, patient ${names.pid}`,
      )
  }
}

// ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────
/** Addresses of recordings: a ticket opens one file, of one institution, for a while, and for no other. */
export async function fileCells(world: World): Promise<Cell[]> {
  const definition = world.app.http.registry.find((one) => nameOf(one) === 'GET /his/api/recordings/{recordingId}/file')
  const doctor = people.find(({ name }) => name === 'doctor')
  const mine = world.folders.find(({ place, did }) => place === 'own' && did === doctor?.mid)
  const address = world.app.http.registry.find(
    (one) => nameOf(one) === 'POST /his/api/recordings/{recordingId}/addresses',
  )
  if (!definition || !address || !doctor || !mine) throw new Error('recordings have no addresses any more')
  const asked = requestOf(
    address,
    { params: { recordingId: mine.recordingId }, query: {}, body: {} },
    bearer(world, doctor),
  )
  const reply = await world.app.http.app.inject(asked as InjectOptions)
  const url = new URL(reply.json<{ data: { url: string } }>().data.url, 'http://x')
  const ticket = url.searchParams.get('ticket') ?? ''
  const [body = '', signature = ''] = ticket.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const forged = (change: object) =>
    `${Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')}.${signature}`
  const cell = (recordingId: string, said: string, expected: Expected, what: string): Cell => ({
    definition,
    call: undefined,
    who: 'signed out',
    folder: mine,
    relation: '-',
    request: requestOf(definition, { params: { recordingId }, query: said ? { ticket: said } : {}, body: {} }, {}),
    expected,
    mayWrite: [mine.pid],
    title: `${nameOf(definition)}: ${what}`,
  })
  const no = (because: string): Expected => ({ refuse: ['FILE_LINK_EXPIRED', 'NOT_FOUND'], because })
  return [
    cell(mine.recordingId, ticket, { allow: 'OK' }, 'with its ticket'),
    cell(mine.recordingId, '', no('no ticket'), 'without a ticket'),
    cell(mine.recordingId, forged({ exp: 4_102_444_800 }), no('changed'), 'a ticket made longer'),
    ...world.folders
      .filter(({ n }) => n !== mine.n)
      .flatMap((other) => [
        cell(other.recordingId, ticket, no('of another file'), `the ticket of another recording (${other.place})`),
        cell(
          other.recordingId,
          forged({ of: `/his/api/recordings/${other.recordingId}/file` }),
          no('not signed'),
          `a ticket changed to this recording (${other.place})`,
        ),
      ]),
  ]
}
