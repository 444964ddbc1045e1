import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, it } from 'vitest'
import { cutOff, type Outcome, pressure } from '../../e2e/pressure.ts'
import { consentTexts } from '../../contract/src/links/schema.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { startPostgres } from '../../server/src/platform/testing/postgres-server.ts'
import { figure } from '../lib/figures.ts'
import { size } from '../lib/size.ts'
import { listen } from './event-probe.ts'
import { account, BIRTHDAY, CALLED, furnish, LAST4, scratch, type Server, server, type Visit } from './house.ts'
import { Ledger, newKey } from './ledger.ts'
import { verifyAudit } from './tools.ts'

const cleaning: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const step of cleaning.reverse()) await step()
})
const median = (all: number[]) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)

/** A recorder at work: into the room, and a segment begun. */
async function recorder(
  ledger: Ledger,
  url: string,
  visit: Visit,
): Promise<{ path: string; token: string; socket: Socket }> {
  const link = `/his/api/links/${visit.token}`
  const once = async <T>(path: string, body: object, by: { cookie: string } | { staff: string } | 'nobody') => {
    const told = await ledger.once<T>({ method: 'POST', path, body, by, key: newKey() })
    if (told?.status !== 200) throw new Error(`${path}: ${told?.code}`)
    return told
  }
  await once(`${link}/open`, {}, 'nobody')
  const cookie = (await once(`${link}/identity`, { birthday: BIRTHDAY, last4: LAST4 }, 'nobody')).cookie ?? ''
  await once(`${link}/consents`, { consultation: true, recording: true, record: true, texts: consentTexts }, { cookie })
  const by = { staff: account(visit.did) }
  const { roomID } = (await once<{ roomID: string }>('/comm/room/create', { queueID: visit.qid }, by)).data
  const token = await ledger.token(by.staff)
  const socket = io(`${url}/staff`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
  const media = (await once<{ token: string }>('/comm/ds/token', { teamId: 1, roomId: roomID }, by)).data
  const instance = randomUUID()
  const joined = await socket.timeout(5000).emitWithAck('room.join', {
    roomId: roomID,
    token: media.token,
    instance,
    media: { mic: true, cam: true },
  })
  if (!joined.ok) throw new Error(`not in the room: ${joined.code}`)
  const made = await once<{ recordingId: string; segmentId: string }>(
    '/comm/room/records',
    { roomId: roomID, action: 'start', instance },
    by,
  )
  return { path: `/comm/recordings/${made.data.recordingId}/segments/${made.data.segmentId}`, token, socket }
}

/** A chunk of which half is on its way when the stop comes; the rest follows when told to. */
function halfway(url: string, path: string, token: string, bytes: Buffer, offset: number) {
  const outgoing = request(`${url}${path}?offset=${offset}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
    },
  })
  outgoing.write(bytes.subarray(0, bytes.length / 2))
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
  })
  answer.catch(() => undefined)
  return { rest: () => outgoing.end(bytes.subarray(bytes.length / 2)), answer }
}

/** From the start of the process to the first answer out of the database. */
async function firstAnswer(house: Server, token: string): Promise<number> {
  const began = performance.now()
  const up = house.start()
  for (;;) {
    try {
      const answer = await fetch(`${house.url}/his/api/words`, { headers: { authorization: `Bearer ${token}` } })
      await answer.text()
      if (answer.status === 200) break
    } catch {
      // Not listening yet.
    }
    await sleep(5)
    if (performance.now() - began > 180_000) throw new Error(`no answer: ${house.output()}`)
  }
  const took = performance.now() - began
  await up
  return took
}

describe('a stop', () => {
  it('[SYS-04~] cuts no request and no upload, sends sockets elsewhere, and is short', async () => {
    const rounds = size('PROOF_DRAINS', 3, 1)
    const cluster = await startPostgres({ durable: true, own: true })
    cleaning.push(() => cluster.stop())
    const admin = openPostgres(cluster.url, { max: 1 })
    await admin.owner('create database house')
    await admin.close()
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/house')
    const files = scratch('drain')
    cleaning.push(files.remove)
    // Time enough to be asked while it drains, on a machine where others work, too.
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: files.path, DRAIN_MS: '1000' }
    const visits = (await furnish({ databaseUrl, dataDir: files.path }, 4)).filter(({ did }) => did === CALLED[0])
    const house = await server(env)
    cleaning.push(() => house.kill('SIGKILL'))
    await house.start()
    const driver = openPostgres(databaseUrl, { max: 2 })
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
    cleaning.push(() => db.close())
    const ledger = new Ledger(() => house.url)
    const ears = Array.from({ length: 10 }, () => listen(house.url, () => ledger.token('nurse.chen')))
    cleaning.push(() => ears.map((ear) => ear.close()))
    const [visit] = visits
    if (!visit) throw new Error('no visit')
    const recording = await recorder(ledger, house.url, visit)
    cleaning.push(() => recording.socket.disconnect())
    const chunk = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(255 * 1024, 7)])

    const outcomes: Outcome[] = []
    const stops: number[] = []
    const starts: number[] = []
    let readyNo = 0
    let offset = 0
    for (let round = 0; round < rounds; round += 1) {
      await expect.poll(() => ears.every((ear) => ear.up), { timeout: 90_000 }).toBe(true)
      const token = await ledger.token('dr.lin')
      const stop = { now: false }
      const pressing = pressure(house.url, token, stop)
      const upload = halfway(house.url, recording.path, await ledger.token(account(visit.did)), chunk, offset)
      await sleep(400)
      const began = performance.now()
      const gone = house.kill('SIGTERM')
      // It says so at once, while it still answers.
      const ready = await fetch(`${house.url}/ready`).then(
        (answer) => answer.status,
        () => 0,
      )
      if (ready === 503) readyNo += 1
      await sleep(100)
      upload.rest()
      const uploaded = await upload.answer
      expect(uploaded.status, uploaded.text).toBe(200)
      offset += chunk.length
      await gone
      stops.push(performance.now() - began)
      stop.now = true
      outcomes.push(...(await pressing))
      expect(house.exit()).toBe(0)
      expect(await verifyAudit(env)).toMatch(/ 0 were waiting, 0 findings/)
      starts.push(await firstAnswer(house, token))
    }
    // What was begun is there, what was refused is not, and what nobody read was never done.
    const kept = new Set((await db.system.read(sql<{ word: string }>`select word from word`)).map(({ word }) => word))
    const done = outcomes.filter(({ end, status }) => end === 'answered' && status === 200)
    const cut = cutOff(outcomes, kept)
    await expect.poll(() => ears.every((ear) => ear.up), { timeout: 90_000 }).toBe(true)
    const missedBy = async (ear: (typeof ears)[number]) =>
      (
        await db.system.read(
          sql<{
            id: number
          }>`select id from event_log where id > ${ear.first} and audience && array['unit:2', 'partner:1']`,
        )
      ).filter(({ id }) => !ear.heard.has(id)).length
    await expect.poll(async () => Math.max(...(await Promise.all(ears.map(missedBy)))), { timeout: 90_000 }).toBe(0)
    figure('drain', {
      rounds,
      requests: outcomes.length,
      answered: outcomes.filter(({ end }) => end === 'answered').length,
      refused: outcomes.filter(({ end }) => end === 'refused').length,
      cut: cut.length,
      uploads: rounds,
      sockets: ears.length,
      stopMedianMs: median(stops),
      firstAnswerMs: Math.round(Math.min(...starts)),
      firstAnswerMedianMs: median(starts),
    })
    expect(cut).toEqual([])
    expect(outcomes.filter(({ end, status }) => end === 'answered' && status !== 200)).toEqual([])
    expect(done.filter(({ canary }) => !kept.has(canary))).toEqual([])
    expect(outcomes.filter(({ end, canary }) => end !== 'answered' && kept.has(canary))).toEqual([])
    expect(done.length).toBeGreaterThan(rounds * 10)
    expect(readyNo).toBe(rounds)
    expect(ears.map((ear) => ear.sentAway)).toEqual(ears.map(() => rounds))
    expect(ears.flatMap((ear) => [...ear.heard]).filter(([, times]) => times > 1)).toEqual([])
    // Its pages were sent on by a clear word; the next process took them up.
    expect(ears.every((ear) => ear.connections === rounds + 1)).toBe(true)
  })
})
