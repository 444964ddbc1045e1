import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import type { FormView, QuestionnaireDetail } from '@teleward/contract/forms/schema.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { away, chen, clinic, far, kao, lin, openDesk, signIn } from '../appointments/booking-fixture.ts'
import { type Scope, sql } from '../platform/db/index.ts'
import {
  answered,
  api,
  choose,
  form,
  holder,
  imported,
  list,
  published,
  put,
  results,
  send,
  shared,
  small,
  soon,
  notificationsOf,
} from './fixture.ts'

beforeAll(openDesk)
afterAll(() => clinic.close())

describe('filling in', () => {
  it('[FORM-02] is validated in words of the question, branches, is scored, and belongs to the version that was sent', async () => {
    const { row } = await published(small)
    const one = (await send(row.id, { way: 'here' })).data.forms[0]?.id ?? 0
    const step = (body: object, who = chen) => put<FormView>(who, `forms/${one}`, body)
    // Half of it is kept as it is.
    const half = await step({ version: 1, step: 'save', items: choose(2) })
    expect(half.data).toMatchObject({ state: 'inProgress', version: 2, score: null })
    expect((await step({ version: 1, step: 'save', items: choose(0) })).code).toBe('VERSION_STALE')
    expect((await step({ version: 2, step: 'submit', items: [] })).code).toBe('ANSWER_REQUIRED')
    // The branch is open: what it asks has to be answered; closed again it is left out.
    const faults = (text: string) =>
      (JSON.parse(text) as { data: { faults: { linkId: string; fault: string }[] } }).data.faults.map(
        ({ linkId, fault }) => `${linkId} ${fault}`,
      )
    expect(faults((await step({ version: 2, step: 'submit', items: choose(2) })).text)).toEqual(['why required'])
    const long = { linkId: 'why', answer: [{ valueString: '失'.repeat(21) }] }
    const much = { linkId: 'hours', answer: [{ valueDecimal: 25 }] }
    expect(faults((await step({ version: 2, step: 'submit', items: choose(2, much, long) })).text)).toEqual([
      'hours tooLarge',
      'why tooLong',
    ])
    expect((await step({ version: 2, step: 'submit', items: choose(7) })).code).toBe('ANSWER_INVALID')
    const why = { linkId: 'why', answer: [{ valueString: '噪音' }] }
    const done = await step({ version: 2, step: 'submit', items: choose(1, why) })
    expect(done.data).toMatchObject({
      state: 'completed',
      score: { value: 1, missing: 0 },
      meaning: { text: '可' },
      answeredBy: { who: 'staff' },
    })
    expect(JSON.stringify(done.data.items)).not.toContain('噪音')
    expect((await step({ version: done.data.version, step: 'submit', items: choose(0) })).code).toBe('ILLEGAL_STEP')

    // The questionnaire goes on; what was answered stays with its version.
    const next = { ...small, item: [...small.item, { linkId: 'new', type: 'boolean', text: '新題', required: true }] }
    const detail = (await lin.get<QuestionnaireDetail>(api(`questionnaires/${row.id}`))).data
    const edited = await put<QuestionnaireDetail>(lin, `questionnaires/${row.id}`, {
      version: detail.row.version,
      content: next,
    })
    expect(edited.data.row).toMatchObject({ state: 'published', drafted: true, number: 1 })
    await lin.post(api(`questionnaires/${row.id}/publish`), { version: edited.data.row.version })
    expect((await form(one)).data).toMatchObject({
      ...{ number: 1, content: { item: { length: 3 } }, score: { value: 1 } },
      items: done.data.items,
    })
    // Amended with a reason; what was said before is kept.
    expect((await step({ version: done.data.version, step: 'amend', items: choose(2, why) })).code).toBe(
      'REASON_REQUIRED',
    )
    const amended = await step({ version: done.data.version, step: 'amend', items: choose(2, why), reason: '聽錯' })
    expect(amended.data).toMatchObject({ state: 'amended', score: { value: 2 }, meaning: { text: '需留意' } })
    expect(amended.data.history.map(({ score, reason }) => [score?.value, reason])).toEqual([
      [2, '聽錯'],
      [1, null],
    ])
    expect((await notificationsOf(one)).map(({ mid, what }) => [mid, what])).toEqual([[101, 'form.over']])

    for (const who of [away, far, kao]) expect(['NOT_FOUND', 'FORBIDDEN']).toContain((await form(one, who)).code)
    const rows = await clinic.data.db.system.read(
      sql<{ n: number }>`select count(*)::int as n from audit_log where target_kind = 'form' and pid = 201`,
    )
    expect(rows[0]?.n).toBe(4)
  })

  it('[FORM-02~] [FORM-03~] answers and questionnaires of any other shape are refused, and nothing breaks', async () => {
    const { row } = await published(small)
    const one = (await send(row.id, { way: 'here' })).data.forms[0]?.id ?? 0
    for (const items of [
      [{ linkId: 'why', answer: 5 }],
      [{ linkId: 'why', answer: [null] }],
      [{ linkId: 'why', item: [null] }],
      [{ linkId: 'why', answer: [{ valueString: 'x', item: [{ linkId: 5 }] }] }],
      [{ linkId: 'why', answer: [{ valueString: 'a\u0000b' }] }],
      [{ linkId: 'why', answer: [{ valueString: '\ud800' }] }],
    ])
      for (const step of ['save', 'submit'])
        expect((await put(chen, `forms/${one}`, { version: 1, step, items })).code).toBe('BAD_INPUT')
    expect((await form(one)).data).toMatchObject({ state: 'sent', version: 1 })
    const refused = async (content: object) => {
      const made = await lin.post<{ problems: { code: string }[] }>(api('questionnaires'), {
        content: { resourceType: 'Questionnaire', title: 'x', ...content },
      })
      return [made.code, made.data.problems.map(({ code }) => code)]
    }
    const question = { linkId: 'a', type: 'choice', text: 'a' }
    for (const bad of [
      { item: [{ ...question, answerOption: [null] }] },
      { item: [{ ...question, answerValueSet: '#x' }], contained: [null] },
      { item: [{ ...question, answerValueSet: '#x' }], contained: [{ id: 'x', compose: { include: [5] } }] },
      { item: [], extension: {} },
    ])
      expect(await refused(bad)).toEqual(['FORM_INVALID', ['malformed']])
  })

  it('[FORM-04~] no other kind of link opens a form, nor one that has lost its own; who may write to no patient sends no notice', async () => {
    const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
    const { row } = await published({ ...small, title: '別的連結' })
    const id = (await send(row.id)).data.forms[0]?.id ?? 0
    const phone = await holder()
    expect((await phone.identify()).code).toBe('OK')
    expect((await phone.form()).code).toBe('OK')
    for (const change of [sql`form_id = null`, sql`kind = 'chat'`]) {
      await run(sql`update video_link set ${change} where form_id = ${id} or (form_id is null and kind = 'form')`)
      expect((await phone.form()).code).toBe('LINK_INVALID')
      expect((await phone.say({ version: 1, step: 'save', items: choose(0) })).code).toBe('LINK_INVALID')
    }
    await run(sql`update staff_partner set doctortype = 'volunteer' where mid = 103`)
    await signIn()
    expect((await send(row.id, { way: 'notice' }, chen)).code).toBe('FORBIDDEN')
    await run(sql`update staff_partner set doctortype = 'nurse' where mid = 103`)
    await signIn()
  })

  it('[FORM-02~] expressions that loop or never end are told, and nothing hangs', async () => {
    const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression'
    const calculated = (linkId: string, expression: string) => ({
      linkId,
      type: 'integer',
      text: linkId,
      readOnly: true,
      extension: [{ url, valueExpression: { language: 'text/fhirpath', expression } }],
    })
    const number = { linkId: 'a', type: 'integer', text: 'a' }
    const circle = [
      calculated('x', "%resource.item.where(linkId = 'y').answer.value + 1"),
      calculated('y', "%resource.item.where(linkId = 'x').answer.value + 1"),
    ]
    const draft = await imported({ resourceType: 'Questionnaire', title: 'circle', item: [number, ...circle] })
    expect(draft.problems.map(({ code, linkId }) => `${code} ${linkId}`)).toEqual([
      'calculatedCircle x',
      'calculatedCircle y',
    ])
    expect((await lin.post(api(`questionnaires/${draft.row.id}/publish`), { version: 1 })).code).toBe('FORM_INVALID')

    const fine = await published({
      resourceType: 'Questionnaire',
      title: 'sum',
      item: [number, calculated('x', "%resource.item.where(linkId='a').answer.value * 2")],
    })
    const one = (await send(fine.row.id, { way: 'here' })).data.forms[0]?.id
    // What somebody writes into a calculated question is not what it says.
    const items = [
      { linkId: 'a', answer: [{ valueInteger: 21 }] },
      { linkId: 'x', answer: [{ valueInteger: 7 }] },
    ]
    const filled = await put<FormView>(chen, `forms/${one}`, { version: 1, step: 'submit', items })
    expect(filled.data.items).toContainEqual({ linkId: 'x', text: 'x', answer: [{ valueInteger: 42 }] })

    const endless = await published({
      resourceType: 'Questionnaire',
      title: 'endless',
      item: [number, calculated('x', '1.repeat($this + 1).count()')],
    })
    const other = (await send(endless.row.id, { way: 'here' })).data.forms[0]?.id
    const submitted = await put<FormView>(chen, `forms/${other}`, { version: 1, step: 'submit', items })
    expect([submitted.code, JSON.stringify(submitted.data.items)]).toEqual(['OK', expect.not.stringContaining('"x"')])
  })

  it('[FORM-03~] a positive last answer of PHQ-9 is told at once, also half-filled and whatever the sum, until somebody has looked after it', async () => {
    // As it came from outside: without a mark of the house's own.
    const { row } = await published(shared('phq-9'))
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into crm_case (partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, owner_mid, assigned_from, assigned_to, assigned_at, updated_at)
        values (1, 2, 201, 'x', 'other', 'phone', 103, now(), 103, 103, 103, now(), now())`),
    )
    const one = (await send(row.id)).data.forms[0]?.id ?? 0
    const line = await chen.line()
    const patient = await holder()
    await patient.call('POST', '/open')
    await patient.identify()
    const content = (await patient.form()).data.content as unknown as Questionnaire
    const ninth = answered(content, [0, 0, 0, 0, 0, 0, 0, 0, 1]).slice(8)
    const saved = await patient.say({ version: 2, step: 'save', items: ninth })
    expect([saved.code, saved.data.danger]).toEqual(['OK', true])
    await line.waitFor('form.answered', (payload) => payload.id === one && payload.danger === true)
    // Who asked, and who has the member's open case.
    expect(await notificationsOf(one)).toEqual([
      { mid: 101, what: 'form.danger' },
      { mid: 103, what: 'form.danger' },
    ])
    // Taken back it stays told; once.
    await patient.say({
      version: saved.data.version,
      step: 'save',
      items: answered(content, [0, 0, 0, 0, 0, 0, 0, 0, 0]),
    })
    expect(await notificationsOf(one)).toHaveLength(2)
    const seen = (await form(one)).data
    expect(seen.danger).toMatchObject({ linkIds: ['q9'], attended: null })
    expect(seen.danger?.told.map(({ mid }) => mid).toSorted()).toEqual([101, 103])
    expect((await results(row.id, '?score=danger')).data.map(({ id }) => id)).toEqual([one])
    expect((await list()).data[0]).toMatchObject({ id: row.id, unattended: 1 })
    for (const said of [{}, { reason: '.' }, { reason: '\u3164' }])
      expect((await put(chen, `forms/${one}`, { version: seen.version, step: 'attend', ...said })).code).toBe(
        'REASON_REQUIRED',
      )
    const attended = await put<FormView>(chen, `forms/${one}`, {
      version: seen.version,
      step: 'attend',
      reason: '已電話聯絡',
    })
    expect(attended.data.danger?.attended).toMatchObject({ note: '已電話聯絡', by: { mid: 103 } })
    expect((await list()).data.find(({ id }) => id === row.id)).toMatchObject({ unattended: 0 })
    // What turns dangerous after somebody looked after it is told anew.
    const say = async (weight: number) => {
      const { version } = (await patient.form()).data
      return patient.say({ version, step: 'save', items: answered(content, [0, 0, 0, 0, 0, 0, 0, 0, weight]) })
    }
    expect([(await say(0)).code, (await notificationsOf(one)).length]).toEqual(['OK', 2])
    expect([(await say(3)).code, (await notificationsOf(one)).length]).toEqual(['OK', 4])
    expect((await form(one)).data.danger?.attended).toBeNull()

    // Past the policies, and for nobody else: who is told of whom, and what closes.
    const asks = (over: Partial<Scope>, of = 201) =>
      clinic.data.db.tx(
        {
          kind: 'staff',
          mid: 103,
          partnerId: 1,
          unitIds: [2],
          pid: null,
          qid: null,
          'form.collect': 'y',
          'form.build': 'y',
          ...over,
        },
        async (tx) => [
          (await tx.many(sql`select t.mid from app_form_told(${of}::int, 2, 101) t`)).length,
          (await tx.many(sql`select w.id from app_forms_withdraw(${row.id}::int, 1) w`)).length,
        ],
      )
    for (const over of [
      { 'form.collect': '-', 'form.build': '-' },
      { unitIds: [3], 'form.build': 'o' },
      { partnerId: 32 },
      { kind: 'link', mid: null, unitIds: [], pid: 202 },
    ] as Partial<Scope>[])
      expect(await asks(over), JSON.stringify(over)).toEqual([0, 0])
    expect(await asks({ 'form.build': '-' }, 299)).toEqual([0, 0])
    expect(await asks({ kind: 'link', mid: null, unitIds: [], pid: 201 })).toEqual([2, 0])
    expect(await asks({})).toEqual([2, 1])
  })
})

describe('by a link', () => {
  it('[FORM-04] the patient answers on the phone; half of it survives, twice is told, and what closes keeps what is there', async () => {
    const { row } = await published({ ...small, title: '睡眠' })
    const one = (await send(row.id, { released: true })).data.forms[0]?.id ?? 0
    const patient = await holder()
    expect(patient.body).toContain('睡眠')
    const before = await patient.call<LinkView>('GET', '')
    expect(before.data).toMatchObject({ kind: 'form', step: 'start', visit: null })
    expect(before.text).not.toMatch(/睡眠|林書妍|吳/)
    expect((await patient.form()).code).toBe('UNAUTHENTICATED')
    expect((await form(one)).data.state).toBe('sent')
    await patient.call('POST', '/open')
    await patient.identify()
    expect((await patient.form()).data).toMatchObject({
      state: 'opened',
      items: [],
      askedBy: { name: '林書妍' },
      danger: false,
    })
    const half = (await patient.say({ version: 2, step: 'save', items: choose(0) })).data
    expect([half.state, (await form(one)).data.answeredBy?.who]).toEqual(['inProgress', 'patient'])
    // Another phone, later: where it was left.
    const again = await holder()
    await again.identify()
    expect((await again.form()).data.items).toMatchObject([{ linkId: 'sleep' }])
    // Staff write meanwhile: what the page had is refused, and it is told what is there.
    const stale = await again.say({ version: 1, step: 'save', items: [] })
    expect([stale.code, (stale.data as unknown as { items: object[] }).items]).toEqual([
      'VERSION_STALE',
      [expect.objectContaining({ linkId: 'sleep' })],
    ])
    const proxy = { name: '吳女兒', relation: '女兒' }
    const items = choose(1)
    const sent = await again.say({ version: half.version, step: 'submit', items, proxy })
    expect(sent.data).toMatchObject({ state: 'completed', score: { value: 1 }, meaning: { text: '可' }, proxy })
    // The answer was lost on the way: the same again is the same, another one is told.
    expect((await again.say({ version: half.version, step: 'submit', items, proxy })).data).toMatchObject({
      state: 'completed',
      version: sent.data.version,
    })
    expect((await again.say({ version: half.version, step: 'submit', items: choose(0) })).code).toBe('ILLEGAL_STEP')
    expect((await form(one)).data).toMatchObject({
      state: 'completed',
      score: { value: 1 },
      answeredBy: { who: 'proxy', name: '吳女兒' },
      history: [{ number: 1 }],
    })

    // Withdrawn while it is answered: it says so, and keeps what is there.
    const second = (await send(row.id)).data.forms[0]?.id ?? 0
    const other = await holder()
    await other.identify()
    const version = (await other.form()).data.version
    await other.say({ version, step: 'save', items: choose(0) })
    const detail = (await lin.get<QuestionnaireDetail>(api(`questionnaires/${row.id}`))).data
    await put(lin, `questionnaires/${row.id}`, { version: detail.row.version, retire: 'stop' })
    expect((await other.say({ version: version + 1, step: 'submit', items: choose(0) })).code).toBe('FORM_RETIRED')
    expect((await other.form()).data).toMatchObject({ state: 'expired', withdrawn: true, items: [{ linkId: 'sleep' }] })
    expect((await form(second)).data).toMatchObject({ state: 'expired', items: [{ linkId: 'sleep' }] })

    // The end time: the same.
    const third = await published(small)
    const last = (await send(third.row.id, { endAt: soon(1) })).data.forms[0]?.id ?? 0
    const late = await holder()
    await late.identify()
    const opened = (await late.form()).data.version
    await late.say({ version: opened, step: 'save', items: choose(0) })
    clinic.clock.advance(2 * 86_400_000)
    await signIn()
    await late.identify()
    expect((await late.say({ version: opened + 1, step: 'submit', items: choose(0) })).code).toBe('FORM_CLOSED')
    expect((await late.form()).data).toMatchObject({ state: 'expired', withdrawn: false, items: [{ linkId: 'sleep' }] })
    expect((await form(last)).data.items).toHaveLength(1)
  })
})
