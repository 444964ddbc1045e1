import { randomUUID } from 'node:crypto'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import type { CheckDetail } from '@teleward/contract/healthchecks/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chen, clinic, lin, TODAY } from '../appointments/booking-fixture.ts'
import { sql } from '../platform/db/index.ts'
import { joinAs, makeEvent, measureAs, openVenue } from './fixture.ts'

/** Two years old, and seventy. */
const [CHILD, OLD] = [901, 902]
let event: CareEvent
beforeAll(async () => {
  await openVenue()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member (pid, member_no, name, gender, birthday) overriding system value
      values (${CHILD}, 'D-1', '小安', 'male', '2024-01-05'), (${OLD}, 'D-2', '老吳', 'male', '1955-06-01')`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${CHILD}, 1, 2), (${OLD}, 1, 2)`)
  })
  event = await makeEvent()
  for (const pid of [CHILD, OLD]) expect((await joinAs(chen, event, { pid, via: 'search' })).code).toBe('OK')
})
afterAll(() => clinic.close())
const fieldsOf = (text: string) =>
  (JSON.parse(text) as { fields?: { path: string; code: string }[] }).fields?.map(({ path, code }) => `${path} ${code}`)
const asked = async (pid: number, ...entries: Parameters<typeof measureAs>[3][]) => {
  const { code, text, data } = await measureAs(chen, event, pid, ...entries)
  return code === 'OK' ? code : [code, fieldsOf(text), (data as unknown as { value: string }).value]
}

describe('what is typed at a station', () => {
  it('[M5] [EVNT-05~] is asked about by age and by what fits together, as what a device measured', async () => {
    const at = ['entries.0.value VALUE_IMPLAUSIBLE']
    for (const value of [88, 60, 120])
      expect(await asked(CHILD, { item: 'weight', value })).toEqual(['VALUE_IMPLAUSIBLE', at, `${value} kg`])
    expect(await asked(CHILD, { item: 'height', value: 170 })).toEqual(['VALUE_IMPLAUSIBLE', at, '170 cm'])
    for (const [upper, lower] of [
      [76, 138],
      [95, 125],
    ] as const)
      expect(await asked(OLD, { item: 'systolic', value: upper }, { item: 'diastolic', value: lower })).toEqual([
        'VALUE_IMPLAUSIBLE',
        ['entries.1.value VALUE_IMPLAUSIBLE'],
        `${upper}/${lower} mmHg`,
      ])
    // Two tables, and what they have together.
    expect(await asked(OLD, { item: 'weight', value: 300 })).toBe('OK')
    expect(await asked(OLD, { item: 'height', value: 160 })).toEqual(['VALUE_IMPLAUSIBLE', at, 'BMI 117.2'])
    expect(await asked(OLD, { item: 'height', value: 160, confirmed: true })).toBe('OK')
    expect(await asked(CHILD, { item: 'weight', value: 13.2 }, { item: 'height', value: 88 })).toBe('OK')
  })
  it('[M5] a weight is asked about that moved by more than a fifth within two days', async () => {
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
        values (${OLD}, 1, 2, 'weight', 68, 'kg', ${clinic.clock.now()}::timestamptz, now(), 'device', 'weight', 101)`),
    )
    expect(await asked(OLD, { item: 'weight', value: 88 })).toEqual([
      'WEIGHT_CHANGE_IMPLAUSIBLE',
      ['entries.0.value WEIGHT_CHANGE_IMPLAUSIBLE'],
      '88',
    ])
    expect(await asked(OLD, { item: 'weight', value: 70 })).toBe('OK')
  })
})

it('[M5] [EVNT-04~] what is typed of a health check is asked about in the same way', async () => {
  const id = randomUUID()
  const made = await lin.post<CheckDetail>('/his/api/healthchecks', {
    id,
    pid: CHILD,
    programme: 'metabolic',
    identityConfirmed: true,
  })
  expect(made.code, made.text).toBe('OK')
  const enter = async (confirmed: boolean) => {
    const response = await lin.request(`/his/api/healthchecks/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        action: 'enter',
        entries: [{ id: randomUUID(), item: 'weight', value: 60, confirmed }],
      }),
    })
    return ((await response.json()) as { status: string }).status
  }
  expect(await enter(false)).toBe('VALUE_IMPLAUSIBLE')
  expect(await enter(true)).toBe('OK')
})

it('[M5] [MEMB-03~] a height and a weight of a member are asked about by age, once they or the birthday change', async () => {
  const put = async (body: object) => {
    const { data } = await chen.get<{ version: number }>(`/his/api/members/${CHILD}`)
    const response = await chen.request(`/his/api/members/${CHILD}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: data.version, ...body }),
    })
    return ((await response.json()) as { status: string }).status
  }
  expect(await put({ weight: 60 })).toBe('VALUE_IMPLAUSIBLE')
  expect(await put({ height: 170 })).toBe('VALUE_IMPLAUSIBLE')
  expect(await put({ weight: 60, confirmed: true })).toBe('OK')
  expect(await put({ nameEn: 'An' })).toBe('OK')
  const added = await chen.post('/partner/addMember', {
    account: '0911000222',
    name: '高小弟',
    birthday: '2024-01-05',
    weight: 88,
    unitId: 2,
  })
  expect([added.code, fieldsOf(added.text)]).toEqual(['VALUE_IMPLAUSIBLE', ['weight VALUE_IMPLAUSIBLE']])
})

it('[EVNT-03~] a result of somebody whom the programme is not for is asked about, and counted once it is confirmed', async () => {
  const screened = await makeEvent({ kind: 'hpa', name: '篩檢', items: [], programmes: ['breast', 'colorectal'] })
  for (const pid of [CHILD, OLD]) await joinAs(chen, screened, { pid, via: 'search' })
  const keep = async (pid: number, programme: string, more: object = {}) => {
    const { code, text } = await chen.post(`/his/api/screenings/${screened.id}/results`, {
      id: randomUUID(),
      pid,
      programme,
      outcome: 'negative',
      examinedOn: TODAY,
      ...more,
    })
    return code === 'OK' ? code : [code, ...(fieldsOf(text) ?? [])]
  }
  const asks = ['SCREENING_NOT_FOR', 'pid SCREENING_NOT_FOR']
  expect(await keep(OLD, 'breast')).toEqual(asks)
  expect(await keep(CHILD, 'colorectal')).toEqual(asks)
  // For him, as far as it is known.
  expect(await keep(OLD, 'colorectal')).toBe('OK')
  expect(await keep(OLD, 'breast', { confirmed: true })).toBe('OK')
})
