import { describe, expect, it } from 'vitest'
import { bombPng, chunk, jpegOf, pngOf, segment } from '../profile/fixture.ts'
import { cleanImage, ImageError } from './image.ts'
import { localStorage, refuseKey } from './index.ts'

const why = async (bytes: Buffer) => {
  try {
    return (await cleanImage(bytes, 6000)).mime
  } catch (error) {
    if (error instanceof ImageError) return error.why
    throw error
  }
}

describe('a picture that somebody brings', () => {
  it('[SET-01~] is built anew: remarks, places and what hangs behind its end are gone, the picture stays', async () => {
    const plain = await cleanImage(pngOf(5, 4), 6000)
    expect([plain.width, plain.height, plain.mime]).toEqual([5, 4, 'image/png'])
    const text = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>', 'latin1'))
    const polyglot = await cleanImage(pngOf(5, 4, [text], '<html><script>alert(1)</script>PK\x03\x04'), 6000)
    expect(polyglot.bytes.equals(plain.bytes)).toBe(true)
    const photo = await cleanImage(jpegOf(), 6000)
    expect([photo.width, photo.height, photo.mime]).toEqual([1, 1, 'image/jpeg'])
    const carried = [segment(0xe1, 'Exif\0\0GPS 25.03 121.56'), segment(0xfe, '<script>alert(1)</script>')]
    const stripped = await cleanImage(jpegOf(carried, '%PDF-1.7 <svg onload=alert(1)>'), 6000)
    expect(stripped.bytes.equals(photo.bytes)).toBe(true)
    expect(stripped.bytes.toString('latin1')).not.toMatch(/script|GPS|PDF|svg/)
    // Done twice it is the same.
    expect((await cleanImage(stripped.bytes, 6000)).bytes.equals(photo.bytes)).toBe(true)
  })

  it('[SET-01~] is refused when it is none, is cut off, or unpacks to something else', async () => {
    expect(await why(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toBe(
      'notAnImage',
    )
    for (const other of ['GIF89a', '%PDF-1.7', 'PK\x03\x04', 'MZ', '<html>', ''])
      expect(await why(Buffer.from(other, 'latin1')), other).toBe('notAnImage')
    const whole = pngOf(5, 4)
    for (let length = 8; length < whole.length; length += 1)
      expect(await why(whole.subarray(0, length)), `${length}`).toBe('broken')
    const jpeg = jpegOf()
    for (let length = 3; length < jpeg.length - 2; length += 1)
      expect(await why(jpeg.subarray(0, length)), `${length}`).toBe('broken')
    const flipped = Buffer.from(whole)
    flipped[40] = (flipped[40] ?? 0) ^ 1
    expect(await why(flipped)).toBe('broken')
    expect(await why(bombPng())).toBe('broken')
    expect(await why(pngOf(6001, 1))).toBe('tooLarge')
  })

  it('[SET-01~] any bytes at all are refused or give a picture, and nothing else happens', async () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      return seed
    }
    const bases = [pngOf(9, 7), jpegOf([segment(0xe0, 'x')])]
    for (let n = 0; n < 4000; n += 1) {
      const bytes = Buffer.from(bases[n % 2] ?? jpegOf())
      for (let at = 0; at <= n % 5; at += 1) bytes[random() % bytes.length] = random() & 0xff
      expect(['image/png', 'image/jpeg', 'broken', 'notAnImage', 'tooLarge']).toContain(await why(bytes))
    }
  })
})

describe('a large picture', () => {
  it('[FILE-02~] is looked through while others are served', async () => {
    const large = pngOf(5000, 4000)
    expect(large.length).toBeLessThan(200_000)
    let others = 0
    let over = false
    const serve = () => {
      others += 1
      if (!over) setImmediate(serve)
    }
    setImmediate(serve)
    expect(await cleanImage(large, 6000)).toMatchObject({ width: 5000, height: 4000 })
    over = true
    expect(others).toBeGreaterThan(20)
  })
})

describe('the place of files', () => {
  it('[SET-01~] is reached by keys of the server alone: no way out of the folder', async () => {
    for (const key of [
      '../x/y.png',
      'a/../../b.png',
      '/etc/passwd',
      'a/b',
      'a//b.png',
      'a/b.png/..',
      'A/b.png',
      'a/b\0.png',
      'a\\b/c.png',
      '',
    ])
      expect(() => refuseKey(key), key).toThrow()
    expect(() => refuseKey('staff/12/3f2a-9.png')).not.toThrow()
    const storage = localStorage('/nowhere/at/all')
    await expect(storage.put('../../tmp/x.png', Buffer.from('x'))).rejects.toThrow('unknown form')
    await expect(async () => storage.get('../../etc/hosts.txt')).rejects.toThrow('unknown form')
    expect(await storage.get('staff/1/none.png')).toBeUndefined()
  })
})
