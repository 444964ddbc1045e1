import type { ForceRule, Measurements, OwnRules } from '@teleward/contract/monitoring/alert-schema.ts'
import type { GroupRules, MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'
import type { Rule } from '@teleward/contract/monitoring/group-rules.ts'
import { describe, expect, it } from 'vitest'
import { HOUR, limit, PID, put, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { watch, give, alerts, later } = ward
const { chen, admin } = ward.staff

/** At that hour of the institution's clock, today or the day before. */
function clock(hour: number, daysAgo = 0): string {
  const day = new Date(ward.clinic.clock.now().getTime() + 8 * HOUR - daysAgo * 24 * HOUR).toISOString().slice(0, 10)
  return new Date(`${day}T${String(hour).padStart(2, '0')}:30:00+08:00`).toISOString()
}
async function setOf(rules: readonly Rule[]) {
  const { data } = await admin.get<MonitorGroupDetail>(`/his/api/monitorgroups/${ward.group}`)
  return put<GroupRules>(admin, `monitorrules/${ward.group}`, { version: data.version, rules })
}
const own = async (rules: readonly Rule[]) => {
  const { data } = await admin.get<OwnRules>(`/his/api/memberrules/${PID}`)
  return put<OwnRules>(admin, `memberrules/${PID}`, { version: data.version, rules })
}
const inForce = async () =>
  (await chen.get<Measurements>(`/his/api/measurements/${PID}?days=7`)).data.rules.map(
    ({ source, value, fromHour, toHour }: ForceRule) => `${source} ${value} ${fromHour}-${toHour}`,
  )
const night = (value: number, more: Partial<Rule> = {}) => limit({ value, fromHour: 22, toHour: 6, ...more })

describe('a limit for the night', () => {
  it('[M14] holds from 22 to 6 over midnight, by the institution’s clock, and at no other hour', async () => {
    await watch([])
    expect((await setOf([night(150)])).data.rules).toMatchObject([{ value: 150, fromHour: 22, toHour: 6 }])
    for (const [hour, daysAgo] of [
      [6, 0],
      [9, 0],
      [21, 1],
    ] as const)
      await give(160, { timestamp: clock(hour, daysAgo) })
    expect(await alerts(chen)).toEqual([])
    for (const [hour, daysAgo] of [
      [22, 1],
      [0, 0],
      [5, 0],
    ] as const)
      await give(160, { timestamp: clock(hour, daysAgo) })
    expect(await alerts(chen)).toMatchObject([{ times: 3, value: 160 }])
  })
  it('[M14] stands beside one of the day of the same kind; where their hours meet they are one too many', async () => {
    await watch([])
    expect((await setOf([night(150), limit({ value: 170, fromHour: 6, toHour: 22 })])).code).toBe('OK')
    expect((await setOf([limit({ fromHour: 22, toHour: 24 }), limit({ fromHour: 0, toHour: 6 })])).code).toBe('OK')
    expect((await setOf([night(150), limit({ value: 170, fromHour: 5, toHour: 22 })])).code).toBe('DUPLICATE')
    for (const hours of [
      { fromHour: 22, toHour: 22 },
      { fromHour: 22, toHour: 0 },
    ])
      expect((await setOf([limit(hours)])).code).toBe('END_BEFORE_START')
    // A worse one beyond the milder is asked for where both hold at one hour alone.
    expect(
      (await setOf([night(150, { severity: 'critical' }), limit({ value: 160, fromHour: 8, toHour: 20 })])).code,
    ).toBe('OK')
    expect(
      (await setOf([night(150, { severity: 'critical' }), limit({ value: 160, fromHour: 4, toHour: 20 })])).code,
    ).toBe('FIELD_RELATED')
  })
  it('[M14] of a person takes the place of the group’s in its hours; in the others the group’s goes on', async () => {
    await watch([limit({ value: 180, severity: 'critical' })])
    expect((await own([night(150, { severity: 'critical' })])).code).toBe('OK')
    expect(await inForce()).toEqual(['own 150 22-6', 'group 180 6-22'])
    await give(160, { timestamp: clock(9) })
    expect(await alerts(chen)).toEqual([])
    await give(160, { timestamp: clock(5) })
    expect(await alerts(chen)).toMatchObject([{ source: 'own', limit: 150 }])
    await give(190, { timestamp: clock(8) })
    expect((await alerts(chen)).map(({ source, limit: value }) => `${source} ${value}`).toSorted()).toEqual([
      'group 180',
      'own 150',
    ])
    await own([limit({ value: 150, severity: 'critical', fromHour: 8, toHour: 12 })])
    expect(await inForce()).toEqual(['own 150 8-12', 'group 180 12-8'])
  })
  it('[M14] on silence is held in its hours as well, the group’s outside of them', async () => {
    const silence = (hours: number, more: Partial<Rule> = {}) =>
      limit({ test: 'noData', value: null, hours, severity: 'notice', ...more })
    await watch([silence(2)], [PID])
    // Ten in the morning: the own one takes the night, so the group's holds.
    await own([silence(48, { fromHour: 22, toHour: 6 })])
    await give(120, { timestamp: ward.at(0) })
    await later(3 * HOUR)
    expect(await alerts(chen)).toMatchObject([{ source: 'group', test: 'noData', hours: 2 }])
    await put(chen, `alerts/${(await alerts(chen))[0]?.id}`, { action: 'resolve', note: '已去電' })
    await own([silence(48)])
    await later(3 * HOUR)
    expect(await alerts(chen)).toEqual([])
  })
})

describe('an alert whose limit is gone', () => {
  it('[Mw7] says so: the value was changed, or an own limit holds all day in its place', async () => {
    const group = [limit({ value: 130, severity: 'notice' }), limit({ measure: 'diastolic', value: 60 })]
    await watch([])
    const { data } = await setOf(group)
    await give(138)
    const holds = async () => (await alerts(chen)).map(({ measure, limitHolds }) => [measure, limitHolds])
    expect((await holds()).toSorted()).toEqual([
      ['diastolic', true],
      ['systolic', true],
    ])
    // At night alone the group's goes on by day.
    await own([night(150, { severity: 'notice' })])
    expect(Object.fromEntries(await holds())).toEqual({ diastolic: true, systolic: true })
    await own([limit({ value: 150, severity: 'notice' })])
    expect(Object.fromEntries(await holds())).toEqual({ diastolic: true, systolic: false })
    await setOf(data.rules.map((one) => ({ ...one, value: (one.value ?? 0) + 5 })))
    expect(Object.fromEntries(await holds())).toEqual({ diastolic: false, systolic: false })
  })
})
