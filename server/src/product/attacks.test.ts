import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { type Permission, permissions } from '@teleward/contract/core/permissions.gen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, type Reply } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { callOf, nameOf } from './contract.ts'

/** What the product adds to the specification for calls and sessions, under attack: each line by whoever means harm. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ dist: '/nowhere' })
})
afterAll(() => testApp.stop())
const told = ({ status, body }: Reply) => [status, body.status]
const me = '/his/api/userinfo/3'
const inject = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  testApp.app.http.app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })

interface Parameter {
  name: string
  in: string
  schema: Property
}
interface Property {
  type?: string
  format?: string
  pattern?: string
  properties?: Record<string, Property>
  anyOf?: Property[]
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Property }> }
}
/** Each call that takes a value of some kind, and where. */
async function takers(is: (name: string, schema: Property) => boolean) {
  const { body } = await testApp.get('/his/openapi.json')
  const { paths } = body as unknown as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const fields = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {})
      return [
        ...parameters
          .filter((one) => one.in === 'query' && is(one.name, one.schema))
          .map(({ name }) => ({ method: method.toUpperCase(), path, name, where: 'query' as const })),
        ...fields
          .filter(([name, schema]) => is(name, schema))
          .map(([name]) => ({ method: method.toUpperCase(), path, name, where: 'body' as const })),
      ]
    }),
  )
}
type Taker = Awaited<ReturnType<typeof takers>>[number]

/** Who may make the call at all: a doctor, or where the table says no to doctors an administrator. */
async function able(): Promise<(call: { method: string; path: string }) => string> {
  const [doctor, admin] = [await testApp.signIn('dr.lin'), await testApp.signIn('admin')]
  const right = new Map(testApp.app.http.registry.map((one) => [nameOf(one), one.permission]))
  return (call) => {
    const permission = right.get(nameOf(call))
    const table = permission && permission in permissions ? permissions[permission as Permission] : undefined
    return table && ['-', 'g'].includes(table.doctor) ? admin.token : doctor.token
  }
}
const UUID = '0b7e5f3a-52f5-4f0c-9a39-5a1d8b7c4e21'
/** One call of it with that value. */
async function give({ method, path, name, where }: Taker, value: unknown, token: string) {
  // What is wrong is that value alone: an id is one of the kind that the call takes.
  const ids = testApp.app.http.registry.find((one) => nameOf(one) === nameOf({ method, path }))?.params?.shape ?? {}
  const { url } = callOf({
    method,
    path: path.replace(/\{(\w+)\}/g, (all, id: string) =>
      ids[id]?.safeParse('1').success === false && ids[id].safeParse(UUID).success ? UUID : all,
    ),
  } as never)
  const query = where === 'query' ? `?${new URLSearchParams({ [name]: String(value) })}` : ''
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payload = where === 'body' ? JSON.stringify({ [name]: value }) : method === 'GET' ? undefined : '{}'
  const reply = await inject(method, url + query, headers, payload)
  return { status: reply.statusCode, body: reply.json<{ status: string; fields?: { path: string }[] }>() }
}

describe('[API-03~] a refusal', () => {
  it('is the same envelope for every method that a call does not have, and repeats nothing of what was sent', async () => {
    const { registry } = testApp.app.http
    const paths = [...new Set(registry.map((definition) => callOf(definition).url))]
    const has = new Set(registry.map((definition) => `${definition.method} ${callOf(definition).url}`))
    for (const url of paths)
      for (const method of ['PATCH', 'TRACE', 'OPTIONS', 'PROPFIND']) {
        if (has.has(`${method} ${url}`)) continue
        const reply = await inject(method, url, { 'x-echo': 'echo-me', cookie: 'echo-me=1' })
        expect([404, 405], `${method} ${url}`).toContain(reply.statusCode)
        expect(reply.body).not.toContain('echo-me')
      }
  })
  it('[API-06~] no call that changes something can be made by a link or a picture: none of them is a GET', () => {
    const changing = testApp.app.http.registry.filter(({ audit }) => audit === 'write')
    expect(changing.length).toBeGreaterThan(20)
    expect(changing.filter(({ method }) => method === 'GET').map(nameOf)).toEqual([])
  })
  it('cannot be turned into a page, another language’s script or a header of its own', async () => {
    const hostile = '<script>alert(1)</script>'
    const tricks: Record<string, string>[] = [
      { accept: 'text/html', 'accept-language': hostile },
      { accept: 'application/xml', 'x-http-method-override': 'GET', 'x-original-url': me, 'x-rewrite-url': me },
    ]
    for (const headers of tricks) {
      const reply = await inject(
        'POST',
        '/his/user/login',
        { ...headers, 'content-type': 'application/json' },
        '{"id":5}',
      )
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
      expect(reply.body).not.toContain('<script')
      expect(reply.headers['cache-control']).toBe('no-store')
    }
    for (const url of ['/his/api/x%0d%0aset-cookie:%20a=b', `/his/${encodeURIComponent(hostile)}`]) {
      const reply = await inject('GET', url)
      expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([404, undefined])
      expect(reply.body).not.toContain('<script')
    }
  })
})

