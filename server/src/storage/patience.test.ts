import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { incomingFiles } from './incoming.ts'
import { patience, StandsStill } from './patience.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('a folder that may stand still', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('[CALL-22~] costs its patience once: what comes after it is refused at once, until it answers again', async () => {
    const { run, atLast } = patience(1000)
    const asked: string[] = []
    const dead = Promise.withResolvers<string>()
    const late: string[] = []
    const first = run(
      () => dead.promise,
      async (answer) => void late.push(answer),
    )
    const refused = expect(first).rejects.toThrow(StandsStill)
    // In turn: it is not even asked before the one in front of it is over.
    const second = run(async () => asked.push('second'))
    const alsoRefused = expect(second).rejects.toThrow(StandsStill)
    await vi.advanceTimersByTimeAsync(999)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([refused, alsoRefused])
    await expect(run(async () => asked.push('third'))).rejects.toThrow(StandsStill)
    await atLast(async () => void asked.push('given back'))
    expect([asked, late]).toEqual([[], []])

    dead.resolve('late')
    await settle()
    expect([asked, late]).toEqual([['given back'], ['late']])
    expect(await run(async () => 'again')).toBe('again')
    await atLast(async () => void asked.push('at once'))
    expect(asked).toEqual(['given back', 'at once'])
  })

  it('[CALL-22~] is answered in order, errors as they are, and one that fails late is over as well', async () => {
    const { run } = patience(1000)
    const order: number[] = []
    const works = [1, 2, 3].map((n) => run(async () => order.push(n)))
    await Promise.all(works)
    expect(order).toEqual([1, 2, 3])
    await expect(run(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError)
    const dead = Promise.withResolvers<never>()
    const refused = expect(run(() => dead.promise)).rejects.toThrow(StandsStill)
    await vi.advanceTimersByTimeAsync(1000)
    await refused
    dead.reject(new Error('EIO'))
    await settle()
    expect(await run(async () => 'again')).toBe('again')
  })
})

describe('what another service has written into a folder', () => {
  it('[CALL-22~] is refused in every way while the folder stands still, and fetched in pieces when it does not', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'teleward-incoming-'))
    try {
      const bytes = Buffer.alloc(9 * 1024 * 1024, 'teleward ')
      await writeFile(join(dir, 'one.mp4'), bytes)
      const own = patience(60_000)
      const files = incomingFiles(dir, own)
      expect(await files.size('one.mp4')).toBe(bytes.length)
      await files.fetch('one.mp4', join(dir, 'two'))
      expect((await readFile(join(dir, 'two'))).equals(bytes)).toBe(true)
      await expect(files.fetch('none.mp4', join(dir, 'three'))).rejects.toThrow('gone')
      expect(await files.size('none.mp4')).toBeUndefined()

      const still: typeof own = { run: () => Promise.reject(new StandsStill()), atLast: own.atLast }
      const dead = incomingFiles(dir, still)
      await expect(dead.size('one.mp4')).rejects.toThrow(StandsStill)
      await expect(dead.fetch('one.mp4', join(dir, 'three'))).rejects.toThrow(StandsStill)
      await expect(dead.remove('one.mp4')).rejects.toThrow(StandsStill)
      expect([await files.usable(), await dead.usable()]).toEqual([true, false])
      await files.remove('one.mp4')
      expect(await files.size('one.mp4')).toBeUndefined()
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
