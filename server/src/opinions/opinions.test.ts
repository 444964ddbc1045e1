import { randomUUID } from 'node:crypto'
import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import type { Opinion, OpinionDetail } from '@teleward/contract/opinions/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { INVITED, INVITER, openWard, OTHER, PATIENT, type Ward } from './fixture.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward?.testApp.stop())

const api = (path: string) => `/his/api/${path}`
const today = () => localDay(ward.testApp.clock.now(), 'Asia/Taipei')
const asked = async (more: Record<string, unknown> = {}) => {
  const { code, opinion } = await ward.invite(more)
  expect(code).toBe('OK')
  return opinion
}
const list = async (by: string, query = '') => {
  const { body } = await ward.testApp.get(`${api('opinions')}?${query}`, ward.token(by))
  return { rows: body.data as unknown as Opinion[], total: body.total as number, code: body.status }
}
const kinds = ({ shown }: OpinionDetail) =>
  (shown ?? []).map((one) =>
    one.kind === 'note'
      ? (one.note?.content.s ?? null)
      : one.kind === 'file'
        ? (one.file?.name ?? null)
        : one.values.map(({ value }) => value),
  )
const SHOWN = ['主訴0', 'f0.png', [62, 63, 64]]
const addresses = async (by: string, file: string) =>
  (await ward.testApp.post(api(`files/${file}/addresses`), {}, ward.token(by))).status

