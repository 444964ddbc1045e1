import { describe, expect, it } from 'vitest'
import { FACES_MAX, fitPicture, recorderLayout } from './recorder-layout.ts'

describe('the picture of a recording', () => {
  it('[CALL-11~] shows the other large and oneself small in a corner', () => {
    const [other, self] = recorderLayout(2, 640, 360)
    expect(other).toMatchObject({ x: 0, y: 0, width: 640, height: 360 })
    expect(self).toEqual({ x: 472, y: 262, width: 160, height: 90, fit: 'cover' })
  })

  it('[CALL-11~] gives everybody places that do not overlap, up to sixteen', () => {
    for (const count of [0, 1, 3, 4, 5, 9, 16, 30]) {
      const tiles = recorderLayout(count, 640, 360)
      expect(tiles).toHaveLength(Math.min(count, FACES_MAX))
      for (const [i, a] of tiles.entries()) {
        expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= 640 && a.y + a.height <= 360).toBe(true)
        for (const b of tiles.slice(i + 1)) {
          const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
          expect(apart).toBe(true)
        }
      }
    }
  })

  it('[CALL-11~] keeps the whole of an upright phone picture in a large tile and fills a small one', () => {
    const large = fitPicture({ x: 0, y: 0, width: 640, height: 360, fit: 'contain' }, 480, 640)
    expect(large.from).toEqual({ x: 0, y: 0, width: 480, height: 640 })
    expect(large.to).toEqual({ x: 185, y: 0, width: 270, height: 360 })
    const small = fitPicture({ x: 10, y: 10, width: 160, height: 90, fit: 'cover' }, 480, 640)
    expect(small.to).toEqual({ x: 10, y: 10, width: 160, height: 90 })
    expect(small.from).toEqual({ x: 0, y: 185, width: 480, height: 270 })
  })
})
