import { request as rawRequest } from 'node:http'
import { type Access, endpoint } from '@teleward/contract/core/endpoint.ts'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import { paging } from '@teleward/contract/core/paging.ts'
import { id, singleLine } from '@teleward/contract/core/scalars.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { LinkActor, StaffActor } from '../actor.ts'
import { systemClock } from '../clock.ts'
import { json, k, sql } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createHttp, type Http, route } from './index.ts'

const SECRET = 'A123456789'
const staff = (more: Partial<StaffActor> = {}): StaffActor => ({
  kind: 'staff',
  mid: 1,
  sid: 's',
  bearer: 'b',
  name: '林',
  account: 'dr.lin',
  partnerId: 1,
  unitIds: [10],
  doctortype: 'doctor',
  staffType: 1,
  rights: permissionsOf({ doctortype: 'doctor', onBoard: true }),
  privileges: [],
  closed: new Set(),
  unclaimed: false,
  verified: true,
  onBoard: true,
  review: 'onBoard',
  deviceType: 3,
  covered: false,
  secondStepMissing: false,
  deviceToken: 'd',
  timeZone: 'Asia/Taipei',
  ...more,
})
const people: Record<string, StaffActor> = {
  lin: staff(),
  wang: staff({ mid: 2 }),
  volunteer: staff({
    mid: 3,
    doctortype: 'volunteer',
    rights: permissionsOf({ doctortype: 'volunteer', onBoard: true }),
  }),
  fresh: staff({ mid: 4, onBoard: false, rights: permissionsOf({ doctortype: 'doctor', onBoard: false }) }),
  unverified: staff({ mid: 5, verified: false }),
}
const linkOf = (identified: boolean): LinkActor => ({
  kind: 'link',
  linkId: '0b1c9c3e-0b0a-4b0a-8b0a-0b0a0b0a0b0a',
  partnerId: 1,
  unitId: 10,
  pid: 1,
  qid: 1,
  identified,
  purpose: 'visit',
})

const define = <const P extends Access>(permission: P, path: string) =>
  endpoint({
    method: 'GET',
    path,
    summary: 't',
    permission,
    audit: 'none',
    response: z.object({ who: z.string() }),
    tags: [],
  })
const thing = z.object({
  name: singleLine(20),
  count: z.number().int().min(1).max(9).optional(),
  nested: z.object({ at: z.iso.date() }).optional(),
})
const make = endpoint({
  method: 'POST',
  path: '/his/api/things/{id}',
  summary: 'Make',
  permission: 'emr.read',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  query: z.object({ flag: z.enum(['a', 'b']).optional() }),
  body: thing,
  response: z.object({ name: z.string(), user: z.string(), seen: z.array(z.string()) }),
  errors: ['NOT_FOUND'],
  tags: [],
})
const list = endpoint({
  method: 'GET',
  path: '/his/api/things',
  summary: 'List',
  permission: 'emr.read',
  audit: 'read',
  query: z.object({ ...paging }),
  response: z.object({ n: z.number() }),
  list: true,
  tags: [],
})
const breaks = endpoint({
  method: 'POST',
  path: '/his/api/breaks',
  summary: 'Break',
  permission: 'public',
  audit: 'none',
  body: z.object({ how: z.enum(['output', 'throw', 'sql', 'app']) }),
  response: z.object({ ok: z.boolean() }),
  errors: ['VERSION_STALE'],
  tags: [],
})

let world: TestDatabase
let http: Http
let base: string
const lines: string[] = []
let effects = 0