describe('[API-05~] fields that nobody declared', () => {
  it('make nobody an administrator, move nobody into another institution, and are stored nowhere', async () => {
    const { token } = await testApp.signIn('nurse.chen')
    const before = (await testApp.get(me, token)).body.data
    const version = (before?.preferencesVersion ?? 1) as number
    const wish = {
      version,
      changes: { theme: 'dark', staff_type: 5, privileges: ['all'], partner_id: 32, mid: testApp.mids.admin },
      staff_type: 5,
      mid: testApp.mids.admin,
      partnerId: 32,
      rights: { 'audit.read': 'y' },
    }
    await testApp.send('PUT', '/his/api/preferences', wish, token)
    const after = (await testApp.get(me, token)).body.data
    for (const field of ['mid', 'partner_id', 'staff_type', 'permissions', 'privileges', 'unit_list'])
      expect([field, after?.[field]]).toEqual([field, before?.[field]])
    const stored = await testApp.data.db.system.read(
      sql<{ text: string }>`select row_to_json(p)::text as text from preference p`,
    )
    expect(stored.map(({ text }) => text).join()).not.toMatch(/staff_type|privileges|partner_id/)
  })
})

describe('[API-07~] a kept answer', () => {
  it('is told to nobody but the live session of its person', async () => {
    const first = await testApp.signIn('dr.lin')
    const key = { 'idempotency-key': randomUUID() }
    const body = { type: 's', word: `only-once-${randomUUID()}` }
    const made = await testApp.post('/his/api/words', body, first.token, key)
    expect(told(made)).toEqual([200, 'OK'])
    const nobody = await testApp.post('/his/api/words', body, undefined, key)
    expect([...told(nobody), JSON.stringify(nobody.body).includes(body.word)]).toEqual([401, 'UNAUTHENTICATED', false])
    const other = await testApp.signIn('dr.wang')
    const theirs = await testApp.post('/his/api/words', body, other.token, key)
    expect(theirs.body.data?.id).not.toBe(made.body.data?.id)
    await testApp.post('/his/api/logout', {}, first.token)
    const late = await testApp.post('/his/api/words', body, first.token, key)
    expect([late.status, JSON.stringify(late.body).includes(body.word)]).toEqual([401, false])
  })
})

describe('[API-08~] a version that was never read', () => {
  it('from the future, from before the beginning, or of another kind changes nothing', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const made = await testApp.post('/his/api/words', { type: 'o', word: `stands-${randomUUID()}` }, token)
    const { id, version, word } = made.body.data as { id: number; version: number; word: string }
    for (const wrong of [
      version + 1,
      2_147_483_647,
      0,
      -1,
      1.5,
      9e15,
      '1',
      null,
      true,
      [version],
      { $gt: 0 },
      undefined,
    ]) {
      const reply = await testApp.send('PUT', '/his/api/words', { id, version: wrong, word: 'overwritten' }, token)
      expect([400, 409], `${JSON.stringify(wrong)}: ${reply.status}`).toContain(reply.status)
    }
    const [row] = await testApp.data.db.system.read(
      sql<{ word: string; version: number }>`select word, version from word where id = ${id}`,
    )
    expect(row).toMatchObject({ word, version })
  })
})

describe('[API-09~] times and days that are none', () => {
  it('are refused by every call that takes one, and named', async () => {
    const dated = (name: string, schema: Property): boolean =>
      ['date', 'date-time'].includes(schema.format ?? '') || (schema.anyOf ?? []).some((one) => dated(name, one))
    // A patient's link is asked for before its fields are: links.test.ts sends those their hostile input.
    const calls = (await takers(dated)).filter(({ path }) => !path.includes('/links/'))
    expect(calls.length).toBeGreaterThan(3)
    const tokenOf = await able()
    for (const call of calls)
      for (const value of [
        '2026-02-30',
        '0000-00-00',
        '0001-01-01',
        '9999-12-31',
        '2026-1-1',
        '99999999-01-01',
        'now',
        '1e3',
        "2026-01-01'--",
        '２０２６-01-01',
      ])
        expect(await give(call, value, tokenOf(call)), `${nameOf(call)} ${call.name}=${value}`).toMatchObject({
          status: 400,
          body: { status: 'BAD_INPUT', fields: expect.arrayContaining([expect.objectContaining({ path: call.name })]) },
        })
  })
})

