import { expect, it } from 'vitest'
import { faultsOf } from './check.ts'
import { compile, type Node } from './compile.ts'
import { enabledOf } from './enable.ts'
import { type Answer, type FhirItem, type Questionnaire, urls } from './fhir.ts'
import { meaningOf, scoreOf } from './score.ts'
import { byQuestion, fromItems, keyOf, NO_ANSWERS, toItems, withAnswer, withoutCopy } from './state.ts'

const asked = (item: FhirItem[], more: object = {}): Questionnaire => ({ resourceType: 'Questionnaire', item, ...more })
const put = (state: typeof NO_ANSWERS, key: string, value: Answer) => withAnswer(state, key, [value])
const hidden = { url: urls.hidden, valueBoolean: true }
const option = (code: string, weight: number) => ({
  valueCoding: { code, display: code },
  extension: [{ url: urls.ordinal, valueDecimal: weight }],
})

it('[FORM-02~] a copy of a group goes with what is in it; those after it move up, and other groups stay', () => {
  const text = (linkId: string): FhirItem => ({ linkId, type: 'string', text: linkId })
  const group = (linkId: string, ...item: FhirItem[]): FhirItem => ({
    linkId,
    type: 'group',
    text: linkId,
    repeats: true,
    item,
  })
  const form = compile(
    asked([group('outer', text('a'), group('inner', text('b'))), group('other', text('c')), text('d')]),
  )
  const node = (linkId: string) => form.byId.get(linkId) as Node
  const places: [string, number[]][] = [
    ['a', [0]],
    ['a', [1]],
    ['a', [2]],
    ['b', [0, 0]],
    ['b', [1, 0]],
    ['b', [1, 1]],
    ['b', [2, 1]],
    ['c', [1]],
    ['d', []],
  ]
  const groups = { outer: 3, [keyOf('inner', [1])]: 2, [keyOf('inner', [2])]: 3, other: 2 }
  const full = places.reduce<typeof NO_ANSWERS>(
    (state, [linkId, at]) => put(state, keyOf(linkId, at), { valueString: `${linkId}${at.join('.')}` }),
    { ...NO_ANSWERS, groups },
  )
  const said = (state: typeof NO_ANSWERS) =>
    Object.fromEntries(Object.entries(state.answers).map(([key, [one]]) => [key, one?.valueString]))
  const without = withoutCopy(full, node('outer'), [1])
  expect(said(without)).toEqual({
    [keyOf('a', [0])]: 'a0',
    [keyOf('a', [1])]: 'a2',
    [keyOf('b', [0, 0])]: 'b0.0',
    [keyOf('b', [1, 1])]: 'b2.1',
    [keyOf('c', [1])]: 'c1',
    d: 'd',
  })
  expect(without.groups).toEqual({ outer: 2, [keyOf('inner', [1])]: 3, other: 2 })
  const inner = withoutCopy(full, node('inner'), [1, 0])
  expect(said(inner)).toEqual({
    ...said(full),
    [keyOf('b', [1, 0])]: 'b1.1',
    [keyOf('b', [1, 1])]: undefined,
  })
  expect(inner.groups).toEqual({ ...groups, [keyOf('inner', [1])]: 1 })
  // As FHIR has it and back; and by question, over all copies.
  expect(fromItems(form, toItems(form, without)).answers).toEqual(without.answers)
  expect(byQuestion(full.answers).get('b')).toHaveLength(4)
})

it('[FORM-02~] what is not shown, or cannot be answered here, is not asked for, and counts as no missing answer', () => {
  const choice = (linkId: string, more: object = {}): FhirItem => ({
    linkId,
    type: 'choice',
    text: linkId,
    required: true,
    answerOption: [option('x', 1), option('y', 2)],
    ...more,
  })
  const form = compile(
    asked([
      choice('a'),
      choice('b', { extension: [hidden] }),
      { linkId: 'g', type: 'group', text: 'g', extension: [hidden], item: [choice('c')] },
      choice('elsewhere', { answerOption: undefined, answerValueSet: 'http://example.com/set' }),
      choice('read', { answerOption: undefined, type: 'string', readOnly: true }),
    ]),
  )
  const faults = (state: typeof NO_ANSWERS) => faultsOf(enabledOf(form, state), state, true).map(({ key }) => key)
  expect(faults(NO_ANSWERS)).toEqual(['a'])
  const state = put(NO_ANSWERS, 'a', option('y', 2))
  expect([faults(state), scoreOf(form, enabledOf(form, state), state)]).toEqual([[], { value: 2, most: 2, missing: 0 }])
  expect(form.byId.get('c')?.hidden).toBe(true)
})

it('[FORM-03~] a result that is worked out of questions that nobody answered means nothing', () => {
  const bands = { url: urls.bands, valueString: '{"item":"sum","bands":[[0,1,"低"],[2,null,"高"]]}' }
  const content = asked(
    [
      { linkId: 'a', type: 'choice', text: 'a', answerOption: [option('x', 0), option('y', 2)] },
      {
        linkId: 'sum',
        type: 'decimal',
        text: 'sum',
        readOnly: true,
        enableWhen: [{ question: 'a', operator: '!=', answerCoding: { code: 'y' } }],
      },
    ],
    { extension: [bands] },
  )
  const form = compile(content)
  const come = (state: typeof NO_ANSWERS) => {
    const score = scoreOf(form, enabledOf(form, state), state)
    return [score?.value, score?.missing, meaningOf(content, score, null)?.text]
  }
  const summed = put(NO_ANSWERS, 'sum', { valueDecimal: 0 })
  expect(come(NO_ANSWERS)).toEqual([0, 2, undefined])
  expect(come(summed)).toEqual([0, 1, undefined])
  expect(come(put(summed, 'a', option('x', 0)))).toEqual([0, 0, '低'])
  // A result that is not asked for any more is none.
  expect(come(put(summed, 'a', option('y', 2)))).toEqual([0, 1, undefined])
})

it('[FORM-04~] an answer reads as the questionnaire has it, whatever display came with its code', () => {
  const form = compile(
    asked([
      {
        linkId: 'q9',
        type: 'choice',
        text: 'q9',
        answerOption: [
          { valueCoding: { code: '0', display: '完全沒有' } },
          { valueCoding: { code: '3', display: '幾乎每天' } },
        ],
      },
    ]),
  )
  const said = put(NO_ANSWERS, 'q9', { valueCoding: { code: '3', display: '完全沒有' } })
  expect(toItems(form, said)[0]?.answer).toEqual([{ valueCoding: { code: '3', display: '幾乎每天' } }])
})