beforeAll(async () => {
  world = await testDatabase()
  await world.driver.owner(`insert into partner (id, name) values (1, 'One'); insert into unit (id, partner_id, name) values (10, 1, 'A');
    insert into staff (account, name) values ('a', 'a'), ('b', 'b'), ('c', 'c'), ('d', 'd'), ('e', 'e')`)
  http = await createHttp({
    db: world.db,
    clock: systemClock,
    version: '1',
    logTo: { write: (text) => lines.push(text) },
    rate: 100_000,
    authenticate: {
      staff: async (token) => {
        const found = Object.hasOwn(people, token) ? people[token] : undefined
        if (!found) throw new AppError('UNAUTHENTICATED')
        return found
      },
      session: () => Promise.reject(new AppError('UNAUTHENTICATED')),
      link: async ({ linkToken, cookie }) => {
        if (linkToken !== 'good-token-good-token') throw new AppError('LINK_INVALID')
        return linkOf(cookie('link') === 'mine')
      },
    },
  })
  route(http, define('public', '/his/api/open'), async ({ who }) => ({ who: String(who) }))
  route(http, define('session', '/his/api/session'), async ({ who }) => ({ who: who.name }))
  route(http, define('unverified', '/his/api/unverified'), async ({ who }) => ({ who: who.name }))
  route(http, define('prescription.write', '/his/api/prescribe'), async ({ who }) => ({ who: who.name }))
  route(http, define('setting.own', '/his/api/own'), async ({ who }) => ({ who: who.name }))
  for (const [permission, path] of [
    ['linkToken', '/his/api/links/{token}/look'],
    ['link', '/his/api/links/{token}/act'],
  ] as const)
    route(http, { ...define(permission, path), params: z.object({ token: z.string() }) }, async ({ who }) => ({
      who: String(who.identified),
    }))
  route(http, make, async (ctx, { params, body }) => {
    ctx.target({ kind: 'thing', id: params.id, pid: 7 })
    return ctx.tx(async (tx) => {
      effects += 1
      await tx.run(k.insertInto('word').values({ mid: ctx.who.mid, partner_id: 1, type: 's', word: body.name }))
      const { who } = await tx.one(sql<{ who: string }>`select current_user::text as who`)
      if (body.name === 'missing') throw new AppError('NOT_FOUND')
      await new Promise((resolve) => setTimeout(resolve, 30))
      return { name: body.name, user: who, seen: Object.keys(body), secret: SECRET }
    })
  })
  route(http, list, async (_, { query: { page, pageSize } }) => {
    const rows = Array.from({ length: 25 }, (_value, n) => ({ n, secret: SECRET }))
    return { data: rows.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total: rows.length }
  })
  route(http, breaks, async (_, { body: { how } }) => {
    if (how === 'output') return { ok: SECRET } as never
    if (how === 'sql') await world.db.system.read(sql`select ${SECRET}::int, ${json({})}`)
    if (how === 'app') throw new AppError('VERSION_STALE', { data: { version: 3 } })
    throw new Error('inner detail')
  })
  base = await http.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.app.close()
  await world.close()
})

interface Body {
  status: string
  message: string
  data: unknown
  fields: { path: string; code: string; message: string }[]
  requestId: string
  total: number
}
async function call(
  method: string,
  path: string,
  options: { as?: string; body?: unknown; text?: string; headers?: Record<string, string> } = {},
) {
  const body = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  }
  if (options.as) headers.authorization = `Bearer ${options.as}`
  const response = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  return {
    status: response.status,
    text,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Body,
  }
}
const things = (options: Parameters<typeof call>[2] = {}, path = '/his/api/things/1') =>
  call('POST', path, { as: 'lin', ...options })

