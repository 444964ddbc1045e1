import { describe, expect, it } from 'vitest'
import { checkPrescription } from './check.ts'
import { type CheckedDrug, isSystemic } from './drug.ts'
import { compositionOf, strengthsOf, Vocabulary } from './ingredients.ts'
import type { PatientFacts } from './patient.ts'
import { readRule } from './read.ts'
import { openIssues } from './issue.ts'
import { classMembers, type DrugRule, type Ingredient, readConditions, type SafetyTables } from './tables.ts'

const source = { title: 'a label', url: null }
const ingredients = new Map<string, Ingredient>(
  [
    ['warfarin', 'B01AA03'],
    ['aspirin', 'B01AC06'],
    ['ibuprofen', 'M01AE01'],
    ['naproxen', 'M01AE02'],
    ['amoxicillin', 'J01CA04'],
    ['cefalexin', 'J01DB01'],
    ['acetaminophen', 'N02BE01'],
    ['tramadol', 'N02AX02'],
    ['metformin', 'A10BA02'],
    ['isotretinoin', 'D10BA01'],
  ].map(([name = '', atc = '']) => [name, { name, nameZhTw: name === 'aspirin' ? '阿斯匹靈' : '', atc: [atc] }]),
)
const drugClass = (code: string, members: string, nameZhTw = code) =>
  [code, { code, nameEn: code, nameZhTw, members: classMembers(members, ingredients) }] as const
const rule = (
  id: string,
  kind: DrugRule['kind'],
  a: string,
  b: string | null,
  severity: DrugRule['severity'],
  when = '',
): DrugRule => ({
  id,
  kind,
  a,
  b,
  severity,
  when: readConditions(when),
  text: { en: id, zhTw: id },
  source,
})
const tables: SafetyTables = {
  ingredients,
  classes: new Map([
    drugClass('penicillins', 'J01C', 'Penicillin 類'),
    drugClass('cephalosporins', 'J01D'),
    drugClass('nsaids', 'M01A'),
  ]),
  rules: [
    rule('cross', 'cross', 'class:penicillins', 'class:cephalosporins', 'moderate'),
    rule('bleed', 'interaction', 'ingredient:warfarin', 'class:nsaids', 'high'),
    rule('two', 'duplicate', 'class:nsaids', null, 'moderate'),
    rule('most', 'dose', 'ingredient:acetaminophen', null, 'high', 'age>=12 mgday>4000'),
    rule('child', 'dose', 'ingredient:acetaminophen', null, 'high', 'age<12 mgkgday>75'),
    rule('least', 'dose', 'ingredient:naproxen', null, 'moderate', 'age>=18 mgday<500'),
    rule('adult', 'dose', 'ingredient:ibuprofen', null, 'high', 'age>=18 mgday>3200'),
    rule('old', 'dose', 'ingredient:ibuprofen', null, 'high', 'age>60 mgday>1000'),
    rule('kidney', 'dose', 'ingredient:metformin', null, 'high', 'egfr<30'),
    rule('young', 'dose', 'ingredient:tramadol', null, 'high', 'age<12'),
    rule('fetus', 'pregnancy', 'ingredient:isotretinoin', null, 'high'),
  ],
}
const drug = (name: string, over: Partial<CheckedDrug> = {}): CheckedDrug => ({
  code: name,
  name,
  nameZhTw: null,
  ingredients: [name],
  partial: false,
  mg: [500],
  listed: true,
  systemic: true,
  dose: 1,
  timesPerDay: 3,
  running: false,
  ...over,
})
const adult: PatientFacts = { allergies: [], asked: true, age: 40, kg: 60, egfr: 90, pregnancy: 'not' }
const check = (lines: CheckedDrug[], patient: Partial<PatientFacts> = {}, running: CheckedDrug[] = []) =>
  checkPrescription(lines, running, { ...adult, ...patient }, tables)
const found = (...ask: Parameters<typeof check>) =>
  check(...ask).issues.map(({ kind, severity }) => `${kind} ${severity}`)
