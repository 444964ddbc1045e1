import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calculate } from './calculate.ts'
import { faultsOf } from './check.ts'
import { compile } from './compile.ts'
import { enabledOf } from './enable.ts'
import { type Answer, type FhirItem, itemTypes, type Questionnaire, textOf, urls } from './fhir.ts'
import { problemsOf } from './problems.ts'
import { cutoffsOf, dangersOf, meaningOf, scoreOf } from './score.ts'
import { fromItems, initialState, keyOf, NO_ANSWERS, toItems, withAnswer } from './state.ts'

const asked = (item: FhirItem[], more: object = {}): Questionnaire => ({ resourceType: 'Questionnaire', item, ...more })
const coding = (code: string, weight?: number) => ({
  valueCoding: { code, display: code },
  ...(weight === undefined ? {} : { extension: [{ url: urls.ordinal, valueDecimal: weight }] }),
})
const control = (code: string) => ({
  url: urls.control,
  valueCodeableConcept: { coding: [{ system: urls.controls, code }] },
})
const folder = new URL('../../data/questionnaires/', import.meta.url)
const shared = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Questionnaire

/** The kinds of item that are met most: each type, each way that it is put. */
const thirty: [string, Partial<FhirItem>, unknown][] = [
  ['group', { item: [] }, null],
  ['display', {}, null],
  ['display', { extension: [control('help')] }, null],
  ['display', { extension: [control('header')] }, null],
  ['question', {}, { valueString: 'x' }],
  ['boolean', {}, { valueBoolean: false }],
  ['boolean', { extension: [control('check-box')] }, { valueBoolean: true }],
  ['decimal', {}, { valueDecimal: 1.5 }],
  ['decimal', { extension: [{ url: urls.decimals, valueInteger: 1 }] }, { valueDecimal: 1.5 }],
  ['integer', {}, { valueInteger: 3 }],
  [
    'integer',
    {
      extension: [control('slider'), { url: urls.minValue, valueInteger: 0 }, { url: urls.maxValue, valueInteger: 10 }],
    },
    { valueInteger: 7 },
  ],
  ['integer', { extension: [control('spinner')] }, { valueInteger: 0 }],
  ['date', {}, { valueDate: '2024-02-29' }],
  ['dateTime', {}, { valueDateTime: '2024-02-29T08:30:00' }],
  ['time', {}, { valueTime: '08:30:00' }],
  ['string', {}, { valueString: '王' }],
  ['string', { maxLength: 3 }, { valueString: '王小明' }],
  ['string', { repeats: true }, { valueString: '一' }],
  ['text', {}, { valueString: '第一行\n第二行' }],
  ['text', { extension: [control('text-box')] }, { valueString: 'x' }],
  ['url', {}, { valueUri: 'https://example.com/a?b=1' }],
  ['choice', { answerOption: [coding('a'), coding('b')] }, { valueCoding: { code: 'a', display: 'a' } }],
  [
    'choice',
    { answerOption: [coding('a')], extension: [control('drop-down')] },
    { valueCoding: { code: 'a', display: 'a' } },
  ],
  [
    'choice',
    { answerOption: [coding('a')], extension: [control('autocomplete')] },
    { valueCoding: { code: 'a', display: 'a' } },
  ],
  ['choice', { answerOption: [coding('a'), coding('b')], repeats: true }, { valueCoding: { code: 'b', display: 'b' } }],
  ['choice', { answerOption: [{ valueString: '甲' }] }, { valueString: '甲' }],
  ['choice', { answerOption: [{ valueInteger: 4 }] }, { valueInteger: 4 }],
  ['choice', { answerValueSet: '#own' }, { valueCoding: { system: 's', code: 'c', display: 'C' } }],
  ['open-choice', { answerOption: [coding('a')] }, { valueString: '其他' }],
  [
    'quantity',
    { extension: [{ url: urls.unit, valueCoding: { code: 'kg', display: 'kg' } }] },
    { valueQuantity: { value: 60, unit: 'kg', code: 'kg' } },
  ],
  ['attachment', { required: true }, null],
  ['reference', { required: true }, null],
]
const contained = [
  {
    resourceType: 'ValueSet',
    id: 'own',
    compose: { include: [{ system: 's', concept: [{ code: 'c', display: 'C' }] }] },
  },
]

