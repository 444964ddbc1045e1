import { expect, it } from 'vitest'
import { hoursFault, patientsAtOnce, USUAL_AT_ONCE, usualHours } from './rules.ts'

it('[Iw9] a session has time, and for one patient at least; how many come at once is said', () => {
  const code = (start: string, end: string, slotMinutes: number) => hoursFault({ start, end, slotMinutes })?.code
  expect(code('09:00', '09:00', 15)).toBe('SHIFT_EMPTY')
  expect(hoursFault({ start: '09:00', end: '09:30', slotMinutes: 240 })).toEqual({
    field: 'slotMinutes',
    code: 'SHIFT_SLOT_LONG',
    data: { slot: 240, span: 30 },
  })
  expect([code('09:00', '09:30', 30), code('09:00', '09:30', 31)]).toEqual([undefined, 'SHIFT_SLOT_LONG'])
  // Over midnight.
  expect([code('23:00', '03:00', 240), code('23:00', '02:59', 240)]).toEqual([undefined, 'SHIFT_SLOT_LONG'])
  expect(patientsAtOnce({ start: '09:00', end: '10:00', slotMinutes: 15, capacity: 999 })).toBe(250)
  expect(patientsAtOnce({ start: '09:00', end: '09:30', slotMinutes: 240, capacity: 5 })).toBe(5)
  for (const usual of Object.values(usualHours)) {
    expect(hoursFault({ ...usual, slotMinutes: 15 })).toBeNull()
    expect(patientsAtOnce({ ...usual, slotMinutes: 15 })).toBeLessThanOrEqual(USUAL_AT_ONCE)
  }
})
