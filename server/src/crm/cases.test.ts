import type {
  CaseCounts,
  CaseDetail,
  CaseRow,
  CrmConfig,
  CrmMember,
  ManyOutcome,
} from '@teleward/contract/crm/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestSocket, until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { CHANG, type Desk, FAR, HELD, openDesk, SEA, WU } from './fixture.ts'

let desk: Desk
let socket: TestSocket
let farLine: TestSocket
beforeAll(async () => {
  desk = await openDesk()
  socket = await desk.connect(desk.token('liu'))
  farLine = await desk.connect(desk.token('far'))
}, 120_000)
afterAll(() => desk?.stop())

const mid = (account: string) => desk.mids[account] ?? 0
type Who = Parameters<Desk['as']>[0]
const HOUR = 3_600_000
const wish = { pid: WU, title: '詢問降血壓藥', type: 'consultation' }
const open = async (over: object = {}, who: Who = 'tsai') =>
  (await desk.as<CaseRow>(who, 'createSN', { ...wish, ...over })).data
const step = (who: Who, { sn, version }: CaseRow, action: string, more: object = {}) =>
  desk.as<CaseRow>(who, 'updateSN', { sn, version, action, ...more })
const take = async (who: Who, one: CaseRow) =>
  (
    await step('tsai', one, 'assign', {
      to: mid({ tsai: 'case.tsai', lin: 'dr.lin', ext: 'ext.ho' }[who as 'lin'] ?? ''),
    })
  ).data
const list = async (who: Who, query: object = {}) =>
  (await desk.as<CaseRow[]>(who, 'getSNs', { pageSize: 200, ...query })).data
const sns = async (who: Who, query: object = {}) => (await list(who, query)).map(({ sn }) => sn)
const full = async (who: Who, sn: number) => (await desk.as<CaseDetail>(who, `cases/${sn}`)).data

describe('opening a case', () => {
  it('[CRM-01~] [CRM-04~] has title, type, member and origin, is nobody’s, and the unit hears of it by its number alone', async () => {
    const made = await open({ origin: 'counter', note: '早上來電' })
    expect(made).toMatchObject({
      title: '詢問降血壓藥',
      type: 'consultation',
      origin: 'counter',
      state: 'open',
      owner: null,
      assigned: null,
      pid: WU,
      patient_name: '吳秀鳳',
      unitId: 2,
      openedBy: { mid: mid('case.tsai') },
      lastNote: { text: '早上來電' },
      // Said at its opening, it is no answer yet.
      firstAt: null,
      waitsFor: 'answer',
    })
    const heard = () => socket.received.filter(({ type, payload }) => type === 'case.new' && payload.id === made.sn)
    await until(() => heard().length > 0, 'word of the new case')
    expect(heard().map(({ payload }) => payload)).toEqual([
      { id: made.sn, version: made.version, by: mid('case.tsai') },
    ])
    expect(farLine.received.filter(({ type }) => type.startsWith('case.'))).toEqual([])
  })
  it('[CRM-01~] says everything that is missing at once', async () => {
    const said = await desk.as('tsai', 'createSN', { title: '  ' })
    expect([said.status, said.code]).toEqual([400, 'PATIENT_REQUIRED'])
    expect((said.body.fields as { path: string; code: string }[]).map(({ path, code }) => [path, code])).toEqual([
      ['pid', 'PATIENT_REQUIRED'],
      ['title', 'TITLE_REQUIRED'],
      ['type', 'CASE_TYPE_REQUIRED'],
    ])
    expect((await desk.as('tsai', 'createSN', { ...wish, title: '' })).code).toBe('TITLE_REQUIRED')
    expect((await desk.as('tsai', 'createSN', { pid: WU, title: 'x' })).code).toBe('CASE_TYPE_REQUIRED')
    expect((await desk.as('tsai', 'createSN', { ...wish, title: '字'.repeat(121) })).status).toBe(400)
    expect((await desk.as('tsai', 'createSN', { ...wish, note: '字'.repeat(4001) })).status).toBe(400)
  })
  it('[CRM-01~] [MEMB-05~] is of nobody whom one does not see, and goes to nobody of another unit', async () => {
    for (const pid of [FAR, SEA, 999_999])
      expect((await desk.as('tsai', 'createSN', { ...wish, pid })).code, `${pid}`).toBe('NOT_FOUND')
    expect((await desk.as('tsai', 'createSN', { ...wish, unitId: 3 })).code).toBe('NOT_FOUND')
    const given = await desk.as('tsai', 'createSN', { ...wish, owner: mid('dr.far') })
    // At the field of the form that named them.
    expect([given.code, given.body.fields]).toMatchObject(['FIELD_RELATED', [{ path: 'owner' }]])
    expect((await desk.as('agent', 'createSN', wish)).code).toBe('FORBIDDEN')
  })
  it('[CRM-01~] sent twice under one key is one case', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const [a, b] = await Promise.all([1, 2].map(() => desk.as<CaseRow>('tsai', 'createSN', wish, key)))
    expect(new Set([a?.data.sn, b?.data.sn].filter(Boolean)).size).toBe(1)
  })
})

