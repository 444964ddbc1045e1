import type { RoomShows, RoomState } from '@teleward/contract/calls/schema.ts'
import { expect, it } from 'vitest'
import { showsOf } from './repo.ts'

const nobody = { patientIn: false, staffIn: false, invited: false, patientOnline: false }

it.each<[RoomShows, RoomState, Partial<typeof nobody>]>([
  ['patientAbsent', 'created', {}],
  ['patientAbsent', 'waiting', { staffIn: true }],
  ['waiting', 'created', { patientOnline: true }],
  ['waiting', 'waiting', { staffIn: true, patientOnline: true }],
  ['waiting', 'waiting', { patientIn: true }],
  ['invited', 'waiting', { staffIn: true, invited: true }],
  // It rings in the open page: the ring is what one waits for.
  ['invited', 'waiting', { staffIn: true, invited: true, patientOnline: true }],
  ['live', 'live', { patientIn: true, staffIn: true, patientOnline: true }],
  ['live', 'live', { patientIn: true, staffIn: true, invited: true }],
  ['closed', 'closed', { patientIn: true, staffIn: true, invited: true, patientOnline: true }],
])('[CALL-12~] a room shows %s where it is %s and %o', (shows, state, facts) => {
  expect(showsOf(state, { ...nobody, ...facts })).toBe(shows)
})
