import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const home = mkdtempSync(join(tmpdir(), 'teleward-fresh-'))
const place = join(home, 'clone')
const dataDir = join(home, 'data')
/** What a newcomer's shell has: nothing of the test's own settings. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|NODE_ENV$|NODE_OPTIONS$|npm_|DATABASE_URL|TEST|DEMO|TLS_|PORT$|HOST$|PUBLIC_URL|COMM_URL)/.test(name),
  ),
)

/** The files that a clone has, and the packages as `npm install` left them: linked, for they are many. */
function clone(): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  for (const file of files.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    cpSync(join(root, file), join(place, file))
  }
  const to = join(place, 'node_modules')
  try {
    execFileSync('cp', ['-al', join(root, 'node_modules'), to], { stdio: 'ignore' })
  } catch {
    // Links do not reach from one file system to another.
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-a', join(root, 'node_modules'), to])
  }
  // Nobody has installed or built here yet: `npm start` has to see to it.
  rmSync(join(to, '.teleward'), { recursive: true, force: true })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

interface Running {
  child: ChildProcess
  url: string
  said: string
  seconds: number
}
const children: ChildProcess[] = []
/** `npm start`, until it says where it is. */
async function start(port: number): Promise<Running> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: place,
    env: { ...env, PORT: String(port), DATA_DIR: dataDir },
    detached: true,
  })
  children.push(child)
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const ready = /Teleward is at (\S+)[\s\S]*localhost[^\n]*phones need https/.exec(said)?.[1]
        if (ready) resolve(ready)
      })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${said.slice(-2000)}`)))
  })
  return { child, url, said, seconds: Math.round((performance.now() - began) / 100) / 10 }
}
const login = async (url: string) => {
  const answer = await fetch(`${url}/his/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'dr.lin', pwd: 'demo1234' }),
  })
  return (await answer.json()) as { status: string; token: string }
}
const words = async (url: string, token: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/his/api/words`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  return answer.text()
}
/** In order: whoever left in a hurry leaves the address file of the demo behind. */
async function stopped({ child }: Running, signal: () => void): Promise<void> {
  expect(existsSync(join(dataDir, 'demo-link.json'))).toBe(true)
  const gone = once(child, 'exit')
  signal()
  await gone
  await expect.poll(() => existsSync(join(dataDir, 'demo-link.json')), { timeout: 20_000 }).toBe(false)
  await expect.poll(() => existsSync(join(dataDir, 'server.lock')), { timeout: 20_000 }).toBe(false)
}

describe('a newcomer with a fresh clone', () => {
  let port: number
  let first: Running
  beforeAll(async () => {
    clone()
    port = await freePort()
  }, 120_000)
  afterAll(async () => {
    for (const child of children)
      if (child.pid)
        try {
          // Whatever of the group is left.
          process.kill(-child.pid, 'SIGKILL')
        } catch (error) {
          expect(error).toMatchObject({ code: 'ESRCH' })
        }
    rmSync(home, { recursive: true, force: true })
  }, 60_000)

  it('[SYS-01] runs `npm start`, which installs, builds and serves the whole product on one port', async () => {
    first = await start(port)
    expect(first.said).toContain('Installing packages')
    expect(first.said).toContain('Building the portal')
    expect(new URL(first.url).port).toBe(String(port))
    const { status, token } = await login(first.url)
    expect(status).toBe('OK')
    const page = await (await fetch(`${first.url}/pages/login`)).text()
    const script = /<script[^>]+src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
    const loaded = await fetch(`${first.url}${script}`)
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
    // A page starts with a few lines, which load the rest.
    expect(await loaded.text()).toContain('import')
    // The demo lives: there are patients' links to open.
    const link = first.said.match(/\/link\/([\w-]{20,})/)?.[1]
    const view = (await (await fetch(`${first.url}/his/api/links/${link}`)).json()) as { data: { step: string } }
    expect(view.data.step).toBe('start')
    expect(await words(first.url, token, { type: 's', word: '第一天寫的片語' })).toContain('第一天寫的片語')
  }, 240_000)

  it('[SYS-01] stops it, starts it again without installing or building, and finds what was there', async () => {
    // To npm alone, as a service manager does it.
    await stopped(first, () => first.child.kill('SIGTERM'))
    const second = await start(port)
    expect(second.said).not.toMatch(/Installing|Building/)
    const { token } = await login(second.url)
    expect(await words(second.url, token)).toContain('第一天寫的片語')
    console.info(`npm start: first ${first.seconds} s with install and build, second ${second.seconds} s`)
    // Ctrl-C reaches the whole group, and each of its members hands it on besides.
    await stopped(second, () => second.child.pid && process.kill(-second.child.pid, 'SIGINT'))
  }, 120_000)
})
