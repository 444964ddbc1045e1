import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CallActor,
  type CallRecord,
  callSteps,
  type CallStepName,
  can,
  canRecord,
  canRoom,
  roomStateFor,
} from './rules.ts'
import { callState, roomState } from './schema.ts'

const inbound: CallRecord = {
  state: 'ringing',
  direction: 'inbound',
  callerMid: null,
  targets: [1, 2],
  answeredByMid: null,
}
const outbound: CallRecord = { state: 'ringing', direction: 'outbound', callerMid: 1, targets: [], answeredByMid: null }
const staff = (mid: number): CallActor => ({ kind: 'staff', mid })
const patient: CallActor = { kind: 'patient' }
const system: CallActor = { kind: 'system' }

describe('call machine', () => {
  it("[CALL-19~] lets whoever is rung answer and reject a patient's call, nobody else", () => {
    for (const step of ['answer', 'reject'] as const) {
      expect(can(step, { actor: staff(2), record: inbound })).toEqual({ ok: true })
      expect(can(step, { actor: staff(3), record: inbound })).toEqual({ ok: false, code: 'FORBIDDEN' })
      expect(can(step, { actor: patient, record: inbound })).toEqual({ ok: false, code: 'FORBIDDEN' })
      expect(can(step, { actor: patient, record: outbound })).toEqual({ ok: true })
      expect(can(step, { actor: staff(1), record: outbound })).toEqual({ ok: false, code: 'FORBIDDEN' })
    }
  })

  it('[CALL-18~] says taken while somebody else talks, over afterwards', () => {
    expect(can('answer', { actor: staff(2), record: { ...inbound, state: 'answered', answeredByMid: 1 } })).toEqual({
      ok: false,
      code: 'CALL_TAKEN',
    })
    for (const state of ['rejected', 'missed', 'ended'] as const)
      expect(can('answer', { actor: staff(2), record: { ...inbound, state } })).toEqual({
        ok: false,
        code: 'CALL_OVER',
      })
  })

  it('[CALL-19~] gives hanging up to those in the call only', () => {
    const record: CallRecord = { ...inbound, state: 'answered', answeredByMid: 1, present: [1, 5] }
    expect(can('hangup', { actor: staff(1), record }).ok).toBe(true)
    expect(can('hangup', { actor: staff(5), record }).ok).toBe(true)
    expect(can('hangup', { actor: staff(2), record }).ok).toBe(false)
    expect(can('hangup', { actor: patient, record }).ok).toBe(true)
  })

  it('[CALL-19~] allows a step exactly from the states of its row, whoever plays it', () => {
    const actors = [staff(1), staff(2), patient, system]
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(callSteps) as CallStepName[])),
        fc.constantFrom(...callState.options),
        fc.constantFrom(...actors),
        fc.constantFrom(inbound, outbound),
        (step, state, actor, base) => {
          const verdict = can(step, { actor, record: { ...base, state, answeredByMid: 1 } })
          if (verdict.ok) expect(callSteps[step].from).toContain(state)
          if ((['rejected', 'missed', 'ended'] as const).some((over) => over === state) && step !== 'clear')
            expect(verdict.ok).toBe(false)
        },
      ),
    )
  })
})

describe('room and recording machines', () => {
  it('follows the number of people, and stays closed once closed', () => {
    expect(roomStateFor('created', 0)).toBe('created')
    expect(roomStateFor('created', 1)).toBe('waiting')
    expect(roomStateFor('waiting', 2)).toBe('live')
    expect(roomStateFor('live', 1)).toBe('waiting')
    expect(roomStateFor('live', 0)).toBe('waiting')
    for (const people of [0, 1, 4]) expect(roomStateFor('closed', people)).toBe('closed')
    for (const state of roomState.options) expect(canRoom('close', state).ok).toBe(state !== 'closed')
  })

  it('[CALL-11~] starts again while it runs, never once it is being finished', () => {
    expect(canRecord('start', 'recording').ok).toBe(true)
    expect(canRecord('start', 'interrupted').ok).toBe(true)
    for (const state of ['finalising', 'ready', 'failed'] as const) expect(canRecord('start', state).ok).toBe(false)
    expect(canRecord('stop', 'off').ok).toBe(false)
  })
})
