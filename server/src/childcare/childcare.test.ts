import { childKinds } from '@teleward/contract/childcare/schema.ts'
import type { ChildCare, ChildKind, ChildRecord, ChildRow, Growth } from '@teleward/contract/childcare/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestSocket, until } from '../auth/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

/** The house stands at 2 March 2026, 9 in the morning. */
const TODAY = '2026-03-02'
const [BABY, TWIN, FAR, SEA, HELD, ADULT, TODDLER] = [301, 302, 303, 304, 305, 306, 307] as const
let app: TestApp
let line: TestSocket
let farLine: TestSocket
const tokens = new Map<string, string>()
type Who = 'nurse.chen' | 'dr.lin' | 'dr.far' | 'admin' | 'dr.hua'
beforeAll(async () => {
  app = await openTestApp({ dist: '/nowhere' })
  await app.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member (pid, member_no, name, gender, birthday) overriding system value values
      (${BABY}, 'C-1', '林小安', 'female', '2025-09-01'), (${TWIN}, 'C-2', '林小平', 'male', '2025-09-01'), (${FAR}, 'C-3', '陳遠', 'male', '2025-01-01'),
      (${SEA}, 'C-4', '花海', 'male', '2025-01-01'), (${HELD}, 'C-5', '李停', 'male', '2025-01-01'), (${ADULT}, 'C-6', '吳成', 'male', '1980-01-01'),
      (${TODDLER}, 'C-7', '何樂', 'male', '2022-06-15'), (308, 'C-8', '周缺', 'male', null)`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${BABY}, 1, 2), (${BABY}, 1, 3), (${TWIN}, 1, 2), (${FAR}, 1, 3), (${SEA}, 32, 320),
      (${HELD}, 1, 2), (${ADULT}, 1, 2), (${TODDLER}, 1, 2), (308, 1, 2)`)
    await tx.run(sql`update member_unit set status = 'disabled' where pid = ${HELD}`)
  })
  for (const who of ['nurse.chen', 'dr.lin', 'dr.far', 'admin', 'dr.hua'])
    tokens.set(who, (await app.signIn(who)).token)
  line = await app.connect(tokens.get('dr.lin') ?? '')
  farLine = await app.connect(tokens.get('dr.hua') ?? '')
}, 120_000)
afterAll(() => app?.stop())

async function post<T = ChildRecord>(who: Who, path: string, body: object) {
  const { status, body: said } = await app.post(`/his/api/${path}`, body, tokens.get(who))
  return { status, code: String(said.status), data: said.data as T, said }
}
async function get<T>(who: Who, path: string) {
  const { status, body } = await app.get(`/his/api/${path}`, tokens.get(who))
  return { status, code: String(body.status), data: body.data as T }
}
const list = async (who: Who, query = 'tab=all') => (await get<ChildRow[]>(who, `children?pageSize=200&${query}`)).data
const care = async (who: Who, pid: number, path = 'getVaccination') => (await post<ChildCare>(who, path, { pid })).data
const dose = (n: number, on: string, over: object = {}) => ({ pid: BABY, vaccine: 'HepB', dose: n, on, ...over })
const audits = (pid: number) =>
  app.data.db.system.read(sql<{ act: string }>`select action as act from audit_log where pid = ${pid} order by id`)

const samples: Record<ChildKind, { name: string; body: object; other: object }> = {
  vaccination: {
    name: 'Vaccination',
    body: { vaccine: 'BCG', dose: 1, lot: 'B12' },
    other: { vaccine: 'BCG', dose: 1, lot: 'B13' },
  },
  fluoride: { name: 'Fluoride', body: {}, other: { place: '內湖' } },
  preventive: {
    name: 'Preventive',
    body: { visit: 3, weightKg: 7.4, lengthCm: 66, headCm: 42.2 },
    other: { visit: 3, weightKg: 7.5 },
  },
  biliary: { name: 'Biliary', body: { colour: 8 }, other: { colour: 3 } },
}

