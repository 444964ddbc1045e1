import { randomUUID } from 'node:crypto'
import type { MonitorRow, Received } from '@teleward/contract/monitoring/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { type Scope, sql } from '../platform/db/index.ts'

const PID = 201
let clinic: Clinic
let lin: Staff
let chen: Staff
let away: Staff
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into staff (mid, account, name, mobilecode) overriding system value values
      (110, 'partner.ho', '何夥伴', 1), (111, 'care.su', '蘇照服', 1), (112, 'volunteer', '志工', 1)`)
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, generate_series(110, 112) m where mid = 101`,
    )
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values
      (110, 1, 6, 'partner_staff'), (111, 1, 3, 'caregiver'), (112, 1, 3, 'volunteer')`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (110, 1, 2), (111, 1, 2), (112, 1, 2)`)
  })
  lin = await clinic.staff('dr.lin')
  chen = await clinic.staff('nurse.chen')
  away = await clinic.staff('dr.away')
})
afterAll(() => clinic.close())
beforeEach(() =>
  clinic.data.db.system.tx(async (tx) => {
    for (const table of ['last_measurement', 'reading', 'device_log'])
      await tx.run(sql`delete from ${sql.table(table)}`)
  }),
)

const at = (minutesAgo: number) => new Date(clinic.clock.now().getTime() - minutesAgo * 60_000).toISOString()
const pressure = (more: Record<string, unknown> = {}) => ({
  pid: PID,
  dataType: 'blood_pressure',
  systolic: 128,
  diastolic: 82,
  pulse_rate: 71,
  unit: 'mmHg',
  timestamp: at(5),
  deviceName: 'BP-7',
  deviceType: 'cuff',
  ...more,
})
const give = (who: Staff, body: unknown) => who.post<Received>('/his/api/devicereadings', body)
const monitor = (who: Staff, body: Record<string, unknown>) => who.post<MonitorRow[]>('/partner/monitordata', body)
const kept = async (table: 'reading' | 'device_log' | 'last_measurement') =>
  (await clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]?.n