describe('a doctor asks another for an opinion', () => {
  it('[OPIN-02~] shows exactly the records that were picked, in place, and nothing else of the patient anywhere', async () => {
    const opinion = await asked()
    expect(kinds(opinion)).toEqual(SHOWN)
    const { opinion: his } = await ward.read(INVITED, opinion.id)
    expect(kinds(his)).toEqual(SHOWN)
    expect(his).toMatchObject({ side: 'invited', patient: null, asleep: false, records: 3 })
    expect(his.shared).toEqual({ name: null, nameEn: null, gender: 'female', age: expect.any(Number) })
    expect(JSON.stringify(his)).not.toMatch(/吳秀鳳|A223456527|M-1|主訴1|主訴2|f1\.png/)
    // What a picture of the note shows, and not which file it is.
    expect(his.shown).toMatchObject([{ note: { content: { o: '[皮膚]', copied: [{ text: '[皮膚]' }] } } }, {}, {}])
    expect(await addresses(INVITED, ward.files[0])).toBe(200)
    expect(await addresses(INVITED, ward.files[1])).toBe(404)
    // Lists, searches, counts and the patient answer as if there were nobody.
    const calls: [string, Record<string, unknown>][] = [
      ['getEmrData', { pid: PATIENT, qid: 0 }],
      ['fetchMRHistory', { pid: PATIENT }],
      ['syncMedicalFile', { pid: PATIENT }],
      ['mrnotedata', { qid: 901, noteId: ward.notes[0] }],
    ]
    for (const [path, body] of calls)
      expect((await ward.testApp.post(api(path), body, ward.token(INVITED))).status, path).toBe(404)
    for (const path of [`noteversions/${ward.notes[0]}`, `measurements/${PATIENT}`, `notes/${PATIENT}/1`])
      expect((await ward.testApp.get(api(path), ward.token(INVITED))).status, path).toBe(404)
    expect((await list(INVITED, `pid=${PATIENT}`)).code).toBe('NOT_FOUND')
    expect((await list(INVITED, `tab=record&pid=${PATIENT}`)).code).toBe('NOT_FOUND')
    // To be looked at alone: nothing of it is changed, and nothing is said of it.
    const change = { action: 'change', version: 1, name: 'x.png' }
    expect((await ward.testApp.send('PUT', api(`files/${ward.files[0]}`), change, ward.token(INVITED))).status).toBe(
      404,
    )
    await ward.put(INVITER, opinion.id, { action: 'withdraw', version: his.version })
  })

  it('[OPIN-02~] is held by the policies as well, row by row, and by its state', async () => {
    const opinion = await asked()
    const scope = (rights: Record<string, string> = {}) => ({
      ...{ kind: 'staff' as const, mid: ward.mid(INVITED), partnerId: 1, unitIds: [3], pid: null, qid: null },
      ...{ 'emr.read': 'y', 'appointment.read': 'y', 'monitor.read': 'y', 'file.read': 'y', 'opinion.use': 'y' },
      ...rights,
    })
    const seen = async (of = scope()) => {
      const n = async (table: string) =>
        (
          await ward.testApp.data.db.read(
            of as never,
            sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`,
          )
        )[0]?.n
      return Promise.all(
        ['note', 'note_version', 'medical_file', 'reading', 'member', 'appointment', 'diagnosis', 'opinion_record'].map(
          n,
        ),
      )
    }
    expect(await seen()).toEqual([1, 1, 1, 3, 0, 0, 0, 3])
    expect(await seen(scope({ 'opinion.use': '-' }))).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    await ward.put(INVITER, opinion.id, { action: 'withdraw', version: 1 })
    expect(await seen()).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  it('[OPIN-02] shows exactly what was picked until the answer, which is signed, told to the inviter and stays in the record, or until it is withdrawn', async () => {
    const [hers, his, others] = await Promise.all(
      [INVITER, INVITED, 'dr.wang'].map((who) => ward.testApp.connect(ward.token(who))),
    )
    if (!hers || !his || !others) throw new Error('no lines')
    const heard = (line: typeof hers, id: string) =>
      line.received.flatMap(({ type, payload }) =>
        type === 'opinion.changed' && payload.id === id ? [payload.what] : [],
      )
    const opinion = await asked({ shareName: true })
    await until(() => heard(his, opinion.id).includes('asked'), 'the invitation')
    const first = await ward.read(INVITED, opinion.id)
    expect(first.opinion).toMatchObject({ shared: { name: '吳秀鳳' }, openedAt: expect.any(String) })
    await until(() => heard(hers, opinion.id).includes('opened'), 'that it was opened')
    expect([opinion.patient?.pid, first.opinion.question]).toEqual([PATIENT, '這張影像需要處理嗎？'])
    expect(kinds(first.opinion)).toEqual(SHOWN)
    expect(await addresses(INVITED, ward.files[0])).toBe(200)
    expect(await addresses(INVITED, ward.files[1])).toBe(404)
    const record = await ward.testApp.post(api('getEmrData'), { pid: PATIENT, qid: 0 }, ward.token(INVITED))
    expect(record.status).toBe(404)
    const { version } = first.opinion
    expect((await ward.answer(INVITED, opinion.id, { version, text: ' \n' })).code).toBe('CONTENT_REQUIRED')
    expect((await ward.answer(INVITED, opinion.id, { version, password: 'wrong1' })).code).toBe('SIGN_FAILED')
    expect((await ward.answer(INVITED, opinion.id, { version: version - 1 })).code).toBe('VERSION_STALE')
    expect((await ward.answer(INVITER, opinion.id, { version })).code).toBe('FORBIDDEN')
    const signed = await ward.answer(INVITED, opinion.id, { version, text: '建議三個月後追蹤' })
    expect(signed.opinion).toMatchObject({
      state: 'done',
      shown: null,
      answers: [
        {
          text: '建議三個月後追蹤',
          version: 1,
          by: { mid: ward.mid(INVITED) },
          hash: expect.stringMatching(/^\w{64}$/),
        },
      ],
    })
    await until(() => heard(hers, opinion.id).includes('answered'), 'the answer')
    expect(heard(others, opinion.id)).toEqual([])
    expect(JSON.stringify([hers.received, his.received])).not.toMatch(/追蹤|吳秀鳳|影像/)
    // The access is over at once; the own answer stays readable.
    expect(await addresses(INVITED, ward.files[0])).toBe(404)
    expect((await ward.read(INVITED, opinion.id)).opinion).toMatchObject({ shown: null, answers: [{ version: 1 }] })
    expect(
      (await ward.answer(INVITED, opinion.id, { version: signed.opinion.version, text: '補充：避免久站' })).opinion,
    ).toMatchObject({
      state: 'done',
      answers: [{ text: '建議三個月後追蹤' }, { text: '補充：避免久站', version: 2 }],
    })
    // In the record: of the inviter, and of whoever reads it; of nobody else.
    const inRecord = async (who: string) =>
      (await list(who, `tab=record&pid=${PATIENT}`)).rows?.map(({ id }) => id) ?? []
    expect(await inRecord(INVITER)).toContain(opinion.id)
    expect(await inRecord('dr.wang')).toContain(opinion.id)
    expect(await inRecord(INVITED)).toEqual([])
    expect((await ward.read('dr.wang', opinion.id)).opinion).toMatchObject({
      side: null,
      shown: null,
      answers: [{}, {}],
    })
    for (const who of ['dr.hua']) expect((await ward.read(who, opinion.id)).code).toBe('NOT_FOUND')
    expect((await ward.put('dr.wang', opinion.id, { action: 'withdraw', version: 1 })).code).toBe('FORBIDDEN')
    expect((await ward.put(INVITER, opinion.id, { action: 'withdraw', version: 1 })).code).toBe('OPINION_CLOSED')
    // The other end: withdrawn, and over at once.
    const other = await asked()
    expect(await addresses(INVITED, ward.files[0])).toBe(200)
    expect((await ward.put(INVITER, other.id, { action: 'withdraw', version: 1 })).code).toBe('OK')
    expect(await addresses(INVITED, ward.files[0])).toBe(404)
    expect((await ward.read(INVITED, other.id)).opinion).toMatchObject({ state: 'withdrawn', shown: null })
  })

  it('[NOTI-01~] leaves an entry with whoever it waits for, away or not, which names no patient, leads to it and stays when it is over', async () => {
    const entries = async (by: string, id: string) => {
      const { body } = await ward.testApp.get(api('notifications?kind=opinion&pageSize=100'), ward.token(by))
      return (body.data as unknown as Notification[]).filter(({ subject }) => subject.id === id)
    }
    const { id, version } = await asked({ shareName: false })
    const [invitation, ...none] = await entries(INVITED, id)
    expect(none).toEqual([])
    expect(invitation).toMatchObject({
      what: 'opinion.invited',
      patient: null,
      gone: false,
      link: { screen: 'opinion', search: { open: id, tab: 'invited' } },
    })
    expect(JSON.stringify(invitation)).not.toContain('吳秀鳳')
    expect(await entries(INVITER, id)).toEqual([])
    expect((await ward.put(INVITED, id, { action: 'decline', version, reason: '不是我的專科' })).code).toBe('OK')
    expect((await entries(INVITER, id)).map(({ what }) => what)).toEqual(['opinion.declined'])
    expect((await entries(INVITED, id)).map(({ what, gone }) => [what, gone])).toEqual([['opinion.invited', false]])
    expect(await entries('dr.wang', id)).toEqual([])
  })

  it('[OPIN-02~] ends when it is declined with a reason, or withdrawn', async () => {
    const one = await asked()
    expect((await ward.put(INVITED, one.id, { action: 'decline', version: 1 })).code).toBe('REASON_REQUIRED')
    expect((await ward.put(INVITER, one.id, { action: 'decline', version: 1, reason: 'x' })).code).toBe('FORBIDDEN')
    const declined = await ward.put(INVITED, one.id, { action: 'decline', version: 1, reason: '非我專長' })
    expect(declined.opinion).toMatchObject({ state: 'declined', reason: '非我專長', shown: null })
    const two = await asked()
    expect((await ward.put(INVITED, two.id, { action: 'withdraw', version: 1 })).code).toBe('FORBIDDEN')
    const withdrawn = await ward.put(INVITER, two.id, { action: 'withdraw', version: 1 })
    expect(withdrawn.opinion).toMatchObject({ state: 'withdrawn' })
    for (const { id } of [one, two]) {
      expect((await ward.read(INVITED, id)).opinion).toMatchObject({ shown: null, answers: [] })
      expect((await ward.answer(INVITED, id, { version: 2 })).code).toBe('OPINION_CLOSED')
    }
    expect(await addresses(INVITED, ward.files[0])).toBe(404)
  })

  it('[OPIN-02~] shows other records and another question once the inviter says so, and says what changed', async () => {
    const opinion = await asked()
    const records = { notes: [ward.notes[1]], files: [], readings: [] }
    expect((await ward.put(INVITED, opinion.id, { action: 'change', version: 1, records })).code).toBe('FORBIDDEN')
    expect((await ward.put(INVITER, opinion.id, { action: 'change', version: 1, records: { notes: [] } })).code).toBe(
      'RECORDS_REQUIRED',
    )
    const changed = await ward.put(INVITER, opinion.id, {
      action: 'change',
      version: 1,
      records,
      question: '請看另一次',
    })
    expect(changed.opinion).toMatchObject({ filter: 2, records: 1, changed: ['question', 'records'] })
    const his = (await ward.read(INVITED, opinion.id)).opinion
    expect([kinds(his), his.question]).toEqual([['主訴1'], '請看另一次'])
    expect(await addresses(INVITED, ward.files[0])).toBe(404)
    await ward.put(INVITER, opinion.id, { action: 'withdraw', version: his.version })
  })

  it('[OPIN-02~] is never more than the inviter may read: authorisation, membership, unit, licence', async () => {
    const opinion = await asked()
    const shownNow = async () => {
      const { opinion: his } = await ward.read(INVITED, opinion.id)
      return { asleep: his.asleep, shown: kinds(his), file: await addresses(INVITED, ward.files[0]) }
    }
    const open = { asleep: false, shown: SHOWN, file: 200 }
    const closed = { asleep: true, shown: [null, null, []], file: 404 }
    const ways: [close: ReturnType<typeof sql>, again: ReturnType<typeof sql>][] = [
      [
        sql`update consent set state = 'withdrawn' where pid = ${PATIENT}`,
        sql`update consent set state = 'active' where pid = ${PATIENT}`,
      ],
      [
        sql`update consent set ends_at = now() - interval '1 minute' where pid = ${PATIENT}`,
        sql`update consent set ends_at = null where pid = ${PATIENT}`,
      ],
      [
        sql`update member_unit set status = 'disabled' where pid = ${PATIENT}`,
        sql`update member_unit set status = 'active' where pid = ${PATIENT}`,
      ],
      [
        sql`delete from staff_unit where mid = ${ward.mid(INVITER)}`,
        sql`insert into staff_unit (mid, partner_id, unit_id) values (${ward.mid(INVITER)}, 1, 2)`,
      ],
      [
        sql`update staff_partner set review = 'returned' where mid = ${ward.mid(INVITER)}`,
        sql`update staff_partner set review = 'onBoard' where mid = ${ward.mid(INVITER)}`,
      ],
      [
        sql`update partner set settings = settings || '{"removals": {"doctor": ["emr.read"]}}' where id = 1`,
        sql`update partner set settings = settings - 'removals' where id = 1`,
      ],
    ]
    expect(await shownNow()).toEqual(open)
    for (const [close, again] of ways) {
      await ward.run(close)
      expect(await shownNow()).toEqual(closed)
      await ward.run(again)
      expect(await shownNow()).toEqual(open)
    }
    // A file that was withdrawn since is not there any more, and says so in its place.
    await ward.run(
      sql`update medical_file set state = 'withdrawn', withdrawn_by = mid, withdrawn_at = now(), withdrawn_reason = 'x' where id = ${ward.files[0]}`,
    )
    expect((await shownNow()).shown).toEqual(['主訴0', null, [62, 63, 64]])
    await ward.run(
      sql`update medical_file set state = 'stored', withdrawn_by = null, withdrawn_at = null, withdrawn_reason = null where id = ${ward.files[0]}`,
    )
    // What is measured later in the same span was not picked.
    await ward.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
      values (${PATIENT}, 1, 2, 'weight', 99, 'kg', '2026-03-03T09:00:00Z', now() + interval '1 minute', 'device', 'weight', ${ward.mid(INVITER)})`)
    expect(await shownNow()).toEqual(open)
    await ward.run(sql`delete from reading where value = 99`)
    // [M6] One that was entered in error is out of what is shown.
    await ward.run(
      sql`update reading set withdrawn_at = now(), withdrawn_by = ${ward.mid(INVITER)}, withdrawal = 'x' where value = 63`,
    )
    expect((await shownNow()).shown).toEqual(['主訴0', expect.anything(), [62, 64]])
    await ward.run(sql`update reading set withdrawn_at = null, withdrawn_by = null, withdrawal = null where value = 63`)
    expect(await shownNow()).toEqual(open)
    await ward.put(INVITER, opinion.id, { action: 'withdraw', version: 2 })
  })

  it('[OPIN-02~] cannot be signed by who has lost the licence, not even in the moment of signing', async () => {
    const opinion = await asked()
    await ward.run(sql`update staff_partner set review = 'returned' where mid = ${ward.mid(INVITED)}`)
    // The session is cached: the transaction asks again.
    expect((await ward.answer(INVITED, opinion.id, { version: 1 })).code).toBe('STAFF_NOT_VERIFIED')
    await ward.run(sql`update staff_partner set review = 'onBoard' where mid = ${ward.mid(INVITED)}`)
    expect((await ward.read(INVITER, opinion.id)).opinion).toMatchObject({ state: 'inProcess', answers: [] })
    await ward.put(INVITER, opinion.id, { action: 'withdraw', version: 1 })
  })

  it('[OPIN-02~] takes one answer of two, and one end of a withdrawal and a signature in the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const both = await asked()
      const two = await Promise.all(['甲', '乙'].map((text) => ward.answer(INVITED, both.id, { version: 1, text })))
      expect(two.map(({ code }) => code).toSorted()).toEqual(['OK', 'VERSION_STALE'])
      expect((await ward.read(INVITER, both.id)).opinion.answers).toHaveLength(1)
      const raced = await asked()
      const [withdrawn, signed] = await Promise.all([
        ward.put(INVITER, raced.id, { action: 'withdraw', version: 1 }),
        ward.answer(INVITED, raced.id, { version: 1 }),
      ])
      const { opinion } = await ward.read(INVITER, raced.id)
      expect([withdrawn.code, signed.code, opinion.state, opinion.answers.length]).toEqual(
        signed.code === 'OK' ? ['OPINION_CLOSED', 'OK', 'done', 1] : ['OK', 'OPINION_CLOSED', 'withdrawn', 0],
      )
    }
  })

  it('[OPIN-02~] says all that is missing, and shows nothing that is not the inviter’s to show', async () => {
    expect(await ward.invite({ question: ' ', invitedMid: undefined, records: { notes: [] } })).toMatchObject({
      code: 'CONTENT_REQUIRED',
      fields: [
        { path: 'question' },
        { path: 'invitedMid', code: 'RECIPIENT_REQUIRED' },
        { path: 'records', code: 'RECORDS_REQUIRED' },
      ],
    })
    const code = async (more: Record<string, unknown>) => (await ward.invite(more)).code
    expect(await code({ invitedMid: ward.mid(INVITER) })).toBe('VALUE_INVALID')
    expect(await code({ invitedMid: ward.mid('nurse.chen') })).toBe('VALUE_INVALID')
    for (const who of ['dr.hua', 'nobody'])
      expect(await code({ invitedMid: ward.mid(who) || 2_000_000 })).toBe('NOT_FOUND')
    expect(await code({ dueOn: addDays(today(), -1) })).toBe('VALUE_INVALID')
    for (const records of [
      { notes: [ward.notes[2]] },
      { notes: [randomUUID()] },
      { files: [randomUUID()] },
      { readings: [{ kind: 'weight', from: '2020-01-01', to: '2020-01-02' }] },
    ])
      expect(await code({ records })).toBe('NOT_FOUND')
    expect(await code({ records: { readings: [{ kind: 'weight', from: '2026-03-05', to: '2026-03-01' }] } })).toBe(
      'VALUE_INVALID',
    )
    expect(await code({ pid: OTHER })).toBe('EMR_NOT_AUTHORISED')
    expect((await ward.invite({}, INVITED)).code).toBe('NOT_FOUND')
    expect((await ward.invite({}, 'nurse.chen')).code).toBe('FORBIDDEN')
    const { body } = await ward.testApp.get(api('opiniondoctors'), ward.token(INVITER))
    const offered = (body.data as unknown as { mid: number }[]).map(({ mid }) => mid)
    expect(offered).toContain(ward.mid(INVITED))
    for (const who of [INVITER, 'dr.hua', 'nurse.chen', 'dr.review', 'dr.closed', 'dr.unverified'])
      expect(offered, who).not.toContain(ward.mid(who))
  })
})

