import { transitions } from '@teleward/contract/appointments/rules.ts'
import { callSteps } from '@teleward/contract/calls/rules.ts'
import { noteTransitions } from '@teleward/contract/emr/rules.ts'
import { linkSteps } from '@teleward/contract/links/rules.ts'
import { describe, expect, it } from 'vitest'
import { sessionSteps } from './session-table.ts'
import { mapped, rowsOf } from './tables.ts'

interface Rule {
  from: readonly string[]
  to: string
  who?: unknown
}
const tables: Record<string, Readonly<Record<string, Rule>>> = {
  '4. Appointment (queue)': transitions,
  '6. Video link (voice link)': linkSteps,
  '7. Call': callSteps,
  '15. Note and signature': noteTransitions,
  '1. Session': sessionSteps,
}
const sorted = (list: Iterable<string>) => [...new Set(list)].toSorted()

describe.each(Object.entries(tables))('%s', (machine, table) => {
  const rows = rowsOf(machine)
  const fates = mapped[machine]?.rows ?? {}
  const beyond = mapped[machine]?.beyond ?? {}
  const rowsFor = (step: string) =>
    rows.filter(({ action }) => {
      const fate = fates[action]
      return Array.isArray(fate) && fate.includes(step)
    })

  it('every row became a step, or says why not', () => {
    expect(sorted(rows.map(({ action }) => action))).toEqual(sorted(Object.keys(fates)))
  })
  it('every step stands in a row, or says why not', () => {
    const known = Object.values(fates).flatMap((fate) => (Array.isArray(fate) ? [...fate] : []))
    expect(sorted(Object.keys(table))).toEqual(
      sorted([...known, ...Object.keys(beyond).filter((step) => step in table)]),
    )
  })
  it.each(Object.keys(table))('%s leads from where to where its rows say', (step) => {
    const rule = table[step] as Rule
    const told = rowsFor(step)
    if (!told.length) return expect(beyond[step]).toBeTruthy()
    const from = sorted(told.flatMap((row) => row.from.map((state) => (state === '—' ? 'none' : state))))
    // A step may go beyond its rows where it says why; never short of them.
    if (step in beyond) expect(sorted([...rule.from, ...from])).toEqual(sorted(rule.from))
    else expect(from).toEqual(sorted(rule.from))
    for (const row of told)
      if (rule.to === 'same') expect([...row.from, 'same']).toContain(row.to)
      else expect(row.to).toBe(rule.to)
  })
})

/** Who may: the keys of the permission table, the patient, the system. */
describe('who may take a step of an appointment', () => {
  const machine = '4. Appointment (queue)'
  const differs: Record<string, string> = {
    redialAnswered: 'the patient’s own answer is what takes the visit up again',
    undoFinish: 'whoever finished it: the same hand',
    waive: 'a person waives, with a reason; the row tells of payments, too',
    move: 'whoever changes a shift moves what it touches, too',
    settle: 'stands in no row: by whoever may take the payment, or the provider’s report',
  }
  const steps = Object.entries(transitions).filter(([step]) => step !== 'memo')
  it.each(steps)('%s', (step, rule: { who: { staff?: string; patient?: true; system?: true } }) => {
    const told = rowsOf(machine).filter(({ action }) => {
      const fate = mapped[machine]?.rows[action]
      return Array.isArray(fate) && fate.includes(step)
    })
    const who = {
      staff: told.map((row) => /[a-z]+\.[a-z]+/.exec(row.who)?.[0]).find(Boolean),
      patient: told.some((row) => /\bpatient\b/.test(row.who)) || undefined,
      system: told.some((row) => /\bsystem\b/.test(row.who)) || undefined,
    }
    if (step in differs) expect(differs[step]).toBeTruthy()
    else expect(who).toEqual({ staff: rule.who.staff, patient: rule.who.patient, system: rule.who.system })
  })
})