describe('a reading of a device', () => {
  it('[DEV-01~] [DEV-02~] blood pressure as whole numbers and weight are stored with every field, and are the last measurement', async () => {
    const { code, data } = await give(lin, pressure({ systolic: '128.4' }))
    expect(code).toBe('OK')
    expect(data).toMatchObject({
      stored: true,
      duplicate: false,
      reading: {
        pid: PID,
        kind: 'blood_pressure',
        loinc: '85354-9',
        value: 128,
        diastolic: 82,
        pulse: 71,
        unit: 'mmHg',
        measurementTime: at(5),
        receivedAt: clinic.clock.now().toISOString(),
        dataType: 'blood_pressure',
        deviceName: 'BP-7',
        deviceType: 'cuff',
        source: 'device',
        flagged: false,
      },
    })
    const weighed = await give(lin, {
      ...{ pid: PID, dataType: 'weight_complete', weight: '61.238', weight_unit: 'kg', timestamp: at(3) },
      ...{ deviceName: 'Scale-3', deviceType: 'scale' },
    })
    // What is logged alone is no last measurement.
    await give(lin, { pid: PID, dataType: 'temperature', value: 36.6, unit: '°C', timestamp: at(2) })
    // One that was measured before, and comes later, does not take its place.
    await give(lin, pressure({ systolic: 140, timestamp: at(50) }))
    const { data: last } = await monitor(lin, {})
    expect(last).toEqual([expect.objectContaining(weighed.data.reading), expect.objectContaining(data.reading)])
    expect(last[0]).toMatchObject({
      value: 61.24,
      unit: 'kg',
      deviceName: 'Scale-3',
      deviceType: 'scale',
      measurementTime: at(3),
      receivedAt: clinic.clock.now().toISOString(),
      dataType: 'weight_complete',
    })
  })
  it('[DEV-02~] weight has two decimals', async () => {
    const { data } = await give(lin, {
      pid: PID,
      dataType: 'weight',
      weight: '61.238',
      weight_unit: 'kg',
      timestamp: at(1),
    })
    expect(data.reading).toMatchObject({ kind: 'weight', value: 61.24, unit: 'kg', diastolic: null, pulse: null })
  })
  it.each([
    ['temperature', { value: 36.84, unit: 'C' }, 'temperature', 36.84],
    ['heart_rate', { value: 71.4 }, 'pulse', 71],
    ['blood_glucose', { value: 5.5, unit: 'mmol/L', meal: 'fasting' }, 'glucose_fasting', 99],
    ['blood_oxygen', { value: 97, unit: '%' }, 'blood_oxygen', 97],
  ])('[DEV-02~] %s is only logged, and stored once somebody takes it over', async (dataType, more, kind, value) => {
    const said = { pid: PID, dataType, timestamp: at(2), ...more }
    expect((await give(lin, said)).data).toEqual({ stored: false, duplicate: false, reading: null, ecg: null })
    expect([await kept('reading'), await kept('device_log')]).toEqual([0, 1])
    expect((await give(lin, { ...said, takeOver: true })).data.reading).toMatchObject({
      kind,
      value,
      source: 'takeOver',
    })
    expect([await kept('reading'), await kept('device_log')]).toEqual([1, 1])
  })
  it.each<[string, Record<string, unknown>]>([
    ['no diastolic value', { diastolic: undefined }],
    ['a word', { systolic: 'high' }],
    ['another unit', { unit: 'cmH2O' }],
    ['more than a number can be', { systolic: 1e12 }],
  ])('[DEV-03~] %s is answered as unreadable and changes nothing', async (_what, over) => {
    expect(await give(lin, pressure(over))).toMatchObject({ status: 400, code: 'DEVICE_PARSE_FAILED' })
    expect([await kept('reading'), await kept('device_log')]).toEqual([0, 0])
  })
  it.each([{ systolic: 301 }, { diastolic: 10 }, { diastolic: 128 }, { pulse_rate: 400 }])(
    '[DEV-04~] asks about %j, and stores it flagged once confirmed',
    async (over) => {
      const asked = await give(lin, pressure(over))
      expect(asked).toMatchObject({
        status: 409,
        code: 'VALUE_IMPLAUSIBLE',
        data: { value: `${Object.values(over)[0]} ${'pulse_rate' in over ? 'bpm' : 'mmHg'}` },
      })
      expect(await kept('reading')).toBe(0)
      expect((await give(lin, pressure({ ...over, confirmed: true }))).data.reading?.flagged).toBe(true)
    },
  )
  it('[DEV-04~] the same reading twice is stored once, at once or later; another value of that minute is another', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => give(lin, pressure())))
    expect(answers.filter(({ data }) => data.reading && !data.duplicate)).toHaveLength(1)
    expect(answers.filter(({ data }) => data.duplicate)).toHaveLength(11)
    expect((await give(chen, pressure())).data).toEqual({ stored: true, duplicate: true, reading: null, ecg: null })
    expect(await kept('reading')).toBe(1)
    await give(lin, pressure({ systolic: 130 }))
    expect(await kept('reading')).toBe(2)
  })
  it('comes at the hour of measuring: an older one is not the last, one of tomorrow is none', async () => {
    const newer = (await give(lin, pressure())).data.reading?.id
    await give(lin, pressure({ timestamp: at(600) }))
    expect(await clinic.data.db.system.read(sql`select reading_id as id from last_measurement`)).toEqual([
      { id: newer },
    ])
    expect(await give(lin, pressure({ timestamp: at(-60) }))).toMatchObject({ status: 400, code: 'VALUE_INVALID' })
  })
  it('[API-07~] a key that comes twice stores once and answers alike', async () => {
    const key = { authorization: `Bearer ${lin.token}`, 'idempotency-key': randomUUID() }
    const first = await clinic.post('/his/api/devicereadings', pressure(), key)
    const second = await clinic.post('/his/api/devicereadings', pressure(), key)
    expect([first.code, second.text]).toEqual(['OK', first.text])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })
  it('[AUTH-19~] keeps who stored it with the reading, and nothing where it failed', async () => {
    const count = async () =>
      (
        await clinic.data.db.system.read(
          sql<{
            n: number
          }>`select count(*)::int as n from audit_log where action = 'POST /his/api/devicereadings' and pid = ${PID} and mid = ${lin.mid} and kind = 'write'`,
        )
      )[0]?.n ?? 0
    const before = await count()
    await give(lin, pressure())
    await give(lin, pressure({ systolic: 'x' }))
    expect(await count()).toBe(before + 1)
  })
})

