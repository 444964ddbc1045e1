import { expect, it } from 'vitest'
import { licenceStanding } from './licence.ts'

it('[AUTH-08~] a licence is marked from 60 days before its last day on, and is over the day after it', () => {
  const on = (today: string) => {
    const { state, days } = licenceStanding('2026-12-31', 60, today)
    return [state, days]
  }
  expect(on('2026-11-01')).toEqual(['soon', 60])
  expect(on('2026-10-31')).toEqual(['fine', 61])
  expect(on('2026-12-31')).toEqual(['soon', 0])
  expect(on('2027-01-01')).toEqual(['over', -1])
})
