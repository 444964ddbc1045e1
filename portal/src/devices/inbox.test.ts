import type { DeviceReading } from '@teleward/contract/monitoring/endpoints.ts'
import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/errors.ts'
import type { Person } from './assignment.ts'
import { createInbox, type InboxEvent, type PersonReading } from './inbox.ts'
import { nativeReading } from './native.ts'
import type { Arrived, Said } from './reading.ts'

const T = Date.parse('2026-11-25T02:00:00Z')
const LIN: Person = { pid: 201, name: '林雅婷', openedAt: T }
const WU: Person = { pid: 202, name: '吳志明', openedAt: T + 120_000 }
const PRESSURE: Said = {
  dataType: 'blood_pressure_complete',
  systolic: 128,
  diastolic: 82,
  pulse_rate: 71,
  unit: 'mmHg',
}
const WEIGHT: Said = { dataType: 'weight_complete', weight: 155, weight_unit: 'lb' }
const arrived = (more: Partial<Arrived> = {}): Arrived => ({
  said: PRESSURE,
  deviceId: 'cuff',
  deviceName: 'BP-7',
  deviceType: 'blood_pressure_monitor',
  at: T + 1000,
  clock: 'device',
  arrivedAt: T + 2000,
  user: null,
  stream: false,
  hints: [],
  ...more,
})
const onArrival = (said: Said, arrivedAt: number, more: Partial<Arrived> = {}) =>
  arrived({ said, at: arrivedAt, arrivedAt, clock: 'arrival', ...more })

const STORED = (duplicate = false): Received => ({ stored: true, duplicate, reading: null, ecg: null })
const LOGGED: Received = { stored: false, duplicate: false, reading: null, ecg: null }
const away = () => new ApiError('NETWORK_FAILED', '', 0)

