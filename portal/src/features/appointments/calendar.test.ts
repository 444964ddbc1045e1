import type { Actor } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { describe, expect, it } from 'vitest'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { LANES, laneOf, stepInto } from './board.ts'
import { blocksOf, hoursOf, placeOf as placeAt, stepped, timeOf, weekOf, wishOf } from './calendar.ts'

const entry = (over: Partial<Appointment> & { time?: string }) => over as unknown as Appointment & { time: string }
const placeOf = (row: Appointment) => ({ date: '2026-03-12', time: (row as Appointment & { time: string }).time })

describe('the calendar', () => {
  it('[APPT-13~] is a week from Monday, also over the end of a year', () => {
    expect(weekOf('2026-01-01')).toEqual([
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
      '2026-01-04',
    ])
    expect(weekOf('2025-12-29')[0]).toBe('2025-12-29')
    expect(weekOf('2026-01-04')[0]).toBe('2025-12-29')
  })

  it('[APPT-13~] puts entries of one time beside each other, and gives the width back after them', () => {
    const rows = [
      entry({ qid: 1, time: '09:00', durationMinutes: 30 }),
      entry({ qid: 2, time: '09:15', durationMinutes: 15 }),
      entry({ qid: 3, time: '09:30', durationMinutes: 15 }),
      entry({ qid: 4, time: '23:55', durationMinutes: 30 }),
    ]
    const blocks = blocksOf(rows, placeOf)
    expect(blocks.map(({ row, lane, lanes }) => [row.qid, lane, lanes])).toEqual([
      [1, 0, 2],
      [2, 1, 2],
      [3, 0, 1],
      [4, 0, 1],
    ])
    // Over midnight the day is as long as its last entry.
    expect(blocks[3]?.end).toBe(24 * 60 + 25)
    expect(hoursOf(blocks)).toEqual({ from: 8, to: 25 })
    expect(hoursOf([])).toEqual({ from: 8, to: 18 })
  })

  it('[APPT-13~] moves a held entry by keys, and not out of the day', () => {
    const place = { date: '2026-03-01', time: '00:10' }
    expect(stepped(place, 'ArrowLeft', false)).toEqual({ date: '2026-02-28', time: '00:10' })
    expect(stepped(place, 'ArrowUp', false)).toEqual({ date: '2026-03-01', time: '00:00' })
    expect(stepped(place, 'ArrowDown', true)).toEqual({ date: '2026-03-01', time: '01:10' })
    expect(stepped({ ...place, time: '23:50' }, 'ArrowDown', true)).toEqual({ date: '2026-03-01', time: '23:50' })
    expect(stepped(place, 'a', false)).toBeNull()
  })

  it('[APPT-13~] has the times after midnight behind the day of their session, and asks for them by that day', () => {
    const night = { date: '2026-03-14', startAt: '2026-03-14T16:30:00Z' }
    const place = placeAt(night, 'Asia/Taipei')
    expect(place).toEqual({ date: '2026-03-14', time: '24:30' })
    // At the top of the 14th it would be a day too early.
    const [block] = blocksOf([entry({ qid: 1, durationMinutes: 15, ...night })], (row) => placeAt(row, 'Asia/Taipei'))
    expect([block?.start, block && timeOf(block.start)]).toEqual([24 * 60 + 30, '24:30'])
    expect(hoursOf(block ? [block] : [])).toEqual({ from: 8, to: 25 })
    expect(placeAt({ ...night, startAt: '2026-03-14T15:30:00Z' }, 'Asia/Taipei').time).toBe('23:30')

    expect(wishOf({ kind: 'general' }, place)).toEqual({ date: '2026-03-14', time: '00:30' })
    // A special visit has no session whose night it could be.
    expect(wishOf({ kind: 'special' }, place)).toEqual({ date: '2026-03-15', time: '00:30' })
    expect(wishOf({ kind: 'special' }, { ...place, time: '23:30' })).toEqual({ date: '2026-03-14', time: '23:30' })

    expect(stepped(place, 'ArrowUp', true, 25)).toEqual({ date: '2026-03-14', time: '23:30' })
    expect(stepped(place, 'ArrowDown', true, 25)).toEqual({ date: '2026-03-14', time: '24:50' })
  })
})

describe('the board', () => {
  const actor: Actor = { kind: 'staff', mid: 1, level: () => 'y' }
  const context = { actor, at: { now: new Date('2026-03-12T02:30:00Z'), today: '2026-03-12' } } as AppointmentContext
  const row = (over: Partial<Appointment>) =>
    ({
      qid: 1,
      did: 1,
      date: '2026-03-12',
      inConsultation: false,
      finishedBy: 1,
      noteSigned: false,
      ...over,
    }) as Appointment

  it('[APPT-13~] has a column for each state, and takes a card only where a step leads', () => {
    const into = (over: Partial<Appointment>) =>
      Object.fromEntries(LANES.map((lane) => [lane, stepInto(row(over), lane, context)]).filter(([, step]) => step))
    expect(into({ status: 'registered' })).toEqual({ waiting: 'checkIn', ended: 'cancel' })
    expect(into({ status: 'registered', date: '2026-03-13' })).toEqual({ ended: 'cancel' })
    expect(into({ status: 'checkedIn' })).toEqual({ booked: 'undoCheckIn', finished: 'finish', ended: 'cancel' })
    expect(into({ status: 'checkedIn', inConsultation: true })).toEqual({})
    expect(into({ status: 'autoCancelled' })).toEqual({ waiting: 'redial', ended: 'close' })
    expect(into({ status: 'finished', finishedAt: '2026-03-12T02:25:00Z' })).toEqual({ waiting: 'undoFinish' })
    expect(into({ status: 'cancelled' })).toEqual({})
    expect(laneOf(row({ status: 'checkedIn', inConsultation: true }))).toBe('inConsultation')
  })

  it('[APPT-13~] takes nothing from a person without the right', () => {
    const nobody = { ...context, actor: { ...actor, level: () => '-' } as Actor }
    for (const status of ['registered', 'checkedIn', 'autoCancelled', 'finished'] as const)
      for (const lane of LANES) expect(stepInto(row({ status }), lane, nobody)).toBeNull()
  })
})