describe('who may call', () => {
  it('[API-02] wants a bearer token of every call but the open ones', async () => {
    expect((await call('GET', '/his/api/open')).body).toMatchObject({ status: 'OK', data: { who: 'undefined' } })
    for (const headers of [
      {},
      { authorization: 'Bearer nobody' },
      { authorization: 'Basic lin' },
      { authorization: 'Bearer constructor' },
      { authorization: 'Bearer' },
    ] as Record<string, string>[])
      expect(await call('GET', '/his/api/session', { headers })).toMatchObject({
        status: 401,
        body: { status: 'UNAUTHENTICATED' },
      })
  })
  it.each([
    ['lin', '/his/api/prescribe', 200, 'OK'],
    ['volunteer', '/his/api/prescribe', 403, 'FORBIDDEN'],
    ['volunteer', '/his/api/session', 200, 'OK'],
    ['unverified', '/his/api/session', 403, 'VERIFY_FIRST'],
    ['unverified', '/his/api/unverified', 200, 'OK'],
    ['unverified', '/his/api/own', 403, 'VERIFY_FIRST'],
    ['fresh', '/his/api/prescribe', 403, 'STAFF_NOT_VERIFIED'],
    ['fresh', '/his/api/own', 200, 'OK'],
  ])('[API-02~] answers %s at %s with %i %s', async (as, path, status, code) => {
    expect(await call('GET', path, { as })).toMatchObject({ status, body: { status: code } })
  })
  it('tells the holder of a link from the one who passed the identity check', async () => {
    const at = (what: string, cookie = '') =>
      call('GET', `/his/api/links/${what}`, { headers: cookie ? { cookie } : {} })
    expect(await at('bad/look')).toMatchObject({ status: 404, body: { status: 'LINK_INVALID' } })
    expect((await at('good-token-good-token/look')).body.data).toEqual({ who: 'false' })
    expect((await at('good-token-good-token/act')).status).toBe(401)
    expect((await at('good-token-good-token/act', 'x=1; link=mine')).body.data).toEqual({ who: 'true' })
    expect((await call('GET', '/his/api/links/good-token-good-token/act', { as: 'lin' })).status).toBe(401)
  })
  it('[API-06] refuses a route without permission or audit kind, and has both on every route', async () => {
    const { permission: _p, ...open } = define('public', '/his/api/nobody')
    expect(() => http.register(open as never)).toThrow(/names no permission/)
    expect(() => http.register({ ...define('public', '/his/api/x'), audit: undefined as never })).toThrow(
      /no audit kind/,
    )
    expect(http.registry.length).toBeGreaterThan(8)
    for (const definition of http.registry)
      expect([definition.path, Boolean(definition.permission && definition.audit)]).toEqual([definition.path, true])
  })
  it('runs the handler’s statements as the application’s role', async () => {
    expect((await things({ body: { name: 'role' } })).body.data).toMatchObject({ user: 'teleward_app' })
  })
})

