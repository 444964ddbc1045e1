import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface TestRedis {
  url: string
  port: number
  /** SIGKILL: what it knew is gone. SIGSTOP, SIGCONT: it holds still. */
  kill(signal: NodeJS.Signals): Promise<void>
  again(): Promise<void>
  /** What `redis-cli` prints. */
  ask(...command: string[]): string
  stop(): Promise<void>
}

/** With `WITH_REDIS=1` the suites' processes are joined by a Redis of the run: what stands here joins their servers. */
export const redisOfTests = (): { REDIS_URL?: string } => {
  const { REDIS_URL } = process.env
  return REDIS_URL ? { REDIS_URL } : {}
}

/** A Redis of the test's own on loopback, which keeps nothing on disk, behind a password as it should be. */
export async function startRedis(password = 'for-tests-alone'): Promise<TestRedis> {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'teleward-redis-'))
  let server: ChildProcess | undefined
  const ended = () => !server || server.exitCode !== null || server.signalCode !== null
  const ask = (...command: string[]) =>
    spawnSync('redis-cli', ['-h', '127.0.0.1', '-p', String(port), ...command], {
      encoding: 'utf8',
      env: { ...process.env, REDISCLI_AUTH: password },
    }).stdout.trim()

  async function again(): Promise<void> {
    const settings = { port: `${port}`, bind: '127.0.0.1', dir, save: '', appendonly: 'no', requirepass: password }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
    server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (part: Buffer) => {
        said += part
        if (said.includes('Ready to accept connections')) resolve()
      }
      server?.stdout?.on('data', hear)
      server?.stderr?.on('data', hear)
      server?.once('error', reject)
      server?.once('exit', () => reject(new Error(`redis-server ended: ${said.slice(-1000)}`)))
    })
  }
  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (ended()) return
    const holds = signal === 'SIGSTOP' || signal === 'SIGCONT'
    const gone = new Promise((resolve) => server?.once('exit', resolve))
    server?.kill(signal)
    if (!holds) await gone
  }
  await again()
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    port,
    kill,
    again,
    ask,
    stop: async () => {
      await kill('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