describe('child care', () => {
  it('[BABY-01] records of /childcaremgmt: vaccination, fluoride, preventive care, biliary, each got, added, updated, deleted, kept and audited', async () => {
    for (const kind of childKinds) {
      const { name, body, other } = samples[kind]
      const on = '2026-02-10'
      const added = await post('nurse.chen', `add${name}`, { pid: TWIN, on, note: '乖', ...body })
      expect(added).toMatchObject({ code: 'OK', data: { kind, on, note: '乖', version: 1, withdrawn: null } })
      const { id } = added.data
      expect((await care('dr.lin', TWIN, `get${name}`)).records).toEqual([added.data])
      const changed = await post('dr.lin', `update${name}`, { pid: TWIN, id, version: 1, on: '2026-02-11', ...other })
      expect(changed).toMatchObject({
        code: 'OK',
        data: { version: 2, on: '2026-02-11', note: '', changed: { by: { name: 'dr.lin' } } },
      })
      for (const said of [{}, { reason: '.' }, { reason: '\u200b' }])
        expect((await post('dr.lin', `delete${name}`, { pid: TWIN, id, version: 2, ...said })).code).toBe(
          'REASON_REQUIRED',
        )
      const gone = await post('dr.lin', `delete${name}`, { pid: TWIN, id, version: 2, reason: '登錯人' })
      expect(gone.data.withdrawn).toMatchObject({ reason: '登錯人', by: { name: 'dr.lin' } })
      expect((await care('nurse.chen', TWIN, `get${name}`)).records).toMatchObject([
        { id, version: 3, withdrawn: { reason: '登錯人' } },
      ])
      const [kept] = await app.data.db.system.read(
        sql<{ history: { on_day: string; version: number }[] }>`select history from child_record where id = ${id}`,
      )
      expect(kept?.history.map((one) => [one.version, one.on_day])).toEqual([
        [1, on],
        [2, '2026-02-11'],
      ])
      const acts = (await audits(TWIN)).map(({ act }) => act)
      for (const act of [`get${name}`, `add${name}`, `update${name}`, `delete${name}`])
        expect(acts, act).toContain(`POST /his/api/${act}`)
      // Who may not: an administrator, another institution, a unit without the child, a membership that is disabled.
      expect((await post('admin', `get${name}`, { pid: TWIN })).code).toBe('FORBIDDEN')
      for (const who of ['dr.far', 'dr.hua'] as const) {
        expect((await post(who, `get${name}`, { pid: TWIN })).code).toBe('NOT_FOUND')
        expect((await post(who, `add${name}`, { pid: TWIN, on, ...body })).code).toBe('NOT_FOUND')
        expect((await post(who, `update${name}`, { pid: TWIN, id, version: 3, on, ...body })).code).toBe('NOT_FOUND')
        expect((await post(who, `delete${name}`, { pid: TWIN, id, version: 3, reason: 'x' })).code).toBe('NOT_FOUND')
      }
      expect((await post('dr.lin', `get${name}`, { pid: HELD })).code).toBe('MEMBER_DISABLED')
    }
  })

  it('[M5] asks about what nobody of that age measures, and keeps it once it is confirmed', async () => {
    const at = '2026-02-20'
    const visit = (pid: number, body: object) => post('nurse.chen', 'addPreventive', { pid, on: at, visit: 5, ...body })
    const girl = await visit(TODDLER, { weightKg: 162, lengthCm: 102 })
    expect([girl.code, (girl.data as unknown as { value: string }).value]).toEqual(['VALUE_IMPLAUSIBLE', '162 kg'])
    expect((await visit(BABY, { weightKg: 120 })).code).toBe('VALUE_IMPLAUSIBLE')
    expect((await visit(BABY, { headCm: 68 })).code).toBe('VALUE_IMPLAUSIBLE')
    const made = await visit(TODDLER, { weightKg: 16.2, lengthCm: 102 })
    expect(made.code).toBe('OK')
    const { id, version } = made.data
    const change = (body: object) =>
      post('nurse.chen', 'updatePreventive', { id, version, pid: TODDLER, on: at, visit: 5, ...body })
    expect((await change({ weightKg: 162 })).code).toBe('VALUE_IMPLAUSIBLE')
    const kept = await change({ weightKg: 162, confirmed: true })
    expect([kept.code, kept.data.weightKg]).toEqual(['OK', 162])
    await post('nurse.chen', 'deletePreventive', { id, version: kept.data.version, pid: TODDLER, reason: '試' })
  })
  it('refuses a day before the birth and one to come, a child without a birth date, and what no body has', async () => {
    for (const on of ['2025-08-31', '2026-03-03'])
      expect((await post('nurse.chen', 'addVaccination', dose(1, on))).code).toBe('RECORD_DATE_INVALID')
    expect((await post('nurse.chen', 'addFluoride', { pid: 308, on: TODAY })).code).toBe('FIELD_EMPTY')
    for (const body of [{ visit: 8 }, { visit: 1, weightKg: 900 }, { visit: 1, headCm: -3 }])
      expect((await post('nurse.chen', 'addPreventive', { pid: BABY, on: TODAY, ...body })).status).toBe(400)
    expect((await post('nurse.chen', 'addVaccination', dose(1, TODAY, { vaccine: "'; drop table" }))).status).toBe(400)
    expect((await post('nurse.chen', 'addBiliary', { pid: BABY, on: TODAY, colour: 10 })).status).toBe(400)
  })

  it('of two who give one dose at once one is told that it is given; what did not count is given again', async () => {
    line.received.length = 0
    const both = await Promise.all(
      (['nurse.chen', 'dr.lin', 'dr.far'] as const).map((who) => post(who, 'addVaccination', dose(1, '2025-09-01'))),
    )
    expect(both.map(({ code }) => code).sort()).toEqual(['DOSE_EXISTS', 'DOSE_EXISTS', 'OK'])
    expect(both.find(({ code }) => code === 'DOSE_EXISTS')?.data).toMatchObject({ vaccine: 'HepB', dose: 1 })
    const heard = await until(() => line.received.find(({ type }) => type === 'childcare.changed'), 'the event')
    expect(heard.payload).toEqual({ pid: BABY, by: expect.any(Number) })
    expect(farLine.received.filter(({ type }) => type === 'childcare.changed')).toEqual([])
    // Twelve days after the first: named, not counted, and given again under its number.
    const soon = (await post('nurse.chen', 'addVaccination', dose(2, '2025-09-13'))).data
    const { plan } = await care('dr.lin', BABY)
    expect(plan?.problems).toEqual([
      { record: soon.id, vaccine: 'HepB', rule: 'age', needs: { days: 28 }, short: 16, with: null },
    ])
    expect((await post('nurse.chen', 'addVaccination', dose(2, '2025-10-20'))).code).toBe('OK')
    expect((await post('nurse.chen', 'addVaccination', dose(2, '2025-12-20'))).code).toBe('DOSE_EXISTS')
    expect(
      (await care('dr.lin', BABY)).plan?.doses.filter(({ vaccine }) => vaccine === 'HepB').map(({ state }) => state),
    ).toEqual(['done', 'done', 'due'])
  })

  it('shows a record that one took back to who is changing it, and one that another changed to who takes it back', async () => {
    const made = (await post('nurse.chen', 'addFluoride', { pid: TODDLER, on: '2026-01-05' })).data
    const of = { pid: TODDLER, id: made.id, version: 1 }
    const [taken, edited] = await Promise.all([
      post('nurse.chen', 'deleteFluoride', { ...of, reason: '重複' }),
      post('dr.lin', 'updateFluoride', { ...of, on: '2026-01-06', place: '新店' }),
    ])
    const codes = [taken.code, edited.code].sort()
    expect(codes).toEqual(['OK', 'VERSION_STALE'])
    const stale = taken.code === 'OK' ? edited : taken
    expect(stale.data).toMatchObject(
      taken.code === 'OK' ? { withdrawn: { reason: '重複' } } : { place: '新店', version: 2 },
    )
    // What was taken back stays so, and its day is free again.
    if (taken.code !== 'OK') await post('nurse.chen', 'deleteFluoride', { ...of, version: 2, reason: '重複' })
    const late = await post('dr.lin', 'updateFluoride', { ...of, version: 2, on: '2026-01-06' })
    expect(late).toMatchObject({ code: 'VERSION_STALE', data: { withdrawn: { reason: '重複' } } })
    expect((await post('nurse.chen', 'addFluoride', { pid: TODDLER, on: '2026-01-06' })).code).toBe('OK')
  })

  it('lists who waits, the most late first, by kind, age and unit; a child of two units stands once, with what either gave', async () => {
    const late = await list('dr.lin', 'tab=late')
    expect(late.map(({ pid }) => pid)).toContain(TODDLER)
    const days = late.map(({ next }) => next?.lateDays ?? -1)
    expect(days).toEqual(days.toSorted((a, b) => b - a))
    const all = await list('dr.lin')
    expect(all.map(({ pid }) => pid).sort()).toEqual([BABY, TWIN, TODDLER])
    expect((await list('dr.lin', 'tab=all&ageTo=12')).map(({ pid }) => pid).sort()).toEqual([BABY, TWIN])
    expect((await list('dr.lin', 'tab=all&ageFrom=12')).map(({ pid }) => pid)).toEqual([TODDLER])
    expect((await list('dr.lin', 'tab=late&kind=fluoride')).every(({ next }) => next?.kind === 'fluoride')).toBe(true)
    expect((await list('dr.far')).map(({ pid }) => pid).sort()).toEqual([BABY, FAR])
    // The other unit sees what this one gave, so that nothing is given twice.
    expect((await care('dr.far', BABY)).records.length).toBeGreaterThan(0)
    expect(await list('dr.hua')).toMatchObject([{ pid: SEA }])
    expect((await get('admin', 'children')).code).toBe('FORBIDDEN')
    expect((await list('dr.lin', 'tab=all&q=小安')).map(({ pid }) => pid)).toEqual([BABY])
  })

  it('keeps what a schedule goes by beside the birth date, and shows who said otherwise meanwhile', async () => {
    const facts = { gestationDays: 224, hbvMother: true, fluorideGroup: 'vulnerable', multiple: true, version: 0 }
    const put = (who: Who, body: object) => app.send('PUT', `/his/api/children/${TWIN}`, body, tokens.get(who))
    const two = await Promise.all((['nurse.chen', 'dr.lin'] as const).map((who) => put(who, facts)))
    expect(two.map(({ body }) => body.status).sort()).toEqual(['OK', 'VERSION_STALE'])
    expect((await put('dr.far', facts)).body.status).toBe('NOT_FOUND')
    const one = await care('dr.lin', TWIN)
    expect(one.facts).toMatchObject({ gestationDays: 224, multiple: true })
    expect(one.plan?.doses.find(({ vaccine }) => vaccine === 'HBIG')?.state).toBe('missed')
    expect((await list('dr.lin')).find(({ pid }) => pid === TWIN)?.multiple).toBe(true)
  })

  it('[BABY-02~] works out growth against the WHO curves, from the term for who was born too early; the stool card says what is wrong', async () => {
    await post('nurse.chen', 'addPreventive', {
      pid: TWIN,
      on: '2025-12-10',
      visit: 2,
      weightKg: 4.2,
      lengthCm: 50,
      headCm: 36,
    })
    const growth = (await get<Growth>('dr.lin', `growths/${TWIN}`)).data
    // 100 days after the birth and 44 after the term: the WHO's own program says -3.29.
    expect(growth.points).toMatchObject([
      { ageDays: 100, correctedDays: 44, scores: { length: { z: -3.29, percentile: 0.05 } } },
    ])
    // At birth the printed table says 2.5, 2.9, 3.3, 3.9 and 4.3 kg.
    expect(growth.curves.weight?.[0]).toEqual({
      days: 0,
      values: [2.46, 2.86, 3.35, 3.88, 4.34].map((kg) => expect.closeTo(kg, 1)),
    })
    expect((await get('dr.far', `growths/${TWIN}`)).code).toBe('NOT_FOUND')
    await post('nurse.chen', 'addBiliary', { pid: BABY, on: '2025-10-01', colour: 2 })
    expect((await care('dr.lin', BABY, 'getBiliary')).plan?.stool).toMatchObject({ state: 'abnormal', colour: 2 })
    expect((await list('dr.lin')).find(({ pid }) => pid === BABY)?.stool.state).toBe('abnormal')
  })

  it('a birth date that was changed after a vaccination is said beside it, and the schedule goes by the new one', async () => {
    const run = (day: string) =>
      app.data.db.system.tx((tx) => tx.run(sql`update member set birthday = ${day}::date where pid = ${BABY}`))
    await run('2025-09-20')
    const after = await care('dr.lin', BABY)
    expect(after.records.find(({ dose: n }) => n === 1)?.bornThen).toBe('2025-09-01')
    expect(after.plan?.problems.map(({ rule }) => rule)).toContain('birth')
    await run('2025-09-01')
    expect((await care('dr.lin', BABY)).records.every(({ bornThen }) => bornThen === null)).toBe(true)
  })

  it('holds without the service: the tables themselves say no', async () => {
    const scope = (rights: Record<string, string>, unit: number) =>
      scopeOf({
        kind: 'staff',
        mid: app.mids['nurse.chen'] ?? 0,
        partnerId: 1,
        unitIds: [unit],
        rights: { 'appointment.read': 'y', ...rights },
      } as never)
    const both = { 'childcare.read': 'y', 'childcare.write': 'y' }
    const count = async (table: string, rights: Record<string, string>, unit: number) =>
      (
        await app.data.db.read(
          scope(rights, unit),
          sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where pid = ${TWIN}`,
        )
      )[0]?.n
    for (const table of ['child_record', 'child_fact']) {
      expect(await count(table, both, 2), table).toBeGreaterThan(0)
      expect(await count(table, {}, 2), `${table} without the right`).toBe(0)
      expect(await count(table, both, 3), `${table} of another unit`).toBe(0)
    }
    const write = (statement: ReturnType<typeof sql>, rights: Record<string, string> = both) =>
      app.data.db.tx(scope(rights, 2), (tx) => tx.run(statement))
    const rewrite = sql`update child_record set note = 'x' where pid = ${TODDLER} and withdrawn_at is null`
    expect(await write(rewrite, { 'childcare.read': 'y' })).toBe(0)
    expect(await write(rewrite)).toBe(1)
    await expect(write(sql`update child_record set pid = ${TWIN} where pid = ${TODDLER}`)).rejects.toThrow()
    await expect(
      write(sql`update child_record set note = 'x' where withdrawn_at is not null and pid = ${TWIN}`),
    ).rejects.toThrow('23514')
    await expect(write(sql`delete from child_record where pid = ${TODDLER}`)).rejects.toThrow()
  })
})