describe('a reading of somebody else’s member', () => {
  it('[MEMB-05~] is refused as if there were nobody, plausible or not, logged or stored', async () => {
    for (const body of [
      pressure(),
      pressure({ systolic: 301 }),
      { pid: PID, dataType: 'temperature', value: 37, unit: 'C', timestamp: at(1) },
    ])
      expect(await give(away, body)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await monitor(away, { pid: PID })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect([await kept('reading'), await kept('device_log')]).toEqual([0, 0])
  })
  it('[MEMB-05~] a disabled membership is told to its own unit', async () => {
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 203`))
    expect((await give(lin, pressure({ pid: 203 }))).code).toBe('MEMBER_DISABLED')
    expect((await monitor(lin, { pid: 203 })).code).toBe('MEMBER_DISABLED')
    expect((await give(away, pressure({ pid: 203 }))).code).toBe('NOT_FOUND')
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 203`))
  })
  it('the function that reads a member’s readings is an access layer of its own', async () => {
    await give(lin, pressure())
    const ask = (over: Partial<Scope>) =>
      clinic.data.db.read(
        {
          kind: 'staff',
          mid: lin.mid,
          partnerId: 1,
          unitIds: [2],
          pid: null,
          qid: null,
          'emr.read': 'y',
          'appointment.read': 'y',
          'monitor.read': 'y',
          ...over,
        },
        sql<{
          open: boolean | null
          total: number | null
          kind: string | null
        }>`select open, total, kind from app_readings_of(${PID}, null, null, null, 50, 0)`,
      )
    const head = { open: true, total: 1, kind: null }
    expect(await ask({})).toEqual([head, { open: null, total: null, kind: 'blood_pressure' }])
    for (const over of [
      { unitIds: [3] },
      { unitIds: [] },
      { partnerId: 32 },
      { 'appointment.read': 'o', mid: away.mid },
      { 'appointment.read': '-', mid: away.mid },
      { kind: 'link', pid: PID, unitIds: [2] },
    ] as Partial<Scope>[])
      expect(await ask(over), JSON.stringify(over)).toEqual([])
    // By the right to monitoring alone: that to records opens no readings.
    for (const over of [{ 'emr.read': '-', 'monitor.read': '-' }, { 'monitor.read': '-' }] as Partial<Scope>[])
      expect(await ask(over), JSON.stringify(over)).toEqual([{ open: false, total: null, kind: null }])
    await clinic.data.db.system.tx((tx) => tx.run(sql`update consent set state = 'withdrawn' where pid = ${PID}`))
    expect(await ask({})).toEqual([{ open: false, total: null, kind: null }])
    await clinic.data.db.system.tx((tx) => tx.run(sql`update consent set state = 'active' where pid = ${PID}`))
  })
  it('the second access layer alone: no row by another unit, none planted there, none changed', async () => {
    await give(lin, pressure())
    const scope: Scope = {
      kind: 'staff',
      mid: away.mid,
      partnerId: 1,
      unitIds: [3],
      pid: null,
      qid: null,
      'emr.read': 'y',
      'appointment.read': 'y',
      'monitor.read': 'y',
    }
    const { db } = clinic.data
    for (const table of ['reading', 'last_measurement', 'device_log', 'member_token'])
      expect(await db.read(scope, sql`select 1 from ${sql.table(table)} where pid = ${PID}`), table).toEqual([])
    const plant = (who: Scope, mid: number) =>
      db.tx(who, (tx) =>
        tx.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
          values (${PID}, 1, 2, 'weight', 60, 'kg', now(), now(), 'device', 'weight', ${mid})`),
      )
    await expect(plant(scope, away.mid)).rejects.toThrow()
    // Nor in somebody else's name.
    await expect(plant({ ...scope, mid: lin.mid, unitIds: [2] }, chen.mid)).rejects.toThrow()
    await expect(
      db.tx({ ...scope, mid: lin.mid, unitIds: [2] }, (tx) => tx.run(sql`update reading set value = 1`)),
    ).rejects.toThrow()
  })
})

describe('monitordata', () => {
  it('[MON-01~] shows a member’s readings, newest first, by days, kinds and pages', async () => {
    for (const [minutes, systolic] of [
      [5, 128],
      [60, 131],
      [60 * 24 * 2, 140],
      [60 * 24 * 10, 150],
      [60 * 24 * 40, 160],
    ] as const)
      await give(lin, pressure({ timestamp: at(minutes), systolic }))
    await give(lin, { pid: PID, dataType: 'weight', weight: 61, weight_unit: 'kg', timestamp: at(30) })
    const values = async (body: Record<string, unknown>) =>
      (await monitor(lin, { pid: PID, ...body })).data.map(({ value }) => value)
    expect(await values({ days: 1 })).toEqual([128, 61, 131])
    expect(await values({ days: 3 })).toEqual([128, 61, 131, 140])
    expect(await values({})).toEqual([128, 61, 131, 140])
    expect(await values({ days: 30, kind: ['blood_pressure'] })).toEqual([128, 131, 140, 150])
    expect(await values({ days: 0 })).toEqual([128, 61, 131, 140, 150, 160])
    expect(await values({ days: 0, pageSize: 2, page: 2 })).toEqual([131, 140])
    const { text, data } = await monitor(lin, { pid: PID, days: 0, page: 9 })
    expect([data, (JSON.parse(text) as { total: number }).total]).toEqual([[], 6])
    expect((await monitor(lin, { pid: PID })).data[0]).toMatchObject({
      name: '吳秀鳳',
      memberNo: 'M-1',
      unitName: '內湖分站',
    })
    expect((await monitor(lin, { pid: PID, days: 2 })).status).toBe(400)
  })
  it('[MON-01~] shows the last of each kind of every member who authorised it', async () => {
    await give(lin, pressure({ timestamp: at(600), systolic: 150 }))
    await give(lin, pressure({ timestamp: at(5) }))
    await give(lin, { pid: PID, dataType: 'weight', weight: 61, weight_unit: 'kg', timestamp: at(30) })
    await give(lin, pressure({ pid: 202 }))
    const rows = (await monitor(chen, {})).data
    expect(rows.map(({ pid, kind, value }) => [pid, kind, value])).toEqual([
      [PID, 'blood_pressure', 128],
      [PID, 'weight', 61],
    ])
    expect((await monitor(chen, { kind: ['weight'] })).data).toHaveLength(1)
    expect((await monitor(away, {})).data).toEqual([])
  })
  it('[EMR-01~] without the patient’s authorisation it is not authorised; an emergency opens it to that one person', async () => {
    await give(chen, pressure({ pid: 202 }))
    expect(await monitor(lin, { pid: 202 })).toMatchObject({ status: 403, code: 'EMR_NOT_AUTHORISED' })
    // Not even to whoever wrote it.
    expect((await monitor(chen, { pid: 202 })).code).toBe('EMR_NOT_AUTHORISED')
    // By the database's clock, which the policies go by.
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into emergency_access (id, partner_id, unit_id, pid, mid, reason, until)
        values (${randomUUID()}, 1, 2, 202, ${lin.mid}, '病人昏迷送醫', now() + interval '1 hour')`),
    )
    expect((await monitor(lin, { pid: 202 })).data).toHaveLength(1)
    expect((await monitor(chen, { pid: 202 })).code).toBe('EMR_NOT_AUTHORISED')
  })
  it('partner staff read what was measured, though no record; a caregiver of own patients; a volunteer nothing', async () => {
    await give(lin, pressure())
    expect((await monitor(await clinic.staff('partner.ho'), { pid: PID })).data).toHaveLength(1)
    const caregiver = await clinic.staff('care.su')
    expect((await monitor(caregiver, { pid: PID })).code).toBe('NOT_FOUND')
    expect((await monitor(caregiver, {})).data).toEqual([])
    await clinic.patient('fresh', { pid: PID, bookedBy: caregiver.mid, time: '17:00' })
    expect((await monitor(caregiver, { pid: PID })).data).toHaveLength(1)
    expect((await monitor(caregiver, {})).data).toHaveLength(1)
    expect((await monitor(await clinic.staff('volunteer'), { pid: PID })).code).toBe('FORBIDDEN')
    expect((await monitor(await clinic.staff('agent.kao'), { pid: PID })).code).toBe('FORBIDDEN')
  })
  it('keeps whose readings were looked at', async () => {
    await monitor(lin, { pid: PID })
    const rows = await clinic.data.db.system.read(
      sql`select 1 from audit_log where action = 'POST /partner/monitordata' and pid = ${PID} and mid = ${lin.mid} limit 1`,
    )
    expect(rows).toHaveLength(1)
  })
})
