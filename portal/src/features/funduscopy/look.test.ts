import { expect, it } from 'vitest'
import { bounded, WHOLE, zoomed } from './look.ts'

it('[FILE-06~] what lies under the pointer stays there, and nothing is moved beyond its edge', () => {
  const at = { x: 0.25, y: -0.1 }
  const near = zoomed(WHOLE, 2, at)
  // The place of the picture that was under the pointer: (at - moved) / zoom.
  expect([(at.x - near.x) / near.zoom, (at.y - near.y) / near.zoom]).toEqual([0.25, -0.1])
  expect(zoomed(near, 0.01, at)).toEqual(WHOLE)
  expect(bounded({ zoom: 2, x: 9, y: -9 })).toEqual({ zoom: 2, x: 0.5, y: -0.5 })
  expect(bounded({ zoom: 99, x: 0, y: 0 }).zoom).toBe(12)
})
