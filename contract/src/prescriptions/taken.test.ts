import { describe, expect, it } from 'vitest'
import { ceilingsOf, unusualAmounts } from './ceilings.ts'
import { readFor } from './quick-drug.ts'
import { parseQuickLine } from './quick-line.ts'
import { beginningOfTotal, itemProblems, itemTotals } from './rules.ts'
import { contentOf, doseUnitOf, handedUnit } from './taken.ts'

const glargine = { name: 'INSULIN GLARGINE 100 IU/mL 3mL', strength: '100IU/mL', unit: 'IU', totalUnit: 'PEN' }
const liraglutide = { name: 'LIRAGLUTIDE 6 mg/mL 3mL', strength: '6mg/mL', unit: 'MG', totalUnit: 'PEN' }
const syrup = { name: 'CETIRIZINE SOLN 1 mg/mL 60mL', strength: '1mg/mL', unit: 'ML', totalUnit: 'BOT' }
const spray = { name: 'SALBUTAMOL 100 mcg/dose 200 dose', strength: '100mcg/dose', unit: 'PUFF', totalUnit: 'BOT' }
const drops = { name: 'LATANOPROST 0.005% 2.5mL', strength: '0.005%', unit: 'GTT', totalUnit: 'BOT' }

describe('the unit of a dose', () => {
  it.each([
    [{ unit: 'PEN', form: 'INJ', strength: '100IU/mL' }, 'IU'],
    [{ unit: 'PEN', form: 'INJ', strength: '6mg/mL' }, 'MG'],
    [{ unit: 'BOT', form: 'EYE DROP', strength: '0.005%' }, 'GTT'],
    [{ unit: 'BOT', form: 'NASAL SPRAY', strength: '50mcg/dose' }, 'PUFF'],
    [{ unit: 'BOT', form: 'MDI', strength: '100mcg/dose' }, 'PUFF'],
    [{ unit: 'BOT', form: 'SUSP', strength: '20mg/mL' }, 'ML'],
    [{ unit: 'TUBE', form: 'EYE OINT', strength: '0.3%' }, 'APPL'],
    [{ unit: 'BOT', form: 'ENEMA', strength: '20mL' }, 'BOT'],
    [{ unit: 'BOT', form: null, strength: null }, 'BOT'],
    [{ unit: 'TAB', form: 'TAB', strength: '5mg' }, 'TAB'],
  ])('[EMR-05~] of %j is %s', (drug, unit) => expect(doseUnitOf(drug)).toBe(unit))
  it('[EMR-05~] is that of the total where nothing else is said', () => {
    expect(handedUnit({ unit: 'TAB' })).toBe('TAB')
    expect(handedUnit({ unit: 'IU', totalUnit: 'PEN' })).toBe('PEN')
  })
})

describe('what one container holds', () => {
  it.each([
    [glargine, 300],
    [liraglutide, 18],
    [syrup, 60],
    [spray, 200],
    [drops, null],
    [{ ...syrup, name: 'POTASSIUM CHLORIDE SOLN 10%' }, null],
    [{ ...spray, name: 'MOMETASONE 50 mcg/dose' }, null],
    [{ ...liraglutide, name: 'DULAGLUTIDE 1.5 mg/0.5mL' }, null],
  ])('[EMR-05~] of %j is %s', (line, content) => expect(contentOf(line)).toBe(content))
})

describe('the total of what is taken otherwise than handed over', () => {
  it('[EMR-05~] is asked for of pens, drops and tubes, with a beginning in what is handed over', () => {
    const insulin = { ...glargine, dose: 10, frequency: 'QD', days: 30 }
    expect(itemTotals(insulin)).toEqual({ total: null, dailyDose: 10 })
    expect(beginningOfTotal(insulin)).toBe(1)
    expect(beginningOfTotal({ ...insulin, dose: 24 })).toBe(3)
    const eye = { ...drops, dose: 1, frequency: 'HS', days: 30 }
    expect(itemTotals(eye).total).toBeNull()
    expect(beginningOfTotal(eye)).toBe(1)
    expect(beginningOfTotal({ ...insulin, frequency: 'PRN' })).toBe(1)
  })
  it('[EMR-05~] follows of millilitres and puffs, in whole containers', () => {
    expect(itemTotals({ ...syrup, dose: 5, frequency: 'TID', days: 7 })).toEqual({ total: 2, dailyDose: 15 })
    expect(itemTotals({ ...spray, dose: 2, frequency: 'QID', days: 25 })).toEqual({ total: 1, dailyDose: 8 })
    expect(itemTotals({ ...spray, dose: 2, frequency: 'QID', days: 26 }).total).toBe(2)
  })
  it('[EMR-05~] of one that is written by hand needs no reason, and one beyond the computed one does', () => {
    const line = { ...glargine, code: 'X', dose: 10, frequency: 'QD', route: 'SC', days: 30 }
    expect(itemProblems({ ...line, total: 2 })).toEqual([])
    const counted = { ...syrup, code: 'X', dose: 5, frequency: 'TID', route: 'PO', days: 7 }
    expect(itemProblems({ ...counted, total: 3 })).toEqual([{ field: 'totalReason', reason: 'missing' }])
  })
})

describe('ceilings', () => {
  it('[EMR-05~] of units of insulin are those of insulin, and of the total those of pens', () => {
    expect(ceilingsOf(glargine)).toEqual({ once: 100, aDay: 300, inAll: 100 })
    const line = { ...glargine, code: 'X', frequency: 'QD', days: 30, total: 2 }
    expect(unusualAmounts({ ...line, dose: 101 })).toEqual([{ field: 'dose', reason: 'unusual' }])
    expect(unusualAmounts({ ...line, dose: 60 })).toEqual([])
    expect(unusualAmounts({ ...line, dose: 60, total: 101 })).toEqual([{ field: 'total', reason: 'unusual' }])
  })
})

describe('a line of typing', () => {
  const read = (drug: Parameters<typeof readFor>[0], text: string) => readFor(drug, parseQuickLine(text))
  it.each([
    [glargine, 'glargine 10 qd 30', 10],
    [glargine, 'glargine 10 iu qd', 10],
    [glargine, 'glargine 10單位 qd', 10],
    [drops, 'latanoprost 1滴 hs', 1],
    [drops, 'latanoprost 2 drops hs', 2],
    [spray, 'salbutamol 2 puffs qid', 2],
    [syrup, 'cetirizine 5cc qd', 5],
    [liraglutide, 'liraglutide 1.2mg qd', 1.2],
  ])('[EMR-05~] for %j reads %s as %s', (drug, text, dose) =>
    expect(read(drug, text)).toMatchObject({ dose, otherStrength: null, unclear: [] }),
  )
  it('[EMR-05~] takes no pen for a unit, and what the pack says for no dose', () => {
    expect(read(glargine, 'glargine 1支 qd')).toMatchObject({ dose: null, unclear: ['1支'] })
    expect(read(glargine, 'glargine 100iu qd')).toMatchObject({ dose: null, unclear: [] })
  })
})
