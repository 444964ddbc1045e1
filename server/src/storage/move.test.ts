import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carried } from '../../../scripts/lib/day.mjs'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { startObjectStore, type TestObjectStore, withObjectStore } from '../platform/testing/object-store.ts'
import { localBundle } from './bundle.ts'
import { openBucket } from './s3/bucket.ts'
import { claim } from './s3/owner.ts'
import { objectStorage } from './s3/storage.ts'

const tool = fileURLToPath(new URL('../tools/move-files.ts', import.meta.url))
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

withObjectStore('the command that moves files into an object store', () => {
  let store: TestObjectStore
  let dataDir: string
  let data: TestDatabase
  const here = new Map<string, Buffer>()
  beforeAll(async () => {
    store = await startObjectStore()
    data = await testDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'teleward-move-'))
    for (let n = 0; n < 24; n += 1) here.set(`medical/1/${id(n)}.bin`, randomBytes(n === 3 ? 9_000_000 : 20_000 + n))
    here.set(`staff/101/${id(1)}.png`, randomBytes(5000))
    here.set(`recordings/${id(5)}/consultation.webm`, randomBytes(1_200_000))
    for (const [name, bytes] of here) place(name, bytes)
    place(`medical/1/${id(90)}.bin.coming`, Buffer.alloc(5_000_000, 'half'))
    place(`medical/1/${id(91)}.bin.${id(1)}.part`, Buffer.from('never became anything'))
  })
  afterAll(async () => {
    await store.stop()
    await data.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const pathOf = (name: string) => (name.startsWith('recordings/') ? join(dataDir, name) : join(dataDir, 'files', name))
  const place = (name: string, bytes: Buffer) => {
    mkdirSync(dirname(pathOf(name)), { recursive: true })
    writeFileSync(pathOf(name), bytes)
  }
  const start = (...args: string[]): ChildProcess & { said: string } => {
    const env = { PATH: process.env.PATH, ...carried(), DATA_DIR: dataDir, DATABASE_URL: data.url, ...store.env }
    const child = Object.assign(spawn(process.execPath, [tool, ...args], { env }), { said: '' })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        child.said += text.toString()
      })
    return child
  }
  const run = async (...args: string[]) => {
    const child = start(...args)
    const [code] = await once(child, 'close')
    return { code, said: child.said }
  }

  it('[SYS-02~] goes on where it was killed, compares each file, deletes nothing unless told, and never what was not compared', async () => {
    // Killed in the middle of it: as the seventh object of a file is on its way.
    const killed = start()
    store.faults.fault = ({ method, path }) => {
      const objects = store.faults.asked.filter((one) => one.method === 'PUT' && one.path.includes('/files/'))
      if (method === 'PUT' && path.includes('/files/') && objects.length === 7) killed.kill('SIGKILL')
      return 'none'
    }
    await once(killed, 'close')
    expect(killed.signalCode).toBe('SIGKILL')
    // Away for a while: told, and nothing is lost.
    store.faults.fault = ({ method }) => (method === 'PUT' ? 'busy' : 'none')
    const away = await run()
    expect(away.said).toContain('does not answer')
    expect(away.code).toBe(1)
    store.faults.none()

    const second = await run()
    const [, moved = '', there = ''] =
      /^(\d+) files .* compared, (\d+) there already, 0 taken away/.exec(second.said) ?? []
    expect(second.said, second.said).toMatch(/taken away/)
    expect(Number(there)).toBeGreaterThan(0)
    expect(Number(moved) + Number(there)).toBe(here.size + 1)
    expect((await run()).said).toMatch(new RegExp(`^0 files .* compared, ${here.size + 1} there already, 0 taken away`))
    const bucket = await openBucket(store.place, () => undefined)
    const files = objectStorage(bucket, () => undefined)
    for (const [name, bytes] of here) {
      const found = await files.get(name)
      expect(found && (await buffer(found.stream)).equals(bytes), name).toBe(true)
    }
    const coming = await files.open(`medical/1/${id(90)}.bin`)
    expect([coming?.size, await files.stat(`medical/1/${id(90)}.bin`)]).toEqual([5_000_000, undefined])

    // Nothing goes where no server of this installation has run on the bucket.
    const refused = await run('--delete')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('has run on this bucket yet') })
    expect(existsSync(pathOf(`medical/1/${id(5)}.bin`))).toBe(true)
    expect(await claim(bucket, data.db)).toBeUndefined()
    // Something else lies under one name there: both stay.
    const [first = ''] = here.keys()
    place(first, Buffer.from('another file under the same name'))
    const third = await run('--delete')
    expect(third).toMatchObject({ code: 1, said: expect.stringContaining(`under the name of ${first}`) })
    expect(third.said).toContain(`${here.size} taken away`)
    const left: string[] = []
    for await (const { name } of localBundle(dataDir)) left.push(name)
    expect(left).toEqual([first])
    expect(existsSync(pathOf(`medical/1/${id(91)}.bin.${id(1)}.part`))).toBe(true)
    bucket.close()
  })
})
