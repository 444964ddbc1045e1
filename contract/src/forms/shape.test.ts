import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { calculate } from './calculate.ts'
import { faultsOf } from './check.ts'
import { compile } from './compile.ts'
import { enabledOf } from './enable.ts'
import { type Questionnaire, textOf, titleOf } from './fhir.ts'
import { isEmpty, problemsOf } from './problems.ts'
import { cutoffsOf, dangersOf, meaningOf, scoreOf } from './score.ts'
import { isResponse, isStorable } from './shape.ts'
import { fromItems, initialState, toItems } from './state.ts'

const EXTENSION = 'http://hl7.org/fhir/StructureDefinition/'
/** With what the shipped ones have none of. */
const content = JSON.parse(
  readFileSync(new URL('../../data/questionnaires/audit-c.json', import.meta.url), 'utf8'),
) as Questionnaire
const full: Questionnaire = {
  ...content,
  name: 'PHQ-9',
  code: [{ code: '44249-1' }],
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'set',
      compose: { include: [{ system: 's', concept: [{ code: 'c', display: 'C' }] }] },
      expansion: { contains: [{ code: 'c' }] },
    },
  ],
  item: [
    ...(content.item ?? []),
    { linkId: 'set', type: 'choice', text: 'x', code: [{ code: '44260-8' }], answerValueSet: '#set' },
    {
      linkId: 'mass',
      type: 'quantity',
      text: 'x',
      initial: [{ valueQuantity: { value: 1, unit: 'kg' } }],
      enableWhen: [{ question: 'q1', operator: '=', answerCoding: { system: 's', code: '0' } }],
      extension: [
        { url: `${EXTENSION}questionnaire-unit`, valueCoding: { code: 'kg', display: 'kg' } },
        { url: `${EXTENSION}minValue`, valueQuantity: { value: 1 } },
        { url: `${EXTENSION}questionnaire-itemControl`, valueCodeableConcept: { coding: [{ code: 'slider' }] } },
      ],
      _text: {
        extension: [
          { url: `${EXTENSION}translation`, extension: [{ url: 'lang', valueCode: 'en' }, { url: 'content' }] },
        ],
      },
    },
  ],
}
/** Each place of a JSON value, with another value at it. */
function* spoiled(of: unknown, by: unknown): Generator<unknown> {
  yield by
  if (Array.isArray(of))
    for (const [at, one] of of.entries()) for (const next of spoiled(one, by)) yield of.with(at, next)
  else if (typeof of === 'object' && of !== null)
    for (const [key, one] of Object.entries(of)) for (const next of spoiled(one, by)) yield { ...of, [key]: next }
}
function used(one: Questionnaire): void {
  const form = compile(one)
  const begun = initialState(form)
  const state = fromItems(form, toItems(form, begun))
  const enabled = enabledOf(form, state)
  faultsOf(enabled, state, true)
  meaningOf(one, scoreOf(form, enabled, state), null)
  dangersOf(form, enabled, state)
  calculate(form, state, () => [])
  cutoffsOf(one)
  isEmpty(one)
  titleOf(one, 'en')
  for (const { item, choices } of form.byId.values())
    for (const { option } of choices) textOf(option.valueCoding ?? item, 'display', 'en')
}

it('[FORM-03~] whatever stands at any place of a questionnaire, it is refused, or is compiled, scored and shown', () => {
  expect(problemsOf(full)).toEqual([])
  let [refused, fine] = [0, 0]
  for (const by of [null, 5, '', 'x', true, [], {}, [null], [5], [{}]])
    for (const one of spoiled(full, by)) {
      if (problemsOf(one).length) refused += 1
      else {
        fine += 1
        expect(() => used(one as Questionnaire), JSON.stringify(one)).not.toThrow()
      }
    }
  expect([refused > 500, fine > 500]).toEqual([true, true])
})

it('[FORM-02~] answers of any other shape are no response, and what no database keeps is none', () => {
  for (const bad of [5, [null], [{}], [{ linkId: 5 }], [{ linkId: 'a', answer: 5 }], [{ linkId: 'a', answer: [null] }]])
    expect(isResponse(bad), JSON.stringify(bad)).toBe(false)
  expect(isResponse([{ linkId: 'a', item: [{ linkId: 'b', answer: [{ item: 7 }] }] }])).toBe(false)
  let deep: object = { linkId: 'a' }
  for (let at = 0; at < 60; at += 1) deep = { linkId: 'g', item: [deep] }
  expect(isResponse([deep])).toBe(false)
  expect(isResponse([{ linkId: 'a', item: [{ linkId: 'b', answer: [{ valueString: 'x', item: [] }] }] }])).toBe(true)
  expect(['\u0000', '\ud800', 'a\\u0000', '😀'].map(isStorable)).toEqual([false, false, true, true])
})