describe('the list of opinions', () => {
  it('[OPIN-01] has both sides, page and total, dates, status, type and id; the count of what waits; late ones are told once', async () => {
    const before = (await list(INVITED)).total
    const due = addDays(today(), 1)
    const one = await asked({ type: 'imageReading', dueOn: due })
    const two = await asked({ question: '第二個 100%' })
    const ids = async (by: string, query: string) => (await list(by, query)).rows.map(({ id }) => id)
    expect((await list(INVITED)).total).toBe(before + 2)
    expect((await ids(INVITED, ''))[0]).toBe(one.id)
    expect(await ids(INVITED, 'type=imageReading')).toEqual([one.id])
    expect(await ids(INVITED, `id=${two.id}`)).toEqual([two.id])
    expect(await ids(INVITED, `q=${encodeURIComponent('0%')}`)).toEqual([two.id])
    expect(await ids(INVITED, `did=${ward.mid('dr.wang')}`)).toEqual([])
    expect(await ids(INVITED, `from=${addDays(today(), 1)}`)).toEqual([])
    expect(await ids(INVITED, `to=${addDays(today(), -1)}`)).toEqual([])
    expect(await ids(INVITED, `from=${today()}&to=${today()}&type=imageReading`)).toEqual([one.id])
    expect(await ids(INVITER, '')).toEqual([])
    expect(await ids(INVITER, `tab=inviting&pid=${PATIENT}&id=${one.id}`)).toEqual([one.id])
    // Between two doctors: to each the other, and to nobody else.
    expect((await list(INVITED, `id=${one.id}`)).rows[0]).toMatchObject({
      side: 'invited',
      inviter: { mid: ward.mid(INVITER) },
      invited: { mid: ward.mid(INVITED) },
      type: 'imageReading',
      state: 'inProcess',
    })
    expect((await list(INVITER, `tab=inviting&id=${one.id}`)).rows[0]?.side).toBe('inviter')
    const done = await asked({ question: '已回答' })
    expect((await ward.answer(INVITED, done.id, { version: 1 })).code).toBe('OK')
    const among = async (by: string, query: string) => (await ids(by, `${query}&pageSize=200`)).includes(done.id)
    for (const [by, tab] of [
      [INVITED, 'invited'],
      [INVITER, 'inviting'],
    ] as const) {
      expect(await among(by, `tab=${tab}&status=done`), tab).toBe(true)
      expect(await among(by, `tab=${tab}&status=inProcess`), tab).toBe(false)
      expect(await ids(by, `tab=${tab}&status=done&id=${one.id}`), tab).toEqual([])
    }
    const paged = await list(INVITED, 'pageSize=1&page=2')
    expect([paged.rows.length, paged.total]).toEqual([1, before + 2])
    expect((await list('dr.wang', 'tab=inviting&status=all')).total).toBe(0)
    const count = async () =>
      ((await ward.testApp.get(api('counts'), ward.token(INVITED))).body.data as { opinion: number }).opinion
    expect(await count()).toBe(before + 2)
    const his = await ward.testApp.connect(ward.token(INVITED))
    const late = () => his.received.filter(({ payload }) => payload.id === one.id && payload.what === 'late').length
    // Three days later, as far as this one knows.
    await ward.run(sql`update opinion set due_on = due_on - 3 where id = ${one.id}::uuid`)
    for (let n = 0; n < 2; n++) {
      await ward.run(sql`insert into timer (kind, key, due_at) values ('opinion.due', ${one.id}, now())
        on conflict (kind, key) do update set due_at = now()`)
      await ward.testApp.app.deps.timers.runDue()
    }
    await until(() => late() === 1, 'that it is late')
    expect((await list(INVITED, `id=${one.id}`)).rows[0]).toMatchObject({ late: true, state: 'inProcess' })
    expect(late()).toBe(1)
  })

  it('[OPIN-01~] stands in the order that is asked for, and is a file of the rows it shows', async () => {
    const near = await asked({ dueOn: addDays(today(), 2), question: 'Order near' })
    const far = await asked({ dueOn: addDays(today(), 9), question: 'Order far' })
    await ward.put(INVITED, near.id, { action: 'decline', version: 1, reason: 'x' })
    const ordered = async (sort: string) =>
      (await list(INVITER, `tab=inviting&status=all&q=Order&sort=${sort}`)).rows.map(({ id }) => id)
    for (const sort of ['due', 'asked', '-state']) {
      const [one, other] = sort === '-state' ? [far, near] : [near, far]
      expect(await ordered(sort), sort).toEqual([one.id, other.id])
    }
    for (const sort of ['-due', '-asked', 'state']) {
      const [one, other] = sort === 'state' ? [near, far] : [far, near]
      expect(await ordered(sort), sort).toEqual([one.id, other.id])
    }
    expect((await ordered('person')).toSorted()).toEqual([near.id, far.id].toSorted())
    const answer = await fetch(`${ward.testApp.base}${api('opinions')}?tab=inviting&status=all&q=Order&format=xlsx`, {
      headers: { authorization: `Bearer ${ward.token(INVITER)}` },
    })
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    expect((await list(INVITER, 'sort=elsewhere')).code).toBe('BAD_INPUT')
  })
})