describe('[API-10~] pages that nobody should ask for', () => {
  it('are refused or empty in every list: no size beyond 100, no number that is none, never a 500', async () => {
    const calls = await takers((name) => name === 'page' || name === 'pageSize')
    expect(calls.length).toBeGreaterThan(10)
    const tokenOf = await able()
    const numbers = (call: Taker, values: unknown[]) => (call.where === 'body' ? values : values.map(String))
    for (const call of calls) {
      for (const value of numbers(call, [
        0,
        -1,
        1.5,
        'NaN',
        '9'.repeat(40),
        '1; drop table staff',
        '1e1000',
        ...(call.name === 'pageSize' ? [201, 1_000_000] : []),
      ])) {
        const { status, body } = await give(call, value, tokenOf(call))
        expect([status, body.status], `${nameOf(call)} ${call.name}=${value}`).toEqual([400, 'BAD_INPUT'])
      }
      const { status } = await give(call, call.name === 'page' ? 2_000_000_000 : 100, tokenOf(call))
      expect(status, `${nameOf(call)} far beyond the end`).toBeLessThan(500)
    }
  })
})

describe('[API-01~] a number in an address', () => {
  it.each(['0x3', '%203', '3%20', '03', '3.0', '3e0', '+3', '0b11'])('has one spelling: %s is none', async (odd) => {
    const { token } = await testApp.signIn('dr.lin')
    for (const path of ['userinfo', 'members'])
      expect(told(await testApp.get(`/his/api/${path}/${odd}`, token)), path).toEqual([400, 'BAD_INPUT'])
    expect(told(await testApp.get('/his/api/userinfo/3', token))).toEqual([200, 'OK'])
  })
})

describe('[AUTH-10~] a stolen refresh token', () => {
  const renew = (refresh_token: unknown, device_token: unknown) =>
    testApp.post('/his/user/refresh', { refresh_token, device_token })
  it('opens nothing on another device, after signing out, as an access token, or as anything but text', async () => {
    const thief = await testApp.signIn('dr.wang', { device_token: randomUUID() })
    const victim = await testApp.signIn('dr.lin')
    expect((await renew(victim.refresh_token, thief.device_token)).status).toBe(401)
    expect((await testApp.get(me, victim.refresh_token)).status).toBe(401)
    expect((await renew(victim.token, victim.device_token)).status).toBe(401)
    for (const odd of [
      null,
      5,
      [victim.refresh_token],
      { $ne: '' },
      '',
      ' ',
      'x'.repeat(100_000),
      `${victim.refresh_token}\u0000`,
    ])
      expect([400, 401], JSON.stringify(odd)?.slice(0, 40)).toContain((await renew(odd, victim.device_token)).status)
    const next = await testApp.signIn('dr.lin')
    await testApp.post('/his/api/logout', {}, next.token)
    expect((await renew(next.refresh_token, next.device_token)).status).toBe(401)
  })
  it('used by 20 at once leaves one successor at most, and a reuse afterwards ends the family', async () => {
    const { refresh_token, device_token } = await testApp.signIn('dr.lin')
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refresh_token, device_token)))
    const tokens = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [String(body.refresh_token)] : [])))
    expect(tokens.size).toBe(1)
    const [successor = ''] = tokens
    const third = await renew(successor, device_token)
    expect(third.status).toBe(200)
    expect(told(await renew(refresh_token, device_token))).toEqual([401, 'REFRESH_REUSED'])
    expect((await renew(String(third.body.refresh_token), device_token)).status).toBe(401)
  })
})

