import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import type { Handoff, HandoffDetail, MemberHandoff } from '@teleward/contract/handoffs/schema.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestSocket, openTestApp, until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

const PATIENT = 201
const ELSEWHERE = 202
const VISIT = 901
let testApp: TestApp
let tokens: Record<string, string>
const mid = (account: string) => testApp.mids[account] ?? 0
const token = (account: string) => tokens[account] ?? ''
const run = (statement: ReturnType<typeof sql>) => testApp.data.db.system.tx((tx) => tx.run(statement))

beforeAll(async () => {
  testApp = await openTestApp({ at: 'real' })
  // A colleague of the desk, of the kind that takes no to-dos, and an agent; and two patients, one of a unit that Dr Lin is not of.
  for (const [account, type, kind] of [
    ['cs.liu', 4, 'customer_service'],
    ['agent.kao', 7, 'agent'],
    ['case.tsai', 3, 'case_manager'],
  ] as const) {
    await run(sql`with s as (insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid),
      c as (insert into staff_credential (mid, password_hash) select s.mid, x.password_hash from s, staff_credential x where x.mid = ${mid('dr.lin')}),
      p as (insert into staff_partner (mid, partner_id, staff_type, doctortype) select mid, 1, ${type}, ${kind} from s)
      insert into staff_unit (mid, partner_id, unit_id) select mid, 1, 2 from s`)
    const [row] = await testApp.data.db.system.read(
      sql<{ mid: number }>`select mid from staff where account = ${account}`,
    )
    testApp.mids[account] = row?.mid ?? 0
  }
  await run(
    sql`insert into member (pid, member_no, name) overriding system value values (${PATIENT}, 'M-1', '吳秀鳳'), (${ELSEWHERE}, 'M-2', '遠方人')`,
  )
  await run(sql`insert into member_unit (pid, partner_id, unit_id) values (${PATIENT}, 1, 2), (${ELSEWHERE}, 1, 3)`)
  await run(sql`insert into appointment (qid, partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
    overriding system value values (${VISIT}, 1, 2, ${PATIENT}, ${mid('dr.lin')}, 'registered', 'general', 1, '2026-03-02', '2026-03-02T01:00:00Z', 1)`)
  const signed = ['dr.lin', 'dr.wang', 'nurse.chen', 'dr.far', 'dr.hua', 'cs.liu', 'case.tsai', 'agent.kao'].map(
    async (account) => [account, (await testApp.signIn(account)).token] as const,
  )
  tokens = Object.fromEntries(await Promise.all(signed))
})
afterAll(() => testApp?.stop())

const today = () => localDay(testApp.clock.now(), 'Asia/Taipei')
const api = (path: string) => `/his/api/${path}`
const give = async (by: string, body: Record<string, unknown>) => {
  const { status, body: said } = await testApp.post(api('todolist'), body, token(by))
  return { http: status, code: said.status, fields: said.fields, todo: said.data as unknown as HandoffDetail }
}
const given = async (by: string, to: string, more: Record<string, unknown> = {}) => {
  const { code, todo } = await give(by, { content: '追蹤血糖', recipientMid: mid(to), ...more })
  expect(code).toBe('OK')
  return todo
}
const rows = async (by: string, list: 'tometodolist' | 'mytodolist', query = '') => {
  const { body } = await testApp.get(`${api(list)}/${mid(by)}?${query}`, token(by))
  return { data: body.data as unknown as Handoff[], total: body.total as number }
}
const ids = async (by: string, list: 'tometodolist' | 'mytodolist', query = '') =>
  (await rows(by, list, query)).data.map(({ id }) => id)
const one = async (by: string, id: string) => {
  const { body } = await testApp.get(api(`todos/${id}`), token(by))
  return { code: body.status, todo: body.data as unknown as HandoffDetail }
}
const said = async (answer: ReturnType<TestApp['send']>) => {
  const { body } = await answer
  return { code: body.status, todo: body.data as unknown as HandoffDetail }
}
const mark = (by: string, { id, version }: Handoff, status: 0 | 1) =>
  said(testApp.send('PUT', api('todoliststatus'), { id, version, status }, token(by)))
