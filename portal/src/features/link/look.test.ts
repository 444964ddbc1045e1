import { describe, expect, it } from 'vitest'
import { nextLook } from './look.ts'

const now = '2026-11-21T02:00:00.000Z'
const inSeconds = (seconds: number) => ({ now, expiresAt: new Date(Date.parse(now) + seconds * 1000).toISOString() })

describe('when the patient’s page asks again', () => {
  it('[CALL-15~] is right after the end of the 3 minutes, so that an open page says so by itself', () => {
    expect(nextLook(inSeconds(8))).toBeGreaterThan(8000)
    expect(nextLook(inSeconds(8))).toBeLessThan(9000)
  })
  it('is the safety net’s time before that, and where no clock runs', () => {
    expect([nextLook(undefined), nextLook({ now, expiresAt: null }), nextLook(inSeconds(170))]).toEqual([
      20_000, 20_000, 20_000,
    ])
  })
  it('never spins, however late the phone is', () => {
    expect(nextLook(inSeconds(-60))).toBeGreaterThan(100)
  })
})
