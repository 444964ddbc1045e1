import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { served } from './lib/engine.mjs'

const root = new URL('..', import.meta.url).pathname
const tls = join(root, 'server/src/platform/testing/tls')
const dataDir = mkdtempSync(join(tmpdir(), 'teleward-start-'))
const started: ChildProcess[] = []

/** A server as `npm start` runs it, on a port of its own. */
function serve(env: Record<string, string>): { child: ChildProcess; said(): string } {
  const child = spawn(process.execPath, served, {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', VITEST: '', DATABASE_URL: '', ...env },
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return { child, said: () => text }
}
async function until(look: () => boolean, what: string, ms: number): Promise<void> {
  const end = Date.now() + ms
  while (!look()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const ask = (url: string, body: string, ca?: string) =>
  new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const call = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, ca }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }))
    })
    call.on('error', reject)
    call.end(body)
  })

describe('a first start on an empty DATA_DIR, with TLS_CERT and TLS_KEY', () => {
  let server: ReturnType<typeof serve>
  let place = ''
  beforeAll(async () => {
    server = serve({ TLS_CERT: join(tls, 'localhost.crt'), TLS_KEY: join(tls, 'localhost.key') })
    await until(() => /Teleward is at \S+/.test(server.said()) && /HTTPS/.test(server.said()), 'the address', 150_000)
    place = /Teleward is at (\S+)/.exec(server.said())?.[1] ?? ''
  }, 160_000)
  afterAll(async () => {
    for (const child of started) child.kill('SIGTERM')
    if (server.child.exitCode === null) await once(server.child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('[SYS-01~] says where it is, who can sign in, which patients’ links there are, and that it is HTTPS', () => {
    const said = server.said()
    expect(place).toMatch(/^https:\/\/localhost:\d+$/)
    for (const account of 'dr.lin dr.wang nurse.chen pharm.wu diet.hsu case.tsai cs.liu agent.kao admin demo1234'.split(
      ' ',
    ))
      expect(said).toContain(account)
    expect([...said.matchAll(new RegExp(`${place}/link/[\\w-]{20,}`, 'g'))]).toHaveLength(3)
    expect(said).toContain('Served by HTTPS')
  })

  it('[SYS-01~] answers a sign-in over TLS, and over nothing less', async () => {
    const ca = readFileSync(join(tls, 'localhost.crt'), 'utf8')
    const login = JSON.stringify({ id: 'dr.lin', pwd: 'demo1234' })
    expect(await ask(`${place}/his/user/login`, login, ca)).toMatchObject({
      status: 200,
      body: { status: 'OK', token: expect.any(String) },
    })
    // A browser that does not know the certificate refuses; plain HTTP gets no answer.
    await expect(ask(`${place}/his/user/login`, login)).rejects.toThrow(/self-signed/)
    await expect(fetch(place.replace('https:', 'http:'))).rejects.toThrow()
    const broken = await ask(`${place}/his/user/login`, '{"id": "dr.lin"', ca)
    expect(broken).toMatchObject({ status: 400, body: { status: 'BAD_INPUT' } })
  })

  it('[SYS-01~] a second server on the same DATA_DIR is refused with a clear message; the first goes on', async () => {
    const second = serve({})
    await until(() => second.child.exitCode !== null, 'the refusal', 60_000)
    expect(second.child.exitCode).toBe(1)
    expect(second.said()).toContain('Another server')
    expect(second.said()).toContain(dataDir)
    expect(second.said()).not.toMatch(/\n\s+at /)
    expect(server.child.exitCode).toBeNull()
  })

  it.each([
    [{ TLS_CERT: '/nowhere.crt', TLS_KEY: '/nowhere.key' }, /TLS_CERT: the file \/nowhere.crt cannot be read/],
    [{ TLS_CERT: '/nowhere.crt' }, /TLS_CERT and TLS_KEY belong together/],
  ])('[SYS-01~] a certificate that is not there is named: %j', async (env, message) => {
    const refused = serve(env)
    await until(() => refused.child.exitCode !== null, 'the refusal', 30_000)
    expect([refused.child.exitCode, message.test(refused.said())]).toEqual([1, true])
  })
})
