import { randomUUID } from 'node:crypto'
import type { CheckDetail, HealthCheck } from '@teleward/contract/healthchecks/schema.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { away, chen, clinic, far, lin, openDesk } from '../appointments/booking-fixture.ts'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
beforeAll(async () => {
  await openDesk()
  await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
    select gen_random_uuid(), 1, 2, p, 'record', 'active', '1', '2026-01-01' from unnest(array[201, 202]) p
    where not exists (select 1 from consent c where c.pid = p and c.kind = 'record' and c.state = 'active' and c.unit_id = 2)`)
  await run(sql`update member set gender = 'male', birthday = '1970-05-05' where pid = 303`)
})
afterAll(() => clinic.close())

const start = (who: Staff, body: object): Promise<Reply<CheckDetail>> =>
  who.post<CheckDetail>('/his/api/healthchecks', {
    id: randomUUID(),
    programme: 'metabolic',
    identityConfirmed: true,
    ...body,
  })
const read = (who: Staff, id: string) => who.get<CheckDetail>(`/his/api/healthchecks/${id}`)
async function put(who: Staff, id: string, body: object) {
  const response = await who.request(`/his/api/healthchecks/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const said = JSON.parse(text) as { status: string; data: CheckDetail; fields?: { path: string; code: string }[] }
  return { code: said.status, data: said.data, fields: said.fields?.map(({ path, code }) => `${path} ${code}`), text }
}
const enter = (who: Staff, id: string, values: Record<string, number | null>, more: object = {}) =>
  put(who, id, {
    action: 'enter',
    entries: Object.entries(values).map(([item, value]) => ({
      id: randomUUID(),
      item,
      value,
      ...(value === null ? { skipped: '無法站立' } : {}),
    })),
    ...more,
  })
const BODY = {
  height: 158,
  weight: 64,
  waist: 84,
  systolic: 182,
  diastolic: 96,
  pulse: 78,
  temperature: 36.5,
  blood_oxygen: 97,
}
const BLOOD = { glucose_fasting: 131, total_cholesterol: 188, triglycerides: 120, hdl: 55, ldl: 110 }
/** Until its processing has ended, whichever way. */
const processed = (who: Staff, id: string) =>
  vi.waitFor(async () => {
    await clinic.app.deps.timers.runDue()
    const stands = await read(who, id)
    expect(stands.data.state).not.toBe('processing')
    return stands
  })
const whats = async (mid: number) =>
  (
    await clinic.data.db.system.read(
      sql<{
        what: string
      }>`select what from notification where mid = ${mid} and subject_kind = 'check' order by at, what`,
    )
  ).map(({ what }) => what)
const states = ({ data }: { data: CheckDetail }) => data.steps.map(({ step, state }) => `${step} ${state}`)

describe('a health check', () => {
  it('[EVNT-04] is started for a member who was read back, goes on where it stood, is processed step by step, and ends in a result with ranges, flags and earlier ones', async () => {
    // Of whom: by number or card, of the own unit, once at a time.
    expect((await start(chen, {})).code).toBe('PATIENT_REQUIRED')
    expect((await start(chen, { code: '12' })).code).toBe('CARD_UNREADABLE')
    expect((await start(chen, { pid: 204 })).code).toBe('NOT_FOUND')
    expect((await start(chen, { pid: 201, identityConfirmed: false })).status).toBe(400)
    const id = randomUUID()
    const begun = await start(chen, { id, code: 'TELEWARD:M-1' })
    expect(begun.data, begun.text).toMatchObject({
      state: 'collecting',
      entered: 0,
      items: 13,
      patient: { pid: 201 },
      result: null,
      hidden: false,
    })
    expect((await start(chen, { id, code: 'TELEWARD:M-1' })).data.id).toBe(id)
    const second = await start(lin, { pid: 201 })
    expect([second.code, second.data]).toEqual(['HC_RUNNING', { id }])

    // Item by item; blood waits for the question about fasting; what no body has is asked about.
    expect((await enter(chen, id, BODY)).data).toMatchObject({ entered: 8, state: 'collecting' })
    expect((await enter(chen, id, { glucose_fasting: 131 })).fields).toEqual(['fasting FIELD_RELATED'])
    const odd = await enter(chen, id, { weight: 640 })
    expect([odd.fields, odd.data]).toEqual([
      ['entries.0.value VALUE_IMPLAUSIBLE'],
      { value: '640 kg', doubts: [{ code: 'VALUE_IMPLAUSIBLE', value: '640 kg' }] },
    ])
    expect((await enter(chen, id, { uric_acid: 6 })).fields).toEqual(['entries.0.item VALUE_INVALID'])
    const incomplete = await put(chen, id, { action: 'submit', version: (await read(chen, id)).data.version })
    expect([incomplete.code, incomplete.fields?.length]).toEqual(['HC_INCOMPLETE', 5])
    expect((await enter(lin, id, BLOOD, { fasting: 'yes' })).code).toBe('OK')
    expect((await enter(chen, id, { ldl: null })).data.values?.find(({ item }) => item === 'ldl')).toMatchObject({
      value: null,
      skipped: '無法站立',
    })
    // Whoever comes back finds it as it stood.
    const list = await chen.get<HealthCheck[]>('/his/api/healthchecks?state=collecting')
    expect(list.data.map((one) => [one.id, one.entered, one.items])).toEqual([[id, 13, 13]])

    // Handed in by who has the newest state; each step is seen, and the requester is told.
    const stands = (await read(chen, id)).data.version
    expect((await put(chen, id, { action: 'submit', version: stands - 1 })).code).toBe('VERSION_STALE')
    const sent = await put(chen, id, { action: 'submit', version: stands })
    expect(sent.data, sent.text).toMatchObject({ state: 'processing', expectedAt: expect.any(String) })
    expect(states(sent)).toEqual(['received waiting', 'computed waiting', 'images waiting', 'report waiting'])
    expect((await enter(chen, id, { weight: 60 })).code).toBe('HC_ILLEGAL_STEP')
    const done = await processed(chen, id)
    const told = await clinic.data.db.system.read(
      sql<{
        state: string
      }>`select payload ->> 'state' as state from event_log where type = 'hc.changed' and payload ->> 'id' = ${id} order by id`,
    )
    expect(told.slice(-5).map(({ state }) => state)).toEqual([
      'processing',
      'processing',
      'processing',
      'processing',
      'done',
    ])
    expect(states(done)).toEqual(['received done', 'computed done', 'images done', 'report done'])
    expect(done.data.state).toBe('done')
    expect(await whats(103)).toEqual(['check.critical', 'check.done'])

    // Critical first, then out of range; ranges of a woman of 68, with their source; what was skipped is said.
    const rows = done.data.result?.rows ?? []
    expect(
      rows.slice(0, 5).map(({ item, flag, critical }) => `${item} ${flag} ${critical}`),
      done.text,
    ).toEqual([
      'systolic high true',
      'waist high false',
      'bmi high false',
      'body_fat high false',
      'diastolic high false',
    ])
    expect(rows.find(({ item }) => item === 'waist')?.range).toEqual({ low: null, high: 79.9, source: 'waist' })
    expect(rows.find(({ item }) => item === 'hdl')).toMatchObject({
      flag: 'normal',
      range: { low: 50, high: null, source: 'cholesterol' },
    })
    expect(rows.find(({ item }) => item === 'bmr')).toMatchObject({ flag: null, range: null, unit: 'kcal/d' })
    expect(done.data.result?.skipped).toEqual([{ item: 'ldl', reason: '無法站立' }])

    // Somebody says by name that they have looked; a correction says why and is a version of its own.
    expect((await put(lin, id, { action: 'acknowledge', item: 'weight' })).code).toBe('VALUE_INVALID')
    const seen = await put(lin, id, { action: 'acknowledge', item: 'systolic' })
    expect(seen.data.result?.rows[0], seen.text).toMatchObject({ item: 'systolic', acknowledged: { by: { mid: 101 } } })
    expect((await put(lin, id, { action: 'comment', text: ' ' })).code).toBe('CONTENT_REQUIRED')
    expect((await put(lin, id, { action: 'comment', text: '一週內回診' })).data.result?.comments).toMatchObject([
      { text: '一週內回診' },
    ])
    const correct = (reason: string, version: number) =>
      put(chen, id, { action: 'correct', version, reason, entries: [{ id: randomUUID(), item: 'waist', value: 78 }] })
    expect((await correct('', done.data.version)).code).toBe('REASON_REQUIRED')
    const corrected = await correct('誤植', done.data.version)
    expect(corrected.data, corrected.text).toMatchObject({ state: 'processing' })
    const anew = (await processed(chen, id)).data
    expect(anew.result).toMatchObject({ version: 2, versions: [{ version: 1, reason: '誤植' }] })
    expect(anew.result?.rows.find(({ item }) => item === 'waist')).toMatchObject({ value: 78, flag: 'normal' })
    // What was seen stays seen, and nobody is told of it twice; another critical value was seen by nobody.
    expect(anew.result?.rows[0]).toMatchObject({ item: 'systolic', acknowledged: { by: { mid: 101 } } })
    expect((await whats(103)).filter((what) => what === 'check.critical')).toHaveLength(1)
    await put(chen, id, {
      action: 'correct',
      version: anew.version,
      reason: '再次誤植',
      entries: [{ id: randomUUID(), item: 'systolic', value: 222 }],
    })
    expect((await processed(chen, id)).data.result?.rows[0]).toMatchObject({ value: 222, acknowledged: null })
    expect((await whats(103)).filter((what) => what === 'check.critical')).toHaveLength(2)
    const both = await put(lin, id, { action: 'acknowledge', item: 'systolic' })
    expect(both.data.result?.rows[0], both.text).toMatchObject({ value: 222, acknowledged: { by: { mid: 101 } } })

    // The next one stands beside the earlier one.
    clinic.clock.advance(60_000)
    const next = await start(chen, { pid: 201, programme: 'basic' })
    await enter(chen, next.data.id, { ...BODY, systolic: 128 })
    await put(chen, next.data.id, { action: 'submit', version: (await read(chen, next.data.id)).data.version })
    const after = (await processed(chen, next.data.id)).data
    expect(after.result?.rows.find(({ item }) => item === 'systolic')?.earlier.map(({ value }) => value)).toEqual([222])
    expect(after.earlier.map((one) => one.id)).toEqual([id])
  })

  it('[EVNT-04~] fails with the step and why, is tried again from there, or cancelled with a reason', async () => {
    const { id } = (await start(chen, { pid: 202, programme: 'basic' })).data
    await enter(chen, id, BODY)
    const file = randomUUID()
    await run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
      values (${file}::uuid, 1, 2, 202, 103, 'pe_report', 'pdf', '報告.pdf', 1, repeat('0', 64), ${file}, 'stored', now(), now())`)
    expect((await put(chen, id, { action: 'attach', file: randomUUID() })).code).toBe('NOT_FOUND')
    expect((await put(chen, id, { action: 'attach', file })).data.files).toMatchObject([
      { name: '報告.pdf', state: 'stored' },
    ])
    await run(
      sql`update medical_file set state = 'withdrawn', withdrawn_at = now(), withdrawn_by = 103, withdrawn_reason = 'x' where id = ${file}::uuid`,
    )
    await put(chen, id, { action: 'submit', version: (await read(chen, id)).data.version })
    const failed = await processed(chen, id)
    expect(failed.data.state, failed.text).toBe('failed')
    expect(failed.data.steps).toMatchObject([
      { state: 'done' },
      { state: 'done' },
      { step: 'images', state: 'failed', reason: 'file' },
      { state: 'waiting' },
    ])
    expect(await whats(103)).toContain('check.failed')
    // It stands on top of what is unfinished.
    expect((await chen.get<HealthCheck[]>('/his/api/healthchecks')).data[0]?.id).toBe(id)
    // Whoever tries again goes on without it: it stays named as withdrawn.
    const again = await put(chen, id, { action: 'retry', version: failed.data.version })
    expect(again.data, again.text).toMatchObject({ state: 'processing' })
    const whole = await processed(chen, id)
    expect([whole.data.state, whole.data.files]).toMatchObject(['done', [{ name: '報告.pdf', state: 'withdrawn' }]])
    expect(whole.data.steps.map(({ reason }) => reason)).toEqual([null, null, null, null])
    expect((await put(chen, id, { action: 'retry', version: whole.data.version })).code).toBe('HC_ILLEGAL_STEP')
    // A correction that fails takes the result that was there not with it.
    const entries = [{ id: randomUUID(), item: 'weight', value: 63 }]
    await put(chen, id, { action: 'correct', version: whole.data.version, reason: '誤植', entries })
    const stuck = (await processed(chen, id)).data
    expect(stuck).toMatchObject({ state: 'failed', corrects: true, result: { version: 1 } })
    expect((await put(chen, id, { action: 'cancel', version: stuck.version, reason: 'x' })).code).toBe(
      'HC_ILLEGAL_STEP',
    )
    await put(chen, id, { action: 'retry', version: stuck.version })
    expect((await processed(chen, id)).data).toMatchObject({ state: 'done', result: { version: 2 } })

    const other = (await start(chen, { pid: 202, programme: 'basic' })).data
    expect((await put(chen, other.id, { action: 'cancel', version: other.version, reason: '' })).code).toBe(
      'REASON_REQUIRED',
    )
    expect(
      (await put(chen, other.id, { action: 'cancel', version: other.version, reason: '本人離開' })).data,
    ).toMatchObject({
      state: 'cancelled',
      cancelled: { reason: '本人離開' },
    })
    expect((await enter(chen, other.id, BODY)).code).toBe('HC_ILLEGAL_STEP')
    // One of which nothing was taken has nothing to compute.
    const empty = (await start(chen, { pid: 202, programme: 'basic' })).data
    await enter(chen, empty.id, Object.fromEntries(Object.keys(BODY).map((item) => [item, null])))
    await put(chen, empty.id, { action: 'submit', version: (await read(chen, empty.id)).data.version })
    expect((await processed(chen, empty.id)).data.steps).toMatchObject([
      { state: 'done' },
      { step: 'computed', state: 'failed', reason: 'value' },
      { state: 'waiting' },
      { state: 'waiting' },
    ])
  })

  it('[EVNT-04~] is of the own unit, and what came of it is told in an open record alone', async () => {
    const { id } = (await start(chen, { pid: 303, programme: 'basic' })).data
    for (const who of [away, far]) {
      expect((await read(who, id)).code).toBe('NOT_FOUND')
      expect((await enter(who, id, BODY)).code).toBe('NOT_FOUND')
      expect((await who.get<HealthCheck[]>('/his/api/healthchecks')).data).toEqual([])
    }
    await enter(chen, id, { ...BODY, systolic: 120 })
    await put(chen, id, { action: 'submit', version: (await read(chen, id)).data.version })
    const closed = await processed(chen, id)
    expect(closed.data, closed.text).toMatchObject({ state: 'done', hidden: true, result: null, values: null })
    expect((await put(chen, id, { action: 'comment', text: 'x' })).code).toBe('EMR_NOT_AUTHORISED')
    expect(
      (
        await put(chen, id, {
          action: 'correct',
          version: closed.data.version,
          reason: 'x',
          entries: [{ id: randomUUID(), item: 'weight', value: 60 }],
        })
      ).code,
    ).toBe('EMR_NOT_AUTHORISED')
  })

  it('[EVNT-04~] two who start one, and two who hand one in, leave one', async () => {
    const both = await Promise.all([chen, lin].map((who) => start(who, { pid: 304, programme: 'basic' })))
    expect(both.map(({ code }) => code).toSorted()).toEqual(['HC_RUNNING', 'OK'])
    const id = both.find(({ code }) => code === 'OK')?.data.id ?? ''
    await enter(chen, id, BODY)
    const { version } = (await read(chen, id)).data
    const sent = await Promise.all([chen, lin].map((who) => put(who, id, { action: 'submit', version })))
    expect(sent.map(({ code }) => code).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    expect((await processed(chen, id)).data.state).toBe('done')
  })
})
