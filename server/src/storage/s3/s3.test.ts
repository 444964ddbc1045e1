import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Asked, Fault } from '../../platform/testing/faulty-proxy.ts'
import { startObjectStore, type TestObjectStore, withObjectStore } from '../../platform/testing/object-store.ts'
import type { Storage } from '../index.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { objectStorage } from './storage.ts'
import { sweepBucket } from './sweep.ts'

const MB = 1024 * 1024
const bytesOf = (size: number, seed = 1) => {
  const made = Buffer.alloc(size)
  for (let at = 0; at < size; at += 1) made[at] = (at * 31 + (at >> 8) * 7 + (at >> 16) * 13 + seed) & 255
  return made
}
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

withObjectStore('files in an object store', () => {
  let store: TestObjectStore
  let bucket: Bucket
  let files: Storage
  const damaged: string[] = []
  const told: string[] = []
  beforeAll(async () => {
    store = await startObjectStore()
  })
  afterAll(() => store.stop())
  // Each anew: what kept the test before out keeps this one out of nothing.
  beforeEach(async () => {
    store.faults.none()
    damaged.length = 0
    told.length = 0
    bucket = await openBucket(store.place, (operation, outcome) => told.push(`${operation} ${outcome}`), {
      ...{ tryMs: 600, callMs: 1500, closedMs: 2000 },
    })
    files = objectStorage(bucket, (key, what) => damaged.push(`${key} ${what}`))
  })
  afterEach(() => bucket.close())
  /** As another process sees them, which remembers nothing. */
  const elsewhere = () => objectStorage(bucket, (key, what) => damaged.push(`${key} ${what}`))
  const all = async (key: string, part?: { start: number; end: number }, sha256?: string) => {
    const found = await elsewhere().get(key, part, sha256)
    return found && (await buffer(found.stream))
  }

  it('[SYS-02~] are put whole, read whole and in part, and gone when they are removed', async () => {
    const film = bytesOf(9 * MB + 12_345)
    await files.put('medical/1/a.bin', film)
    await files.put('medical/1/a/thumb.png', Buffer.from('small'))
    expect(await files.stat('medical/1/a.bin')).toEqual({ size: film.length })
    expect((await all('medical/1/a.bin'))?.equals(film)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [MB - 1, MB],
      [3 * MB + 5, 8 * MB + 7],
      [film.length - 1, film.length - 1],
    ] as const)
      expect((await all('medical/1/a.bin', { start, end }))?.equals(film.subarray(start, end + 1)), `${start}`).toBe(
        true,
      )
    expect(await all('medical/1/a/thumb.png')).toEqual(Buffer.from('small'))
    expect(await files.get('medical/1/none.bin')).toBeUndefined()
    await expect(async () => files.get('../../etc/hosts.txt')).rejects.toThrow('unknown form')
    await files.remove('medical/1/a.bin')
    expect(await all('medical/1/a.bin')).toBeUndefined()
    expect(await files.stat('medical/1/a.bin')).toBeUndefined()
  })

  it('[SYS-02~] come in pieces, are looked into before they are whole, and are finished once, in parts', async () => {
    const key = 'medical/1/pieces.bin'
    const film = bytesOf(21 * MB + 17, 5)
    const steps = [0, 4 * MB, 8 * MB, 12 * MB, 16 * MB, 20 * MB, film.length]
    for (const [n, from] of steps.slice(0, -1).entries())
      await files.append(key, from, film.subarray(from, steps[n + 1]))
    expect(await files.stat(key)).toBeUndefined()
    const come = await files.open(key)
    expect(come?.size).toBe(film.length)
    expect((await come?.read(4 * MB - 3, 9))?.equals(film.subarray(4 * MB - 3, 4 * MB + 6))).toBe(true)
    expect((await come?.read(film.length - 4, 100))?.equals(film.subarray(-4))).toBe(true)
    store.faults.asked.length = 0
    await files.finish(key, film.length)
    expect(store.faults.asked.filter(({ method, path }) => method === 'PUT' && path.includes('files/')).length).toBe(3)
    await files.finish(key, film.length)
    expect(sha((await all(key)) ?? Buffer.alloc(0))).toBe(sha(film))
    const left: string[] = []
    for await (const { key: name } of bucket.list('coming/')) left.push(name)
    expect(left).toEqual([])
    // What was opened before goes on, and what somebody who died left of it goes.
    expect((await come?.read(8 * MB - 3, 9))?.equals(film.subarray(8 * MB - 3, 8 * MB + 6))).toBe(true)
    expect(damaged).toEqual([])
    await files.append(key, 0, film.subarray(0, 4 * MB))
    await files.finish(key, film.length)
    for await (const { key: name } of bucket.list('coming/')) left.push(name)
    expect(left).toEqual([])
    await expect(files.finish(key, 5)).rejects.toThrow('another size')
    const whole = await files.open(key)
    expect((await whole?.read(20 * MB - 1, 3))?.equals(film.subarray(20 * MB - 1, 20 * MB + 2))).toBe(true)
    expect((await whole?.read(film.length, 10))?.length).toBe(0)
  })

  it('[SYS-02~] a writer that is late moves nothing of who went on, and what is missing makes no file', async () => {
    const key = 'medical/1/late.bin'
    const film = bytesOf(30_000, 9)
    await files.append(key, 0, film.subarray(0, 10_000))
    await files.anew(key, 10_000)
    await files.append(key, 10_000, film.subarray(10_000, 30_000))
    // Of whoever was thought dead: another length at the same place.
    await files.append(key, 10_000, film.subarray(10_000, 12_000))
    await files.finish(key, 30_000)
    expect((await all(key))?.equals(film)).toBe(true)
    await files.append('medical/1/hole.bin', 0, film.subarray(0, 100))
    await files.append('medical/1/hole.bin', 200, film.subarray(200, 300))
    await expect(files.finish('medical/1/hole.bin', 300)).rejects.toThrow('missing')
    await files.discard('medical/1/hole.bin')
    expect(await files.open('medical/1/hole.bin')).toBeUndefined()
  })

  it('[SYS-02~] another file’s bytes are refused and told, never handed on: whole, in part, as sums, and by the row', async () => {
    const film = bytesOf(3 * MB, 2)
    await files.put('medical/1/mine.bin', film)
    await files.put('medical/1/yours.bin', bytesOf(3 * MB, 3))
    const refused = expect.objectContaining({ code: 'FILE_DAMAGED' })
    // The store hands out other bytes for the object …
    store.faults.fault = ({ path }) =>
      path.endsWith('files/medical/1/mine.bin') ? { instead: 'of somebody else' } : 'none'
    await expect(all('medical/1/mine.bin')).rejects.toEqual(refused)
    expect(damaged).toEqual(['medical/1/mine.bin the bytes are of another file'])
    await expect(all('medical/1/mine.bin', { start: 2 * MB, end: 2 * MB + 9 })).rejects.toEqual(refused)
    // … for what it adds up to …
    const sums = await bucket.get('sums/medical/1/yours.bin')
    store.faults.fault = ({ path }) =>
      path.endsWith('sums/medical/1/mine.bin') ? { instead: sums?.toString() ?? '' } : 'none'
    await expect(all('medical/1/mine.bin')).rejects.toEqual(refused)
    // … both of another file …
    store.faults.none()
    const object = (await bucket.get('files/medical/1/yours.bin')) ?? Buffer.alloc(0)
    await bucket.put('files/medical/1/mine.bin', object)
    await bucket.put('sums/medical/1/mine.bin', sums ?? Buffer.alloc(0))
    await expect(all('medical/1/mine.bin')).rejects.toEqual(refused)
    // … and a file of this very key, which is not the one that the row speaks of.
    await files.put('medical/1/mine.bin', object)
    expect(sha((await all('medical/1/mine.bin', undefined, sha(object))) ?? Buffer.alloc(0))).toBe(sha(object))
    await expect(all('medical/1/mine.bin', undefined, sha(film))).rejects.toEqual(refused)
    // One that breaks in the middle cuts the answer off: no wrong byte has left.
    const begun: Buffer[] = []
    store.faults.none()
    const found = await elsewhere().get('medical/1/mine.bin')
    store.faults.fault = ({ path }) => (path.endsWith('files/medical/1/mine.bin') ? { instead: 'x' } : 'none')
    await expect(
      (async () => {
        for await (const part of found?.stream ?? []) begun.push(Buffer.from(part))
      })(),
    ).rejects.toEqual(refused)
    const got = Buffer.concat(begun)
    expect(got.equals(object.subarray(0, got.length))).toBe(true)
    // A line at fault once is no damage.
    let once = true
    store.faults.fault = ({ path }) => {
      if (!path.endsWith('files/medical/1/yours.bin') || !once) return 'none'
      once = false
      return { instead: 'noise' }
    }
    expect(sha((await all('medical/1/yours.bin')) ?? Buffer.alloc(0))).toBe(sha(object))
  })

  it('[SYS-02~] a store that is busy is asked again; one that stays so is left alone for a while, and refused in words', async () => {
    let left = 2
    store.faults.fault = () => (left-- > 0 ? 'busy' : 'none')
    await files.put('staff/1/busy.png', Buffer.from('portrait'))
    expect(told.filter((one) => one === 'put again').length).toBe(2)
    // A body that breaks off is asked for once more, as well.
    left = 1
    store.faults.fault = ({ path }) => (path.endsWith('busy.png') && left-- > 0 ? 'cut' : 'none')
    expect(await all('staff/1/busy.png')).toEqual(Buffer.from('portrait'))

    store.faults.fault = () => 'busy'
    const refused = expect.objectContaining({ code: 'FILES_UNAVAILABLE', status: 503 })
    for (let n = 0; n < 3; n += 1)
      await expect(files.put('staff/1/never.png', Buffer.from('x'))).rejects.toEqual(refused)
    store.faults.asked.length = 0
    for (let n = 0; n < 20; n += 1) await expect(files.stat('staff/1/more.png')).rejects.toEqual(refused)
    expect(store.faults.asked).toEqual([])
    store.faults.none()
    // Whoever looks finds the bucket, and lets nobody in by that; the time that was said does.
    expect(await bucket.look()).toBeUndefined()
    await expect(files.stat('staff/1/more.png')).rejects.toEqual(refused)
    await expect.poll(() => files.stat('staff/1/never.png').catch(() => 'refused'), { timeout: 10_000 }).toBeUndefined()
    bucket.shut()
    await expect(bucket.look()).rejects.toEqual(refused)
  })

  it('[SYS-02~] a large file whose last answer got lost is there; one whose upload was taken away is refused, and comes anew', async () => {
    const film = bytesOf(9 * MB, 4)
    // Each is asked for once its parts are there, and those are put.
    const completes = ({ method, path }: Asked) =>
      method === 'POST' && store.faults.asked.some((one) => one.method === 'PUT' && one.path === path)
    const lastly =
      (...faults: Fault[]) =>
      (asked: Asked): Fault =>
        completes(asked) ? (faults.shift() ?? 'none') : 'none'
    // Asked again, a store knows no such upload any more.
    store.faults.fault = lastly('cut', 'missing')
    await files.put('medical/1/lost.bin', Readable.from([film]))
    expect(told.filter((one) => /^(complete|head)/.test(one))).toEqual(['complete again', 'complete done', 'head done'])
    expect((await all('medical/1/lost.bin'))?.equals(film)).toBe(true)
    store.faults.fault = lastly('missing')
    const refused = expect.objectContaining({ code: 'FILES_UNAVAILABLE' })
    await expect(files.put('medical/1/taken.bin', Readable.from([film]))).rejects.toEqual(refused)
    expect(await files.stat('medical/1/taken.bin')).toBeUndefined()
    await files.put('medical/1/taken.bin', Readable.from([film]))
    expect((await all('medical/1/taken.bin'))?.equals(film)).toBe(true)
  })

  it('[SYS-02~] a store that does not answer is waited for so long and no longer; nothing of it is half there', async () => {
    store.faults.fault = ({ method }) => (method === 'PUT' ? 'hangs' : 'none')
    await expect(files.put('staff/1/slow.png', Buffer.from('x'))).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' })
    // The object came, and what says so did not: there is no such file, and the sweep takes it.
    store.faults.fault = ({ method, path }) => (method === 'PUT' && path.includes('/sums/') ? 'busy' : 'none')
    await expect(files.put('staff/1/half.png', Buffer.from('x'))).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' })
    store.faults.none()
    expect(await files.stat('staff/1/half.png')).toBeUndefined()
  })

  it('[SYS-02~] what nobody names is swept once it is old, and nothing else', async () => {
    await files.put('drive/1/named.bin', Buffer.from('named'))
    await files.put('drive/1/orphan.bin', Buffer.from('orphan'))
    await files.put('drive/1/orphan/view.png', Buffer.from('its view'))
    await files.put('unknown/1/left.bin', Buffer.from('of a domain that nobody answers for'))
    await bucket.put('files/drive/1/half.bin', Buffer.from('never became a file'))
    await files.append('drive/1/coming.bin', 0, Buffer.from('under way'))
    await files.append('drive/1/forgotten.bin', 0, Buffer.from('given up'))
    await files.append('drive/1/named.bin', 0, Buffer.from('named, before it was finished'))
    const named = new Map([
      ['drive', async (keys: readonly string[]) => keys.filter((key) => /named|coming/.test(key))],
    ])
    const tell = (key: string, what: string) => damaged.push(`${key} ${what}`)
    // By the store's clock: what it keeps is as old as its disk says.
    const times: number[] = []
    for await (const { at } of bucket.list('')) times.push(at.getTime())
    const earlier = new Date(Math.min(...times) - 60_000)
    expect(await sweepBucket(bucket, named, earlier, tell)).toEqual({ files: 0, rests: 0 })
    const later = new Date(Math.max(...times) + 3_600_000)
    expect(await sweepBucket(bucket, named, later, tell)).toEqual({ files: 4, rests: 1 })
    const names: string[] = []
    for (const root of ['files/', 'sums/', 'coming/'])
      for await (const { key } of bucket.list(`${root}drive/`)) names.push(key.replace(/\d{13}-.*/, '…'))
    expect(names).toEqual(['files/drive/1/named.bin', 'sums/drive/1/named.bin', 'coming/drive/1/coming.bin/…'])
    expect((await all('unknown/1/left.bin'))?.toString()).toContain('domain')
    // Taken away there, and still known here: not found, which is no damage.
    expect(await elsewhere().get('drive/1/orphan.bin')).toBeUndefined()
    await expect(files.get('drive/1/orphan.bin')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(damaged).toEqual([])
    // A file whose object is gone is told.
    await bucket.remove('files/drive/1/named.bin')
    await sweepBucket(bucket, named, later, tell)
    expect(damaged).toEqual(['drive/1/named.bin the object is gone'])
    // One whose sums are gone is told, and stays; one that is only being made of its pieces is not told.
    await bucket.remove('sums/drive/1/named.bin')
    damaged.length = 0
    for (const name of ['named', 'coming']) await bucket.put(`files/drive/1/${name}.bin`, Buffer.from('as it came'))
    expect(await sweepBucket(bucket, named, later, tell)).toEqual({ files: 0, rests: 0 })
    for (const name of ['named', 'coming'])
      expect((await bucket.get(`files/drive/1/${name}.bin`))?.toString()).toBe('as it came')
    expect(damaged).toEqual(['drive/1/named.bin its sums are gone'])
  })
})
