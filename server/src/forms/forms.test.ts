import { readdirSync } from 'node:fs'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import type { FormView, QuestionnaireDetail, Summary } from '@teleward/contract/forms/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { away, chen, clinic, far, kao, lin, openDesk } from '../appointments/booking-fixture.ts'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import {
  answered,
  api,
  choose,
  imported,
  list,
  published,
  put,
  results,
  send,
  shared,
  small,
  standard,
  notificationsOf,
} from './fixture.ts'

beforeAll(openDesk)
afterAll(() => clinic.close())

describe('questionnaires', () => {
  it('[FORM-01] are built, published as a version, sent to members, collected, reminded of once; results are spread by question and exported', async () => {
    const draft = await imported(small)
    expect(draft.row).toMatchObject({
      state: 'draft',
      number: null,
      questions: 3,
      title: '<script>alert(1)</script>睡眠',
    })
    expect((await send(draft.row.id)).code).toBe('FORM_EMPTY')
    // Two people build at once: the second is told.
    const saved = await put<QuestionnaireDetail>(lin, `questionnaires/${draft.row.id}`, {
      version: 1,
      content: { ...small, title: '睡眠' },
    })
    expect([saved.code, saved.data.row.title]).toEqual(['OK', '睡眠'])
    expect((await put(lin, `questionnaires/${draft.row.id}`, { version: 1, content: small })).code).toBe(
      'VERSION_STALE',
    )
    const done = await lin.post<QuestionnaireDetail>(api(`questionnaires/${draft.row.id}/publish`), {
      version: saved.data.row.version,
    })
    expect(done.data).toMatchObject({
      row: { state: 'published', number: 1, drafted: false },
      versions: [{ number: 1 }],
      problems: [],
    })
    const { id } = done.data.row

    // Who builds and who collects: a nurse sends and builds nothing, an agent has neither, another institution sees none of it.
    expect((await chen.post(api('questionnaires'), { content: small })).code).toBe('FORBIDDEN')
    expect((await list(kao)).code).toBe('FORBIDDEN')
    expect((await list(far)).data.map((row) => row.kind)).not.toContain('own')
    expect((await far.get(api(`questionnaires/${id}`))).code).toBe('NOT_FOUND')

    expect((await send(id, { pids: [] })).code).toBe('RECIPIENT_REQUIRED')
    expect((await send(id, { endAt: undefined })).code).toBe('END_TIME_REQUIRED')
    expect((await send(id, { endAt: '2020-01-01T00:00:00Z' })).code).toBe('SEND_TIME_PAST')
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member set mobile = null where pid = 306`))
    const sent = await send(id, { pids: [301, 302, 303, 304, 305, 306, 999] }, chen)
    expect(sent.data.forms.map(({ pid }) => pid)).toEqual([301, 302, 303, 304, 305])
    expect(sent.data.failed.map(({ pid, code }) => [pid, code])).toEqual([
      [999, 'NOT_FOUND'],
      [306, 'NO_CHANNEL'],
    ])
    expect((await send(id, { pids: [306] })).code).toBe('NO_CHANNEL')
    const here = (await send(id, { pids: [306], way: 'here' })).data.forms[0]
    expect(here?.pid).toBe(306)

    const fill = async (cmsf: number | undefined, code: number, ...more: object[]) =>
      put<FormView>(chen, `forms/${cmsf}`, { version: 1, step: 'submit', items: choose(code, ...more) })
    for (const [at, one] of sent.data.forms.slice(0, 4).entries()) {
      const why = at === 3 ? [{ linkId: 'why', answer: [{ valueString: '=失眠' }] }] : []
      expect(
        (await fill(one.id, at === 3 ? 2 : 0, { linkId: 'hours', answer: [{ valueDecimal: 5 + at }] }, ...why)).code,
      ).toBe('OK')
    }
    // Fewer than five people are not broken down.
    expect((await lin.get<Summary>(api(`questionnaires/${id}/summary`))).data).toMatchObject({
      answered: 4,
      shown: false,
      questions: [],
    })
    expect((await fill(here?.id, 1)).code).toBe('OK')
    const summary = (await lin.get<Summary>(api(`questionnaires/${id}/summary`))).data
    expect(summary).toMatchObject({
      number: 1,
      answered: 5,
      shown: true,
      scores: { mean: 0.6, median: 0, least: 0, most: 2 },
    })
    expect(summary.bands.map(({ text, count }) => [text, count])).toEqual([
      ['可', 4],
      ['需留意', 1],
    ])
    expect(summary.questions[0]?.options).toEqual([
      { text: '好', count: 3 },
      { text: '普通', count: 1 },
      { text: '差', count: 1 },
    ])
    expect(summary.questions[1]?.numbers).toEqual({ mean: 6.5, median: 6.5, least: 5, most: 8 })

    const rows = await results(id)
    expect(rows.data).toHaveLength(6)
    expect((await results(id, '?state=open')).data.map(({ pid }) => pid)).toEqual([305])
    expect((await results(id, '?score=over')).data.map(({ pid, meaning }) => [pid, meaning?.text])).toEqual([
      [304, '需留意'],
    ])
    expect((await results(id, '', far)).code).toBe('NOT_FOUND')
    expect((await results(id, '', away)).data).toEqual([])
    // Whoever sent it is told of a score over the cut-off, and not of what they wrote themselves.
    const over = rows.data.find(({ pid }) => pid === 304)
    expect((await notificationsOf(over?.id ?? 0)).map(({ what }) => what)).toEqual([])
    // Whoever has not answered is reminded, and once.
    const remind = () => lin.post<{ sent: number }>(api(`questionnaires/${id}/reminders`), {})
    expect([(await remind()).data.sent, (await remind()).data.sent]).toEqual([1, 0])

    const sheet = await lin.request(api(`questionnaires/${id}/answersheet`), {})
    const cells = JSON.stringify(await readXlsx(Buffer.from(await sheet.arrayBuffer())))
    for (const word of ['睡得好嗎？', '睡幾小時？', '病人304', '=失眠', '差']) expect(cells).toContain(word)
    const file = await lin.request(api(`questionnaires/${id}/results?format=xlsx`), {})
    const listed = JSON.stringify(await readXlsx(Buffer.from(await file.arrayBuffer())))
    for (const word of ['病人304', '已完成', '依區間', '需留意']) expect(listed).toContain(word)
    expect((await list()).data.find((row) => row.id === id)).toMatchObject({ sent: 6, answered: 5, over: 1 })

    // Retired: nothing new goes out, open ones can be finished.
    const version = (await lin.get<QuestionnaireDetail>(api(`questionnaires/${id}`))).data.row.version
    expect(
      (await put<QuestionnaireDetail>(lin, `questionnaires/${id}`, { version, retire: 'finish' })).data.row.state,
    ).toBe('retired')
    expect((await send(id)).code).toBe('FORM_RETIRED')
    expect((await fill(sent.data.forms[4]?.id, 0)).code).toBe('OK')
  })

  it('[FORM-01~] statistics count people, and say yes, no, other words and copies of a group; the file says what it holds', async () => {
    const content = {
      resourceType: 'Questionnaire',
      title: '統計',
      item: [
        { linkId: 'yes', type: 'boolean', text: '抽菸？' },
        {
          linkId: 'open',
          type: 'open-choice',
          text: '哪裡痛？',
          answerOption: [{ valueCoding: { code: '1', display: '頭' } }, { valueCoding: { code: '2', display: '頭' } }],
        },
        {
          linkId: 'g',
          type: 'group',
          text: '藥',
          repeats: true,
          item: [{ linkId: 'dose', type: 'integer', text: '劑量' }],
        },
      ],
    }
    const { row } = await published(content)
    const said = (yes: boolean, open: object, ...doses: number[]) => [
      { linkId: 'yes', answer: [{ valueBoolean: yes }] },
      { linkId: 'open', answer: [open] },
      ...doses.map((dose) => ({ linkId: 'g', item: [{ linkId: 'dose', answer: [{ valueInteger: dose }] }] })),
    ]
    const fill = async (pid: number, items: object[]) => {
      const one = (await send(row.id, { pids: [pid], way: 'here' })).data.forms[0]
      expect((await put(lin, `forms/${one?.id}`, { version: 1, step: 'submit', items })).code).toBe('OK')
    }
    const summary = async () => (await lin.get<Summary>(api(`questionnaires/${row.id}/summary`))).data
    for (const pid of [301, 301, 302, 303, 304])
      await fill(pid, said(true, { valueCoding: { code: '2', display: '頭' } }, 1, 3))
    // Five answers, and four people.
    expect(await summary()).toMatchObject({ answered: 5, people: 4, shown: false, questions: [] })
    await fill(305, said(false, { valueString: '肚子' }, 2))
    const { answered, counted, people, questions } = await summary()
    expect([answered, counted, people]).toEqual([6, 6, 5])
    expect(questions.map(({ options, numbers }) => [options.map(({ text, count }) => [text, count]), numbers])).toEqual(
      [
        [
          [
            ['是', 5],
            ['否', 1],
          ],
          null,
        ],
        [
          [
            ['頭', 0],
            ['頭', 5],
            ['其他', 1],
          ],
          null,
        ],
        [[], { mean: 2, median: 2, least: 1, most: 3 }],
      ],
    )
    const sheet = await lin.request(api(`questionnaires/${row.id}/answersheet`), {})
    const cells = JSON.stringify(await readXlsx(Buffer.from(await sheet.arrayBuffer())))
    for (const word of ['"是"', '"否"', '肚子', '1; 3']) expect(cells).toContain(word)
    expect(cells).not.toContain('"true"')
  })

  it('[FORM-03] standard instruments come scored, with cut-offs in words; FHIR goes in and out without loss', async () => {
    const shipped = (await list(lin, '?kind=standard')).data
    expect(shipped.map(({ title }) => title).toSorted()).toEqual([
      '廣泛性焦慮量表 (GAD-7)',
      '病人健康問卷 (PHQ-9)',
      '長者功能六面向初評',
      '飲酒習慣篩檢 (AUDIT-C)',
    ])
    const phq = await standard('PHQ-9')
    expect(phq).toMatchObject({ row: { state: 'published', kind: 'standard' }, may: { build: false } })
    const own = (await lin.post<QuestionnaireDetail>(api('questionnaires'), { copyOf: phq.row.id })).data
    expect([own.row.kind, own.row.state, own.draft?.item]).toEqual(['own', 'draft', phq.content?.item])
    expect(
      (await put(lin, `questionnaires/${phq.row.id}`, { version: phq.row.version, content: own.draft ?? {} })).code,
    ).toBe('FORM_PUBLISHED')

    const scored = async (name: string, pid: number, weights: number[]) => {
      const { row, content } = await standard(name)
      const one = (await send(row.id, { pids: [pid], way: 'here' })).data.forms[0]
      const items = answered(content as unknown as Questionnaire, weights)
      const filled = await put<FormView>(lin, `forms/${one?.id}`, { version: 1, step: 'submit', items })
      expect(filled.code, filled.text).toBe('OK')
      const { score, meaning } = filled.data
      return [score?.value, score?.most, meaning?.text ?? meaning?.kind, meaning?.over]
    }
    expect(await scored('PHQ-9', 301, [3, 3, 3, 3, 3, 0, 0, 0, 0])).toEqual([15, 27, '中重度', true])
    expect(await scored('PHQ-9', 301, [1, 1, 1, 1, 0, 0, 0, 0, 0])).toEqual([4, 27, '無或極輕微', false])
    expect(await scored('GAD-7', 301, [3, 3, 3, 3, 3, 0, 0])).toEqual([15, 21, '重度', true])
    // By sex: 3 is positive of women, of men 4; of whom nothing is known that is said.
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`update member set gender = 'female' where pid = 302`)
      await tx.run(sql`update member set gender = 'male' where pid = 303`)
    })
    expect(await scored('AUDIT-C', 302, [1, 1, 1])).toEqual([3, 12, 'positive', true])
    expect(await scored('AUDIT-C', 303, [1, 1, 1])).toEqual([3, 12, 'negative', false])
    expect(await scored('六面向', 301, [0, 0, 0, 0, 0, 0, 0, 1])).toEqual([1, 8, 'positive', true])

    for (const file of readdirSync(new URL('../../../contract/data/questionnaires', import.meta.url))) {
      const content = shared(file.replace('.json', ''))
      const odd = {
        ...content,
        unknownField: { deep: [1, { 空: null }] },
        contained: [{ resourceType: 'ValueSet', id: 'x' }],
      }
      const { row, draft } = await imported(odd)
      expect(draft).toEqual(odd)
      const out = await lin.post<QuestionnaireDetail>(api(`questionnaires/${row.id}/publish`), { version: row.version })
      expect({ ...out.data.content, status: content.status }).toEqual({ ...odd, status: content.status })
    }
    const refused = async (content: object) => (await lin.post(api('questionnaires'), { content })).code
    expect(await refused({ resourceType: 'Questionnaire', item: [{ linkId: 'a', type: 'nothing' }] })).toBe(
      'FORM_INVALID',
    )
    expect(
      await refused({
        resourceType: 'Questionnaire',
        item: [
          { linkId: 'a', type: 'string' },
          { linkId: 'a', type: 'string' },
        ],
      }),
    ).toBe('FORM_INVALID')
    expect(await refused({ resourceType: 'Questionnaire', title: '\u0000', item: [] })).toBe('TEXT_UNSTORABLE')
    expect(await refused({ resourceType: 'Patient' })).toBe('BAD_INPUT')
    let deep: object = { linkId: 'x', type: 'string', text: 'x' }
    for (let at = 0; at < 40; at += 1) deep = { linkId: `g${at}`, type: 'group', text: 'g', item: [deep] }
    expect(await refused({ resourceType: 'Questionnaire', item: [deep] })).toBe('FORM_INVALID')
  })
})
