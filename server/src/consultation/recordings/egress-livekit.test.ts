import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { liveKitHere, type LiveKitTestServer, startLiveKit } from '../../platform/testing/livekit-server.ts'
import { startRedis, type TestRedis } from '../../platform/testing/redis-server.ts'
import { until } from '../calls/fixture.ts'
import { liveKitEgress } from '../rooms/egress.ts'
import { helpers, openEgressClinic } from './egress-fixture.ts'

const withServer = () =>
  describe('a LiveKit server whose egress service is not there', () => {
    let media: LiveKitTestServer | undefined
    let redis: TestRedis | undefined
    afterEach(async () => {
      await media?.kill()
      await redis?.stop()
      media = redis = undefined
    })
    /** What the moderator's page is answered, and what it told before. */
    async function answered(env: Record<string, string>) {
      const dir = mkdtempSync(join(tmpdir(), 'teleward-egress-'))
      const house = await openEgressClinic({ ...env, LIVEKIT_EGRESS: '1', LIVEKIT_EGRESS_DIR: dir })
      try {
        const none = () => {
          throw new Error('there is no stand-in here')
        }
        const { talk, start } = helpers(() => house, none)
        const { page, roomID } = await talk()
        await start(roomID)
        const own = await start(roomID)
        await page.waitFor('signal:room.recording', ({ state }) => state === 'recording')
        const figures = await (await fetch(`${house.clinic.base}/metrics`)).text()
        const count = /teleward_media_server_failures_total\{what="egress"\} (\d+)/.exec(figures)?.[1]
        return { ...own, count: Number(count) }
      } finally {
        await house.clinic.close()
        rmSync(dir, { recursive: true })
      }
    }
    const byBrowser = { state: 'recording', segmentId: expect.any(String), count: 1 }

    it('[CALL-22~] says whether a recorder sits in the room, hidden as it is, and puts it out', async () => {
      media = await startLiveKit()
      const { url, env } = media
      const api = liveKitEgress({ url, key: env.LIVEKIT_API_KEY, secret: env.LIVEKIT_API_SECRET })
      expect(await api.isInRoom('room', 'EG_recorder')).toBe(false)
      await api.putOut('room', 'EG_recorder')
      // As the egress service signs it for the page that it records.
      const video = {
        roomJoin: true,
        room: 'room',
        canPublish: false,
        canSubscribe: true,
        hidden: true,
        recorder: true,
      }
      const token = await new SignJWT({ video, kind: 'egress' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(env.LIVEKIT_API_KEY)
        .setSubject('EG_recorder')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(env.LIVEKIT_API_SECRET))
      const line = new WebSocket(`${url}/rtc?access_token=${token}&protocol=15&sdk=js`)
      await once(line, 'message')
      await until(() => api.isInRoom('room', 'EG_recorder'))
      expect(await api.isInRoom('room', 'EG_other')).toBe(false)
      await api.putOut('room', 'EG_recorder')
      await until(async () => !(await api.isInRoom('room', 'EG_recorder')))
      line.close()
    })

    it('[CALL-22~] is not waited for: the moderator’s browser records', async () => {
      redis = await startRedis('of-these-tests')
      media = await startLiveKit({ port: redis.port, password: 'of-these-tests' })
      const { url, env } = media
      const api = liveKitEgress({ url, key: env.LIVEKIT_API_KEY, secret: env.LIVEKIT_API_SECRET })
      // What it answers itself, by which nobody is taken for another one.
      expect(await api.find({ roomId: 'room', egressId: null, path: '/nowhere/x.mp4' })).toBeUndefined()
      expect(await api.find({ roomId: 'room', egressId: 'EG_none', path: '/nowhere/x.mp4' })).toBeUndefined()
      await api.stop('EG_none')
      const stranger = liveKitEgress({ url, key: env.LIVEKIT_API_KEY, secret: 'nobody-signs-with-this-secret-32b' })
      await expect(stranger.begin('room', '/nowhere/x.mp4')).rejects.toMatchObject({ status: 401 })
      expect(await answered(media.env)).toMatchObject(byBrowser)
    })
  })
// Where it cannot be had, the end of `npm test` says that it was left out.
if (liveKitHere()) withServer()
