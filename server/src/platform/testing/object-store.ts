import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { toolPath, withoutTool } from '../../../../scripts/lib/tools.mjs'
import type { ObjectStore } from '../config.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { freePort } from './free-port.ts'

export interface TestObjectStore {
  /** Of a bucket that is there, by a proxy that fails as it is told. */
  place: ObjectStore
  /** The same for a process. */
  env: Record<string, string>
  faults: Awaited<ReturnType<typeof faultyProxy>>['faults']
  /** Where the server keeps what it was given: `folder/bucket/key`. */
  folder: string
  /** Another bucket of the same server. */
  another(): { place: ObjectStore; env: Record<string, string> }
  kill(signal: NodeJS.Signals): Promise<void>
  again(): Promise<void>
  stop(): Promise<void>
}

/** Tests that need a server which speaks S3; where there is none, the run says at its end that it left them out. */
export const withObjectStore = (name: string, tests: () => void): unknown =>
  withoutTool('versitygw') === undefined
    ? describe(name, tests)
    : it(`${name}: left out, for there is no versitygw here`, () => undefined)

/** A server that speaks S3 (versitygw), with its data in a temporary folder. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const binary = toolPath('versitygw')
  if (!binary) throw new Error('versitygw is not here')
  const folder = mkdtempSync(join(tmpdir(), 'teleward-s3-'))
  const port = await freePort()
  const [accessKeyId, secretAccessKey] = ['teleward', randomBytes(12).toString('hex')]
  const start = async () => {
    const child = spawn(
      binary,
      [
        '--port',
        `127.0.0.1:${port}`,
        '--quiet',
        '--health',
        '/health',
        'posix',
        '--sidecar',
        join(folder, '.meta'),
        join(folder, 'data'),
      ],
      {
        env: { ...process.env, ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    for (let n = 0; n < 200; n += 1) {
      const up = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
      if (up?.ok) return child
      if (child.exitCode !== null) break
      await sleep(50)
    }
    child.kill('SIGKILL')
    throw new Error('versitygw did not start')
  }
  mkdirSync(join(folder, '.meta'))
  mkdirSync(join(folder, 'data'))
  let child = await start()
  const proxy = await faultyProxy(port)
  const buckets: string[] = []
  const another = () => {
    const bucket = `house-${buckets.length}`
    buckets.push(bucket)
    mkdirSync(join(folder, 'data', bucket))
    const place = { endpoint: proxy.url, region: 'us-east-1', bucket, accessKeyId, secretAccessKey, pathStyle: true }
    const env = {
      S3_ENDPOINT: proxy.url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    return { place, env }
  }
  const kill = async (signal: NodeJS.Signals) => {
    const over = once(child, 'exit')
    child.kill(signal)
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await over
  }
  return {
    ...another(),
    faults: proxy.faults,
    folder: join(folder, 'data'),
    another,
    kill,
    async again() {
      child = await start()
    },
    async stop() {
      await proxy.close()
      await kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
