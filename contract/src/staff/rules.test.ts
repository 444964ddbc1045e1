import { describe, expect, it } from 'vitest'
import { AWAY, BUSY, initialPresence, nextPresence, ONLINE, type PresenceState, type PresenceStep } from './rules.ts'

const run = (steps: PresenceStep[], from: PresenceState = initialPresence) =>
  steps.reduce<PresenceState>((state, step) => {
    const next = nextPresence(state, step)
    if (next === 'PRESENCE_IN_CALL') throw new Error(next)
    return next
  }, from)
const call = (callId: string): PresenceStep => ({ kind: 'callStarted', callId })
const online: PresenceStep = { kind: 'set', code: ONLINE }

describe('presence', () => {
  it('[CALL-17~] is away until said otherwise', () => {
    expect(initialPresence.code).toBe(AWAY)
    expect(run([online]).code).toBe(ONLINE)
  })
  it('[CALL-17~] is busy in a call and then what it was before', () => {
    expect(run([online, call('a')]).code).toBe(BUSY)
    expect(run([online, call('a'), { kind: 'callEnded', callId: 'a' }])).toEqual({
      code: ONLINE,
      before: null,
      inCall: null,
    })
    expect(run([call('a'), { kind: 'callEnded' }]).code).toBe(AWAY)
  })
  it('keeps busy when the end of an earlier call comes late', () => {
    const second = run([online, call('a'), call('b'), { kind: 'callEnded', callId: 'a' }])
    expect(second.code).toBe(BUSY)
    expect(run([{ kind: 'callEnded', callId: 'b' }], second).code).toBe(ONLINE)
  })
  it('refuses to be set by hand in a call', () => {
    expect(nextPresence(run([call('a')]), online)).toBe('PRESENCE_IN_CALL')
  })
  it('[CALL-17~] goes away with the last tab and comes back with it', () => {
    expect(run([online, { kind: 'vanished' }]).code).toBe(AWAY)
    expect(run([online, { kind: 'vanished' }, { kind: 'back' }]).code).toBe(ONLINE)
    expect(run([{ kind: 'vanished' }, { kind: 'back' }]).code).toBe(AWAY)
  })
  it('does not come back as what the person has left by hand since', () => {
    expect(run([online, { kind: 'vanished' }, { kind: 'set', code: AWAY }, { kind: 'back' }]).code).toBe(AWAY)
  })
  it('holds busy for a person in a room whose line is lost', () => {
    expect(run([online, call('a'), { kind: 'vanished' }]).code).toBe(BUSY)
  })
  it('[CALL-17~] is away after signing out, and stays so at the next sign-in', () => {
    expect(run([online, { kind: 'signedOut' }]).code).toBe(AWAY)
    expect(run([online, { kind: 'vanished' }, { kind: 'signedIn' }, { kind: 'back' }]).code).toBe(AWAY)
    // Another tab or device is at work while this one signs in: nothing changes for the colleagues.
    expect(run([online, { kind: 'signedIn' }]).code).toBe(ONLINE)
  })
})
