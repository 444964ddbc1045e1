import type { InjectOptions } from 'fastify'
import { bearer, type Cell, cookieOf, type Expected, hidden, nameOf, put, requestOf, startOf } from './cells.ts'
import { people } from './people.ts'
import { idOf, linkPolicy } from './policy.ts'
import type { PatientFixture, World } from './world.ts'

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
      folder: PatientFixture,
      headers: Record<string, string>,
      names: PatientFixture,
      relation: Cell['relation'],
      expected: Expected,
      what: string,
    ): Cell => {
      const parts = startOf({ body: row.body, params: { ...row.params, token: folder.linkToken } })
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
