import type { FreeSession, FreeTimes } from '@teleward/contract/shifts/schema.ts'
import { describe, expect, it } from 'vitest'
import { daysOfAll, whoHas } from './anyOf.ts'

const at = (time: string) => `2026-03-13T${time}:00.000Z`
const session = (booked: number, free: Record<string, number>, more: Partial<FreeSession> = {}): FreeSession => ({
  interval: 1,
  startAt: at('01:00'),
  endAt: at('04:00'),
  capacity: 4,
  booked,
  held: 0,
  slotMinutes: 15,
  site: 'any',
  closed: null,
  places: Object.entries(free).map(([time, left]) => ({
    at: at(time),
    minutes: 15,
    free: left,
    closed: left ? null : 'taken',
  })),
  ...more,
})
const month = (did: number, sessions: FreeSession[], free: number): FreeTimes => ({
  did,
  timeZone: 'Asia/Taipei',
  now: at('00:00'),
  days: [{ date: '2026-03-13', free, closed: free ? null : 'full', sessions }],
})

describe('any of a division', () => {
  const busy = month(1, [session(3, { '01:00': 0, '01:15': 1 })], 1)
  const calm = month(2, [session(1, { '01:00': 1, '01:15': 1 }), session(0, { '06:00': 1 }, { interval: 2 })], 3)
  const away = month(3, [session(0, {}, { closed: 'leave', capacity: 9 })], 0)

  it('has free what anybody of it has free', () => {
    const [day] = daysOfAll([busy, calm, away])
    expect(day).toMatchObject({ free: 4, closed: null })
    expect(day?.sessions.map(({ interval, capacity, booked, closed }) => [interval, capacity, booked, closed])).toEqual(
      [
        [1, 8, 4, null],
        [2, 4, 0, null],
      ],
    )
    expect(day?.sessions[0]?.places.map((place) => [place.at, place.free, place.closed])).toEqual([
      [at('01:00'), 1, null],
      [at('01:15'), 2, null],
    ])
    expect(daysOfAll([away])).toBe(away.days)
    expect(daysOfAll([away, away])[0]).toMatchObject({ free: 0, closed: 'full' })
    expect(daysOfAll([])).toEqual([])
  })

  it('books with who has the time free and the least to do', () => {
    const who = (time: string, interval = 1) =>
      whoHas([busy, calm, away], { date: '2026-03-13', interval, startAt: at(time) })
    expect([who('01:00'), who('01:15'), who('06:00', 2), who('06:00')]).toEqual([2, 2, 2, undefined])
    expect(whoHas([busy], { date: '2026-03-13', interval: 1, startAt: at('01:15') })).toBe(1)
    expect(whoHas([busy], { date: '2026-03-13', interval: 1, startAt: at('01:00') })).toBeUndefined()
  })
})