describe('the steps of a case', () => {
  it('[CRM-02] is assigned, given back, finished, closed and restored, each with what it asks for', async () => {
    let one = await open()
    expect((await step('tsai', one, 'assign')).code).toBe('RECIPIENT_REQUIRED')
    expect((await step('tsai', one, 'assign', { to: mid('dr.far') })).code).toBe('FIELD_RELATED')
    expect((await step('tsai', one, 'giveBack')).code).toBe('CASE_ILLEGAL_STEP')
    expect((await step('tsai', one, 'finish', { text: '已說明' })).code).toBe('CASE_UNASSIGNED')
    one = (await step('tsai', one, 'assign', { to: mid('cs.liu') })).data
    expect(one).toMatchObject({
      state: 'open',
      owner: { mid: mid('cs.liu') },
      assigned: { from: { mid: mid('case.tsai') }, to: { mid: mid('cs.liu') } },
    })
    const told = () =>
      socket.received.some(
        ({ type, payload }) =>
          type === 'case.changed' &&
          payload.id === one.sn &&
          payload.what === 'assigned' &&
          payload.mid === mid('cs.liu'),
      )
    await until(told, 'word to whom it goes')
    one = (await step('liu', one, 'giveBack')).data
    // From whom to whom it went last is kept.
    expect(one).toMatchObject({ owner: null, assigned: { to: { mid: mid('cs.liu') } } })
    one = (await step('liu', one, 'assign', { to: mid('cs.liu') })).data
    expect((await step('liu', one, 'finish', { text: ' \n' })).code).toBe('CONTENT_REQUIRED')
    expect((await step('liu', one, 'close')).code).toBe('CASE_ILLEGAL_STEP')
    one = (await step('liu', one, 'finish', { text: '已說明用法' })).data
    expect(one).toMatchObject({ state: 'finished', outcome: '已說明用法', dueAt: null, waitsFor: null })
    const refused = await step('liu', one, 'cancel', { text: 'x' })
    expect([refused.status, refused.code]).toEqual([409, 'CASE_ILLEGAL_STEP'])
    expect(refused.body.message).toContain('已完成')
    one = (await step('tsai', one, 'close')).data
    expect(one.state).toBe('closed')
    expect((await step('tsai', one, 'restore')).code).toBe('REASON_REQUIRED')
    one = (await step('tsai', one, 'restore', { text: '又來電' })).data
    // As before: it is hers again, and the targets start anew.
    expect(one).toMatchObject({ state: 'open', owner: { mid: mid('cs.liu') }, outcome: null, firstAt: null })
    expect(Date.parse(one.dueAt ?? '')).toBe(desk.clock.now().getTime() + 4 * HOUR)
    expect((await step('tsai', one, 'cancel')).code).toBe('REASON_REQUIRED')
    one = (await step('tsai', one, 'cancel', { text: '誤開' })).data
    expect(one).toMatchObject({ state: 'cancelled', outcome: '誤開' })
    expect(
      (await full('tsai', one.sn)).entries.map(({ kind, text, by, to }) => [kind, text, by.name, to?.name]),
    ).toEqual([
      ['open', null, 'case.tsai', undefined],
      ['assign', null, 'case.tsai', 'cs.liu'],
      ['giveBack', null, 'cs.liu', undefined],
      ['assign', null, 'cs.liu', 'cs.liu'],
      ['finish', '已說明用法', 'cs.liu', undefined],
      ['close', null, 'case.tsai', undefined],
      ['restore', '又來電', 'case.tsai', undefined],
      ['cancel', '誤開', 'case.tsai', undefined],
    ])
  })
  it('[CRM-02~] an older version is refused with the case as it is; of ten who take it one has it', async () => {
    const one = await open()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        step(at % 2 ? 'liu' : 'tsai', one, 'assign', { to: mid(at % 2 ? 'cs.liu' : 'case.tsai') }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['OK', ...Array<string>(9).fill('VERSION_STALE')])
    const stale = answers.find(({ code }) => code === 'VERSION_STALE')
    expect(stale?.data).toMatchObject({ sn: one.sn, version: 2 })
    expect((await full('tsai', one.sn)).entries.filter(({ kind }) => kind === 'assign')).toHaveLength(1)
  })
  it('[CRM-02~] the last step is taken back by who took it, for ten minutes, and all is as before', async () => {
    const one = await take('tsai', await open())
    const finished = (await step('tsai', one, 'finish', { text: '好了' })).data
    expect((await step('liu', finished, 'undo')).code).toBe('CASE_ILLEGAL_STEP')
    const back = (await step('tsai', finished, 'undo')).data
    expect({ ...back, version: 0 }).toEqual({ ...one, version: 0 })
    expect((await step('tsai', back, 'undo')).code).toBe('CASE_ILLEGAL_STEP')
    const again = (await step('tsai', back, 'cancel', { text: 'x' })).data
    await desk.later(10 * 60_000 + 1)
    expect((await step('tsai', again, 'undo')).code).toBe('CASE_ILLEGAL_STEP')
  })
  it('[CRM-02~] whoever may write on the own alone does so on what they own or opened, and reads the unit’s', async () => {
    const foreign = await open()
    expect(await sns('lin')).toContain(foreign.sn)
    expect((await step('lin', foreign, 'cancel', { text: 'x' })).code).toBe('FORBIDDEN')
    expect((await desk.as('lin', 'createSND', { sn: foreign.sn, text: 'x' })).code).toBe('FORBIDDEN')
    const hers = await take('lin', foreign)
    expect((await desk.as('lin', 'createSND', { sn: hers.sn, text: '已看' })).code).toBe('OK')
    const own = await open({}, 'lin')
    expect((await step('lin', own, 'assign', { to: mid('case.tsai') })).code).toBe('OK')
  })
  it('[CRM-02~] whoever gave an own case away, or back, takes that back, and does nothing else with it', async () => {
    const lent = await take('lin', await open())
    const given = (await step('lin', lent, 'assign', { to: mid('case.tsai') })).data
    expect(given.owner).toMatchObject({ mid: mid('case.tsai') })
    expect((await step('lin', given, 'cancel', { text: 'x' })).code).toBe('FORBIDDEN')
    expect((await step('chen', given, 'undo')).code).toBe('FORBIDDEN')
    const again = (await step('lin', given, 'undo')).data
    expect(again.owner).toMatchObject({ mid: mid('dr.lin') })
    const back = (await step('lin', again, 'giveBack')).data
    expect((await step('lin', back, 'undo')).data.owner).toMatchObject({ mid: mid('dr.lin') })
    const theirs = await take('ext', await open())
    const left = (await step('ext', theirs, 'giveBack')).data
    expect((await step('ext', left, 'undo')).data.owner).toMatchObject({ mid: mid('ext.ho') })
  })
  it('[CRM-02~] [MEMB-05~] the database alone takes no word on a case of somebody else’s, and none for a member one does not see', async () => {
    const foreign = await open()
    const own = await open({}, 'lin')
    const scope = {
      kind: 'staff',
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': 'y',
      'appointment.read': 'y',
    } as const
    const as = (crm: `${'y' | 'o' | '-'}${'y' | 'o' | '-'}`, statement: ReturnType<typeof sql>) =>
      desk.data.db
        .tx(
          {
            ...scope,
            mid: mid('dr.lin'),
            'crm.read': crm[0] as 'y' | 'o' | '-',
            'crm.write': crm[1] as 'y' | 'o' | '-',
          },
          (tx) => tx.run(statement),
        )
        .then(String, () => 'refused')
    const entry = (sn: number, pid = WU) =>
      sql`insert into crm_entry (sn, partner_id, unit_id, pid, kind, text, mid, at) values (${sn}, 1, 2, ${pid}, 'note', 'x', ${mid('dr.lin')}, now())`
    expect([await as('yo', entry(own.sn)), await as('yy', entry(foreign.sn))]).toEqual(['1', '1'])
    // Read and not written; neither read nor written; of another member than the case.
    expect(await as('yo', entry(foreign.sn))).toBe('refused')
    expect(await as('--', entry(own.sn))).toBe('refused')
    expect(await as('yo', entry(own.sn, CHANG))).toBe('refused')
    const suggested = (
      sn: number,
    ) => sql`insert into ai_suggestion (id, sn, partner_id, unit_id, pid, text, model, asked_by, asked_at)
      values (gen_random_uuid(), ${sn}, 1, 2, ${WU}, 'x', 'm', ${mid('dr.lin')}, now())`
    expect([await as('o-', suggested(own.sn)), await as('o-', suggested(foreign.sn))]).toEqual(['1', 'refused'])
    const opened = (
      pid: number,
    ) => sql`insert into crm_case (partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, updated_at)
      values (1, 2, ${pid}, 'x', 'other', 'other', ${mid('dr.lin')}, now(), now())`
    expect([await as('yo', opened(WU)), await as('yo', opened(FAR)), await as('yo', opened(SEA))]).toEqual([
      '1',
      'refused',
      'refused',
    ])
  })
  it('[CRM-02~] [MEMB-05~] partner staff see what they own or opened alone, and still what they handed on', async () => {
    const foreign = await open()
    expect(await sns('ext')).not.toContain(foreign.sn)
    expect((await desk.as('ext', `cases/${foreign.sn}`)).code).toBe('NOT_FOUND')
    expect((await step('ext', foreign, 'cancel', { text: 'x' })).code).toBe('NOT_FOUND')
    const theirs = await take('ext', foreign)
    expect(await sns('ext')).toContain(theirs.sn)
    const given = await step('ext', theirs, 'assign', { to: mid('case.tsai') })
    expect(given.code).toBe('OK')
    expect(await sns('ext')).toContain(theirs.sn)
    expect((await desk.as('ext', 'createSND', { sn: theirs.sn, text: 'x' })).code).toBe('FORBIDDEN')
    expect((await desk.as<CaseCounts>('ext', 'fetchSRQuantity', {})).data.running).toBe((await list('ext')).length)
  })
  it('[CRM-01~] [MEMB-05~] another unit, another institution and a membership that was disabled know of none', async () => {
    const one = await open()
    const held = await open({ pid: HELD })
    for (const who of ['far', 'hua'] as const) {
      expect(await sns(who)).toEqual([])
      expect((await desk.as(who, `cases/${one.sn}`)).code).toBe('NOT_FOUND')
      expect((await step(who, one, 'cancel', { text: 'x' })).code).toBe('NOT_FOUND')
      expect((await desk.as(who, 'createSND', { sn: one.sn, text: 'x' })).code).toBe('NOT_FOUND')
    }
    expect(await sns('tsai')).toContain(held.sn)
    await desk.data.db.system.tx((tx) =>
      tx.run(sql`update member_unit set status = 'disabled' where pid = ${HELD} and unit_id = 2`),
    )
    expect(await sns('tsai', { state: 'all' })).not.toContain(held.sn)
    expect((await desk.as('tsai', `cases/${held.sn}`)).code).toBe('NOT_FOUND')
  })
})

