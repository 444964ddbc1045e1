import { describe, expect, it } from 'vitest'
import { fromBase32, hotp, stepMatching, stepOf, toBase32 } from './totp.ts'

describe('TOTP by itself', () => {
  it('[AUTH-18~] is RFC 6238, by its own test vectors', () => {
    const key = Buffer.from('12345678901234567890')
    const vectors: [number, string][] = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ]
    for (const [seconds, code] of vectors) expect(hotp(key, stepOf(new Date(seconds * 1000)), 8)).toBe(code)
    expect(toBase32(key)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(Buffer.from(fromBase32(toBase32(key)))).toEqual(key)
  })
  it('[AUTH-18~] allows for a clock that is off by one step, and takes no code twice', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const now = new Date(1_234_567_890_000)
    const code = (off: number) => hotp(fromBase32(secret), stepOf(now) + off)
    expect([-2, -1, 0, 1, 2].map((off) => stepMatching(secret, code(off), now, 0) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(stepMatching(secret, code(0), now, stepOf(now))).toBeUndefined()
    for (const bad of ['', '1', '000000 0', 'abcdef', '１２３'])
      expect(stepMatching(secret, bad, now, 0)).toBeUndefined()
  })
})
