import type { Photo, Profile } from '@teleward/contract/profile/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../app.ts'
import { openTestApp, type TestApp } from '../auth/fixture.ts'
import { readConfig } from '../platform/config.ts'
import { freePort } from '../platform/testing/free-port.ts'
import { pngOf } from './fixture.ts'

/** Two processes of one installation: the pages come from one, portraits go to the other. */
describe('an upload host', () => {
  let house: TestApp
  let host: App
  let uploadUrl: string
  const page = 'https://portal.example'
  beforeAll(async () => {
    const port = await freePort()
    uploadUrl = `http://127.0.0.1:${port}`
    const env = { UPLOAD_URL: uploadUrl, PUBLIC_URL: page }
    house = await openTestApp({ env })
    const { dataDir } = house.app.deps.config
    const config = readConfig({ PORT: String(port), LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env })
    host = await createApp({ config, db: house.data.db, clock: house.clock })
    await host.listen()
  })
  afterAll(async () => {
    await host?.close()
    await house?.stop()
  })

  it('[SYS-02~] takes portraits of whoever signed in at the other process, from its pages alone, and shows them there', async () => {
    const { token } = await house.signIn('dr.lin')
    const profile = (await house.get('/his/api/profile', token)).body.data as unknown as Profile
    const path = `${uploadUrl}/his/api/uploadphoto/2`
    const asked = (origin: string) =>
      fetch(path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    const allowed = await asked(page)
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, page])
    expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization')
    for (const origin of ['https://portal.example.evil', 'null', uploadUrl])
      expect((await asked(origin)).headers.get('access-control-allow-origin'), origin).toBeNull()
    const send = (headers: Record<string, string>) =>
      fetch(path, {
        method: 'POST',
        headers: { origin: page, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({
          kind: 'avatar',
          name: 'me.png',
          version: profile.versions.photos,
          data: pngOf(9, 9).toString('base64'),
        }),
      })
    // The same check of who it is; a cookie is nobody, and the page may read why.
    const nobody = await send({})
    expect([nobody.status, nobody.headers.get('access-control-allow-origin')]).toEqual([401, page])
    const sent = await send({ authorization: `Bearer ${token}` })
    expect([sent.status, sent.headers.get('access-control-allow-origin'), sent.headers.get('vary')]).toEqual([
      200,
      page,
      expect.stringContaining('Origin'),
    ])
    expect(sent.headers.get('access-control-allow-credentials')).toBeNull()
    const { data } = (await sent.json()) as { data: { avatar: Photo } }
    expect(data.avatar.url).toMatch(new RegExp(`^${uploadUrl}/his/api/staffphotos/`))
    const face = await fetch(data.avatar.url)
    expect([face.status, face.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
    expect(Buffer.from(await face.arrayBuffer()).equals(pngOf(9, 9))).toBe(true)
    // Nothing else is opened to another page by it, and its address is as good as the session it was made for.
    const other = await fetch(`${uploadUrl}/his/api/profile`, {
      headers: { origin: page, authorization: `Bearer ${token}` },
    })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    expect((await house.post('/his/api/logout', {}, token)).status).toBe(200)
    await expect.poll(async () => (await fetch(data.avatar.url)).status).toBe(403)
  })

  it('[SYS-02~] is named to the page: where it may send and show from', async () => {
    const policy = (await fetch(`${house.base}/his/docs`)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`img-src 'self' data: blob: ${uploadUrl}`)
    expect(policy).toContain(`connect-src 'self' ${uploadUrl}`)
    const read = (env: Record<string, string>) => () => readConfig(env)
    expect(read({ UPLOAD_URL: 'https://up.example/path', PUBLIC_URL: page })).toThrow(/UPLOAD_URL: must be an origin/)
    expect(read({ UPLOAD_URL: uploadUrl })).toThrow(/UPLOAD_URL needs PUBLIC_URL/)
    expect(read({ S3_BUCKET: 'house' })).toThrow(/belong together/)
    expect(read({ S3_ENDPOINT: 'http://127.0.0.1:1' })).toThrow(/need S3_BUCKET/)
    const secret = { S3_BUCKET: 'No Bucket', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush-hush' }
    expect(read(secret)).toThrow(/S3_BUCKET: must be the name of a bucket/)
    expect(read(secret)).not.toThrow(/hush-hush/)
  })
})