describe('what a questionnaire asks', () => {
  it('[FORM-02~] the thirty commonest kinds of item take their answer, give it back, and refuse another’s', () => {
    expect(new Set(thirty.map(([type]) => type))).toEqual(new Set(itemTypes))
    const items = thirty.map(([type, more], at) => ({ linkId: `q${at}`, type, text: `q${at}`, ...more }) as FhirItem)
    const content = asked(items, { contained })
    expect(problemsOf(content)).toEqual([])
    const form = compile(content)
    const state = thirty.reduce(
      (now, [, , answer], at) => (answer ? withAnswer(now, `q${at}`, [answer as Answer]) : now),
      NO_ANSWERS,
    )
    const enabled = enabledOf(form, state)
    // What cannot be answered here keeps nobody from submitting.
    expect(faultsOf(enabled, state, true)).toEqual([])
    const out = toItems(form, state)
    expect(fromItems(form, out)).toEqual(state)
    expect(toItems(form, fromItems(form, JSON.parse(JSON.stringify(out))))).toEqual(out)
    for (const [at, [type, , answer]] of thirty.entries()) {
      if (!answer || type === 'boolean') continue
      const bad = withAnswer(state, `q${at}`, [{ valueBoolean: true }])
      expect(
        faultsOf(enabled, bad, false).map(({ linkId }) => linkId),
        `${type} ${at}`,
      ).toEqual([`q${at}`])
    }
    expect(faultsOf(enabled, withAnswer(state, 'q12', [{ valueDate: '2023-02-29' }]), false)[0]?.fault).toBe('notADate')
    expect(faultsOf(enabled, withAnswer(state, 'q9', [{ valueInteger: 1.5 }]), false)[0]?.fault).toBe('notWhole')
    expect(faultsOf(enabled, withAnswer(state, 'q20', [{ valueUri: 'javascript:alert(1)' }]), false)[0]?.fault).toBe(
      'notAnAddress',
    )
  })

  it('[FORM-02~] conditions hold for any or all, over what is asked itself, within its own copy of a group', () => {
    const when = (question: string, operator: string, value: object) => ({ question, operator, ...value }) as never
    const content = asked([
      { linkId: 'a', type: 'boolean', text: 'a' },
      { linkId: 'n', type: 'integer', text: 'n' },
      {
        linkId: 'all',
        type: 'string',
        text: 'x',
        enableWhen: [when('a', '=', { answerBoolean: true }), when('n', '>', { answerInteger: 3 })],
        enableBehavior: 'all',
      },
      {
        linkId: 'any',
        type: 'string',
        text: 'x',
        enableWhen: [when('a', '=', { answerBoolean: true }), when('n', '>', { answerInteger: 3 })],
        enableBehavior: 'any',
      },
      {
        linkId: 'chain',
        type: 'string',
        text: 'x',
        required: true,
        enableWhen: [when('all', 'exists', { answerBoolean: true })],
      },
      {
        linkId: 'g',
        type: 'group',
        text: 'g',
        repeats: true,
        item: [
          { linkId: 'has', type: 'boolean', text: 'x' },
          { linkId: 'which', type: 'string', text: 'x', enableWhen: [when('has', '=', { answerBoolean: true })] },
        ],
      },
    ])
    const form = compile(content)
    const keys = (state: Parameters<typeof enabledOf>[1]) =>
      [...enabledOf(form, state).keys()].filter((key) => /^(all|any|chain|which)/.test(key))
    const put = (state: typeof NO_ANSWERS, key: string, answer: Answer) => withAnswer(state, key, [answer])
    expect(keys(NO_ANSWERS)).toEqual([])
    const five = put(NO_ANSWERS, 'n', { valueInteger: 5 })
    expect(keys(five)).toEqual(['any'])
    const both = put(put(five, 'a', { valueBoolean: true }), 'all', { valueString: 'x' })
    expect(keys(both)).toEqual(['all', 'any', 'chain'])
    // The branch closes: what it held counts no more, and is there again when it opens.
    const closed = put(both, 'a', { valueBoolean: false })
    expect(keys(closed)).toEqual(['any'])
    expect(toItems(form, closed, (key) => enabledOf(form, closed).has(key)).map(({ linkId }) => linkId)).not.toContain(
      'all',
    )
    const copies = { ...put(NO_ANSWERS, keyOf('has', [1]), { valueBoolean: true }), groups: { g: 2 } }
    expect(keys(copies)).toEqual([keyOf('which', [1])])
    expect(fromItems(form, toItems(form, copies)).answers).toEqual(copies.answers)
  })

  it('[FORM-02~] begins with what it says, and names its circles', () => {
    const content = asked([
      { linkId: 'i', type: 'integer', text: 'i', initial: [{ valueInteger: 4 }] },
      {
        linkId: 'c',
        type: 'choice',
        text: 'c',
        answerOption: [{ ...coding('a'), initialSelected: true }, coding('b')],
      },
    ])
    expect(initialState(compile(content)).answers).toEqual({
      i: [{ valueInteger: 4 }],
      c: [{ valueCoding: { code: 'a', display: 'a' } }],
    })
    const circle = asked([
      {
        linkId: 'a',
        type: 'string',
        text: 'a',
        enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: true }],
      },
      {
        linkId: 'b',
        type: 'string',
        text: 'b',
        enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }],
      },
      { linkId: 'never', type: 'string', text: 'x', enableWhen: [{ question: 'zz', operator: '=', answerString: '' }] },
    ])
    expect(problemsOf(circle).map(({ code, linkId }) => `${code} ${linkId}`)).toEqual([
      'whenUnknown never',
      'whenCircle a',
      'whenCircle b',
    ])
    expect([...enabledOf(compile(circle), NO_ANSWERS).keys()]).toEqual([])
    for (const junk of [
      null,
      1,
      'x',
      [],
      {},
      { resourceType: 'Questionnaire', item: 5 },
      { resourceType: 'Questionnaire', item: [null] },
    ])
      expect(() => problemsOf(junk)).not.toThrow()
    // What never comes to rest is told, whatever evaluates it.
    const growing = asked([
      {
        linkId: 'x',
        type: 'integer',
        text: 'x',
        extension: [{ url: urls.calculated, valueExpression: { language: 'text/fhirpath', expression: 'x' } }],
      },
    ])
    let n = 0
    expect(calculate(compile(growing), NO_ANSWERS, () => [++n]).fault).toEqual({ code: 'loop', linkIds: ['x'] })
  })
})