const lacking = (...ask: Parameters<typeof check>) =>
  check(...ask).unchecked.map(({ kind, names }) => `${kind} ${names}`)
const allergy = (note: string, substance: string | null = null, ename: string | null = null) => [
  { id: 1, note, ename, substance },
]

describe('what speaks against a prescription', () => {
  it('[EMR-12~] is an allergy, coded or in words of either language, and what crosses from its class', () => {
    expect(found([drug('amoxicillin')], { allergies: allergy('x', 'class:penicillins') })).toEqual(['allergy high'])
    expect(found([drug('amoxicillin')], { allergies: allergy('Penicillin 類（皮疹）') })).toEqual(['allergy high'])
    expect(found([drug('aspirin')], { allergies: allergy('阿斯匹靈') })).toEqual(['allergy high'])
    expect(found([drug('cefalexin')], { allergies: allergy('x', 'ingredient:amoxicillin') })).toEqual([
      'crossAllergy moderate',
    ])
    expect(found([drug('metformin')], { allergies: allergy('x', 'class:penicillins') })).toEqual([])
    // What goes into an eye can be an allergy all the same.
    expect(found([drug('amoxicillin', { systemic: false })], { allergies: allergy('x', 'class:penicillins') })).toEqual(
      ['allergy high'],
    )
  })

  it('[EMR-12~] is the same ingredient or class twice, in the prescription or beside an earlier one that runs', () => {
    const cold = drug('cold', { ingredients: ['acetaminophen', 'x'], mg: [300, null] })
    expect(found([drug('acetaminophen'), cold])).toEqual(['duplicateIngredient high'])
    expect(found([drug('metformin', { code: 'a' }), drug('metformin', { code: 'b' })])).toEqual([
      'duplicateIngredient moderate',
    ])
    expect(found([drug('ibuprofen'), drug('naproxen')])).toEqual(['duplicateClass moderate'])
    expect(found([drug('ibuprofen')], {}, [drug('naproxen', { running: true })])).toEqual(['duplicateClass moderate'])
    // Prescribed again it is a repetition.
    expect(found([drug('metformin')], {}, [drug('metformin', { running: true })])).toEqual([])
  })

  it('[EMR-12~] is an interaction in either order, of drugs that go through the body', () => {
    expect(found([drug('ibuprofen'), drug('warfarin')])).toEqual(['interaction high'])
    expect(found([drug('ibuprofen')], {}, [drug('warfarin', { running: true })])).toEqual(['interaction high'])
    expect(found([drug('ibuprofen', { systemic: isSystemic('SKIN') }), drug('warfarin')])).toEqual([])
  })

  it('[EMR-12~] is a dose by age and weight, a kidney too weak, a pregnancy', () => {
    expect(found([drug('acetaminophen', { dose: 3 })])).toEqual(['dose high'])
    expect(found([drug('acetaminophen', { dose: 2 })])).toEqual([])
    expect(found([drug('acetaminophen')], { age: 8, kg: 15 })).toEqual(['dose high'])
    expect(found([drug('acetaminophen')], { age: 8, kg: 25 })).toEqual([])
    expect(found([drug('metformin')], { egfr: 25 })).toEqual(['dose high'])
    expect(found([drug('tramadol')], { age: 11 })).toEqual(['dose high'])
    expect(found([drug('isotretinoin')], { pregnancy: 'pregnant' })).toEqual(['pregnancy high'])
  })

  it('[EMR-12~] is a dose that is too low, by what all lines of the ingredient come to', () => {
    const once = (code: string, over: object = {}) =>
      drug('naproxen', { code, mg: [250], timesPerDay: 1, listed: true, ...over })
    expect(found([once('a')])).toEqual(['dose moderate'])
    expect(found([once('a')], { age: 17 })).toEqual([])
    // Two strengths make up one dose, too little or too much; it is said once, of both.
    expect(found([once('a'), once('b')])).toEqual(['duplicateIngredient moderate'])
    const two = check([once('a'), once('b', { mg: [100] })]).issues.filter(({ kind }) => kind === 'dose')
    expect(two.map(({ drugs }) => drugs.map(({ code }) => code))).toEqual([['a', 'b']])
    const half = (code: string) => drug('acetaminophen', { code, timesPerDay: 5 })
    expect(found([half('a'), half('b')])).toContain('dose high')
    // What is not known of one line may make the dose whole, but no smaller.
    const open = [once('a'), once('b', { timesPerDay: null })]
    expect(found(open)).toEqual(['duplicateIngredient moderate'])
    expect(lacking(open)).toEqual(['doseLimit naproxen', 'dailyDose naproxen'])
    expect(found([half('a'), half('b'), drug('acetaminophen', { code: 'c', timesPerDay: null })])).toContain(
      'dose high',
    )
  })

  it('[EMR-12~] takes an adult’s most as a child’s ceiling, and says that no limit of the child’s own was compared', () => {
    const ibuprofen = (dose: number) => [drug('ibuprofen', { mg: [400], dose, timesPerDay: 4 })]
    const child = { age: 2, kg: 10.5 }
    expect(found(ibuprofen(3), child)).toEqual(['dose high'])
    expect(lacking(ibuprofen(3), child)).toEqual(['childDose ibuprofen'])
    expect(found(ibuprofen(1), child)).toEqual([])
    expect(lacking(ibuprofen(1), child)).toEqual(['childDose ibuprofen'])
    expect(lacking(ibuprofen(1), { age: 2, kg: null })).toEqual(['childDose ibuprofen'])
    expect(lacking(ibuprofen(1))).toEqual([])
    // Of nobody's age is more than an adult's most fine; less may be too much for a child.
    expect([found(ibuprofen(3), { age: null }), lacking(ibuprofen(1), { age: null })]).toEqual([
      ['dose high'],
      ['age ibuprofen'],
    ])
    // An amount that cannot be computed is no less unknown of a child.
    const open = [drug('ibuprofen', { mg: [null] })]
    expect(lacking(open, child)).toEqual(['childDose ibuprofen', 'dailyDose ibuprofen'])
    // A child's own limit is one, and the adult's stands above it; without a weight the ceiling alone is compared.
    expect(lacking([drug('acetaminophen')], { age: 8, kg: 25 })).toEqual([])
    expect(found([drug('acetaminophen', { dose: 3 })], { age: 11, kg: 62 })).toEqual(['dose high'])
    expect(found([drug('acetaminophen', { dose: 3 })], { age: 8, kg: null })).toEqual(['dose high'])
    expect(lacking([drug('acetaminophen')], { age: 8, kg: null })).toEqual(['weight acetaminophen'])
    // A least alone is no limit of what is too much, and neither is a limit of weak kidneys.
    expect(lacking([drug('naproxen', { dose: 9 })])).toEqual(['doseLimit naproxen'])
  })

  it('[EMR-12~] says what is not known, and takes none of it as fine', () => {
    expect(lacking([drug('acetaminophen')], { age: 8, kg: null })).toEqual(['weight acetaminophen'])
    expect(lacking([drug('acetaminophen', { timesPerDay: null })])).toEqual(['dailyDose acetaminophen'])
    expect(lacking([drug('metformin')], { egfr: null })).toEqual(['doseLimit metformin', 'kidney metformin'])
    expect(lacking([drug('isotretinoin')], { pregnancy: 'unknown' })).toEqual([
      'doseLimit isotretinoin',
      'pregnancy isotretinoin',
    ])
    expect(lacking([], { allergies: null })).toEqual(['recordClosed '])
    expect(lacking([], { asked: false })).toEqual(['allergiesNotAsked '])
    expect(lacking([], { allergies: allergy('海鮮') })).toEqual(['allergyWords 海鮮'])
    expect(lacking([drug('brand', { ingredients: null })])).toEqual(['ingredients brand'])
    expect(lacking([drug('acetaminophen', { partial: true })])).toEqual(['partOfIngredients acetaminophen'])
    expect(found([drug('metformin', { listed: false })])).toEqual(['delisted moderate'])
  })

  it('[EMR-12~] is answered by its key, which another dose or another drug does not have', () => {
    const [one] = check([drug('acetaminophen', { dose: 3 })]).issues
    const [more] = check([drug('acetaminophen', { dose: 4 })]).issues
    expect(one?.key).not.toBe(more?.key)
    expect(openIssues(one ? [one] : [], [{ key: one?.key ?? '' }])).toEqual([])
    expect(openIssues(more ? [more] : [], [{ key: one?.key ?? '' }])).toHaveLength(1)
  })
})

