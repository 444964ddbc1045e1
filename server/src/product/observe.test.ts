import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trace } from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { type Clinic, openClinic, type Staff, until } from '../consultation/calls/fixture.ts'
import { readConfig } from '../platform/config.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { ownTracing, type SpanData } from '../platform/observe/own-sdk.ts'

const TOKEN = 'a-token-for-the-figures'
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code: number }
}

/** What an OpenTelemetry collector does with spans: takes them, or not. */
async function collector(answer: 'takes' | 'refuses' | 'hangs') {
  const got: { spans: Span[]; text: string; headers: Record<string, unknown>; url: string }[] = []
  const server: Server = createServer((request, reply) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      const spans = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      got.push({ spans, text, headers: request.headers, url: request.url ?? '' })
      if (answer !== 'hangs') reply.writeHead(answer === 'takes' ? 200 : 500).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    spans: () => got.flatMap(({ spans }) => spans),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

let clinic: Clinic
let lin: Staff
let otel: Awaited<ReturnType<typeof collector>>
beforeAll(async () => {
  otel = await collector('takes')
  clinic = await openClinic({
    METRICS_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: otel.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ward%201',
    OTEL_SERVICE_NAME: 'teleward-test',
  })
  lin = await clinic.staff('dr.lin')
})
afterAll(async () => {
  await clinic.close()
  otel.close()
})
const ask = (path: string, headers: Record<string, string> = {}) => fetch(clinic.base + path, { headers })

describe('health and readiness', () => {
  it('[SYS-03~] says that it lives and is ready, and that it is not while it drains', async () => {
    expect((await ask('/health')).status).toBe(200)
    const ready = await ask('/ready')
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'OK', database: true, migrated: true, draining: false },
    ])
    const { lifecycle } = clinic.app.deps
    lifecycle.draining = true
    const draining = await ask('/ready')
    expect([draining.status, await draining.json()]).toEqual([
      503,
      { status: 'UNAVAILABLE', database: true, migrated: true, draining: true },
    ])
    expect((await ask('/health')).status).toBe(200)
    lifecycle.draining = false
    expect((await ask('/ready')).status).toBe(200)
  })

  it('[SYS-03~] is not ready without its database, nor before its migrations', async () => {
    const { db } = clinic.data
    const over = async (under: Db) => {
      const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: clinic.dataDir })
      const app = await createApp({ config, db: under, clock: clinic.clock, dist: '/nowhere' })
      const [ready, health] = [await app.http.app.inject('/ready'), await app.http.app.inject('/health')]
      const figures = await app.http.app.inject('/metrics')
      await app.close()
      // Whoever is woken by the figures is told what a balancer is told.
      const figure = /^teleward_ready (\d)$/m.exec(figures.body)?.[1]
      return [ready.statusCode, ready.json(), health.statusCode, figure]
    }
    let away = false
    const failing = {
      ...db,
      system: {
        ...db.system,
        read: ((query) => (away ? Promise.reject(new Error('gone')) : db.system.read(query))) as Db['system']['read'],
      },
    }
    const running = over(failing)
    away = true
    expect(await running).toEqual([
      503,
      { status: 'UNAVAILABLE', database: false, migrated: false, draining: false },
      200,
      '0',
    ])
    const [last] = await db.system.read(sql<{ name: string; checksum: string }>`
      select name, checksum from schema_migration order by name desc limit 1`)
    await db.owner(`delete from schema_migration where name = '${last?.name}'`)
    expect(await over(db)).toEqual([
      503,
      { status: 'UNAVAILABLE', database: true, migrated: false, draining: false },
      200,
      '0',
    ])
    await db.owner(`insert into schema_migration (name, checksum) values ('${last?.name}', '${last?.checksum}')`)
    const [status, , , figure] = await over(db)
    expect([status, figure]).toEqual([200, '1'])
  })
})