describe('[AUTH-17~] an access token', () => {
  it('counts in its header alone: not in the address, a cookie, a body, or under another scheme', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const nowhere: [string, Record<string, string>][] = [
      [`${me}?token=${token}&access_token=${token}&jwt=${token}`, {}],
      [me, { cookie: `jwt=${token}; token=${token}; authorization=Bearer ${token}` }],
      [me, { authorization: token }],
      [me, { authorization: `Basic ${token}` }],
      [me, { authorization: `Bearer ${token}, Bearer ${token}` }],
      [me, { 'x-authorization': `Bearer ${token}`, 'x-access-token': token }],
    ]
    for (const [url, headers] of nowhere)
      expect([JSON.stringify(headers).slice(0, 30), (await inject('GET', url, headers)).statusCode]).toEqual([
        JSON.stringify(headers).slice(0, 30),
        401,
      ])
    expect((await inject('GET', me, { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })
  it('signed with the right key is refused with a time of its own, and with a header that asks for more', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const header = decodeProtectedHeader(token)
    const claims = decodeJwt(token)
    const [key] = await testApp.data.db.system.read(
      sql<{ secret: string }>`select secret from signing_key where kid = ${header.kid ?? ''}`,
    )
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge = (h: object, c: object, hash = 'sha256') => {
      const text = `${part(h)}.${part(c)}`
      return `${text}.${createHmac(hash, Buffer.from(key?.secret ?? '', 'base64url'))
        .update(text)
        .digest('base64url')}`
    }
    expect((await testApp.get(me, forge(header, claims))).status).toBe(200)
    const forged: Record<string, string> = {
      'no end': forge(header, { ...claims, exp: undefined }),
      'an end in words': forge(header, { ...claims, exp: 'never' }),
      'an end that is over': forge(header, { ...claims, exp: (claims.iat ?? 0) - 1 }),
      'a beginning to come': forge(header, { ...claims, nbf: (claims.exp ?? 0) + 3600 }),
      'another issuer': forge(header, { ...claims, iss: 'evil' }),
      'a list of audiences without ours': forge(header, { ...claims, aud: ['patient', 'room'] }),
      'another algorithm': forge({ ...header, alg: 'HS512' }, claims, 'sha512'),
      'a header to be understood': forge({ ...header, crit: ['exp'], exp: 1 }, claims),
      'no key': forge({ ...header, kid: undefined }, claims),
      'a key by statement': forge({ ...header, kid: "' or 1=1 --" }, claims),
    }
    for (const [what, bad] of Object.entries(forged))
      expect([what, (await testApp.get(me, bad)).status]).toEqual([what, 401])
  })
})

describe('[AUTH-03~] [AUTH-04~] guessing', () => {
  it('is counted by the address of the line, whatever a header claims', async () => {
    const one = await openTestApp({ dist: '/nowhere' })
    const guess = (n: number) =>
      one.post('/his/user/login', { id: `nobody${n}`, pwd: 'wrong1234' }, undefined, {
        'x-forwarded-for': `10.0.0.${n}`,
        'x-real-ip': `10.0.0.${n}`,
        forwarded: `for=10.0.0.${n}`,
        'cf-connecting-ip': `10.0.0.${n}`,
      })
    const codes: unknown[] = []
    for (let n = 0; n < 52; n++) codes.push((await guess(n)).body.status)
    expect(codes.slice(-2)).toEqual(['LOGIN_RATE_LIMITED', 'LOGIN_RATE_LIMITED'])
    await one.stop()
  })
  it('is not helped by a form of another page: what a browser sends without asking first is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await inject(
        'POST',
        '/his/user/login',
        { 'content-type': type, origin: 'https://evil.example' },
        '{"id":"dr.lin","pwd":"demo1234"}',
      )
      expect([type, reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([type, 400, undefined])
    }
  })
})

describe('[API-11~] the wire', () => {
  /** Raw bytes to the server; the status lines of everything it answered until it hung up. */
  const raw = (text: string) =>
    new Promise<string[]>((resolve, reject) => {
      const { port, hostname } = new URL(testApp.base)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let said = ''
      socket.setEncoding('utf8')
      socket.on('data', (part) => {
        said += part
      })
      socket.on('close', () => resolve(said.match(/HTTP\/1\.1 \d{3}/g) ?? []))
      socket.on('error', reject)
    })
  const hidden = 'GET /his/openapi.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
  it.each([
    ['a length told twice', `transfer-encoding: chunked\r\ncontent-length: ${hidden.length + 5}`, `0\r\n\r\n${hidden}`],
    ['two lengths', `content-length: 2\r\ncontent-length: ${hidden.length + 2}`, `{}${hidden}`],
    ['a broken chunk', 'transfer-encoding: chunked', `zz\r\n${hidden}`],
    ['a header over two lines', 'x-a: b\r\n c: d\r\ncontent-length: 0', hidden],
    ['an encoding of its own', 'transfer-encoding: xchunked', `0\r\n\r\n${hidden}`],
  ])('%s smuggles no second request in', async (_, headers, body) => {
    const start = 'POST /his/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    expect(await raw(`${start}${headers}\r\n\r\n${body}`)).toEqual(['HTTP/1.1 400'])
    expect((await testApp.get('/his/api/loginconfigs/1')).status).toBe(200)
  })
})