describe('what a drug is made of', () => {
  const words = new Vocabulary([...ingredients.keys()].map((name): [string, string] => [name, name]))
  const of = (nameEn: string, over: object = {}) =>
    compositionOf(
      { nameEn, nameZhTw: '', generic: null, strength: null, unit: 'TAB', atc: null, ...over },
      {
        words,
        ofAtc: (atc) => (atc === 'A10BA02' ? ['metformin'] : []),
        ofBrand: ({ nameEn: name }) => (name.startsWith('Orfarin') ? ['warfarin'] : []),
      },
    )

  it('[EMR-12~] is read from its generic name, its name, its code or its brand, and else not known', () => {
    expect(of('IPROFEN TABLETS 400MG', { generic: 'Ibuprofen', strength: '400mg' })).toEqual({
      ingredients: ['ibuprofen'],
      partial: false,
      mg: [400],
    })
    expect(of('NAPROXEN TABLETS').ingredients).toEqual(['naproxen'])
    expect(of('GLUCO TABLETS', { atc: 'A10BA02' }).ingredients).toEqual(['metformin'])
    expect(of('Orfarin 5mg').ingredients).toEqual(['warfarin'])
    expect(of('Unflu Capsules').ingredients).toBeNull()
    expect(of('X', { generic: 'SILYMARIN HCL' }).ingredients).toEqual(['silymarin'])
  })

  it('[EMR-12~] has each ingredient’s strength, and says when a part of it is not known', () => {
    const both = of('TRAMADOL HCL + ACETAMINOPHEN', { strength: '37.5mg/325mg' })
    expect(both).toEqual({ ingredients: ['tramadol', 'acetaminophen'], partial: false, mg: [37.5, 325] })
    expect(of('AMOXICILLIN/CLAVULANATE', { strength: '500mg/125mg' })).toEqual({
      ingredients: ['amoxicillin'],
      partial: true,
      mg: [null],
    })
    expect(of('Acetaminophen Cold').partial).toBe(true)
    expect([strengthsOf('100mcg'), strengthsOf('5/160mg'), strengthsOf('1.5mg/0.5mL'), strengthsOf('2%')]).toEqual([
      [0.1],
      [5, 160],
      null,
      null,
    ])
  })
})

describe('a row of rules', () => {
  const read = (cells: string[]) =>
    readRule(
      cells,
      (id) => (id === 'label' ? source : undefined),
      (name) => name === 'class:nsaids' || name === 'ingredient:warfarin',
    )
  const row = ['i', 'interaction', 'ingredient:warfarin', 'class:nsaids', 'high', '', 'Bleeding.', '出血。', 'label']

  it('[EMR-12~] names its source, or is none', () => {
    expect(read(row)).toMatchObject({ id: 'i', source })
    const wrong = (at: number, cell: string) => () => read(row.map((one, n) => (n === at ? cell : one)))
    expect(wrong(8, '')).toThrow('source')
    expect(wrong(2, 'ingredient:unknown')).toThrow('a:')
    expect(wrong(3, '')).toThrow('b:')
    expect(wrong(4, 'bad')).toThrow('severity')
    expect(wrong(5, 'age<12')).toThrow('conditions')
    expect(wrong(5, 'height<12')).toThrow('condition')
    expect(wrong(7, '')).toThrow('text')
  })
})
