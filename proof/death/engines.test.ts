import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut, withoutTool } from '../../scripts/lib/tools.mjs'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, type Db, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { freePort } from '../../server/src/platform/testing/free-port.ts'
import { type LiveKitTestServer, startLiveKit } from '../../server/src/platform/testing/livekit-server.ts'
import { startObjectStore, type TestObjectStore } from '../../server/src/platform/testing/object-store.ts'
import { startPostgres } from '../../server/src/platform/testing/postgres-server.ts'
import { startRedis, type TestRedis } from '../../server/src/platform/testing/redis-server.ts'
import { pngOf } from '../../server/src/profile/fixture.ts'
import { patientSeat, staffSeat } from '../lib/seat.ts'
import { listen } from './event-probe.ts'
import { account, BIRTHDAY, CALLED, furnish, LAST4, scratch, type Server, server, WRITING } from './house.ts'
import { Ledger } from './ledger.ts'

const missing = [withoutTool('versitygw'), withoutTool('livekit-server')].filter((why) => why !== undefined)
const RATE = 80
const PAGES = 'https://portal.example'
const cleaning: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const step of cleaning.reverse()) await step()
})
const also = <T>(made: T, end: (made: T) => Promise<unknown> | unknown): T => {
  cleaning.push(() => end(made))
  return made
}

