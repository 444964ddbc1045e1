import { readFor } from '@teleward/contract/prescriptions/quick-drug.ts'
import { parseQuickLine } from '@teleward/contract/prescriptions/quick-line.ts'
import { unusualAmounts } from '@teleward/contract/prescriptions/ceilings.ts'
import { beginningOfTotal, itemTotals } from '@teleward/contract/prescriptions/rules.ts'
import { containers, doseUnitOf, handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import { figuresOf } from '@teleward/contract/prescriptions/strength.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reference } from '../reference/catalogue.ts'
import { seedRows, drugColumns } from '../reference/seeds.ts'
import { resolveItem } from './resolve.ts'

/** Every drug of the shipped list, with the words that somebody would begin its line with. */
const drugs = seedRows('drugs.tsv.gz', drugColumns).flatMap(([code = '']) => {
  const drug = reference.drugs().get(code)
  return drug ? [drug] : []
})
const frequencies = reference.frequencies().map(({ code }) => code)
const routes = reference.routes().map(({ code }) => code)
const tables = { frequencies: reference.frequencyCodes(), routes: reference.routeCodes() }
/** What nobody would take for the dose of a drug whose pack says the same figure. */
const DOSES = [0.5, 1, 1.5, 2, 3, 4]

describe('a line of typing, over the whole list of drugs', () => {
  it('[EMR-05~] is kept as it was typed, whatever the order of its words, and nothing of it is dropped', () => {
    let whole = 0
    const some = fc.record({
      drug: fc.constantFrom(...drugs),
      dose: fc.constantFrom(...DOSES),
      frequency: fc.constantFrom(...frequencies),
      route: fc.constantFrom(...routes),
      days: fc.integer({ min: 1, max: 30 }),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    })
    fc.assert(
      fc.property(some, ({ drug, dose, frequency, route, days, order }) => {
        const unit = doseUnitOf(drug)
        const totalUnit = unit === drug.unit ? null : drug.unit
        const row = { name: drug.nameEn, strength: drug.strength, unit, totalUnit }
        fc.pre(!figuresOf(row).some(({ written }) => written === dose))
        const words = [`${dose}`, frequency, route, `${days}d`]
        // A code of a route is one behind a frequency alone where it is a word of names, too.
        const typed = parseQuickLine(`drug ${order.map((at) => words[at]).join(' ')}`, tables)
        const read = readFor(row, typed)
        const left = [...typed.unclear, ...read.unclear, ...(read.otherStrength === null ? [] : [read.otherStrength])]
        // Either each word says what it says, or it is named, and nobody is given a line without it.
        if (left.length || typed.query !== 'drug') return
        whole += 1
        expect({ ...typed, dose: read.dose }).toMatchObject({ dose, frequency, route, days })
        const asked = { code: drug.code, unit, dose, frequency, route, days, notes: '' }
        const amounts = { ...row, dose, frequency, days }
        const computed = itemTotals(amounts).total
        const total = computed ?? beginningOfTotal(amounts)
        const kept = resolveItem({ ...asked, total, totalToCheck: true })
        expect(kept).toMatchObject({ code: drug.code, name: drug.nameEn, unit, dose, frequency, route, days, total })
        expect(kept.totalToCheck).toBe(computed === null)
        expect(handedUnit(kept)).toBe(drug.unit)
        // A container is never both the dose and the thing that is counted, unless it is taken whole.
        if (containers.has(kept.unit)) expect(kept.totalToCheck).toBe(true)
        expect(unusualAmounts({ ...kept, total })).toEqual(unusualAmounts({ ...asked, ...row, total }))
      }),
      { numRuns: 3000, seed: 20261129 },
    )
    expect(whole).toBeGreaterThan(2000)
  })
})
