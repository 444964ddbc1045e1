import { describe, expect, it } from 'vitest'
import { caseRefusal, caseStates, caseSteps, type CaseStep, mayWriteCase, undoRefusal } from './rules.ts'
import { clocksOf, dueAt, standingOf } from './targets.ts'

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
  const always = { hours: null, holidays: [], zone: 'Asia/Taipei' }
  it('is so many hours later, day and night, where no hours of work are set', () => {
    expect(dueAt(taipei('02T20:00'), 4, always)).toEqual(taipei('03T00:00'))
  })
  it('is about to be missed after four fifths, and there is none where none is set', () => {
    const start = taipei('02T08:00')
    expect(clocksOf(start, { first: 5, done: null }, always)).toEqual({
      firstWarn: taipei('02T12:00'),
      firstDue: taipei('02T13:00'),
      doneWarn: null,
      doneDue: null,
    })
  })
  it('counts hours of work, so do the four fifths', () => {
    // Of a Friday, from three to five and on Monday from eight.
    const hours = [1, 5].map((weekday) => ({ weekday, from: '08:00', to: '17:00' }))
    const clocks = clocksOf(taipei('06T15:00'), { first: 4, done: 5 }, { ...always, hours, holidays: [] })
    expect(clocks).toEqual({
      firstWarn: taipei('09T09:12'),
      firstDue: taipei('09T10:00'),
      doneWarn: taipei('09T10:00'),
      doneDue: taipei('09T11:00'),
    })
  })
  it('is in time, about to be missed, missed: to the moment', () => {
    const [warnAt, due] = ['2026-03-02T04:00:00.000Z', '2026-03-02T05:00:00.000Z']
    const at = (text: string) => standingOf({ dueAt: due, warnAt }, Date.parse(text))
    expect(
      ['03:59:59.999', '04:00:00.000', '04:59:59.999', '05:00:00.000'].map((time) => at(`2026-03-02T${time}Z`)),
    ).toEqual(['due', 'near', 'near', 'late'])
    expect(standingOf({ dueAt: null, warnAt: null }, 0)).toBeNull()
  })
})