describe('notes, many at once, and what can be chosen', () => {
  it('[CRM-03~] a note stands in the timeline and as the last one; an empty one and one on a case that is over are refused', async () => {
    const one = await take('tsai', await open())
    expect((await desk.as('tsai', 'createSND', { sn: one.sn, text: ' ' })).code).toBe('CONTENT_REQUIRED')
    const noted = (await desk.as<CaseRow>('liu', 'createSND', { sn: one.sn, text: '已回電\n週三再追蹤' })).data
    expect(noted).toMatchObject({ lastNote: { text: '已回電\n週三再追蹤', by: { name: 'cs.liu' } }, waitsFor: 'end' })
    expect(noted.firstAt).not.toBeNull()
    const over = (await step('tsai', noted, 'finish', { text: '完成' })).data
    expect((await desk.as('tsai', 'createSND', { sn: over.sn, text: 'x' })).code).toBe('CASE_ILLEGAL_STEP')
  })
  it('[CRM-03~] [CRM-02~] one step for many is answered for each; illegal, stale and foreign ones are named and nothing of theirs is done', async () => {
    const [a, b, c, d] = [await open(), await open(), await open(), await open({ pid: CHANG })]
    const closed = (await step('tsai', c, 'cancel', { text: 'x' })).data
    const before = d.version
    await desk.as('tsai', 'createSND', { sn: d.sn, text: '來電' })
    const cases = [a, b, closed, { sn: d.sn, version: before }, { sn: 999_999, version: 1 }, a].map(
      ({ sn, version }) => ({ sn, version }),
    )
    const many = (await desk.as<ManyOutcome>('tsai', 'updateMultiSN', { cases, action: 'assign', to: mid('cs.liu') }))
      .data
    expect(many.results.map(({ sn, code }) => [sn, code])).toEqual([
      [a.sn, 'OK'],
      [b.sn, 'OK'],
      [c.sn, 'CASE_ILLEGAL_STEP'],
      [d.sn, 'VERSION_STALE'],
      [999_999, 'NOT_FOUND'],
    ])
    expect(many.results[2]?.message).toContain('已取消')
    expect(await sns('liu', { assigned: 'me', pid: WU })).toEqual(expect.arrayContaining([a.sn, b.sn]))
    expect((await full('tsai', c.sn)).entries.map(({ kind }) => kind)).toEqual(['open', 'cancel'])
    expect((await desk.as('tsai', 'updateMultiSN', { cases, action: 'cancel' })).code).toBe('REASON_REQUIRED')
    expect((await desk.as('tsai', 'updateMultiSN', { cases: [], action: 'close' })).status).toBe(400)
    const lots = Array.from({ length: 101 }, () => ({ sn: a.sn, version: 1 }))
    expect((await desk.as('tsai', 'updateMultiSN', { cases: lots, action: 'close' })).status).toBe(400)
  })
  it('[CRM-03~] types, origins, states, and who of the own units can have a case', async () => {
    const config = (await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data
    expect(config.types.map(({ type }) => type)).toContain('complaint')
    expect(config.owners.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['case.tsai', 'cs.liu', 'dr.lin', 'nurse.chen', 'ext.ho', 'admin']),
    )
    expect(config.owners.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['agent.kao']))
    expect(config.owners.map(({ name }) => name)).not.toContain('dr.far')
    expect(config).toMatchObject({ ai: 'missing', hours: null, units: [{ id: 2 }] })
    // Nor can those from whose kind the institution has taken cases.
    const removed = (kinds: object) =>
      desk.data.db.system.tx((tx) =>
        tx.run(
          sql`update partner set settings = settings || ${JSON.stringify({ removals: kinds })}::jsonb where id = 1`,
        ),
      )
    const one = await open()
    await removed({ nurse: ['crm.write'] })
    const left = (await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data.owners.map(({ name }) => name)
    expect(left).toContain('dr.lin')
    expect(left).not.toContain('nurse.chen')
    expect((await step('tsai', one, 'assign', { to: mid('nurse.chen') })).code).toBe('FIELD_RELATED')
    await removed({})
    expect((await step('tsai', one, 'assign', { to: mid('nurse.chen') })).code).toBe('OK')
  })
  it('[CRM-05~] members of the own units by patient_name, with how many of their cases stand open', async () => {
    const found = (await desk.as<CrmMember[]>('tsai', 'crmmembers', { q: '秀鳳' })).data
    expect(found).toMatchObject([{ pid: WU, patient_name: '吳秀鳳', memberNo: 'M-201' }])
    expect(found[0]?.openCases).toBe((await list('tsai', { pid: WU, state: 'open' })).length)
    expect((await desk.as<CrmMember[]>('tsai', 'crmmembers', { pid: FAR })).data).toEqual([])
    expect((await desk.as('tsai', 'crmmembers', { q: '吳' })).code).toBe('SEARCH_INCOMPLETE')
    const some = await open()
    expect((await full('tsai', some.sn)).others.length).toBeGreaterThan(0)
  })
})