describe('figures', () => {
  it('[SYS-03~] tell of requests by route, codes, sockets, rooms, timers, the database and the event loop', async () => {
    const socket = await lin.online()
    const patient = await clinic.patient('waiting')
    await lin.get(`/his/api/getQueueDetailByQid/${patient.qid}`)
    await lin.get('/his/api/getQueueDetailByQid/987654321')
    await socket.emit('join_room', { room: 'unit:2' })
    await patient.post('calls', {})
    await clinic.pass(31_000)
    const text = await (await ask('/metrics')).text()
    for (const wanted of [
      /^teleward_http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="\/his\/api\/getQueueDetailByQid\/:id",status="200"\} 1$/m,
      /^teleward_http_request_duration_seconds_count\{method="POST",route="\/his\/api\/links\/:token\/calls",status="200"\} 1$/m,
      /^teleward_http_errors_total\{code="NOT_FOUND"\} [1-9]/m,
      /^teleward_work_duration_seconds_count\{kind="socket",name="join_room",outcome="ok"\} 1$/m,
      /^teleward_work_duration_seconds_count\{kind="timer",name="call.ring",outcome="ok"\} 1$/m,
      /^teleward_timer_lag_seconds_count\{kind="call.ring"\} 1$/m,
      /^teleward_timers_overdue_seconds \d/m,
      /^teleward_sockets\{namespace="staff"\} 1$/m,
      /^teleward_sockets\{namespace="patient"\} 0$/m,
      /^teleward_rooms 0$/m,
      /^teleward_db_connections\{state="max"\} [1-9]/m,
      /^teleward_db_connections\{state="waiting"\} \d/m,
      /^nodejs_eventloop_lag_seconds\{quantile="0.99"\} \d/m,
      /^nodejs_heap_used_bytes [1-9]/m,
      /^process_resident_memory_bytes [1-9]/m,
      /^process_cpu_seconds_total [\d.]+$/m,
      /^process_start_time_seconds [1-9]/m,
      /^nodejs_version_info\{version="v\d/m,
      /^nodejs_gc_duration_seconds_count\{/m,
      /^teleward_ready 1$/m,
    ])
      expect(text).toMatch(wanted)
    for (const secret of [patient.token, patient.linkId, lin.token, '吳秀鳳', '987654321'])
      expect(text).not.toContain(secret)
    // Every line is a comment or a figure.
    for (const said of text.trimEnd().split('\n'))
      expect(said).toMatch(/^(# (HELP|TYPE) |[a-z_]+(\{.*\})? -?[\d.e+-]+$)/)
    socket.close()
  })

  it('[SYS-03~] are for this machine or who has the token: to everybody else there is nothing', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const inject = (headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
      clinic.app.http.app.inject({ url: '/metrics', headers, remoteAddress }).then(({ statusCode }) => statusCode)
    expect(await inject({})).toBe(404)
    expect(await inject(bearer('another-token-of-24-letters'))).toBe(404)
    expect(await inject(bearer(lin.token))).toBe(404)
    expect(await inject(bearer(TOKEN))).toBe(200)
    expect(await inject({}, '::ffff:127.0.0.1')).toBe(200)
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
      expect(await inject({ host }, '127.0.0.1'), host).toBe(200)
    // [Sw14] A page of another origin, in a browser on this machine, whose name was pointed here.
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:8080'])
      expect(await inject({ host }, '127.0.0.1'), host).toBe(404)
    // A proxy on this machine asks for somebody else.
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect(await inject({ [name]: '127.0.0.1' }, '127.0.0.1'), name).toBe(404)
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/)
  })
})

describe('traces', () => {
  const of = (name: string) => otel.spans().filter((span) => span.name === name)
  it('[SYS-03~] go to the collector: a request, its statements under it, and what sockets and timers do', async () => {
    const traceId = 'ab'.repeat(16)
    const patient = await clinic.patient('fresh')
    await fetch(`${clinic.base}/his/api/links/${patient.token}/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` },
      body: '{}',
    })
    const socket = await lin.line()
    await socket.emit('join_room', { room: 'unit:2' })
    socket.close()
    await clinic.patient('waiting').then((rings) => rings.post('calls', {}))
    await clinic.pass(31_000)
    await until(async () => of('timer call.ring').length > 0 && of('socket join_room').length > 0)
    const request = await until(async () =>
      otel.spans().find((span) => span.traceId === traceId && span.parentSpanId === 'cd'.repeat(8)),
    )
    expect(request.name).toBe('POST /his/api/links/:token/open')
    const said = Object.fromEntries(
      request.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    )
    expect(said).toMatchObject({ 'http.route': '/his/api/links/:token/open', 'http.response.status_code': 200 })
    const under = otel.spans().filter((span) => span.traceId === traceId)
    const transaction = under.find(({ name }) => name === 'transaction')
    expect(transaction?.parentSpanId).toBe(request.spanId)
    expect(under.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId).map(({ name }) => name)).toContain(
      'update video_link',
    )
    // Two requests at once do not run into each other.
    const others = otel.spans().filter((span) => span.name === 'GET /his/api/getQueueDetailByQid/:id')
    expect(new Set(others.map((span) => span.traceId)).size).toBe(others.length)
    expect(otel.got[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-tenant': 'ward 1' } })
    const all = otel.got.map(({ text }) => text).join('\n')
    expect(all).toContain('teleward-test')
    for (const secret of [patient.token, lin.token, '吳秀鳳', 'A223456527', '0912345305', 'demo1234', '1958-01-02'])
      expect(all, secret).not.toContain(secret)
  })

  it.each(['refuses', 'hangs', 'away'] as const)('[SYS-03~] a collector that %s costs nobody anything', async (how) => {
    const bad = await collector(how === 'away' ? 'takes' : how)
    if (how === 'away') bad.close()
    const lines: string[] = []
    const { db } = clinic.data
    const env = { LOG_LEVEL: 'info', DEMO: '0', DATA_DIR: clinic.dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: bad.url }
    const logTo = { write: (line: string) => void lines.push(line) }
    const app = await createApp({ config: readConfig(env), db, clock: clinic.clock, dist: '/nowhere', logTo })
    const get = () => app.http.app.inject({ url: '/his/api/words', headers: { authorization: `Bearer ${lin.token}` } })
    expect(new Set((await Promise.all(Array.from({ length: 30 }, get))).map(({ statusCode }) => statusCode))).toEqual(
      new Set([200]),
    )
    // Spans wait for a second before they are sent.
    if (how !== 'hangs') await until(async () => lines.some((line) => line.includes('traces could not be sent')))
    expect((await get()).statusCode).toBe(200)
    await app.close()
    bad.close()
  })

  it('[SYS-03~] go to the SDK that an institution loads before the server, by the API of OpenTelemetry alone', async () => {
    const got: SpanData[] = []
    trace.setGlobalTracerProvider(ownTracing((span) => void got.push(span)).provider)
    const before = otel.got.length
    const own = await openClinic({ OTEL_EXPORTER_OTLP_ENDPOINT: otel.url })
    trace.disable()
    await (await own.staff('dr.lin')).get('/his/api/words')
    const request = await until(async () => got.find(({ name }) => name === 'GET /his/api/words'))
    expect(request.attributes).toMatchObject({ 'http.response.status_code': 200 })
    expect(got.some(({ traceId, parentId }) => traceId === request.traceId && parentId === request.spanId)).toBe(true)
    expect(await (await fetch(`${own.base}/metrics`)).text()).not.toContain('teleward_spans_dropped')
    await own.close()
    expect(otel.got.slice(before).flatMap(({ spans }) => spans.map(({ traceId }) => traceId))).not.toContain(
      request.traceId,
    )
  })
})

describe('what those who run it see', () => {
  it('[SYS-03] of one visit: health, readiness, figures, a structured log by request, traces when asked, and nobody’s name', async () => {
    const lines: string[] = []
    const logTo = { write: (line: string) => void lines.push(line) }
    const visited = await openClinic({ LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: otel.url }, { logTo })
    const get = (path: string) => fetch(`${visited.base}${path}`)
    expect([(await get('/health')).status, (await get('/ready')).status]).toEqual([200, 200])
    const doctor = await visited.staff('dr.lin')
    const patient = await visited.patient('waiting')
    const traceId = 'ef'.repeat(16)
    const seen = await doctor.request(`/his/api/getQueueDetailByQid/${patient.qid}`, {
      headers: { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` },
    })
    expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining('吳秀鳳')])
    const id = seen.headers.get('x-request-id') ?? ''
    const said = await until(async () => lines.find((line) => line.includes(id)))
    expect(JSON.parse(said)).toMatchObject({ requestId: id, status: 200, mid: doctor.mid, level: expect.any(Number) })
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    const figures = await (await get('/metrics')).text()
    expect(figures).toMatch(
      /^teleward_http_request_duration_seconds_count\{method="GET",route="\/his\/api\/getQueueDetailByQid\/:id",status="200"\} 1$/m,
    )
    await until(async () =>
      otel.spans().find((one) => one.traceId === traceId && one.name === 'GET /his/api/getQueueDetailByQid/:id'),
    )
    visited.app.deps.lifecycle.draining = true
    expect([(await get('/health')).status, (await get('/ready')).status]).toEqual([200, 503])
    await visited.close()
    // Another one that nobody asks for traces sends none.
    const quiet = await openClinic()
    await (await quiet.staff('dr.lin')).get('/his/api/words')
    expect(await (await fetch(`${quiet.base}/metrics`)).text()).not.toContain('teleward_spans_dropped')
    await quiet.close()
    expect(otel.spans().filter(({ name }) => name === 'GET /his/api/words')).toEqual([])
    expect(readConfig({}).otlp).toBeUndefined()
    const told = [...lines, figures, ...otel.got.map(({ text }) => text)].join('\n')
    for (const secret of ['吳秀鳳', 'A223456527', '0912345305', '1958-01-02', patient.token, doctor.token, 'demo1234'])
      expect(told, secret).not.toContain(secret)
  })
})