function opened(person: Person | null = LIN) {
  const sent: { body: DeviceReading; key: string }[] = []
  const events: InboxEvent[] = []
  const server = {
    answer: (body: DeviceReading): Received | Error =>
      /pressure|weight/.test(body.dataType) || body.takeOver ? STORED() : LOGGED,
  }
  const inbox = createInbox({
    now: () => T + 60_000,
    send: async (body, key) => {
      sent.push({ body, key })
      const answer = server.answer(body)
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  inbox.on((event) => events.push(event))
  inbox.setPerson(person)
  const states = () => inbox.store.get().entries.map(({ state, why }) => why ?? state)
  const of = (kind: 'accepted' | 'stored'): PersonReading[] =>
    events.flatMap((event) => (event.kind === kind && 'reading' in event ? [event.reading] : []))
  return { inbox, sent, events, server, states, of, kinds: () => events.map(({ kind }) => kind) }
}
const settled = () => new Promise((done) => setTimeout(done))

describe('a reading', () => {
  it('[DEV-01~] [DEV-02~] of pressure and weight goes to the person on screen, converted once', async () => {
    const { inbox, sent, of, states, kinds } = opened()
    inbox.receive(arrived())
    inbox.receive(arrived({ said: WEIGHT, deviceId: 'scale' }))
    await settled()
    expect(sent[0]?.body).toEqual({
      pid: 201,
      ...PRESSURE,
      timestamp: '2026-11-25T02:00:01.000Z',
      deviceName: 'BP-7',
      deviceType: 'blood_pressure_monitor',
      takeOver: false,
      confirmed: false,
    })
    // As the scale said it: the one place that converts is the contract's.
    expect(sent[1]?.body).toMatchObject({ weight: 155, weight_unit: 'lb' })
    expect(of('accepted')).toEqual(of('stored'))
    expect(of('stored')).toMatchObject([
      { pid: 201, name: '林雅婷', kind: 'blood_pressure', value: 128, diastolic: 82, pulse: 71, unit: 'mmHg' },
      { pid: 201, kind: 'weight', value: 70.31, unit: 'kg' },
    ])
    expect(states()).toEqual(['stored', 'stored'])
    expect(kinds().filter((kind) => kind === 'received')).toHaveLength(2)
  })
  it.each<[string, Said]>([
    ['a temperature in Fahrenheit', { dataType: 'temperature', value: 100.4, unit: 'F' }],
    ['a heart rate', { dataType: 'heart_rate', value: 71 }],
    ['a glucose', { dataType: 'blood_glucose', value: 5.8, unit: 'mmol/L' }],
    ['an oxygen', { dataType: 'blood_oxygen', value: 97, unit: '%' }],
  ])('[DEV-02~] %s is logged alone, and stored once somebody takes it over', async (_what, said) => {
    const { inbox, sent, of, states } = opened()
    inbox.receive(arrived({ said }))
    await settled()
    expect([states(), of('accepted'), of('stored')]).toEqual([['logged'], [], []])
    inbox.takeOver(1, said.dataType === 'blood_glucose' ? 'after' : undefined)
    await settled()
    expect(sent.map(({ body }) => body.takeOver)).toEqual([false, true])
    expect(of('stored')).toMatchObject([{ pid: 201, takenOver: true }])
    if (said.dataType === 'blood_glucose')
      expect(of('stored')[0]).toMatchObject({ kind: 'glucose_after_meal', value: 104 })
    if (said.dataType === 'temperature') expect(of('stored')[0]).toMatchObject({ value: 38, unit: 'Cel' })
  })
  it('[DEV-01~] of the app arrives at the same place', async () => {
    const { inbox, of } = opened()
    const message = { dataType: 'weight', weight: '61.238', weight_unit: 'kg', timestamp: T + 1000 }
    inbox.receive(nativeReading(message, T + 2000)!)
    await settled()
    expect(of('stored')).toMatchObject([{ kind: 'weight', value: 61.24 }])
  })
  it.each<[string, Said]>([
    ['no diastolic value', { ...PRESSURE, diastolic: undefined }],
    ['a word', { ...PRESSURE, systolic: 'high' }],
    ['a unit nobody knows', { ...WEIGHT, weight_unit: 'st' }],
    ['more than a number can be', { ...PRESSURE, systolic: 1e12 }],
  ])('[DEV-03~] with %s cannot be parsed, and changes nothing', async (_what, said) => {
    const { inbox, sent, states, kinds } = opened()
    inbox.receive(arrived({ said }))
    await settled()
    expect([sent, states(), inbox.store.get().last, kinds()]).toEqual([[], [], [], ['unreadable']])
  })
  it('[DEV-03~] that the server cannot parse says so as well', async () => {
    const { inbox, server, kinds, states } = opened()
    server.answer = () => new ApiError('DEVICE_PARSE_FAILED', 'no', 400)
    inbox.receive(arrived())
    await settled()
    expect([states(), kinds()]).toEqual([['refused'], ['accepted', 'unreadable']])
  })
})

describe('a value that no body has', () => {
  const asked = (inbox: ReturnType<typeof opened>['inbox']) =>
    inbox.store.get().entries[0]?.doubts.map(({ values }) => values.value)
  const odd = { ...PRESSURE, systolic: 301 }
  it('[DEV-04~] is asked about before anything is sent, and stored flagged once confirmed', async () => {
    const { inbox, sent, states, of } = opened()
    inbox.receive(arrived({ said: odd }))
    await settled()
    expect([states(), asked(inbox), sent, of('accepted')]).toEqual([['asked'], ['301 mmHg'], [], []])
    inbox.confirm(1)
    await settled()
    expect(sent.map(({ body }) => body.confirmed)).toEqual([true])
    expect(of('stored')).toMatchObject([{ value: 301, flagged: true }])
  })
  it('[DEV-04~] is corrected by a person, whose word it then is; what is no reading, or odd again, is asked again', async () => {
    const { inbox, sent, states, of } = opened()
    inbox.receive(arrived({ said: odd }))
    expect(inbox.correct(1, { systolic: 'x', diastolic: 82, unit: 'mmHg' })).toBe(false)
    expect(inbox.correct(1, { systolic: 131, diastolic: 82, pulse_rate: 'x', unit: 'mmHg' })).toBe(false)
    inbox.correct(1, { systolic: 30, diastolic: 82, unit: 'mmHg' })
    expect([states(), asked(inbox)]).toEqual([['asked'], ['30 mmHg']])
    inbox.correct(1, { systolic: 131, diastolic: 82, unit: 'mmHg' })
    await settled()
    expect(sent.map(({ body }) => [body.systolic, body.takeOver, body.confirmed])).toEqual([[131, true, false]])
    expect(of('stored')).toMatchObject([{ value: 131, takenOver: true, flagged: false }])
  })
  it('[DEV-04~] of what is only logged is asked about when it is taken over', async () => {
    const { inbox, states } = opened()
    inbox.receive(arrived({ said: { dataType: 'temperature', value: 45, unit: 'C' } }))
    await settled()
    expect(states()).toEqual(['logged'])
    inbox.takeOver(1)
    expect([states(), asked(inbox)]).toEqual([['asked'], ['45 °C']])
  })
  it.each<[Said, string]>([
    [{ dataType: 'temperature', value: 37, unit: '°F' }, '37 °F = 2.78 °C'],
    [{ dataType: 'blood_glucose', value: 1, unit: 'mmol/L' }, '1 mmol/L = 18 mg/dL'],
    [{ dataType: 'blood_pressure', systolic: 16, diastolic: 30, unit: 'kPa' }, '30 kPa = 225 mmHg'],
    [{ ...PRESSURE, pulse_rate: 400 }, '400 bpm'],
  ])('[Nw10] %j is asked about with its unit, as it was said', async (said, text) => {
    const { inbox } = opened()
    inbox.receive(arrived({ said }))
    await settled()
    if (inbox.store.get().entries[0]?.state !== 'asked') inbox.takeOver(1)
    expect(asked(inbox)).toEqual([text])
  })
  it('[DEV-04~] is asked about where the server alone finds it', async () => {
    const { inbox, server, states } = opened()
    server.answer = () => new ApiError('VALUE_IMPLAUSIBLE', '', 409, [], { value: '128 mmHg' })
    inbox.receive(arrived())
    await settled()
    expect([states(), asked(inbox)]).toEqual([['asked'], ['128 mmHg']])
    inbox.discard(1)
    expect(states()).toEqual([])
  })
})

describe('a reading that is doubted', () => {
  it('[M5] without its unit, or with two, is told with the units there are: nothing is sent or kept', async () => {
    const { inbox, sent, states, events } = opened()
    inbox.receive(arrived({ said: { dataType: 'weight', weight: 154.3 } }))
    inbox.receive(arrived({ said: { dataType: 'weight', weight: 66.5, unit: 'kg', weight_unit: 'lb' } }))
    inbox.receive(arrived({ said: { ...PRESSURE, systolic: 16, diastolic: 10, unit: undefined } }))
    await settled()
    expect([sent, states(), inbox.store.get().last]).toEqual([[], [], []])
    expect(events).toEqual([
      { kind: 'unitUnclear', deviceName: 'BP-7', units: ['kg', 'lb'] },
      { kind: 'unitUnclear', deviceName: 'BP-7', units: ['kg', 'lb'] },
      { kind: 'unitUnclear', deviceName: 'BP-7', units: ['mmHg', 'kPa'] },
    ])
  })
  it('[M4] of a clock that is a year behind is asked about with the day, before anything is sent', async () => {
    const { inbox, sent } = opened()
    inbox.receive(arrived({ said: { ...PRESSURE, systolic: 301 }, at: Date.parse('2024-05-01T02:00:00Z') }))
    // Older than the person on screen: whose it is comes first.
    inbox.give(1, LIN)
    expect([inbox.store.get().entries[0]?.state, sent]).toEqual(['asked', []])
    expect(inbox.store.get().entries[0]?.doubts).toEqual([
      { code: 'TIME_IMPLAUSIBLE', values: { day: '2024-05-01' } },
      { code: 'VALUE_IMPLAUSIBLE', values: { value: '301 mmHg' } },
    ])
    inbox.confirm(1)
    await settled()
    expect(sent.map(({ body }) => body.confirmed)).toEqual([true])
  })
  it('[M5] is asked about all that the server alone can doubt, once more where that was not what was confirmed', async () => {
    const { inbox, server, states, sent, of } = opened()
    const doubts = [{ code: 'WEIGHT_CHANGE_IMPLAUSIBLE', value: '70.31' }]
    server.answer = ({ confirmed }) =>
      confirmed ? STORED() : new ApiError('WEIGHT_CHANGE_IMPLAUSIBLE', '', 409, [], { value: '70.31', doubts })
    inbox.receive(arrived({ said: WEIGHT, deviceId: 'scale' }))
    await settled()
    expect(states()).toEqual(['asked'])
    expect(inbox.store.get().entries[0]).toMatchObject({
      confirmed: false,
      doubts: [{ code: 'WEIGHT_CHANGE_IMPLAUSIBLE', values: { value: '70.31' } }],
    })
    inbox.confirm(1)
    await settled()
    expect(sent.map(({ body }) => body.confirmed)).toEqual([false, true])
    expect(of('stored')).toHaveLength(1)
  })
  it('[M5] a glucose can be taken over without its meal, as what it is', async () => {
    const { inbox, of, sent } = opened()
    inbox.receive(arrived({ said: { dataType: 'blood_glucose', value: 150, unit: 'mg/dL' } }))
    await settled()
    inbox.takeOver(1)
    await settled()
    expect(sent.at(-1)?.body).not.toHaveProperty('meal')
    expect(of('stored')).toMatchObject([{ kind: 'glucose_unspecified', value: 150 }])
  })
})

describe('the same reading twice', () => {
  it('[DEV-04~] is one: final or not, at once or after it was stored', async () => {
    const { inbox, sent, kinds } = opened()
    inbox.receive(arrived({ said: { ...PRESSURE, dataType: 'blood_pressure' } }))
    inbox.receive(arrived())
    await settled()
    inbox.receive(arrived({ arrivedAt: T + 90_000 }))
    await settled()
    expect([sent.length, inbox.store.get().entries[0]?.times]).toEqual([1, 3])
    expect(kinds().filter((kind) => kind === 'duplicate')).toHaveLength(2)
  })
  it('[DEV-04~] of a scale without a clock is one within half a minute, and for the next person it is asked whose', async () => {
    const { inbox, sent, states } = opened()
    inbox.receive(onArrival(WEIGHT, T + 1000))
    inbox.receive(onArrival(WEIGHT, T + 3000))
    expect(states()).toHaveLength(1)
    inbox.setPerson({ ...WU, openedAt: T + 4000 })
    inbox.receive(onArrival(WEIGHT, T + 5000))
    expect(states()[0]).toBe('repeated')
    inbox.receive(onArrival(WEIGHT, T + 60_000))
    await settled()
    expect(sent.map(({ body }) => body.pid)).toEqual([201, 202])
  })
  it('[DEV-04~] has one key, of another person or value another; the server’s word that it was there is passed on', async () => {
    const keys: string[] = []
    for (const [person, said] of [
      [LIN, PRESSURE],
      [LIN, PRESSURE],
      [{ ...LIN, pid: 9 }, PRESSURE],
      [LIN, { ...PRESSURE, systolic: 129 }],
    ] as const) {
      const { inbox, sent, server, of, kinds } = opened(person)
      server.answer = () => STORED(true)
      inbox.receive(arrived({ said }))
      await settled()
      keys.push(sent[0]!.key)
      expect(of('stored')[0]?.duplicate).toBe(true)
      expect(kinds()).toEqual(['accepted', 'duplicate', 'stored'])
    }
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).toMatch(/^[\x21-\x7e]{8,200}$/)
  })
})

describe('whose a reading is', () => {
  it('[DEV-01~] one that is older than the person on screen is held back, and can be given to whoever was there', async () => {
    const { inbox, sent, states } = opened()
    inbox.setPerson(WU)
    inbox.receive(arrived({ arrivedAt: T + 130_000 }))
    await settled()
    expect([states(), sent]).toEqual([['older'], []])
    expect(inbox.store.get().entries[0]?.earlier).toEqual(LIN)
    inbox.give(1, LIN)
    await settled()
    expect(sent.map(({ body }) => body.pid)).toEqual([201])
  })
  it('[DEV-01~] one that has arrived before that person was opened is held back, whatever its clock says', () => {
    const { inbox, states } = opened({ ...LIN, openedAt: T + 5000 })
    inbox.receive(arrived({ at: T + 6000, arrivedAt: T + 2000 }))
    expect(states()).toEqual(['older'])
  })
  it('[DEV-01~] with nobody on screen it waits; discarded it is not stored, and does not come back', async () => {
    const { inbox, sent, states } = opened(null)
    inbox.receive(arrived())
    expect(states()).toEqual(['nobody'])
    inbox.discard(1)
    inbox.setPerson(LIN)
    inbox.receive(arrived())
    await settled()
    expect([states(), sent]).toEqual([[], []])
  })
  it('[DEV-01~] of a cuff in a home of two the user is asked, once for each', async () => {
    const { inbox, sent, states } = opened()
    const of = (user: number, minute: number) =>
      arrived({ user, at: T + minute * 60_000, arrivedAt: T + minute * 60_000 })
    inbox.receive(of(1, 1))
    await settled()
    inbox.receive(of(2, 2))
    await settled()
    expect([states()[0], sent.length]).toEqual(['user', 1])
    inbox.give(2, LIN)
    inbox.receive(of(2, 3))
    inbox.receive(of(1, 4))
    await settled()
    expect(states()).toEqual(['user', 'stored', 'user', 'stored'])
    expect(sent).toHaveLength(3)
  })
  it('[DEV-01~] several without a time of their own, as a memory is emptied: the others are held back', async () => {
    const { inbox, states } = opened()
    for (const [index, systolic] of [128, 131, 127].entries())
      inbox.receive(onArrival({ ...PRESSURE, systolic }, T + 1000 + index * 300))
    await settled()
    expect(states()).toEqual(['burst', 'burst', 'stored'])
  })
})

describe('the line', () => {
  it('[DEV-01~] away: what was read is kept in a list of its own person, and sent again under the same key', async () => {
    const { inbox, sent, server, states, of, kinds } = opened()
    server.answer = away
    inbox.receive(arrived())
    await settled()
    expect([states(), kinds()]).toEqual([['unsent'], ['accepted', 'keptHere']])
    inbox.setPerson(WU)
    inbox.retry()
    await settled()
    expect(kinds().filter((kind) => kind === 'keptHere')).toHaveLength(1)
    server.answer = () => STORED()
    inbox.retry()
    inbox.retry()
    await settled()
    expect(states()).toEqual(['stored'])
    expect(of('stored').map(({ pid }) => pid)).toEqual([201])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent).toHaveLength(3)
  })
  it('a refusal is said, tried again under another key, or discarded', async () => {
    const { inbox, sent, server, states } = opened()
    server.answer = () => new ApiError('MEMBER_DISABLED', '已停用', 403)
    inbox.receive(arrived())
    await settled()
    expect([states(), inbox.store.get().entries[0]?.refusal]).toEqual([['refused'], '已停用'])
    server.answer = () => STORED()
    inbox.again(1)
    await settled()
    expect([states(), new Set(sent.map(({ key }) => key)).size]).toEqual([['stored'], 2])
  })
  it('nothing is sent once the person who was signed in is not', async () => {
    const { inbox, sent, server } = opened()
    server.answer = away
    inbox.receive(arrived())
    await settled()
    inbox.close()
    inbox.retry()
    await settled()
    expect([sent.length, inbox.store.get().entries]).toEqual([1, []])
  })
})

describe('what comes each second', () => {
  const beat = (second: number, value = 72) =>
    onArrival({ dataType: 'heart_rate', value }, T + second * 1000, { stream: true, deviceId: 'strap' })
  it('[DEV-02~] is logged once it is steady and then once a minute, and can be taken over at any time', async () => {
    const { inbox, sent, states, of } = opened()
    for (let second = 1; second <= 75; second++) {
      inbox.receive(beat(second, 70 + (second % 3)))
      await Promise.resolve()
    }
    await settled()
    expect(sent.map(({ body }) => body.timestamp.slice(14, 19))).toEqual(['00:11', '01:11'])
    expect(inbox.store.get().last[0]?.arrivedAt).toBe(T + 75_000)
    inbox.takeNow(inbox.store.get().last[0]!)
    await settled()
    expect(of('stored')).toMatchObject([{ kind: 'pulse', value: 70, takenOver: true }])
    expect(states()).toHaveLength(2)
  })
  it('[DEV-01~] what is left of the person before is not taken for the next', async () => {
    const { inbox, sent } = opened()
    inbox.receive(beat(1))
    const last = inbox.store.get().last[0]!
    inbox.setPerson(WU)
    inbox.takeNow(last)
    await settled()
    expect(sent).toEqual([])
  })
})
