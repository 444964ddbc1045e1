import { beforeAll, describe, expect, it } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

let aimOf: typeof import('./aim.ts').aimOf
beforeAll(async () => {
  stubBrowser()
  ;({ aimOf } = await import('./aim.ts'))
})

const entry = { did: 101, date: '2026-03-12', startAt: '2026-03-12T02:10:00Z' } as const

describe('where an entry is to go', () => {
  it('[APPT-07~] a special visit keeps its time on another day and with somebody else', () => {
    const special = { ...entry, kind: 'special' as const }
    expect(aimOf(special, { date: '2026-03-20' })).toEqual({ date: '2026-03-20', time: '10:10' })
    expect(aimOf(special, { did: 102 })).toEqual({ did: 102, date: '2026-03-12', time: '10:10' })
    expect(aimOf(special, { date: '2026-03-12', time: '11:00' })).toEqual({ date: '2026-03-12', time: '11:00' })
    // A field that was emptied is asked for; what changes nothing is not sent, for a move ends the links of before.
    expect(aimOf(special, { date: '2026-03-12', time: '' }).time).toBe('')
    for (const aim of [{}, { date: '2026-03-12' }, { did: 101, date: '2026-03-12', time: '10:10' }])
      expect(aimOf(special, aim)).toEqual({})
  })
  it('[APPT-04~] any other takes a time of its new day’s sessions, and none before one was chosen', () => {
    expect(aimOf({ ...entry, kind: 'general' }, { date: '2026-03-20' })).toEqual({ date: '2026-03-20' })
  })
})
