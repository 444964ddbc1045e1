import { describe, expect, it } from 'vitest'
import { type CurrentFacts, isCurrent, waitsSinceLong } from './current.ts'

/** Ten past midnight; the session of the evening before runs until two. */
const at = { now: new Date('2026-12-21T00:10:00+08:00'), today: '2026-12-21' }
const visit = (over: Partial<CurrentFacts> = {}): CurrentFacts => ({
  status: 'registered',
  date: '2026-12-20',
  kind: 'general',
  interval: 5,
  inConsultation: false,
  overAt: '2026-12-21T02:00:00+08:00',
  ...over,
})
const evening = { overAt: '2026-12-20T20:00:00+08:00' }
const daysAgo = { date: '2026-12-17', overAt: '2026-12-17T12:00:00+08:00' }
const emergency = { kind: 'emergency', interval: 0 }

describe('the visits of today', () => {
  it.each([
    ['of the day', visit({ date: '2026-12-21', ...evening }), true],
    ['of tomorrow', visit({ date: '2026-12-22' }), false],
    ['of a session that still runs', visit(), true],
    ['missed in a session that still runs', visit({ status: 'autoCancelled' }), true],
    ['finished in a session that still runs', visit({ status: 'finished' }), true],
    ['of a session that is over', visit(evening), false],
    ['of a session that is over at this moment', visit({ overAt: at.now.toISOString() }), false],
    ['finished in the evening', visit({ ...evening, status: 'finished' }), false],
    ['waiting since the evening', visit({ ...evening, status: 'checkedIn' }), true],
    ['to be called again since the evening', visit({ ...evening, status: 'redial' }), true],
    ['in a call since the evening', visit({ ...evening, inConsultation: true }), true],
    ['waiting for days', visit({ ...daysAgo, status: 'checkedIn' }), true],
    ['never come, days ago', visit(daysAgo), false],
    ['an emergency that nobody came to', visit({ ...daysAgo, ...emergency }), true],
    ['an emergency that was missed in the evening', visit({ ...evening, ...emergency, status: 'autoCancelled' }), true],
    ['an emergency that was missed days ago', visit({ ...daysAgo, ...emergency, status: 'autoCancelled' }), false],
    ['a finished emergency', visit({ ...evening, ...emergency, status: 'finished' }), false],
  ])('[APPT-02~] [APPT-03~] %s', (_, row, said) => {
    expect(isCurrent(row, at)).toBe(said)
  })

  it('[APPT-03~] have forgotten ones among them, who wait since more than a day', () => {
    const since = (checkedInAt: string | null, startAt = '2026-12-20T23:00:00+08:00') =>
      waitsSinceLong({ checkedInAt, startAt }, at.now)
    expect(since('2026-12-20T00:11:00+08:00')).toBe(false)
    expect(since('2026-12-20T00:10:00+08:00')).toBe(true)
    expect(since(null)).toBe(false)
  })
})
