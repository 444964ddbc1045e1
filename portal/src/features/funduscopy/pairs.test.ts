import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { expect, it } from 'vitest'
import { holds, pairsOf } from './pairs.ts'

const image = (id: string, eye: 'L' | 'R' | null, createdAt: string) => ({ id, eye, createdAt }) as MedicalFile
const day = (instant: string) => instant.slice(0, 10)

it('[FILE-06~] pairs the eyes of one day, newest first; a second picture of an eye makes a second pair, one of no eye stands alone', () => {
  const pairs = pairsOf(
    [
      image('r1', 'R', '2024-05-01T08:00:00Z'),
      image('l1', 'L', '2024-05-01T08:01:00Z'),
      image('r2', 'R', '2024-05-01T09:00:00Z'),
      image('r0', 'R', '2023-01-01T09:00:00Z'),
      image('x', null, '2024-05-01T08:00:00Z'),
    ],
    day,
  )
  expect(pairs.map(({ day: on, R, L, unsided }) => [on, R?.id, L?.id, unsided?.id])).toEqual([
    ['2024-05-01', 'r2', 'l1', undefined],
    ['2024-05-01', 'r1', undefined, undefined],
    ['2024-05-01', undefined, undefined, 'x'],
    ['2023-01-01', 'r0', undefined, undefined],
  ])
  expect(pairs.map((pair) => holds(pair, 'l1'))).toEqual([true, false, false, false])
})
