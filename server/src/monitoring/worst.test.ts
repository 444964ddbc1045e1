import type { Alert, OwnRules } from '@teleward/contract/monitoring/alert-schema.ts'
import { templates } from '@teleward/contract/monitoring/group-rules.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { describe, expect, it } from 'vitest'
import { asReported, limit, PID, put, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { watch, at, give, alerts } = ward
const { chen, lin, admin } = ward.staff
const [hypertension, , heartFailure] = templates

const take = (one: Alert | undefined, note = '馬上去電') =>
  put<Alert>(chen, `alerts/${one?.id}`, { action: 'acknowledge', note })
const kinds = async () => (await alerts(chen)).map(({ measure, severity }) => `${measure} ${severity}`)

describe('the value of a limit', () => {
  it('[MON-03~] belongs to it where its source says so: 180/120 is a crisis, 130/80 strikes', async () => {
    await watch(hypertension.rules)
    await give(129, { diastolic: 79, timestamp: at(9) })
    expect(await kinds()).toEqual([])
    await give(130, { diastolic: 80, timestamp: at(8) })
    expect((await kinds()).toSorted()).toEqual(['diastolic notice', 'systolic notice'])
    await give(180, { diastolic: 120, timestamp: at(7) })
    expect((await kinds()).slice(0, 2).toSorted()).toEqual(['diastolic critical', 'systolic critical'])
    expect((await alerts(chen))[0]).toMatchObject({ limit: expect.any(Number), inclusive: true })
  })
  it('[MON-03~] is beyond it still where a limit says nothing of it, as those from before', async () => {
    await watch([limit({ value: 180 }), limit({ test: 'below', value: 90 })])
    await give(180, { timestamp: at(9) })
    await give(90, { timestamp: at(8) })
    expect(await kinds()).toEqual([])
    await give(89, { timestamp: at(7) })
    expect(await alerts(chen)).toMatchObject([{ test: 'below', inclusive: false }])
  })
  it('[MON-03~] is kept with the limits of a person as it was said', async () => {
    const rules = [limit({ value: 150, inclusive: true })]
    const set = await put<OwnRules>(admin, `memberrules/${PID}`, { version: 0, rules })
    expect(set.data.rules).toMatchObject([{ value: 150, inclusive: true }])
    await give(150)
    expect(await alerts(chen)).toMatchObject([{ source: 'own', limit: 150, inclusive: true, value: 150 }])
  })
})

describe('an alert', () => {
  it('[MON-03~] keeps what was measured first, worst and last, in whichever order it arrives', async () => {
    await watch([limit({ value: 180, severity: 'critical' })])
    await give(185, { timestamp: at(60) })
    await give(236, { timestamp: at(30) })
    await give(181, { timestamp: at(6 * 60) })
    expect(await alerts(chen)).toMatchObject([
      {
        times: 3,
        value: 181,
        measurementTime: asReported(at(6 * 60)),
        worstValue: 236,
        worstAt: asReported(at(30)),
        lastValue: 236,
        lastAt: asReported(at(30)),
      },
    ])
    await give(183, { timestamp: at(5) })
    expect(await alerts(chen)).toMatchObject([
      { value: 181, worstValue: 236, lastValue: 183, lastAt: asReported(at(5)) },
    ])
  })
  it('[MON-03~] of a limit below has the lowest for its worst', async () => {
    await watch([limit({ test: 'below', value: 90 })])
    for (const [value, minutes] of [
      [85, 30],
      [70, 20],
      [88, 10],
    ] as const)
      await give(value, { diastolic: 50, timestamp: at(minutes) })
    expect(await alerts(chen)).toMatchObject([{ value: 85, worstValue: 70, lastValue: 88 }])
  })
  it('[MON-03~] that somebody has taken opens again when it gets clearly worse, keeps who had it, and tells the carers', async () => {
    await watch([limit({ value: 180, severity: 'critical' })])
    await give(185, { timestamp: at(60) })
    const [one] = await alerts(chen)
    await take(one)
    // A fortieth of 180 is 4.5: less than that more is the same state, measured again.
    await give(189, { timestamp: at(50) })
    expect(await alerts(chen)).toMatchObject([{ state: 'acknowledged', worstValue: 189, reopenedAt: null }])
    // Held against what it was when it was taken: steps of which each is small do not pass unseen.
    const socket = await lin.line()
    await give(193, { timestamp: at(45) })
    expect(await alerts(chen)).toMatchObject([
      {
        id: one?.id,
        state: 'open',
        times: 3,
        worstValue: 193,
        reopenedAt: asReported(at(0)),
        acknowledged: null,
        acknowledgedBefore: [{ by: { mid: chen.mid }, note: '馬上去電' }],
      },
    ])
    expect(await socket.waitFor('alert.changed', ({ state }) => state === 'open')).toMatchObject({ id: one?.id })
    socket.close()
    const bell = (await chen.get<Notification[]>('/his/api/notifications')).data
    expect(bell.filter(({ what, subject }) => what === 'alert.critical' && subject.id === one?.id)).toHaveLength(2)
    expect((await put<Alert>(lin, `alerts/${one?.id}`, { action: 'acknowledge', note: '我來' })).data).toMatchObject({
      acknowledged: { by: { mid: lin.mid } },
      acknowledgedBefore: [{ by: { mid: chen.mid } }],
    })
    expect((await put<Alert>(lin, `alerts/${one?.id}`, { action: 'resolve', note: '已就醫' })).data).toMatchObject({
      state: 'resolved',
      worstValue: 193,
    })
  })
  it('[MON-03~] of a limit whose severity has changed meanwhile leaves the worse one an alert of its own', async () => {
    await watch([limit({ value: 160, severity: 'notice' })])
    await give(165, { timestamp: at(60) })
    await ward.run(ward.asCritical())
    await give(166, { timestamp: at(50) })
    expect(await kinds()).toEqual(['systolic critical', 'systolic notice'])
  })
})

describe('limits of a person and of the group', () => {
  it('[MON-03~] an own one replaces the group’s of the same measure, test and severity alone: the critical one stays', async () => {
    await watch([
      limit({ value: 130, severity: 'notice' }),
      limit({ value: 180, severity: 'critical' }),
      limit({ measure: 'diastolic', value: 80, severity: 'notice' }),
    ])
    const rules = [limit({ value: 150, severity: 'notice' })]
    expect((await put(admin, `memberrules/${PID}`, { version: 0, rules })).code).toBe('OK')
    await give(140, { diastolic: 79, timestamp: at(9) })
    expect(await alerts(chen)).toEqual([])
    await give(205, { diastolic: 79, timestamp: at(8) })
    expect(await alerts(chen)).toMatchObject([{ severity: 'critical', source: 'group', worstValue: 205 }])
  })
  it('[MON-03~] an own limit on a value leaves the group’s on silence in force', async () => {
    await watch([limit({ test: 'noData', value: null, hours: 48 })], [PID])
    await put(admin, `memberrules/${PID}`, { version: 0, rules: [limit({ value: 150 })] })
    await give(120, { timestamp: at(1) })
    await ward.later(49 * 3_600_000)
    expect(await alerts(chen)).toMatchObject([{ test: 'noData', source: 'group' }])
  })
  it('[MON-03~] who sets them is shown the group’s of the member', async () => {
    await watch([limit({ value: 180, severity: 'critical' })], [PID])
    expect((await admin.get<OwnRules>(`/his/api/memberrules/${PID}`)).data.groups).toMatchObject([
      {
        measure: 'systolic',
        test: 'above',
        value: 180,
        severity: 'critical',
        source: 'group',
        groupName: expect.stringContaining('血壓'),
      },
    ])
  })
})

describe('a limit on change', () => {
  const weigh = (weight: number, minutesAgo: number) =>
    give(0, { dataType: 'weight', weight, weight_unit: 'kg', timestamp: at(minutesAgo) })
  it('[MON-03~] holds what arrives late against what was measured after it, and says from what on', async () => {
    await watch([limit({ measure: 'weight', test: 'change', value: 2, hours: 72 })])
    await weigh(60, 5)
    await weigh(57.9, 20 * 60)
    expect(await alerts(chen)).toMatchObject([
      { value: 60, worstValue: 60, worstAt: asReported(at(5)), baseValue: 57.9, baseAt: asReported(at(20 * 60)) },
    ])
  })
  it('[MON-03~] of a gain is no loss, and of more than two kilograms not two', async () => {
    await watch(heartFailure.rules)
    await weigh(60, 30 * 60)
    await weigh(57, 20 * 60)
    expect(await alerts(chen)).toEqual([])
    await weigh(59, 10 * 60)
    expect(await alerts(chen)).toEqual([])
    await weigh(59.1, 5)
    expect(await alerts(chen)).toMatchObject([{ direction: 'up', value: 59.1, baseValue: 57 }])
  })
})