describe('what answers come to', () => {
  it('[FORM-03~] every shared questionnaire is read, scored and judged by its own cut-offs', () => {
    for (const file of readdirSync(folder)) {
      const content = shared(file)
      expect([file, problemsOf(content), cutoffsOf(content) !== null]).toEqual([file, [], true])
      const form = compile(content)
      const all = form.scored.reduce(
        (state, { linkId, choices }) => withAnswer(state, linkId, [choices.at(-1)?.option ?? {}]),
        NO_ANSWERS,
      )
      const enabled = enabledOf(form, all)
      const score = scoreOf(form, enabled, all)
      expect([file, score?.value, score?.missing]).toEqual([file, score?.most, 0])
      const one = withAnswer(all, form.scored[0]?.linkId ?? '', [])
      expect([scoreOf(form, enabled, one)?.missing, meaningOf(content, scoreOf(form, enabled, one), 'female')]).toEqual(
        [1, null],
      )
      expect(meaningOf(content, score, 'female')).not.toBeNull()
    }
    expect(meaningOf(shared('audit-c.json'), { value: 3, most: 12, missing: 0 }, null)).toMatchObject({
      kind: 'bySex',
      over: true,
    })
    expect(meaningOf(shared('audit-c.json'), { value: 2, most: 12, missing: 0 }, null)).toMatchObject({
      kind: 'negative',
    })
  })

  it('[FORM-03~] the ninth question of PHQ-9 tells of danger, also in a copy that nobody has marked', () => {
    const form = compile(shared('phq-9.json'))
    const ninth = form.byId.get('q9')
    const first = withAnswer(NO_ANSWERS, 'q1', [form.byId.get('q1')?.choices[3]?.option ?? {}])
    expect(dangersOf(form, enabledOf(form, first), first)).toEqual([])
    const state = withAnswer(first, 'q9', [ninth?.choices[1]?.option ?? {}])
    expect(dangersOf(form, enabledOf(form, state), state)).toEqual(['q9'])
    const zero = withAnswer(first, 'q9', [ninth?.choices[0]?.option ?? {}])
    expect(dangersOf(form, enabledOf(form, zero), zero)).toEqual([])
    // Another questionnaire of nine questions is none.
    const other = compile({ ...shared('phq-9.json'), name: 'OTHER', url: 'x', id: 'x' })
    expect(dangersOf(other, enabledOf(other, state), state)).toEqual([])
  })

  it('[FORM-03~] cut-offs that cannot be read, or say two things of one score, keep it from being published', () => {
    const banded = (valueString: string) =>
      problemsOf(
        asked([{ linkId: 'a', type: 'boolean', text: 'a' }], { extension: [{ url: urls.bands, valueString }] }),
      ).map(({ code }) => code)
    expect(banded('[[0,4,"低"],[5,null,"高"]]')).toEqual([])
    expect(banded('{"positive_if_any":1}')).toEqual([])
    for (const text of ['', '[', '[null]', '{}', '[["a",2,"x"]]']) expect(banded(text)).toEqual(['bandsUnreadable'])
    for (const text of ['[[0,5,"低"],[5,9,"高"]]', '[[0,null,"低"],[5,9,"高"]]', '[[4,0,"低"]]'])
      expect(banded(text)).toEqual(['bandsOverlap'])
  })

  it('[FORM-03~] a text is said in the language it has', () => {
    const item = {
      text: '題',
      _text: {
        extension: [
          {
            url: urls.translation,
            extension: [
              { url: 'lang', valueCode: 'en' },
              { url: 'content', valueString: 'Q' },
            ],
          },
        ],
      },
    }
    expect([textOf(item, 'text', 'en'), textOf(item, 'text', 'zh-TW'), textOf(item, 'text', 'zh-CN')]).toEqual([
      'Q',
      '題',
      '題',
    ])
  })
})
