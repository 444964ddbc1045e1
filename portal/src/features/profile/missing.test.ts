import type { DoctorFees } from '@teleward/contract/fees/schema.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { describe, expect, it } from 'vitest'
import { missingOf, PARTS } from './missing.ts'

const empty = { from: '', to: '', organisation: '', title: '' }
const rows = Array.from({ length: 8 }, () => empty)
const blank = {
  title: null,
  division: null,
  experience: { education: rows, career: rows },
  servicelang: [],
  bank: null,
  photos: { avatar: null, licenseImage: null, bankImage: null, personsign: null },
} as unknown as Profile
const fees = { twDay: null, twNight: null, cnDay: null, cnNight: null } as DoctorFees

describe('what a profile lacks', () => {
  it('[SET-01~] is named part by part; empty rows are none, and fees that are not known are not missing', () => {
    const all = (profile: Profile, known?: DoctorFees) =>
      PARTS.flatMap((part) => missingOf(profile, part, true, known)).join(' ')
    expect(all(blank, fees)).toBe('title division education career languages fees bank avatar licence sign')
    expect(all(blank)).not.toContain('fees')
    expect(missingOf(blank, 'photos', false)).toEqual(['avatar'])
    const worked = {
      ...blank,
      experience: { education: rows, career: [{ ...empty, organisation: '臺大醫院' }, ...rows] },
    }
    expect(missingOf(worked as Profile, 'experience', true)).toEqual(['education'])
    expect(missingOf(blank, 'fees', true, { ...fees, twDay: 0 })).toEqual([])
  })
})
