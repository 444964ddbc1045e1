import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ChildFacts, type Given, planOf } from './plan.ts'
import {
  addMonths,
  fluoride,
  preventiveVisits,
  schoolEntry,
  scheduledDoses,
  stoolVerdict,
  type Vaccine,
  vaccines,
} from './schedule.ts'

const table = (name: string) =>
  readFileSync(new URL(`../../data/child/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const child: ChildFacts = { birthday: '2024-01-31', hbvMother: false, group: 'general' }
const none: Given = { doses: [], fluoride: [], preventive: [], stool: [] }
let n = 0
const gave = (...doses: [Vaccine, number, string][]): Given => ({
  ...none,
  doses: doses.map(([vaccine, dose, on]) => ({ id: `${vaccine}-${dose}-${++n}`, vaccine, dose, on })),
})
const stateOf = (vaccine: Vaccine, dose: number, given: Given, today: string, facts = child) =>
  planOf(facts, given, today).doses.find((one) => one.vaccine === vaccine && one.dose === dose)

describe('the tables are those of the public schedules', () => {
  it('of vaccinations, visits, fluoride and stool colours', () => {
    const due = table('tw_immunisation_schedule').map(([, , code = '', dose, month]) => [
      code === 'Tdap-IPV/DTaP-IPV' ? 'DTaP-IPV' : code,
      Number(dose),
      Number(month),
    ])
    const ours = scheduledDoses.map(({ vaccine, dose, dueMonth }) => [vaccine, dose, dueMonth])
    expect(ours.map(String).sort()).toEqual(due.map(String).sort())
    expect([...new Set(due.map(([code]) => code))].sort()).toEqual([...vaccines].sort())
    const visits = table('tw_preventive_visits').map(([visit, , from, until]) => [visit, from, until].map(Number))
    expect(preventiveVisits.map((one) => [one.visit, one.fromMonth, one.untilMonth])).toEqual(visits)
    const groups = table('tw_fluoride_schedule').map(([, , until, every]) => [Number(until), Number(every)])
    expect(Object.values(fluoride).map((one) => [one.untilMonth, one.every])).toEqual(groups)
    for (const [colour, verdict] of table('tw_stool_card')) expect(stoolVerdict(Number(colour))).toBe(verdict)
  })
})

describe('what is due, late and done', () => {
  it('goes by calendar months, the last day of a shorter one', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2024-01-31', -2)).toBe('2023-11-30')
    expect(stateOf('HepB', 2, gave(['HepB', 1, '2024-01-31']), '2024-02-28')).toMatchObject({
      state: 'notYet',
      dueOn: '2024-02-29',
    })
    expect(stateOf('HepB', 2, gave(['HepB', 1, '2024-01-31']), '2024-02-29')?.state).toBe('due')
    expect(stateOf('HepB', 2, gave(['HepB', 1, '2024-01-31']), '2024-03-29')?.state).toBe('late')
  })
  it('of a child nothing is recorded of, the schedule from its birth date, the most late first', () => {
    const plan = planOf(child, none, '2024-08-15')
    expect(plan.due[0]).toMatchObject({ kind: 'vaccination', vaccine: 'HepB', number: 1, state: 'late' })
    expect(plan.due.map(({ lateDays }) => lateDays)).toEqual(
      plan.due.map(({ lateDays }) => lateDays).toSorted((a, b) => b - a),
    )
    expect(stateOf('BCG', 1, none, '2024-08-15')?.state).toBe('due')
    expect(stateOf('HepB', 3, none, '2024-08-15')?.state).toBe('after')
    expect(plan.visits.map(({ state }) => state).slice(0, 3)).toEqual(['missed', 'missed', 'due'])
  })
  it('catches up from the dose before: a late one moves those that follow', () => {
    const late = gave(['DTaP-Hib-IPV', 1, '2024-09-01'])
    expect(stateOf('DTaP-Hib-IPV', 2, late, '2024-09-10')).toMatchObject({ state: 'notYet', dueOn: '2024-09-29' })
    expect(stateOf('JE', 2, gave(['JE', 1, '2026-03-01']), '2026-05-01')?.dueOn).toBe('2027-03-01')
  })
  it('needs fewer pneumococcal doses, the later the first is given', () => {
    expect(stateOf('PCV13', 3, gave(['PCV13', 1, '2025-03-01']), '2025-04-01')?.state).toBe('notNeeded')
    expect(stateOf('PCV13', 2, gave(['PCV13', 1, '2025-03-01']), '2025-04-01')?.dueOn).toBe('2025-04-26')
    expect(stateOf('PCV13', 2, gave(['PCV13', 1, '2026-03-01']), '2026-04-01')?.state).toBe('notNeeded')
  })
  it('names what was given too young or too soon, by how much, and counts the next one in its place', () => {
    const soon = gave(['HepB', 1, '2024-01-31'], ['HepB', 2, '2024-02-19'])
    expect(planOf(child, soon, '2024-04-01').problems).toEqual([
      expect.objectContaining({ vaccine: 'HepB', rule: 'age', needs: { days: 28 }, short: 9 }),
    ])
    expect(stateOf('HepB', 2, soon, '2024-04-01')).toMatchObject({ state: 'due', dueOn: '2024-03-18' })
    const again = gave(['HepB', 1, '2024-01-31'], ['HepB', 2, '2024-02-19'], ['HepB', 2, '2024-03-20'])
    expect(stateOf('HepB', 2, again, '2024-04-01')).toMatchObject({ state: 'done', on: '2024-03-20' })
    const close = gave(['DTaP-Hib-IPV', 1, '2024-05-01'], ['DTaP-Hib-IPV', 2, '2024-05-20'])
    expect(planOf(child, close, '2024-06-01').problems).toEqual([
      expect.objectContaining({ rule: 'interval', needs: { days: 28 }, short: 9 }),
    ])
    // Four days are forgiven, five are not.
    const by = (on: string) => planOf(child, gave(['MMR', 1, on]), '2025-03-01').problems.length
    expect([by('2025-01-27'), by('2025-01-26')]).toEqual([0, 1])
  })
  it('keeps live vaccines on one day or 28 days apart, and forgives none', () => {
    const problems = (on: string) =>
      planOf(child, gave(['MMR', 1, '2025-02-01'], ['Varicella', 1, on]), '2025-06-01').problems
    expect(problems('2025-02-01')).toEqual([])
    expect(problems('2025-03-01')).toEqual([])
    expect(problems('2025-02-27')).toEqual([
      expect.objectContaining({ vaccine: 'Varicella', rule: 'live', short: 2, with: 'MMR' }),
    ])
  })
  it('believes the number of a later dose, and says that those before it have no record', () => {
    const third = gave(['DTaP-Hib-IPV', 3, '2024-08-05'])
    expect(stateOf('DTaP-Hib-IPV', 1, third, '2024-09-01')?.state).toBe('unrecorded')
    expect(stateOf('DTaP-Hib-IPV', 4, third, '2024-09-01')).toMatchObject({ state: 'notYet', dueOn: '2025-07-31' })
  })
  it('follows a birth date that was changed: what was given before it counts no more', () => {
    const given = gave(['HepB', 1, '2024-01-31'], ['MMR', 1, '2025-01-31'])
    const later = { ...child, birthday: '2024-03-01' }
    expect(planOf(later, given, '2025-06-01').problems.map(({ rule, short }) => [rule, short])).toEqual([
      ['birth', 30],
      ['age', 29],
    ])
    expect(stateOf('MMR', 1, given, '2025-06-01', later)?.state).toBe('late')
    expect(stateOf('MMR', 1, given, '2025-06-01')?.state).toBe('done')
  })
  it('asks whether the mother carries hepatitis B where nobody has said', () => {
    const of = (hbvMother: boolean | null) => stateOf('HBIG', 1, none, '2024-02-01', { ...child, hbvMother })?.state
    expect([of(null), of(false), of(true)]).toEqual(['ask', 'notNeeded', 'due'])
  })
  it('of influenza two in the first season, one in each after it; a season that is over is not late', () => {
    expect(stateOf('Influenza', 1, none, '2024-11-01')?.state).toBe('due')
    const first = gave(['Influenza', 1, '2024-11-01'])
    expect(stateOf('Influenza', 2, first, '2024-12-01')).toMatchObject({ state: 'due', dueOn: '2024-11-29' })
    const next = planOf(child, first, '2025-10-20').doses.filter(({ vaccine }) => vaccine === 'Influenza')
    expect(next.map(({ dose, state, season }) => [dose, state, season])).toEqual([[1, 'due', 2025]])
    expect(stateOf('Influenza', 1, none, '2025-05-01')).toMatchObject({ state: 'notYet', dueOn: '2025-10-01' })
  })
  it('spares the booster before school after a late five-in-one, and is late when school begins', () => {
    expect(schoolEntry('2024-01-31')).toBe('2030-09-01')
    expect(schoolEntry('2024-09-02')).toBe('2031-09-01')
    const whole = ([1, 2, 3, 4] as const).map((dose): [Vaccine, number, string] => [
      'DTaP-Hib-IPV',
      dose,
      ['2024-03-31', '2024-05-31', '2024-07-31', '2025-07-31'][dose - 1] ?? '',
    ])
    expect(stateOf('DTaP-IPV', 1, gave(...whole), '2029-02-01')).toMatchObject({ state: 'due', lateOn: '2030-09-01' })
    const slow = whole.map(([vaccine, dose, on]): [Vaccine, number, string] => [
      vaccine,
      dose,
      dose === 4 ? '2028-03-01' : on,
    ])
    expect(stateOf('DTaP-IPV', 1, gave(...slow), '2029-02-01')?.state).toBe('notNeeded')
  })
  it('asks for fluoride by the group, and for the stool card while it helps', () => {
    const given = { ...none, fluoride: [{ id: 'f', on: '2025-01-10' }] }
    expect(planOf(child, given, '2025-07-09').fluoride).toMatchObject({ state: 'notYet', dueOn: '2025-07-10' })
    expect(planOf({ ...child, group: 'vulnerable' }, given, '2025-07-09').fluoride.state).toBe('late')
    expect(planOf(child, none, '2030-02-01').fluoride.state).toBe('notNeeded')
    const twice = { ...none, fluoride: [...given.fluoride, { id: 'g', on: '2025-05-10' }] }
    expect(planOf(child, twice, '2025-07-09').problems).toEqual([
      expect.objectContaining({ record: 'g', rule: 'interval', needs: { months: 6 }, short: 61 }),
    ])
    expect(planOf(child, none, '2024-03-01').stool.state).toBe('due')
    const pale = { ...none, stool: [{ id: 's', on: '2024-03-01', colour: 3 }] }
    expect(planOf(child, pale, '2024-03-02').stool).toMatchObject({ state: 'abnormal', colour: 3 })
    expect(planOf(child, none, '2024-06-01').stool.state).toBe('none')
  })
  it('asks nothing of who has grown out of it', () => {
    expect(planOf(child, none, '2036-02-01').due).toEqual([])
  })
})
