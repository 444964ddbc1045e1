import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { served } from '../scripts/lib/engine.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A helper process that takes one job after the other. */
export interface Worker {
  do<T>(job: unknown): Promise<T>
  end(): void
}
export function worker(file: 'load.ts' | 'limits.ts' | 'socket-client.ts'): Worker {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    do: <T>(job: unknown) =>
      new Promise<T>((resolve, reject) => {
        const gone = (code: number | null) => reject(new Error(`${file} ended with ${code}`))
        child.once('exit', gone)
        child.once('message', (answer: { result?: T; error?: string }) => {
          child.off('exit', gone)
          if (answer.error === undefined) resolve(answer.result as T)
          else reject(new Error(answer.error))
        })
        child.send(job as object)
      }),
    end: () => child.kill(),
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export interface Server {
  url: string
  port: number
  pid: number
  /** From the start of the process to its first 200, in milliseconds. */
  coldStart: number
  /** What the process holds in memory now, in megabytes. */
  memory(): number
  stop(): Promise<void>
}

/** One server process as `npm start` runs it, on the database given. Its log goes where a service's goes: into a pipe. */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  { flags = [], env = {}, port: given }: { flags?: string[]; env?: Record<string, string>; port?: number } = {},
): Promise<Server> {
  const port = given ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [...flags, ...served], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      LOG_LEVEL: 'info',
      CALLS_PER_MINUTE: '100000000',
      DATABASE_POOL: process.env.BENCH_POOL ?? '10',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  await firstAnswer(child, `${url}/version.json`, () => said)
  return {
    url,
    port,
    pid: child.pid ?? 0,
    coldStart: performance.now() - began,
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function firstAnswer(child: ChildProcess, url: string, said: () => string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${said()}`)
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`the server gave no answer:\n${said()}`)
}