const withAll = () => {
  let files: ReturnType<typeof scratch>
  let db: Db
  let redis: TestRedis
  let store: TestObjectStore
  let media: LiveKitTestServer
  let houses: [Server, Server]
  let uploads = ''
  let ledger: Ledger
  let visits: Awaited<ReturnType<typeof furnish>>
  let alone = ''

  beforeAll(async () => {
    const cluster = also(await startPostgres({ own: true }), (one) => one.stop())
    const admin = openPostgres(cluster.url, { max: 1 })
    for (const name of ['house', 'alone']) await admin.owner(`create database ${name}`)
    await admin.close()
    const of = (name: string) => cluster.url.replace(/\/postgres$/, `/${name}`)
    const databaseUrl = of('house')
    alone = of('alone')
    files = also(scratch('engines'), (one) => one.remove())
    visits = await furnish({ databaseUrl, dataDir: files.path }, 1)
    await furnish({ databaseUrl: alone, dataDir: files.path }, 1)
    redis = also(await startRedis(), (one) => one.stop())
    store = also(await startObjectStore(), (one) => one.stop())
    media = also(await startLiveKit(), (one) => one.kill())
    uploads = `http://127.0.0.1:${await freePort()}`
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: files.path,
      REDIS_URL: redis.url,
      ...store.env,
      ...media.env,
      UPLOAD_URL: uploads,
      PUBLIC_URL: PAGES,
      CALLS_PER_MINUTE: String(RATE),
    }
    houses = [await server(env), { ...(await server({ ...env, PORT: new URL(uploads).port })), url: uploads }]
    for (const house of houses) also(house, (one) => one.kill('SIGKILL'))
    await houses[0].start()
    await houses[1].start()
    const driver = openPostgres(databaseUrl, { max: 2 })
    db = also(createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error }), (one) => one.close())
    ledger = new Ledger(() => houses[0].url)
  }, 240_000)

  let address = 0
  const call = async (url: string, path: string, who: string, body?: unknown, from?: string) => {
    address += 1
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await ledger.token(who)}`,
        'x-forwarded-for': from ?? `10.1.0.${address}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, data } = (await answer.json()) as { status: string; data: Record<string, unknown> }
    return { http: answer.status, status, data }
  }

  it('[SYS-02] rows are the database server’s, events, presence and limits are one by Redis, files lie in the bucket, rooms are LiveKit’s, portraits and photos go to the upload host; and each needs its variable alone', async () => {
    for (const { url } of houses)
      expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({
        status: 'OK',
        database: true,
        redis: true,
        files: true,
        livekit: true,
      })

    // The database: no embedded one lies in the folder, and what is done here is a row there.
    expect(existsSync(join(files.path, 'db'))).toBe(false)
    const writer = account(WRITING[0])
    expect((await call(houses[0].url, '/his/api/doctorstatus', writer, { doctorStatus: 3000 })).status).toBe('OK')
    const standing = sql<{ code: number }>`select code from presence where mid = ${WRITING[0]}`
    expect(await db.system.read(standing)).toEqual([{ code: 3000 }])

    // Redis: a page on the one process hears of the other, its person can be rung from there, and a limit is one.
    let notified = 0
    await db.listen('teleward_events', () => {
      notified += 1
    })
    const ear = also(
      listen(houses[1].url, () => ledger.token(account(WRITING[1]))),
      (one) => one.close(),
    )
    await expect.poll(() => ear.up, { timeout: 10_000 }).toBe(true)
    await call(houses[1].url, '/his/api/doctorstatus', account(WRITING[1]), { doctorStatus: 1000 })
    const before = ear.heard.size
    await call(houses[0].url, '/his/api/doctorstatus', writer, { doctorStatus: 1000 })
    await expect.poll(() => ear.heard.size, { timeout: 10_000 }).toBeGreaterThan(before)
    expect(notified).toBe(0)
    await expect
      .poll(async () => (await call(houses[0].url, '/his/api/callout2', 'dr.lin', { mid: WRITING[1] })).status, {
        timeout: 10_000,
      })
      .toBe('OK')
    expect(redis.ask('--scan', '--pattern', 'teleward:*').split('\n').length).toBeGreaterThan(1)
    const answers = []
    for (let n = 0; n < RATE + 10; n += 1)
      answers.push(await call((houses[n % 2] as Server).url, '/his/api/words', 'dr.lin', undefined, '10.77.0.1'))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(RATE)
    expect(answers.slice(RATE).every(({ status }) => status === 'RATE_LIMITED')).toBe(true)

    // The upload host, and the bucket behind it: the portrait is sent to the one process and is read from it.
    const profile = (await call(houses[0].url, '/his/api/profile', writer)).data as {
      versions: { photos: number }
    }
    const portrait = pngOf(9, 9)
    let { photos: version } = profile.versions
    for (const kind of ['avatar', 'personsign']) {
      const body = { kind, name: 'me.png', version, data: portrait.toString('base64') }
      const sent = await call(uploads, '/his/api/uploadphoto/2', writer, body)
      const { url: shown = '' } = (sent.data?.[kind] ?? {}) as { url?: string }
      expect([sent.status, shown.startsWith(`${uploads}/`)]).toEqual(['OK', true])
      expect(Buffer.from(await (await fetch(shown)).arrayBuffer()).equals(portrait)).toBe(true)
      version += 1
    }
    expect(readdirSync(store.folder, { recursive: true }).some((name) => String(name).includes('staff'))).toBe(true)
    expect(existsSync(join(files.path, 'files'))).toBe(false)
    const policy = (await fetch(`${houses[0].url}/his/docs`)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`img-src 'self' data: blob: ${uploads}`)

    // LiveKit: who is let into a room gets a way in, by which the media server lets them in; nobody else comes in.
    const visit = visits.find(({ did }) => did === CALLED[1])
    if (!visit) throw new Error('no visit')
    let room = ''
    const doctor = also(
      staffSeat(await ledger.token(account(CALLED[1])), () => room),
      (one) => one.close(),
    )
    const patient = also(await patientSeat(houses[1].url, visit.token, { birthday: BIRTHDAY, last4: LAST4 }), (one) =>
      one.close(),
    )
    await doctor.line(houses[0].url)
    await patient.line(houses[1].url)
    await doctor.post('/his/api/doctorstatus', { doctorStatus: 1000 })
    const rung = await doctor.post('/his/api/callout', { queueID: visit.qid })
    const { callID, roomID } = rung.data as { callID: string; roomID: string }
    room = roomID
    expect((await patient.post(`/his/api/links/${visit.token}/calls/${callID}`, { action: 'answer' })).status).toBe(
      'OK',
    )
    const token = (await doctor.post('/comm/ds/token', { teamId: 1, roomId: room })).data as {
      engine: string
      userId: string
      token: string
    }
    expect(token.engine).toBe('livekit')
    const own = { mic: true, cam: true }
    const joined = await doctor.emit('room.join', {
      roomId: room,
      token: token.token,
      instance: doctor.instance,
      media: own,
    })
    const grant = joined.data?.media as { url: string; token: string }
    expect(grant.url).toBe(media.url)
    const enters = (by: string) =>
      new Promise<WebSocket | undefined>((done) => {
        const line = new WebSocket(`${media.url}/rtc?access_token=${by}&protocol=15&sdk=js&version=2.23.0`)
        line.addEventListener('message', () => done(line), { once: true })
        line.addEventListener('error', () => done(undefined))
      })
    const line = await enters(grant.token)
    expect(line).toBeDefined()
    expect(await enters(token.token)).toBeUndefined()
    const { LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = media.env
    const people = await new RoomServiceClient(media.url, key, secret).listParticipants(room)
    expect(people.map(({ identity }) => identity)).toEqual([token.userId])
    line?.close()
    for (const house of houses) expect(house.errors).toEqual([])

    // Each by its variable alone, with everything else as it is built in.
    const only: [env: Record<string, string>, part: object][] = [
      [{ REDIS_URL: redis.url }, { redis: true }],
      [store.another().env, { files: true }],
      [media.env, { livekit: true }],
      [{ UPLOAD_URL: uploads, PUBLIC_URL: PAGES }, {}],
    ]
    for (const [variable, part] of only) {
      const place = also(scratch('alone'), (one) => one.remove())
      const house = also(await server({ DATABASE_URL: alone, DATA_DIR: place.path, ...variable }), (one) =>
        one.kill('SIGKILL'),
      )
      await house.start()
      const { status, database, migrated, draining, ...parts } = (await (
        await fetch(`${house.url}/ready`)
      ).json()) as Record<string, unknown>
      expect([status, database, migrated, draining, parts]).toEqual(['OK', true, true, false, part])
      const allowed = (await fetch(`${house.url}/his/docs`)).headers.get('content-security-policy') ?? ''
      expect(allowed.includes(uploads)).toBe('UPLOAD_URL' in variable)
      await house.kill('SIGKILL')
    }
  })
}

const NAME = 'two processes on a database server, Redis, an object store and LiveKit'
if (missing.length) leaveOut(NAME, missing.join(', '))
else describe(NAME, withAll)
