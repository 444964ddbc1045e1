import { describe, expect, it } from 'vitest'
import { PIECE_WITHIN_MS, pieceSize } from './piece-size.ts'

const KB = 1024
describe('[FILE-04~] how much of a file goes at once', () => {
  it('is half as much after each piece that came too late, down to 64 kB, and as much again on a quick line', () => {
    const size = pieceSize(1024 * KB)
    const tried = [size.bytes()]
    while (size.tooLong()) tried.push(size.bytes())
    expect(tried.map((bytes) => bytes / KB)).toEqual([1024, 512, 256, 128, 64])
    expect([size.tooLong(), size.bytes()]).toEqual([false, 64 * KB])
    for (let pieces = 0; pieces < 10; pieces += 1) size.came(100)
    expect(size.bytes()).toBe(1024 * KB)
  })

  it('settles on what a slow line carries in time, and grows no further than that', () => {
    const size = pieceSize(1024 * KB)
    // 256 kbit/s: a megabyte would take 33 s.
    const took = () => size.bytes() / 32
    let late = 0
    for (let pieces = 0; pieces < 50; pieces += 1)
      if (took() > PIECE_WITHIN_MS) {
        late += 1
        size.tooLong()
      } else size.came(took())
    expect([late, size.bytes()]).toEqual([1, 512 * KB])
  })
})