describe('answers', () => {
  it('[API-03] envelopes success, lists and failures, in the caller’s language', async () => {
    expect((await call('GET', '/his/api/things?page=2&pageSize=20', { as: 'lin' })).body).toEqual({
      status: 'OK',
      data: [20, 21, 22, 23, 24].map((n) => ({ n })),
      page: 2,
      pageSize: 20,
      total: 25,
    })
    const said = async (language: string) =>
      (await call('GET', '/his/api/session', { headers: { 'accept-language': language } })).body.message
    expect([await said('en-GB,en;q=0.9'), await said('zh-CN'), await said('zh-Hant-TW'), await said('de')]).toEqual([
      'Sign in first',
      '请先登录',
      '請先登入',
      '請先登入',
    ])
    expect((await call('POST', '/his/api/breaks', { body: { how: 'no', appLang: 'en' } })).body.message).toBe(
      'Enter correct data',
    )
    expect(await call('POST', '/his/api/breaks', { body: { how: 'app' } })).toMatchObject({
      status: 409,
      body: { status: 'VERSION_STALE', data: { version: 3 } },
    })
  })
  it('[API-05] never lets a field out that the definition does not declare, nor one in', async () => {
    const made = await things({ body: { name: 'in', evil: 1, nested: { at: '2026-01-01', more: 2 } } })
    expect(made.body.data).toEqual({ name: 'in', user: 'teleward_app', seen: ['name', 'nested'] })
    for (const answer of [made, await call('GET', '/his/api/things', { as: 'lin' })])
      expect(answer.text).not.toContain(SECRET)
  })
  it('[API-10] caps pages at 200 rows, and gives an empty page with the right total beyond the end', async () => {
    expect((await call('GET', '/his/api/things?page=9', { as: 'lin' })).body).toMatchObject({
      data: [],
      total: 25,
      page: 9,
    })
    expect(await call('GET', '/his/api/things?pageSize=201', { as: 'lin' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'pageSize' }] },
    })
    expect((await call('GET', '/his/api/things?pageSize=200', { as: 'lin' })).body).toMatchObject({ pageSize: 200 })
  })
  it.each(['output', 'throw', 'sql'])(
    '[API-11~] answers its own mistake (%s) with 500 and nothing of its inside, in the log neither',
    async (how) => {
      lines.length = 0
      const answer = await call('POST', '/his/api/breaks', { body: { how } })
      expect(answer).toMatchObject({ status: 500, body: { status: 'INTERNAL' } })
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
      // Whoever is told to report it reads by what it is found.
      expect(answer.body.message).toContain(answer.body.requestId)
      expect(answer.text).not.toMatch(/inner detail|node_modules|\.ts|A123456789/)
      await expect.poll(() => lines.join('')).toContain(answer.body.requestId)
      expect(lines.join('')).not.toContain(SECRET)
    },
  )
  it('carries the headers of a closed house', async () => {
    const policyOf = async (path: string) => (await call('GET', path)).headers.get('content-security-policy') ?? ''
    const page = await policyOf('/his/docs')
    expect(page).toMatch(
      /default-src 'none'.*script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-[\w+/=]{20,}'.*frame-ancestors 'none'/,
    )
    expect(page).not.toContain('unsafe-inline')
    expect(page).not.toBe(await policyOf('/his/docs'))
    // An answer of the API is no page: nothing in it may run or load at all.
    const { headers } = await call('GET', '/his/api/open')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })
  it('logs route, status and person, never the address as called, a query or a body', async () => {
    lines.length = 0
    await call('GET', '/his/api/links/good-token-good-token/look?name=patientname', {})
    await things({ body: { name: 'bodytext' } }, '/his/api/things/424242?flag=a')
    await expect.poll(() => lines.join('')).toContain('/his/api/things/:id')
    expect(lines.join('')).toContain('"mid":1')
    expect(lines.join('')).not.toMatch(/good-token|patientname|bodytext|424242|flag=a/)
  })
})