const change = (by: string, { id, version }: Handoff, body: Record<string, unknown>) =>
  said(testApp.send('PUT', api(`todos/${id}`), { version, ...body }, token(by)))
const heard = (socket: TestSocket, type: string, id: string) =>
  socket.received.filter((event) => event.type === type && event.payload.id === id).map(({ payload }) => payload.what)

describe('a to-do that one hands to another', () => {
  it('[TODO-01~] stands in both lists with content, recipient, status, due date and patient, page and total', async () => {
    const due = addDays(today(), 2)
    const todo = await given('dr.lin', 'nurse.chen', { content: '打電話追蹤血壓', dueOn: due, pid: PATIENT })
    for (let n = 0; n < 3; n++) await given('dr.lin', 'nurse.chen', { content: `其他 ${n}` })
    const received = await rows('nurse.chen', 'tometodolist', 'pageSize=2')
    expect([received.total, received.data.length]).toEqual([4, 2])
    expect(received.data[0]).toMatchObject({
      id: todo.id,
      content: '打電話追蹤血壓',
      status: 0,
      dueOn: due,
      late: false,
      giver: { mid: mid('dr.lin') },
      recipient: { mid: mid('nurse.chen') },
      patient: { pid: PATIENT, name: '吳秀鳳' },
      patientHidden: false,
    })
    const paged = [
      ...(await ids('nurse.chen', 'tometodolist', 'pageSize=2')),
      ...(await ids('nurse.chen', 'tometodolist', 'pageSize=2&page=2')),
    ]
    expect(new Set(paged).size).toBe(4)
    expect(await ids('dr.lin', 'mytodolist', 'due=week')).toEqual([todo.id])
    expect(await ids('dr.lin', 'mytodolist', `pid=${PATIENT}`)).toEqual([todo.id])
    expect(await ids('dr.lin', 'mytodolist', `who=${mid('nurse.chen')}&due=week`)).toEqual([todo.id])
    const done = await mark('nurse.chen', todo, 1)
    expect(done.todo).toMatchObject({ status: 1, completedAt: expect.any(String) })
    expect(await ids('nurse.chen', 'tometodolist', 'status=1')).toEqual([todo.id])
    expect((await rows('nurse.chen', 'tometodolist', 'status=all')).data.at(-1)?.id).toBe(todo.id)
    expect(await ids('nurse.chen', 'tometodolist')).not.toContain(todo.id)
    expect((await mark('dr.lin', done.todo, 0)).todo).toMatchObject({ status: 0, completedAt: null })
  })

  it('[TODO-02~] reaches the recipient at once, and its completion the giver', async () => {
    const [hers, mine, others] = await Promise.all(
      ['nurse.chen', 'dr.lin', 'dr.wang'].map((who) => testApp.connect(token(who))),
    )
    if (!hers || !mine || !others) throw new Error('no lines')
    const before = ((await testApp.get(api('counts'), token('nurse.chen'))).body.data as { todo: number }).todo
    const todo = await given('dr.lin', 'nurse.chen')
    await until(() => heard(hers, 'todo.arrived', todo.id)[0] === 'new', 'the hand-off')
    expect(((await testApp.get(api('counts'), token('nurse.chen'))).body.data as { todo: number }).todo).toBe(
      before + 1,
    )
    expect(((await testApp.get(api('userinfo/3'), token('nurse.chen'))).body.data as { todo: number }).todo).toBe(
      before + 1,
    )
    const tile = (await testApp.get(api('dashboards/todos'), token('nurse.chen'))).body.data as unknown as {
      kind: string
      count: number
    }[]
    expect(tile.find(({ kind }) => kind === 'handoffs')?.count).toBe((await rows('nurse.chen', 'tometodolist')).total)
    await mark('nurse.chen', todo, 1)
    await until(() => heard(mine, 'todo.changed', todo.id).includes('completed'), 'its completion')
    expect(((await testApp.get(api('counts'), token('nurse.chen'))).body.data as { todo: number }).todo).toBe(before)
    // Nobody beside hears of it, and what is sent names no patient and no text.
    expect([...heard(others, 'todo.arrived', todo.id), ...heard(others, 'todo.changed', todo.id)]).toEqual([])
    expect(JSON.stringify(hers.received)).not.toMatch(/追蹤|吳秀鳳/)
  })

  it('[TODO-01~] says all that is missing, and takes no recipient who takes none', async () => {
    expect(await give('dr.lin', { content: '  ' })).toMatchObject({
      http: 400,
      code: 'CONTENT_REQUIRED',
      fields: [{ path: 'content' }, { path: 'recipientMid', code: 'RECIPIENT_REQUIRED' }],
    })
    const to = async (account: string, more = {}) =>
      (await give('dr.lin', { content: 'x', recipientMid: mid(account), ...more })).code
    expect(await to('cs.liu')).toBe('TODO_SERVICE_STAFF')
    expect(await to('agent.kao')).toBe('VALUE_INVALID')
    // Of another unit, another institution, in review, and nobody.
    expect(await to('dr.far')).toBe('NOT_FOUND')
    expect(await to('dr.hua')).toBe('NOT_FOUND')
    expect(await to('dr.review')).toBe('NOT_FOUND')
    expect((await give('dr.lin', { content: 'x', recipientMid: 2_000_000 })).code).toBe('NOT_FOUND')
    expect(await to('nurse.chen', { dueOn: addDays(today(), -1) })).toBe('VALUE_INVALID')
    expect((await give('dr.lin', { content: 'x'.repeat(2001), recipientMid: mid('nurse.chen') })).code).toBe(
      'BAD_INPUT',
    )
    // Service staff hand over; agents do not.
    expect((await give('cs.liu', { content: 'x', recipientMid: mid('dr.lin') })).code).toBe('OK')
    expect((await give('agent.kao', { content: 'x', recipientMid: mid('dr.lin') })).code).toBe('FORBIDDEN')
    const { body } = await testApp.get(api('todorecipients'), token('dr.lin'))
    const offered = (body.data as unknown as { people: { mid: number }[] }).people.map((each) => each.mid)
    expect(offered.toSorted()).toEqual(['dr.lin', 'dr.wang', 'nurse.chen', 'admin', 'case.tsai'].map(mid).toSorted())
  })

  it('[TODO-01~] is made once, however often it is sent', async () => {
    const before = (await rows('dr.wang', 'tometodolist')).total
    const key = { 'idempotency-key': randomUUID() }
    const body = { content: '一次', recipientMid: mid('dr.wang') }
    const answers = await Promise.all([1, 2, 3].map(() => testApp.post(api('todolist'), body, token('dr.lin'), key)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await rows('dr.wang', 'tometodolist')).total).toBe(before + 1)
  })

  it('[TODO-01~] is nobody else’s to see or to do: not by its id, nor by whose list it is', async () => {
    const todo = await given('dr.lin', 'nurse.chen', { pid: PATIENT })
    for (const stranger of ['dr.wang', 'dr.far', 'dr.hua', 'cs.liu']) {
      expect((await one(stranger, todo.id)).code, stranger).toBe('NOT_FOUND')
      expect((await mark(stranger, todo, 1)).code).toBe('NOT_FOUND')
      expect((await change(stranger, todo, { withdraw: true })).code).toBe('NOT_FOUND')
      for (const act of ['comments', 'reminders'])
        expect((await said(testApp.post(api(`todos/${todo.id}/${act}`), { text: 'x' }, token(stranger)))).code).toBe(
          'NOT_FOUND',
        )
      expect((await testApp.get(`${api('tometodolist')}/${mid('nurse.chen')}`, token(stranger))).status).toBe(404)
    }
    // The giver does not complete it, the recipient does not withdraw it or move its day.
    expect((await mark('dr.lin', todo, 1)).code).toBe('TODO_ILLEGAL_STEP')
    expect((await change('nurse.chen', todo, { withdraw: true })).code).toBe('TODO_ILLEGAL_STEP')
    expect((await change('nurse.chen', todo, { dueOn: addDays(today(), 3) })).code).toBe('TODO_ILLEGAL_STEP')
    expect((await one('dr.lin', todo.id)).todo).toMatchObject({ status: 0, version: todo.version })
  })

  it('[TODO-01~] shows no patient of other units, whoever hands it over', async () => {
    expect((await give('dr.lin', { content: 'x', recipientMid: mid('nurse.chen'), pid: ELSEWHERE })).code).toBe(
      'NOT_FOUND',
    )
    // Dr Wang is of both units, the nurse of one.
    const todo = await given('dr.wang', 'nurse.chen', { pid: ELSEWHERE })
    const hers = await one('nurse.chen', todo.id)
    expect(hers.todo).toMatchObject({ patient: null, patientHidden: true })
    expect(JSON.stringify([hers, await rows('nurse.chen', 'tometodolist')])).not.toContain('遠方人')
    expect(await ids('nurse.chen', 'tometodolist', `pid=${ELSEWHERE}`)).toEqual([])
    expect((await testApp.get(`${api('todorecipients')}?pid=${ELSEWHERE}`, token('nurse.chen'))).status).toBe(404)
    expect((await one('dr.wang', todo.id)).todo).toMatchObject({ patient: { pid: ELSEWHERE } })
  })

  it('[TODO-01~] is found by its text, its patient and the other side, and by the days it is due on', async () => {
    const [soon, later] = [addDays(today(), 11), addDays(today(), 14)]
    const call = await given('dr.wang', 'nurse.chen', { content: '回撥 100% 胰島素', pid: PATIENT, dueOn: soon })
    const hidden = await given('dr.wang', 'nurse.chen', { content: 'Insulin', pid: ELSEWHERE, dueOn: later })
    const found = (by: string, list: 'tometodolist' | 'mytodolist', query: Record<string, string>) =>
      ids(by, list, `status=all&${new URLSearchParams({ from: soon, ...query })}`)
    for (const q of ['胰島', '0% 胰', '吳秀鳳', '吳 秀', 'm-1'])
      expect(await found('nurse.chen', 'tometodolist', { q }), q).toEqual([call.id])
    expect(await found('nurse.chen', 'tometodolist', { q: 'INSU' })).toEqual([hidden.id])
    // Neither a name nor a number finds a patient whom one does not see; whoever sees them finds the to-do.
    for (const q of ['遠方人', 'M-2', '陳', '-', "' or true --"])
      expect(await found('nurse.chen', 'tometodolist', { q }), q).toEqual([])
    expect(await found('dr.wang', 'mytodolist', { q: '遠方' })).toEqual([hidden.id])
    const names = await rows('nurse.chen', 'tometodolist', `from=${soon}`)
    const giver = names.data[0]?.giver.name ?? ''
    expect((await found('nurse.chen', 'tometodolist', { q: giver })).toSorted()).toEqual(
      [call.id, hidden.id].toSorted(),
    )
    expect(await found('nurse.chen', 'tometodolist', { to: soon })).toEqual([call.id])
    expect(await found('nurse.chen', 'tometodolist', { from: addDays(soon, 1) })).toEqual([hidden.id])
    expect(await found('nurse.chen', 'tometodolist', { from: later, to: soon })).toEqual([])
    const { status } = await testApp.get(`${api('tometodolist')}/${mid('nurse.chen')}?from=heute`, token('nurse.chen'))
    expect(status).toBe(400)
  })

  it('[TODO-01~] keeps what it came from, for whom that is open, and takes its patient from there', async () => {
    const about = { kind: 'appointment', id: String(VISIT) }
    const todo = await given('dr.lin', 'nurse.chen', { about })
    expect(todo).toMatchObject({ patient: { pid: PATIENT }, about: { ...about, pid: PATIENT, qid: VISIT } })
    const { body } = await testApp.post('/his/api/note', { pid: PATIENT, qid: VISIT }, token('dr.lin'))
    const note = (body.data as { id: string }).id
    const ofNote = await given('dr.lin', 'case.tsai', { about: { kind: 'note', id: note }, pid: PATIENT })
    expect(ofNote.about).toMatchObject({ kind: 'note', id: note, qid: VISIT })
    // The record is closed to her: the to-do is hers, the note is not.
    expect((await one('case.tsai', ofNote.id)).todo).toMatchObject({ about: null, patient: { pid: PATIENT } })
    const code = async (by: string, body: object) =>
      (await give(by, { content: 'x', recipientMid: mid('nurse.chen'), ...body })).code
    expect(await code('case.tsai', { about: { kind: 'note', id: note } })).toBe('NOT_FOUND')
    expect(await code('dr.wang', { about, pid: ELSEWHERE })).toBe('FIELD_RELATED')
    for (const id of ['1e2', '0901', 'x', '99999999999', "1' or true"])
      expect(await code('dr.lin', { about: { kind: 'appointment', id } }), id).toBe('NOT_FOUND')
    for (const kind of ['note', 'case', 'message'])
      expect(await code('dr.lin', { about: { kind, id: 'x' } })).toBe('NOT_FOUND')
  })

  it('[TODO-01~] comes from a patient’s message and from an alert, for whom each is open', async () => {
    const written = await testApp.data.db.system.tx(async (tx) => {
      const { id: conversation } = await tx.one(sql<{ id: number }>`
        insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, last_seq, created_at)
        values ('patient', 1, 2, ${PATIENT}, ${PATIENT}, 1, now()) returning id`)
      const { id } = await tx.one(sql<{ id: number }>`
        insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, client_id, body, sent_at)
        values (${conversation}, 1, 1, 2, ${PATIENT}, gen_random_uuid(), '頭暈', now()) returning id`)
      return id
    })
    const alert = '4c5be0de-0000-4000-8000-0000000000a1'
    await run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, limit_value, value, raised_at, last_at)
      values (${alert}::uuid, ${PATIENT}, 1, 2, gen_random_uuid(), 'own', 'systolic', 'above', 'warning', 140, 150, now(), now())`)
    const code = async (by: string, about: object) =>
      (await give(by, { content: 'x', recipientMid: mid(by === 'dr.far' ? 'dr.wang' : 'nurse.chen'), about })).code
    const ofMessage = { kind: 'message', id: String(written) }
    expect((await given('dr.lin', 'nurse.chen', { about: ofMessage })).about).toMatchObject({
      ...ofMessage,
      pid: PATIENT,
    })
    // An alert says what was measured: it is there for whom the record is open to. [Mw9] By its unit it is found again.
    const ofAlert = { kind: 'alert', id: alert }
    expect(await code('dr.lin', ofAlert)).toBe('NOT_FOUND')
    await run(sql`insert into emergency_access (id, pid, mid, partner_id, unit_id, reason, at, until)
      values (gen_random_uuid(), ${PATIENT}, ${mid('dr.lin')}, 1, 2, '病人昏迷', now(), now() + interval '1 hour')`)
    const todo = await given('dr.lin', 'nurse.chen', { about: ofAlert })
    expect(todo).toMatchObject({ patient: { pid: PATIENT }, about: { ...ofAlert, pid: PATIENT, qid: null, unitId: 2 } })
    expect((await one('nurse.chen', todo.id)).todo).toMatchObject({ about: null, patient: { pid: PATIENT } })
    // Neither from another unit, nor by what is none, nor from what was taken back.
    for (const about of [ofMessage, ofAlert]) expect(await code('dr.far', about)).toBe('NOT_FOUND')
    for (const id of ['0', '1e2', `0${written}`, "1' or true", '999999'])
      expect(await code('dr.lin', { kind: 'message', id }), id).toBe('NOT_FOUND')
    expect(await code('dr.lin', { kind: 'alert', id: '1' })).toBe('NOT_FOUND')
    await run(sql`delete from emergency_access where pid = ${PATIENT}`)
  })

  it('[TODO-01~] [CRM-05~] leads back to the case it came from, for whom that is open', async () => {
    const { body } = await testApp.post(
      api('createSN'),
      { pid: PATIENT, title: '詢問', type: 'consultation' },
      token('case.tsai'),
    )
    const sn = String((body.data as { sn: number }).sn)
    const about = { kind: 'case', id: sn }
    const todo = await given('case.tsai', 'dr.lin', { about })
    expect(todo).toMatchObject({ patient: { pid: PATIENT }, about: { ...about, pid: PATIENT, qid: null } })
    expect((await one('dr.lin', todo.id)).todo.about).toMatchObject(about)
    const code = async (by: string, to: string, id = sn) =>
      (await give(by, { content: 'x', recipientMid: mid(to), about: { kind: 'case', id } })).code
    // Neither from another unit nor by a number that is none.
    expect(await code('dr.far', 'dr.wang')).toBe('NOT_FOUND')
    for (const id of ['1e2', `0${sn}`, '999999', "1' or true"])
      expect(await code('case.tsai', 'dr.lin', id)).toBe('NOT_FOUND')
    // Of a unit the recipient is not of: the to-do is theirs, the case is not.
    const far = await testApp.post(api('createSN'), { pid: ELSEWHERE, title: '詢問', type: 'other' }, token('dr.wang'))
    const id = String((far.body.data as { sn: number }).sn)
    const hidden = await given('dr.wang', 'nurse.chen', { about: { kind: 'case', id } })
    expect(hidden.about).toMatchObject({ id })
    expect((await one('nurse.chen', hidden.id)).todo).toMatchObject({ about: null, patientHidden: true })
    expect(await code('nurse.chen', 'dr.lin', id)).toBe('NOT_FOUND')
  })

  it('[TODO-03~] is said something on, handed on, and stays with whom it passed through to look at', async () => {
    const todo = await given('dr.lin', 'nurse.chen')
    const comment = (by: string, text: string) =>
      said(testApp.post(api(`todos/${todo.id}/comments`), { text }, token(by)))
    for (const text of [' ', '\u200b \u2800']) expect((await comment('nurse.chen', text)).code).toBe('CONTENT_REQUIRED')
    expect((await comment('nurse.chen', '病人下午才在家')).todo.lastComment).toMatchObject({ text: '病人下午才在家' })
    // A word on it makes no step stale.
    const wang = await testApp.connect(token('dr.wang'))
    expect((await change('nurse.chen', todo, {})).code).toBe('RECIPIENT_REQUIRED')
    expect((await change('nurse.chen', todo, { recipientMid: mid('cs.liu') })).code).toBe('TODO_SERVICE_STAFF')
    expect((await change('nurse.chen', todo, { recipientMid: mid('nurse.chen') })).code).toBe('VALUE_INVALID')
    expect((await change('nurse.chen', todo, { recipientMid: mid('dr.far') })).code).toBe('NOT_FOUND')
    const passed = await change('nurse.chen', todo, { recipientMid: mid('dr.wang') })
    expect(passed.todo).toMatchObject({ recipient: { mid: mid('dr.wang') }, giver: { mid: mid('dr.lin') } })
    await until(() => heard(wang, 'todo.arrived', todo.id)[0] === 'reassigned', 'the hand-off')
    expect(await ids('dr.wang', 'tometodolist')).toContain(todo.id)
    expect(await ids('nurse.chen', 'tometodolist')).not.toContain(todo.id)
    expect((await one('nurse.chen', todo.id)).code).toBe('OK')
    expect((await mark('nurse.chen', passed.todo, 1)).code).toBe('TODO_ILLEGAL_STEP')
    expect((await comment('nurse.chen', 'x')).code).toBe('TODO_ILLEGAL_STEP')
    const { todo: whole } = await one('dr.wang', todo.id)
    expect(whole.history.map(({ action, mid: by }) => [action, by])).toEqual([
      ['handedOver', mid('dr.lin')],
      ['comment', mid('nurse.chen')],
      ['reassigned', mid('nurse.chen')],
    ])
    // Who read it before is told how it stands now.
    expect(await change('dr.lin', todo, { withdraw: true })).toMatchObject({
      code: 'VERSION_STALE',
      todo: { recipient: { mid: mid('dr.wang') } },
    })
    expect((await change('dr.lin', passed.todo, { withdraw: true })).todo.status).toBe(2)
    expect((await mark('dr.wang', { ...passed.todo, version: passed.todo.version + 1 }, 1)).code).toBe(
      'TODO_ILLEGAL_STEP',
    )
  })

  it('[TODO-03~] the giver reminds, once an hour', async () => {
    const todo = await given('dr.lin', 'nurse.chen')
    const socket = await testApp.connect(token('nurse.chen'))
    const remind = (by = 'dr.lin') => said(testApp.post(api(`todos/${todo.id}/reminders`), {}, token(by)))
    expect((await remind('nurse.chen')).code).toBe('TODO_ILLEGAL_STEP')
    const answers = await Promise.all([remind(), remind(), remind()])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['OK', 'RATE_LIMITED', 'RATE_LIMITED'])
    await until(() => heard(socket, 'todo.arrived', todo.id).includes('reminder'), 'the reminder')
    const ago = (minutes: number) =>
      run(sql`update handoff set reminded_at = now() - ${minutes} * interval '1 minute' where id = ${todo.id}::uuid`)
    await ago(59)
    expect((await remind()).code).toBe('RATE_LIMITED')
    await ago(61)
    expect((await remind()).code).toBe('OK')
  })

  it('[TODO-03~] the open ones of a patient are told to readers of the record, the closed record’s to their own sides alone', async () => {
    await run(sql`insert into member (pid, member_no, name) overriding system value values (203, 'M-3', '張振國')`)
    await run(sql`insert into member_unit (pid, partner_id, unit_id) values (203, 1, 2)`)
    const todo = await given('dr.lin', 'nurse.chen', { pid: 203, content: '安排心電圖' })
    await said(testApp.post(api(`todos/${todo.id}/comments`), { text: '祕密的留言' }, token('nurse.chen')))
    const done = await given('dr.lin', 'nurse.chen', { pid: 203, content: '已經做完' })
    await mark('nurse.chen', done, 1)
    const seen = async (by: string) => {
      const { status, body } = await testApp.get(api('membertodos/203'), token(by))
      return status === 200 ? (body.data as unknown as MemberHandoff[]) : status
    }
    expect(await seen('dr.wang')).toEqual([])
    expect(await seen('nurse.chen')).toMatchObject([{ id: todo.id, own: true }])
    expect([await seen('dr.far'), await seen('dr.hua')]).toEqual([404, 404])
    await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, given_by, starts_at, at)
      values (${randomUUID()}::uuid, 1, 2, 203, 'record', 'active', '1', 'patient', now() - interval '1 day', now())`)
    expect(await seen('dr.wang')).toMatchObject([{ id: todo.id, own: false, content: '安排心電圖' }])
    expect(JSON.stringify(await seen('dr.wang'))).not.toContain('祕密')
    // Whoever reads no records sees their own alone.
    expect(await seen('cs.liu')).toEqual([])
    expect((await one('dr.wang', todo.id)).code).toBe('NOT_FOUND')
  })

  it('[TODO-01~] whose day is over is told to both sides once, and stands first', async () => {
    const [hers, mine] = [await testApp.connect(token('nurse.chen')), await testApp.connect(token('dr.lin'))]
    const late = await given('dr.lin', 'nurse.chen', { dueOn: addDays(today(), 1), content: '今天要做' })
    const moved = await given('dr.lin', 'nurse.chen', { dueOn: addDays(today(), 1), content: '改期' })
    expect((await change('dr.lin', moved, { dueOn: null })).todo.dueOn).toBeNull()
    // Two days later, as far as these two know.
    const twoDaysOn = async () => {
      await run(sql`update handoff set due_on = due_on - 2 where id in (${late.id}::uuid, ${moved.id}::uuid)`)
      await run(sql`update timer set due_at = now() where kind = 'handoff.due' and key in (${late.id}, ${moved.id})`)
      await testApp.app.deps.timers.runDue()
    }
    const waits = await testApp.data.db.system.read(sql<{ key: string; at: Date }>`select key, due_at as at from timer
      where kind = 'handoff.due' and key in (${late.id}, ${moved.id})`)
    // At the midnight after its day, by the institution's clock.
    expect(
      waits.map(({ key, at }) => [
        key,
        localDay(new Date(at.getTime() - 1), 'Asia/Taipei'),
        localDay(at, 'Asia/Taipei'),
      ]),
    ).toEqual([[late.id, late.dueOn, addDays(late.dueOn ?? '', 1)]])
    await twoDaysOn()
    for (const socket of [hers, mine])
      await until(() => heard(socket, 'todo.changed', late.id).includes('late'), 'that it is late')
    // As after a process that died between the word and the end of its timer.
    await run(sql`insert into timer (kind, key, due_at) values ('handoff.due', ${late.id}, now())`)
    await testApp.app.deps.timers.runDue()
    const after = await given('dr.lin', 'nurse.chen')
    await until(() => heard(hers, 'todo.arrived', after.id).length > 0, 'what came after it')
    expect(heard(hers, 'todo.changed', late.id).filter((what) => what === 'late')).toHaveLength(1)
    expect(heard(hers, 'todo.changed', moved.id)).not.toContain('late')
    const { data } = await rows('nurse.chen', 'tometodolist')
    expect(data[0]).toMatchObject({ id: late.id, late: true })
    expect(await ids('nurse.chen', 'tometodolist', 'due=late')).toEqual([late.id])
    const { todo } = await one('dr.lin', late.id)
    expect(todo.history.at(-1)).toMatchObject({ action: 'late', mid: null })
  })

  it('[TODO-01~] [MEMB-05~] the database alone rewrites nothing, and forges nobody’s word', async () => {
    const todo = await given('dr.lin', 'nurse.chen')
    const scope = {
      kind: 'staff',
      mid: mid('nurse.chen'),
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': 'y',
      'appointment.read': 'y',
    } as const
    const as = (who: string, statement: ReturnType<typeof sql>) =>
      testApp.data.db.tx({ ...scope, mid: mid(who) }, (tx) => tx.run(statement)).then(String, () => 'refused')
    expect(
      await as('dr.wang', sql`update handoff set status = 1, completed_at = now() where id = ${todo.id}::uuid`),
    ).toBe('0')
    expect(
      await as('dr.lin', sql`update handoff set status = 1, completed_at = now() where id = ${todo.id}::uuid`),
    ).toBe('refused')
    expect(await as('nurse.chen', sql`update handoff set status = 2 where id = ${todo.id}::uuid`)).toBe('refused')
    expect(await as('nurse.chen', sql`update handoff set content = 'x' where id = ${todo.id}::uuid`)).toBe('refused')
    const due = sql`update handoff set due_on = '2099-01-01' where id = ${todo.id}::uuid`
    expect([await as('nurse.chen', due), await as('dr.lin', due)]).toEqual(['refused', '1'])
    const word = (by: string, as_: string) =>
      as(
        by,
        sql`insert into handoff_event (handoff_id, partner_id, at, mid, action, text)
      values (${todo.id}::uuid, 1, now(), ${mid(as_)}, 'comment', 'x')`,
      )
    expect([await word('nurse.chen', 'dr.lin'), await word('dr.wang', 'dr.wang')]).toEqual(['refused', 'refused'])
    expect(
      await as(
        'dr.wang',
        sql`insert into handoff (id, partner_id, giver_mid, recipient_mid, content, created_at, updated_at)
      values (${randomUUID()}::uuid, 1, ${mid('dr.lin')}, ${mid('nurse.chen')}, 'x', now(), now())`,
      ),
    ).toBe('refused')
  })
})
