import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import { defaultTargets } from '@teleward/contract/crm/targets.ts'
import { caseTypes } from '@teleward/contract/crm/rules.ts'
import type { CaseCounts, CaseDetail, CaseRow, CrmConfig, ManyOutcome } from '@teleward/contract/crm/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type Desk, openDesk, WU } from './fixture.ts'

/** What an institution sets for its cases, and what follows for their order. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
}, 120_000)
afterAll(() => desk?.stop())

const HOUR = 3_600_000
const mid = (account: string) => desk.mids[account] ?? 0
type Who = Parameters<Desk['as']>[0]
const open = (over: object = {}, who: Who = 'tsai') =>
  desk.as<CaseRow>(who, 'createSN', { pid: WU, title: '追蹤', type: 'complaint', ...over })
const sns = async (query: object = {}) =>
  (await desk.as<CaseRow[]>('tsai', 'getSNs', { pageSize: 200, ...query })).data.map(({ sn }) => sn)
const counts = async () => (await desk.as<CaseCounts>('tsai', 'fetchSRQuantity', {})).data
async function set(settings: Partial<PartnerSettings> & Record<string, unknown>, who: Who = 'admin') {
  const [row] = await desk.data.db.system.read(sql<{ version: number }>`select version from partner where id = 1`)
  return desk.send('PUT', '/his/api/partners/1', { version: row?.version, settings }, desk.token(who))
}
/** Brings the clock of the test to a weekday and hour of Taipei: the 1st is a Monday. */
const to = (day: number, hour: number) =>
  desk.later(Date.parse(`2027-03-0${day}T${String(hour).padStart(2, '0')}:00:00+08:00`) - desk.clock.now().getTime())
const office = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '17:00' }))
const targets = (over: object) => ({ ...defaultTargets, complaint: { ...defaultTargets.complaint, ...over } })