describe('[API-11] hostile input', () => {
  it.each([
    ['broken JSON', { text: '{"name": "x"' }],
    ['no JSON at all', { text: 'name=x' }],
    ['a lone surrogate of braces', { text: '}{' }],
    ['a key that reaches into the prototype', { text: '{"name":"x","__proto__":{"admin":true}}' }],
    ['a constructor', { text: '{"name":"x","constructor":{"prototype":{"a":1}}}' }],
    ['a list instead of an object', { body: [] }],
    ['null', { text: 'null' }],
    ['a number', { text: '5' }],
    ['an object where text belongs', { body: { name: { $gt: '' } } }],
    ['a list where text belongs', { body: { name: ['x'] } }],
    ['text that is too long', { body: { name: 'x'.repeat(21) } }],
    ['a fraction', { body: { name: 'x', count: 1.5 } }],
    ['infinity', { text: '{"name":"x","count":1e999}' }],
    ['a day that does not exist', { body: { name: 'x', nested: { at: '2026-02-30' } } }],
    ['another content type', { text: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['XML', { text: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['no body', {}],
  ])('answers %s with 400', async (_, options) => {
    const before = effects
    const answer = await things(options)
    expect([answer.status, answer.body.status]).toEqual([400, 'BAD_INPUT'])
    expect(answer.text).not.toMatch(/stack|node_modules|\$gt/)
    expect(effects).toBe(before)
  })
  it('names the fields, with a code and a text each', async () => {
    const { body } = await things({ body: { count: 99, nested: { at: 'x' } }, headers: { 'accept-language': 'en' } })
    expect(body.fields).toEqual([
      { path: 'name', code: 'FIELD_EMPTY', message: 'This field cannot be empty' },
      { path: 'count', code: 'VALUE_INVALID', message: 'Enter a correct value' },
      { path: 'nested.at', code: 'VALUE_INVALID', message: 'Enter a correct value' },
    ])
  })
  it.each([
    '/his/api/things/0',
    '/his/api/things/abc',
    '/his/api/things/99999999999',
    '/his/api/things/1?flag=c',
    '/his/api/things/1?flag=a&flag=b',
    '/his/api/things/%ff',
    `/his/api/things/${'9'.repeat(400)}`,
  ])('answers the address %s with 400', async (path) => {
    expect(await things({ body: { name: 'x' } }, path)).toMatchObject({ status: 400, body: { status: 'BAD_INPUT' } })
  })
  it.each([
    '/his/api/nothing',
    '/his',
    '/comm/x',
    '/partner/',
    '/his/api/things/1/2',
    '/his/../etc/passwd',
    '/his/api/constructor',
  ])('answers the unknown %s with 404 in JSON', async (path) => {
    expect(await call('GET', path, { as: 'lin' })).toMatchObject({ status: 404, body: { status: 'NOT_FOUND' } })
  })
  it('refuses a body of 50 MB with 413', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const request = rawRequest(`${base}/his/api/things/1`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer lin',
          'content-length': 50 * 1024 * 1024,
        },
      })
      let answered = false
      request.on('response', (response) => {
        answered = true
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      // The server hangs up on the rest.
      request.on('error', (error) => !answered && reject(error))
      request.write(Buffer.alloc(64 * 1024, 'x'))
    })
    expect(status).toBe(413)
    const sent = await fetch(`${base}/his/api/things/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer lin' },
      body: JSON.stringify({ name: 'x'.repeat(1_100_000) }),
    })
    expect([sent.status, ((await sent.json()) as Body).status]).toEqual([413, 'TOO_LARGE'])
  })
})

describe('[API-07] an Idempotency-Key', () => {
  const words = async (word: string) =>
    (await world.db.system.read(k.selectFrom('word').select('id').where('word', '=', word))).length
  it('gives 50 parallel calls one effect and one answer', async () => {
    const before = effects
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        things({ body: { name: 'fifty' }, headers: { 'idempotency-key': 'key-fifty-1' } }),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { data: { name: 'fifty' } } })
    expect([effects - before, await words('fifty')]).toEqual([1, 1])
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed')).length).toBe(49)
  })
  it('refuses another body or address, and is nobody else’s key', async () => {
    const headers = { 'idempotency-key': 'key-other-1' }
    await things({ body: { name: 'first' }, headers })
    expect(await things({ body: { name: 'second' }, headers })).toMatchObject({
      status: 409,
      body: { status: 'IDEMPOTENCY_MISMATCH' },
    })
    expect((await things({ body: { name: 'first' }, headers }, '/his/api/things/2')).status).toBe(409)
    expect(await things({ as: 'wang', body: { name: 'second' }, headers })).toMatchObject({
      status: 200,
      body: { data: { name: 'second' } },
    })
    expect([await words('first'), await words('second')]).toEqual([1, 1])
  })
  it('is free again after a refusal, and leaves no half-written record', async () => {
    const headers = { 'idempotency-key': 'key-refused-1' }
    expect((await things({ body: { name: 'missing' }, headers })).status).toBe(404)
    expect((await things({ body: { name: 5 }, headers })).status).toBe(400)
    expect((await things({ body: { name: 'mended' }, headers })).status).toBe(200)
    expect([await words('missing'), await words('mended')]).toEqual([0, 1])
  })
  it('of a wrong form is bad input', async () => {
    expect(await things({ body: { name: 'x' }, headers: { 'idempotency-key': 'short' } })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'Idempotency-Key' }] },
    })
  })
})

describe('audit', () => {
  const rows = () => world.db.system.read(k.selectFrom('audit_log').selectAll().orderBy('id'))
  it('[API-06~] writes one row for a change in its transaction, one for a reading, one for an attempt at what is not there, none for what is wrong', async () => {
    const before = (await rows()).length
    await things({ body: { name: 'audited' } })
    await call('GET', '/his/api/things', { as: 'lin' })
    await things({ body: { name: 'missing' } })
    await things({ body: { name: 7 } })
    await call('GET', '/his/api/session', { as: 'lin' })
    expect((await rows()).slice(before)).toMatchObject([
      {
        action: 'POST /his/api/things/{id}',
        kind: 'write',
        mid: 1,
        partner_id: 1,
        target_kind: 'thing',
        target_id: '1',
        pid: 7,
        outcome: 'OK',
        ip: '127.0.0.1',
      },
      { action: 'GET /his/api/things', kind: 'read', mid: 1, outcome: 'OK' },
      { action: 'POST /his/api/things/{id}', kind: 'write', mid: 1, target_id: '1', pid: 7, outcome: 'NOT_FOUND' },
    ])
  })
})

describe('calls in a minute', () => {
  it('are counted by person: colleagues at one address hold up nobody, and made-up tokens are the address’s', async () => {
    const small = await createHttp({
      db: world.db,
      clock: systemClock,
      version: '1',
      logLevel: 'silent',
      rate: 3,
      personOf: async (bearer) => (Object.hasOwn(people, bearer) ? people[bearer]?.mid : undefined),
      authenticate: {
        staff: async (token) => people[token] ?? Promise.reject(new AppError('UNAUTHENTICATED')),
        session: () => Promise.reject(new AppError('UNAUTHENTICATED')),
        link: () => Promise.reject(new AppError('LINK_INVALID')),
      },
    })
    try {
      route(small, define('session', '/his/api/session'), async ({ who }) => ({ who: who.name }))
      const ask = async (token?: string) => {
        const headers = token ? { authorization: `Bearer ${token}` } : {}
        const answer = await small.app.inject({ method: 'GET', url: '/his/api/session', headers })
        return [answer.statusCode, answer.json<Body>().status]
      }
      for (let n = 0; n < 3; n += 1) expect((await ask('lin'))[0]).toBe(200)
      expect(await ask('lin')).toEqual([429, 'RATE_LIMITED'])
      expect((await ask('wang'))[0]).toBe(200)
      for (const token of ['made-up-1', 'made-up-2', undefined])
        expect(await ask(token)).toEqual([401, 'UNAUTHENTICATED'])
      expect(await ask('made-up-3')).toEqual([429, 'RATE_LIMITED'])
      expect((await ask('wang'))[0]).toBe(200)
    } finally {
      await small.app.close()
    }
  })
})

describe('documents', () => {
  it('[API-04~] describes every registered call in OpenAPI, and shows them without a script', async () => {
    const document = JSON.parse((await call('GET', '/his/openapi.json')).text) as {
      openapi: string
      paths: Record<
        string,
        Record<
          string,
          { security: unknown[]; parameters: { name: string }[]; responses: Record<string, { description: string }> }
        >
      >
    }
    expect(document.openapi).toBe('3.1.0')
    for (const { method, path } of http.registry) expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined()
    const post = document.paths['/his/api/things/{id}']?.post
    expect(post?.parameters.map(({ name }) => name)).toEqual(['id', 'flag', 'Idempotency-Key'])
    expect(post?.security).toEqual([{ bearer: [] }])
    expect(post?.responses['404']?.description).toBe('NOT_FOUND')
    const page = (await call('GET', '/his/docs')).text
    expect(page).toContain('/his/api/things/{id}')
    expect(page).not.toContain('<script')
  })
})
