import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Permission, permissions, type Right, type StaffType, staffTypes } from '../core/permissions.gen.ts'
import {
  canNote,
  isLate,
  missingForSigning,
  type NoteAction,
  type NoteActor,
  noteActions,
  type NoteFacts,
  noteStates,
  noteTransitions,
  visitTakesNote,
} from './rules.ts'

const ME = 7
const DOCTOR = 8
const staff = (type: StaffType, preparesFor: readonly number[] = []): NoteActor => ({
  mid: ME,
  level: (permission: Permission): Right => permissions[permission][type],
  preparesFor,
})
const action = fc.constantFrom(...noteActions)
const state = fc.constantFrom('none' as const, ...noteStates)
const type = fc.constantFrom(...staffTypes)
const facts = fc.record({ state, authorMid: fc.constantFrom(ME, DOCTOR, 9) })
const verdict = (act: NoteAction, actor: NoteActor, note: NoteFacts) => {
  const answer = canNote(act, actor, note)
  return answer.ok ? answer.to : answer.code
}

describe('the steps of a note', () => {
  it.each([
    ['create', 'doctor', [], 'none', ME, 'draft'],
    ['write', 'doctor', [], 'draft', ME, 'draft'],
    ['write', 'doctor', [], 'prepared', ME, 'prepared'],
    ['write', 'doctor', [], 'signed', ME, 'NOTE_SIGNED'],
    ['write', 'doctor', [], 'amended', ME, 'NOTE_SIGNED'],
    ['write', 'doctor', [], 'withdrawn', ME, 'ILLEGAL_STEP'],
    ['write', 'doctor', [], 'draft', DOCTOR, 'NOTE_NOT_AUTHOR'],
    ['write', 'nurse', [DOCTOR], 'draft', DOCTOR, 'draft'],
    ['write', 'nurse', [], 'draft', DOCTOR, 'NOTE_NOT_AUTHOR'],
    ['write', 'caregiver', [DOCTOR], 'draft', DOCTOR, 'draft'],
    ['create', 'caregiver', [], 'none', ME, 'FORBIDDEN'],
    ['diagnose', 'nurse', [DOCTOR], 'draft', DOCTOR, 'draft'],
    ['diagnose', 'nurse', [DOCTOR], 'draft', ME, 'FORBIDDEN'],
    ['prescribe', 'pharmacist', [], 'draft', ME, 'FORBIDDEN'],
    ['handOver', 'nurse', [DOCTOR], 'draft', DOCTOR, 'prepared'],
    ['handOver', 'doctor', [], 'draft', ME, 'ILLEGAL_STEP'],
    ['sign', 'doctor', [], 'prepared', ME, 'signed'],
    ['sign', 'nurse', [DOCTOR], 'draft', DOCTOR, 'NOTE_NOT_AUTHOR'],
    ['sign', 'caregiver', [], 'draft', ME, 'FORBIDDEN'],
    ['amend', 'doctor', [], 'signed', ME, 'amended'],
    ['amend', 'doctor', [], 'amended', ME, 'amended'],
    ['amend', 'doctor', [], 'draft', ME, 'ILLEGAL_STEP'],
    ['withdraw', 'doctor', [], 'signed', ME, 'withdrawn'],
    ['withdraw', 'doctor', [], 'withdrawn', ME, 'ILLEGAL_STEP'],
    ['withdraw', 'admin', [], 'signed', ME, 'FORBIDDEN'],
  ] as const)('[EMR-10~] %s by a %s bound to %j, on %s of %i → %s', (act, who, bound, from, authorMid, expected) => {
    expect(verdict(act, staff(who, bound), { state: from, authorMid })).toBe(expected)
  })
  it('[EMR-10] changes signed text by no step but an amendment or a withdrawal', () => {
    fc.assert(
      fc.property(action, type, facts, (act, who, note) => {
        if (note.state !== 'signed' && note.state !== 'amended') return
        const answer = canNote(act, staff(who, [DOCTOR]), note)
        if (answer.ok) expect(['amend', 'withdraw']).toContain(act)
        expect(answer.ok ? answer.to : '').not.toMatch(/draft|prepared/)
      }),
    )
  })
  it('[EMR-10] lets nobody but the author sign, amend or withdraw', () => {
    fc.assert(
      fc.property(fc.constantFrom<NoteAction>('sign', 'amend', 'withdraw'), type, facts, (act, who, note) => {
        if (canNote(act, staff(who, [DOCTOR, 9]), note).ok) expect(note.authorMid).toBe(ME)
      }),
    )
  })
  it('goes only where the table says, and nowhere from a withdrawn note', () => {
    fc.assert(
      fc.property(action, type, facts, (act, who, note) => {
        const answer = canNote(act, staff(who, [DOCTOR]), note)
        if (!answer.ok) return
        const rule = noteTransitions[act]
        expect(note.state).not.toBe('withdrawn')
        expect((rule.from as readonly string[]).includes(note.state)).toBe(true)
        expect(answer.to).toBe(rule.to === 'same' ? note.state : rule.to)
        expect(permissions[rule.who][who]).not.toBe('-')
      }),
    )
  })
})

describe('signing', () => {
  const text = { s: 's', o: '', a: 'a', p: '', memo: '', diagnoses: [{}] }
  it.each([
    [text, true, []],
    [{ ...text, s: ' \n' }, true, ['s']],
    [{ ...text, diagnoses: [], a: '' }, true, ['diagnoses']],
    [{ ...text, a: '' }, true, []],
    [{ ...text, a: '', diagnoses: [] }, false, ['a']],
    [{ ...text, s: '', a: '' }, false, ['s', 'a']],
  ])('[EMR-10~] of %j by who diagnoses (%s) still needs %j', (note, diagnoses, missing) => {
    expect(missingForSigning(note, diagnoses)).toEqual(missing)
  })
  it('[EMR-10~] is late after 24 hours, not at them', () => {
    const end = new Date('2026-11-21T02:00:00Z')
    expect(isLate(end, new Date('2026-11-22T02:00:00Z'))).toBe(false)
    expect(isLate(end, new Date('2026-11-22T02:00:00.001Z'))).toBe(true)
  })
  it('takes no note of a visit that never was', () => {
    expect(['held', 'cancelled', 'released'].map((status) => visitTakesNote(status as 'held'))).toEqual([
      false,
      false,
      false,
    ])
    expect(
      ['registered', 'checkedIn', 'finished', 'closed'].map((status) => visitTakesNote(status as 'closed')),
    ).toEqual([true, true, true, true])
  })
})