describe('what the institution sets', () => {
  it('[CRM-03] types and owners are those of the config; a note stands in the case, and many are given away at once', async () => {
    const config = async () => (await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data
    const { types, owners } = await config()
    expect(types.map(({ type }) => type)).toEqual([...caseTypes])
    expect(owners.map(({ mid: one }) => one)).toContain(mid('cs.liu'))
    for (const other of ['agent.kao', 'dr.far', 'dr.hua'])
      expect(
        owners.map(({ mid: one }) => one),
        other,
      ).not.toContain(mid(other))
    // Each type opens a case, and each owner can have one.
    const made = await Promise.all(types.map(({ type }) => open({ type })))
    expect(made.map(({ code, data }) => [code, data.type])).toEqual(types.map(({ type }) => ['OK', type]))
    const given = await Promise.all(owners.map(({ mid: owner }) => open({ owner })))
    expect(given.map(({ data }) => data.owner?.mid)).toEqual(owners.map(({ mid: one }) => one))

    const cases = made.map(({ data: { sn, version } }) => ({ sn, version })).toSorted((a, b) => a.sn - b.sn)
    const first = cases[0]?.sn ?? 0
    expect((await desk.as('tsai', 'createSND', { sn: first, text: ' ' })).code).toBe('CONTENT_REQUIRED')
    expect((await desk.as('tsai', 'createSND', { sn: first, text: '已回電' })).code).toBe('OK')
    const read = async (sn: number) => (await desk.as<CaseDetail>('tsai', `cases/${sn}`)).data
    expect((await read(first)).entries.at(-1)).toMatchObject({
      kind: 'note',
      text: '已回電',
      by: { mid: mid('case.tsai') },
    })

    const body = { cases, action: 'assign', to: mid('cs.liu') }
    const many = (await desk.as<ManyOutcome>('tsai', 'updateMultiSN', body)).data.results
    // The noted one has become another since it was looked at.
    expect(many.map(({ sn, code }) => [sn, code])).toEqual(
      cases.map(({ sn }) => [sn, sn === first ? 'VERSION_STALE' : 'OK']),
    )
    for (const { sn } of cases) expect((await read(sn)).owner?.mid ?? null).toBe(sn === first ? null : mid('cs.liu'))

    // What the institution takes away is offered no more, nor taken.
    await set({ caseTargets: targets({ offered: false }) })
    expect((await config()).types.find(({ type }) => type === 'complaint')?.offered).toBe(false)
    expect((await open()).code).toBe('FIELD_RELATED')
    await set({ caseTargets: targets({}) })
  })
  it('[CRM-07~] hours per type, in hours of work alone: a Friday evening’s case is due on the day after Monday’s holiday', async () => {
    const saved = await set({
      businessHours: office,
      holidays: [{ date: '2027-03-08', name: '補假' }],
      caseTargets: targets({ first: 3, done: null }),
    })
    expect(saved.body.status).toBe('OK')
    await to(5, 16)
    const { data: one } = await open()
    expect([one.waitsFor, one.warnAt, one.dueAt].map((at) => Date.parse(at ?? '') || at)).toEqual([
      'answer',
      Date.parse('2027-03-09T09:24:00+08:00'),
      Date.parse('2027-03-09T10:00:00+08:00'),
    ])
    // Another type has its own, or none at all.
    expect((await open({ type: 'other' })).data.dueAt).not.toBe(one.dueAt)
    expect((await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data.hours).toEqual(office)
    await set({ businessHours: null, holidays: [] })
    expect(Date.parse((await open()).data.dueAt ?? '')).toBe(desk.clock.now().getTime() + 3 * HOUR)
  })
  it('[CRM-07~] what makes no week is refused, and what was set before goes on', async () => {
    for (const businessHours of [
      [],
      [{ weekday: 1, from: '17:00', to: '08:00' }],
      [...office, { weekday: 1, from: '09:00', to: '12:00' }],
      [{ weekday: 0, from: '08:00', to: '17:00' }],
    ])
      expect((await set({ businessHours } as never)).status, JSON.stringify(businessHours)).toBe(400)
    expect((await set({ caseTargets: targets({ first: 0 }) })).status).toBe(400)
    expect((await set({ caseTargets: targets({ first: 721 }) })).status).toBe(400)
  })
  it('[CRM-03~] types that are not offered open no case and take none; those that are there go on', async () => {
    const { data: before } = await open()
    await set({ caseTargets: targets({ offered: false }) })
    const refused = await open()
    expect([refused.code, refused.body.fields]).toMatchObject(['FIELD_RELATED', [{ path: 'type' }]])
    const { data: other } = await open({ type: 'other' })
    const into = { sn: other.sn, version: other.version, action: 'change', type: 'complaint' }
    expect((await desk.as('tsai', 'updateSN', into)).code).toBe('FIELD_RELATED')
    const kept = { sn: before.sn, version: before.version, action: 'change', title: '追蹤二', type: 'complaint' }
    expect((await desk.as('tsai', 'updateSN', kept)).code).toBe('OK')
    expect((await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data.types).toContainEqual({
      ...defaultTargets.complaint,
      type: 'complaint',
      offered: false,
    })
    await set({ caseTargets: targets({ offered: true }) })
    expect((await open()).code).toBe('OK')
  })
  it('[CRM-03~] a new case of a type goes to whom the institution named, who is told; to somebody else, or nobody, when one says so', async () => {
    await set({ caseTargets: targets({ owner: mid('cs.liu') }) })
    const liu = await desk.connect(desk.token('liu'))
    const { data: one } = await open()
    expect(one).toMatchObject({ owner: { mid: mid('cs.liu') }, assigned: { from: { mid: mid('case.tsai') } } })
    await until(
      () =>
        liu.received.some(
          ({ type, payload }) => type === 'case.changed' && payload.id === one.sn && payload.what === 'assigned',
        ),
      'word to whom it goes',
    )
    expect((await open({ owner: mid('dr.lin') })).data.owner).toMatchObject({ mid: mid('dr.lin') })
    expect((await open({ owner: null })).data.owner).toBeNull()
    // Whoever is not at work there any more gets none.
    await set({ caseTargets: targets({ owner: mid('dr.far') }) })
    expect((await open()).data.owner).toBeNull()
    await set({ caseTargets: targets({}) })
  })
  it('[CRM-03~] it is set by the administrators of the institution alone', async () => {
    for (const who of ['tsai', 'lin', 'hua'] as const)
      expect((await set({ caseTargets: targets({ first: 1 }) }, who)).body.status, who).not.toBe('OK')
    expect((await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data.types).toContainEqual({
      ...defaultTargets.complaint,
      type: 'complaint',
    })
  })
})

describe('what presses', () => {
  it('[CRM-07] each type has the target its institution set; a case moves to the top when it is about to be late and is late, by the clock alone, and is told to who looks on', async () => {
    await desk.data.db.system.tx((tx) =>
      tx.run(sql`update crm_case set state = 'closed', outcome = 'x' where state = 'open'`),
    )
    const hours = {
      followUp: { ...defaultTargets.followUp, first: 30 },
      readings: { ...defaultTargets.readings, first: 2 },
    }
    expect((await set({ caseTargets: { ...defaultTargets, ...hours } })).body.status).toBe('OK')
    const { data: calm } = await open({ type: 'followUp', owner: mid('cs.liu') })
    const { data: one } = await open({ type: 'readings', owner: mid('cs.liu') })
    const { data: new_ } = await open({ type: 'followUp', owner: null })
    const due = ({ dueAt, openedAt }: CaseRow) => (Date.parse(dueAt ?? '') - Date.parse(openedAt)) / HOUR
    expect([calm, one, new_].map(due)).toEqual([30, 2, 30])
    // In time, nobody's stands before what somebody has.
    expect(await sns()).toEqual([new_.sn, one.sn, calm.sn])
    expect(await counts()).toMatchObject({ late: 0, overdue: 0 })
    // Whoever signs in anew has another line: what it hears is asked of each.
    const pass = async (ms: number, what: string) => {
      await desk.later(ms - 0.01 * HOUR)
      const liu = await desk.connect(desk.token('liu'))
      desk.clock.advance(0.01 * HOUR)
      await desk.app.deps.timers.runDue()
      await until(
        () =>
          liu.received.some(
            ({ type, payload }) => type === 'case.changed' && payload.id === one.sn && payload.what === what,
          ),
        what,
      )
    }
    await pass(1.605 * HOUR, 'late')
    expect(await sns()).toEqual([one.sn, new_.sn, calm.sn])
    expect([await sns({ late: true }), await sns({ overdue: true })]).toEqual([[one.sn], []])
    expect(await counts()).toMatchObject({ late: 1, overdue: 0 })
    await pass(0.4 * HOUR, 'changed')
    expect(await sns({ overdue: true })).toEqual([one.sn])
    expect(await counts()).toMatchObject({ late: 1, overdue: 1 })
    // Answered, its longer target runs.
    await desk.as('liu', 'createSND', { sn: one.sn, text: '已致電' })
    expect(await counts()).toMatchObject({ late: 0, overdue: 0 })
    expect((await sns())[0]).toBe(new_.sn)
  })
})