describe('lists and targets', () => {
  it('[CRM-01~] the totals are the lengths of the lists that they open, under the same filters', async () => {
    for (const filter of [{}, { type: 'consultation' }, { pid: CHANG }, { q: '降血壓' }, { origin: 'counter' }]) {
      const counts = (await desk.as<CaseCounts>('liu', 'fetchSRQuantity', filter)).data
      const length = async (query: object) => (await list('liu', { ...filter, ...query })).length
      expect(counts, JSON.stringify(filter)).toEqual({
        running: await length({}),
        closed: await length({ state: 'closed' }),
        mine: await length({ assigned: 'me' }),
        unassigned: await length({ assigned: 'none', state: 'open' }),
        late: await length({ late: true, state: 'open' }),
        overdue: await length({ overdue: true, state: 'open' }),
      })
    }
  })
  it('[CRM-07~] what is about to be late stands on top and its owner is told; the first answer starts the longer target', async () => {
    let heardBy = socket
    const fresh = await open({ type: 'followUp' })
    const one = await open({ type: 'readings', owner: mid('cs.liu') })
    expect(Date.parse(one.dueAt ?? '')).toBe(desk.clock.now().getTime() + HOUR)
    const late = () =>
      heardBy.received.filter(
        ({ type, payload }) => type === 'case.changed' && payload.id === one.sn && payload.what === 'late',
      )
    await desk.later(0.79 * HOUR)
    heardBy = await desk.connect(desk.token('chen'))
    await desk.app.deps.timers.runDue()
    expect((await list('tsai', { late: true })).map(({ sn }) => sn)).not.toContain(one.sn)
    expect(late()).toEqual([])
    desk.clock.advance(0.02 * HOUR)
    await desk.app.deps.timers.runDue()
    await until(() => late().length > 0, 'word that it is about to be late')
    expect(late()[0]?.payload).toMatchObject({ mid: mid('cs.liu') })
    const order = await sns('tsai', { from: undefined })
    expect(order.indexOf(one.sn)).toBeLessThan(order.indexOf(fresh.sn))
    const answered = (await desk.as<CaseRow>('liu', 'createSND', { sn: one.sn, text: '已致電' })).data
    expect(Date.parse(answered.dueAt ?? '')).toBe(Date.parse(one.openedAt) + 24 * HOUR)
    expect(await sns('tsai', { late: true })).not.toContain(one.sn)
    const finished = (await step('liu', answered, 'finish', { text: '正常' })).data
    await desk.later(30 * HOUR)
    await desk.app.deps.timers.runDue()
    expect(late()).toHaveLength(1)
    expect(finished.dueAt).toBeNull()
  })
  it('[CRM-07~] whose first target was missed is told of its second all the same, whatever was done to it between', async () => {
    const one = await open({ type: 'readings' })
    const alarms = async () =>
      (
        await desk.data.db.system.read(
          sql<{ at: Date }>`select due_at as at from timer where kind = 'case.target' and key = ${String(one.sn)}`,
        )
      ).map(({ at }) => Math.round((at.getTime() - Date.parse(one.openedAt)) / 36_000) / 100)
    expect(await alarms()).toEqual([0.8])
    await desk.later(0.9 * HOUR)
    await desk.app.deps.timers.runDue()
    expect(await alarms()).toEqual([19.2])
    const given = (await step('tsai', one, 'assign', { to: mid('cs.liu') })).data
    expect(await alarms()).toEqual([19.2])
    await desk.later(18.28 * HOUR)
    const later = await desk.connect(desk.token('liu'))
    expect(await alarms()).toEqual([19.2])
    // By the clock alone: whoever is signed in hears it.
    desk.clock.advance(0.03 * HOUR)
    await desk.app.deps.timers.runDue()
    await until(
      () => later.received.some(({ type, payload }) => type === 'case.changed' && payload.id === one.sn),
      'word of the second target',
    )
    expect(await alarms()).toEqual([])
    expect((await step('tsai', given, 'cancel', { text: 'x' })).code).toBe('OK')
  })
  it('[CRM-07~] another type of a case that was restored counts from the restoring', async () => {
    const one = await open({ type: 'other' })
    const over = (await step('tsai', one, 'cancel', { text: 'x' })).data
    await desk.later(200 * HOUR)
    const again = (await step('tsai', over, 'restore', { text: '又來電' })).data
    const changed = (await step('tsai', again, 'change', { type: 'appointment' })).data
    expect(Date.parse(changed.dueAt ?? '')).toBe(desk.clock.now().getTime() + 2 * HOUR)
    expect((await step('tsai', changed, 'cancel', { text: 'x' })).code).toBe('OK')
  })
})
