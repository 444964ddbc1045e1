import type { MediaToken } from '@teleward/contract/calls/schema.ts'
import type { RoomJoined } from '@teleward/contract/calls/signalling.ts'
import { decodeJwt } from 'jose'
import { RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { LiveKitServer } from '../../platform/config.ts'
import { createMetrics } from '../../platform/observe/metrics.ts'
import { liveKitHere, type LiveKitTestServer, startLiveKit } from '../../platform/testing/livekit-server.ts'
import { type Clinic, enter, openClinic, type Staff, type TestSocket, until } from '../calls/fixture.ts'
import { invite } from '../guests/fixture.ts'
import { GRANT_SECONDS, liveKit } from './livekit.ts'

const SECRET = 'nobody-is-to-read-this-anywhere-32'

describe('rooms on a LiveKit that cannot be reached', () => {
  let clinic: Clinic
  let lin: Staff
  let doctor: TestSocket
  beforeAll(async () => {
    // Nobody listens there.
    const env = { LIVEKIT_URL: 'wss://127.0.0.1:9', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: SECRET }
    clinic = await openClinic({ ...env, STUN_URLS: 'stun:127.0.0.1:3478' })
    lin = await clinic.staff('dr.lin')
    doctor = await lin.online()
  })
  afterAll(() => clinic.close())

  it('[CALL-22~] [SYS-02~] a call rings, is answered and entered; each who is let in gets a way into that room alone', async () => {
    const patient = await clinic.patient('waiting')
    const page = await patient.line()
    const ring = await patient.post('calls', {})
    const { callID = '', roomID = '' } = ring.data.call ?? {}
    expect((await lin.act(callID, 'answer')).code).toBe('OK')
    const token = (await lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId: roomID, role: 'guest' })).data
    expect(token).toMatchObject({ engine: 'livekit', url: 'wss://127.0.0.1:9', role: 'moderator' })
    // For the mesh, to which a call changes over where LiveKit is taken away.
    expect(token.iceServers).toEqual([{ urls: ['stun:127.0.0.1:3478'] }])
    const theirs = (await patient.post('tokens')) as unknown as { data: MediaToken }
    for (const [socket, media] of [
      [doctor, token],
      [page, theirs.data],
    ] as const) {
      const answer = await enter(socket, media)
      expect(answer.ok).toBe(true)
      const joined = (answer as { data?: RoomJoined }).data
      const { url, token: grant = '' } = joined?.media ?? {}
      expect(url).toBe('wss://127.0.0.1:9')
      const { exp = 0, ...claims } = decodeJwt(grant)
      // No name, no role, and nothing that it could administer.
      expect(claims).toEqual({
        iss: 'key',
        sub: media.userId,
        video: { roomJoin: true, room: roomID, canPublish: true, canSubscribe: true, canPublishData: false },
      })
      expect(exp - clinic.clock.now().getTime() / 1000).toBeLessThanOrEqual(GRANT_SECONDS)
    }
    // Somebody else's token opens nothing, and brings no way in.
    const { data: none, ...denied } = (await enter(page, token)) as { data?: RoomJoined; ok: boolean; code?: string }
    expect([none, denied]).toEqual([undefined, expect.objectContaining({ ok: false, code: 'ROOM_DENIED' })])

    const ready = await fetch(`${clinic.base}/ready`)
    expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ status: 'OK', livekit: false })])
    const figures = await (await fetch(`${clinic.base}/metrics`)).text()
    expect(figures).toContain('teleward_media_server_up 0')
    expect(figures).toMatch(/teleward_media_server_failures_total\{what="reach"\} [1-9]/)

    // As many as are asked in: the mesh's four are no limit here.
    const asked = await Promise.all(Array.from({ length: 6 }, () => invite(lin, callID)))
    expect(asked.map(({ code }) => code)).toEqual(asked.map(() => 'OK'))
    expect((await lin.act(callID, 'end')).code).toBe('OK')
  })

  it('[CALL-22~] whoever may load the page may connect to it, and to nobody else', async () => {
    const policy = (await fetch(`${clinic.base}/pages/login`)).headers.get('content-security-policy') ?? ''
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' wss://127.0.0.1:9 https://127.0.0.1:9")
  })
})

const withServer = () =>
  describe('the LiveKit server itself', () => {
    let server: LiveKitTestServer
    let config: LiveKitServer
    const said: string[] = []
    const lines: WebSocket[] = []
    beforeAll(async () => {
      server = await startLiveKit()
      config = { url: server.url, key: server.env.LIVEKIT_API_KEY, secret: server.env.LIVEKIT_API_SECRET }
    })
    afterEach(() => {
      for (const line of lines.splice(0)) line.close()
    })
    afterAll(() => server?.kill())

    const client = (more: Partial<LiveKitServer> = {}) =>
      liveKit(
        { ...config, ...more },
        {
          clock: systemClock,
          metrics: createMetrics(),
          failed: (what, reason) => void said.push(`${what}: ${reason}`),
          againMs: [100, 200, 400, 800, 1600],
        },
      )
    /** As far into the room as a page comes before it has media. */
    async function joined(room: string, id: string): Promise<WebSocket> {
      const { url, token } = await client().grant(room, id)
      const line = new WebSocket(`${url}/rtc?access_token=${token}&protocol=15&sdk=js&version=2.23.0&auto_subscribe=1`)
      lines.push(line)
      await new Promise((open, refused) => {
        line.addEventListener('message', open, { once: true })
        line.addEventListener('error', () => refused(new Error(`${id} was not let in`)), { once: true })
      })
      return line
    }
    const inside = async (room: string) => {
      const rooms = new RoomServiceClient(server.url, config.key, config.secret)
      const people = await rooms.listParticipants(room).catch(() => [])
      return people.map(({ identity }) => identity).sort()
    }

    it('[CALL-22~] lets in by our grant, and puts out one person, or everybody', async () => {
      const api = client()
      for (const id of ['1_1', 'link_2', 'guest_3']) await joined('r1', id)
      await joined('r2', '1_1')
      expect(await inside('r1')).toEqual(['1_1', 'guest_3', 'link_2'])
      await api.remove('r1', 'guest_3', () => true)
      await until(async () => (await inside('r1')).length === 2)
      // Back already: nobody is put out for having been away.
      await api.remove('r1', 'link_2', () => false)
      await api.remove('r1', 'nobody', () => true)
      expect(await inside('r1')).toEqual(['1_1', 'link_2'])
      await api.close('r1')
      await api.close('r1')
      await until(async () => (await inside('r1')).length === 0)
      expect(await inside('r2')).toEqual(['1_1'])
      expect(said).toEqual([])
      await expect(
        new Promise((_, refused) => {
          const line = new WebSocket(`${server.url}/rtc?access_token=forged&protocol=15`)
          line.addEventListener('error', () => refused(new Error('refused')))
        }),
      ).rejects.toThrow('refused')
    })

    it('[CALL-22~] a server that was away is asked again, and a wrong key is told as one that cannot be reached', async () => {
      expect(await client().reachable()).toBe(true)
      expect(await client({ secret: 'another-secret-that-nobody-signed' }).reachable()).toBe(false)
      expect(said).toEqual(['reach: 401'])
      await server.kill()
      expect(await client().reachable()).toBe(false)
      const removal = client().remove('r3', '1_1', () => true)
      await until(async () => said.some((line) => line.startsWith('remove')))
      await server.again()
      await removal
      expect(await client().reachable()).toBe(true)
    })
  })
// Where it cannot be had, the end of `npm test` says that it was left out.
if (liveKitHere()) withServer()
