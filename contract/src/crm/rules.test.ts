import { describe, expect, it } from 'vitest'
import { caseRefusal, caseStates, caseSteps, type CaseStep, mayWriteCase, undoRefusal } from './rules.ts'
import { clocksOf, dueAt } from './targets.ts'

const steps = Object.keys(caseSteps) as CaseStep[]
const taipei = (text: string) => new Date(`2026-03-${text}:00+08:00`)

describe('a case', () => {
  it('[CRM-02~] takes each step from the states of the table and from no other', () => {
    const verdicts = steps.map((step) => [
      step,
      ...caseStates.map((state) => caseRefusal(step, { state, owner: 7 }) ?? 'yes'),
    ])
    const no = 'CASE_ILLEGAL_STEP'
    expect(verdicts).toEqual([
      ['change', 'yes', no, no, no],
      ['assign', 'yes', no, no, no],
      ['giveBack', 'yes', no, no, no],
      ['note', 'yes', no, no, no],
      ['finish', 'yes', no, no, no],
      ['cancel', 'yes', no, no, no],
      ['close', no, 'yes', 'yes', no],
      ['restore', no, 'yes', 'yes', 'yes'],
    ])
    expect(caseRefusal('finish', { state: 'open', owner: null })).toBe('CASE_UNASSIGNED')
    expect(caseRefusal('giveBack', { state: 'open', owner: null })).toBe(no)
  })
  it('[CRM-02~] goes back along a step of the table alone, by who took it, within ten minutes', () => {
    const at = '2026-03-02T04:00:00Z'
    const [soon, late] = [new Date('2026-03-02T04:10:00Z'), new Date('2026-03-02T04:10:01Z')]
    const backs = caseStates.flatMap((state) =>
      caseStates
        .filter((from) => undoRefusal(state, { by: 1, at, from }, 1, soon) === null)
        .map((from) => `${state} to ${from}`),
    )
    expect(backs).toEqual([
      'open to open',
      'open to finished',
      'open to cancelled',
      'open to closed',
      'finished to open',
      'cancelled to open',
      'closed to finished',
      'closed to cancelled',
    ])
    const no = 'CASE_ILLEGAL_STEP'
    expect(undoRefusal('finished', { by: 1, at, from: 'open' }, 1, late)).toBe(no)
    expect(undoRefusal('finished', { by: 2, at, from: 'open' }, 1, soon)).toBe(no)
    expect(undoRefusal('open', null, 1, soon)).toBe(no)
  })
  it('[CRM-02~] is written on by whoever may on all, or by who owns or opened it', () => {
    const one = { owner: 1, openedBy: 2 }
    expect([1, 2, 3].map((mid) => mayWriteCase('o', mid, one))).toEqual([true, true, false])
    expect([mayWriteCase('y', 3, one), mayWriteCase('-', 1, one), mayWriteCase('g', 1, one)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('[CRM-07~] a target', () => {
  it('is so many hours later, day and night, where no night is set', () => {
    expect(dueAt(taipei('02T20:00'), 4, null, 'Asia/Taipei')).toEqual(taipei('03T00:00'))
    expect(dueAt(taipei('02T20:00'), 4, { from: 7, to: 7 }, 'Asia/Taipei')).toEqual(taipei('03T00:00'))
  })
  it.each([
    ['02T20:00', 4, { from: 22, to: 7 }, '03T09:00'],
    ['02T20:30', 4, { from: 22, to: 7 }, '03T09:30'],
    ['02T23:15', 1, { from: 22, to: 7 }, '03T08:00'],
    ['02T05:00', 2, { from: 22, to: 7 }, '02T09:00'],
    ['02T20:00', 2, { from: 22, to: 7 }, '02T22:00'],
    ['02T12:30', 2, { from: 12, to: 13 }, '02T15:00'],
    ['02T08:00', 48, { from: 22, to: 7 }, '05T11:00'],
  ] as const)('stands still at night: %s and %d hours', (start, hours, night, end) => {
    expect(dueAt(taipei(start), hours, night, 'Asia/Taipei')).toEqual(taipei(end))
  })
  it('counts hours, not readings, over a night of the change of clocks', () => {
    // In Berlin 02:00 becomes 03:00 on 29 March 2026.
    const start = new Date('2026-03-28T21:00:00Z')
    expect(dueAt(start, 1, { from: 23, to: 7 }, 'Europe/Berlin')).toEqual(new Date('2026-03-28T22:00:00Z'))
    expect(dueAt(start, 2, { from: 23, to: 7 }, 'Europe/Berlin')).toEqual(new Date('2026-03-29T06:00:00Z'))
  })
  it('is about to be missed after four fifths, and there is none where none is set', () => {
    const start = taipei('02T08:00')
    expect(clocksOf(start, { first: 5, done: null }, null, 'Asia/Taipei')).toEqual({
      firstWarn: taipei('02T12:00'),
      firstDue: taipei('02T13:00'),
      doneWarn: null,
      doneDue: null,
    })
  })
})
