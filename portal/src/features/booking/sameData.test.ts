import { expect, it } from 'vitest'
import { sameData } from './useBooking.ts'

const visit = {
  site: 'voice' as const,
  serviceItem: '複診',
  consultProblem: null,
  callTarget: 'family' as const,
  fee: 50_000,
  defaultFee: 50_000,
  currency: 'TWD' as const,
  durationMinutes: 20,
}

it('[APPT-10~] [APPT-05~] another visit like one begins with its way, service, problem, target and length; its fee where it was no standard one', () => {
  expect(sameData(visit)).toEqual({
    site: 'voice',
    serviceItem: '複診',
    consultProblem: '',
    callTarget: 'family',
    fee: undefined,
    currency: 'TWD',
    minutes: 20,
  })
  expect(sameData({ ...visit, fee: 30_000 }).fee).toBe(30_000)
  // Who may not see it takes the standard one.
  expect(sameData({ ...visit, fee: null }).fee).toBeUndefined()
})
