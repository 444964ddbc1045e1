import { describe, expect, it } from 'vitest'
import { type ConnectionState, openConnection } from './connection.ts'
import { FakeDevice } from './fixture.ts'
import type { Arrived, NoReading } from './reading.ts'
import { bluetoothOf, CHARACTERISTICS as C, chooseDevice, SERVICES as S } from './web-bluetooth.ts'

const NOW = Date.parse('2024-03-15T00:31:00Z')

/** A connection whose pauses a test ends, with all that it told. */
function opened(device: FakeDevice) {
  const told = {
    readings: [] as Arrived[],
    nothing: [] as NoReading['none'][],
    unreadable: 0,
    states: [] as ConnectionState[],
  }
  const pauses: { ms: number; end: () => void }[] = []
  const connection = openConnection(
    device,
    {
      now: () => NOW,
      zone: () => 'Asia/Taipei',
      pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
    },
    {
      reading: (one) => told.readings.push(one),
      nothing: (why) => told.nothing.push(why),
      unreadable: () => told.unreadable++,
      state: (state) => told.states.push(state),
    },
  )
  return { told, pauses, connection }
}
/** Until everything that can happen without time has happened. */
const settled = () => new Promise((done) => setTimeout(done))
const cuff = () => new FakeDevice('1', ' BP-7 ', { [S.bloodPressure]: [C.bloodPressure] })
const GOOD = '1e780050005d00e807030f081e004800010000'

describe('a device', () => {
  it('[DEV-01~] is connected, and what it indicates is a reading with every field', async () => {
    const device = cuff()
    const { told } = opened(device)
    await settled()
    expect(told.states).toEqual(['connecting', 'ready'])
    device.send(C.bloodPressure, GOOD)
    expect(told.readings).toEqual([
      {
        said: { dataType: 'blood_pressure_complete', systolic: 120, diastolic: 80, pulse_rate: 72, unit: 'mmHg' },
        deviceId: '1',
        deviceName: 'BP-7',
        deviceType: 'blood_pressure_monitor',
        at: Date.parse('2024-03-15T00:30:00Z'),
        clock: 'device',
        arrivedAt: NOW,
        user: 1,
        stream: false,
        hints: [],
      },
    ])
  })
  it('[DEV-03~] says what cannot be parsed, and what was no measurement; neither is a reading', async () => {
    const device = cuff()
    const { told } = opened(device)
    await settled()
    device.send(C.bloodPressure, '03020304050607')
    device.send(C.bloodPressure, '00ff07ff07ff07')
    device.send(C.bloodPressure, '00000850005a00')
    expect(told).toMatchObject({ unreadable: 1, nothing: ['noValue', 'noValue'], readings: [] })
    device.send(C.bloodPressure, GOOD)
    expect(told.readings).toHaveLength(1)
  })
  it('that is lost is tried again with pauses that grow, and each value comes once afterwards', async () => {
    const device = cuff()
    const { told, pauses } = opened(device)
    await settled()
    device.failures = [1, 2, 3].map(() => new DOMException('out of reach', 'NetworkError'))
    device.lose()
    for (let turn = 0; turn < 3; turn++) {
      await settled()
      pauses.at(-1)?.end()
    }
    await settled()
    expect(pauses.map(({ ms }) => ms)).toEqual([1000, 2000, 5000])
    expect(told.states).toEqual(['connecting', 'ready', 'waiting', 'ready'])
    device.send(C.bloodPressure, GOOD)
    expect(told.readings).toHaveLength(1)
  })
  it('that shows nothing for once while it wakes up is tried again', async () => {
    const device = cuff()
    const { told, pauses } = opened(device)
    await settled()
    device.asleep = true
    device.lose()
    await settled()
    device.asleep = false
    pauses[0]?.end()
    await settled()
    expect(told.states).toEqual(['connecting', 'ready', 'waiting', 'ready'])
  })
  it('that is not wanted any more is let go, also in the middle of a pause', async () => {
    const device = cuff()
    device.failures = [new DOMException('out of reach', 'NetworkError')]
    const { told, pauses, connection } = opened(device)
    await settled()
    connection.close()
    pauses[0]?.end()
    await settled()
    expect([device.connections, device.gatt.connected]).toEqual([1, false])
    expect(told.states).toEqual(['connecting', 'waiting', 'off'])
  })
  it('without anything that is understood is said to be unsuitable, and not tried again', async () => {
    const device = new FakeDevice('2', 'Lamp', { ffe0: ['ffe1'] })
    const { told, pauses } = opened(device)
    await settled()
    expect([told.states, pauses.length, device.gatt.connected]).toEqual([['connecting', 'unsuitable'], 0, false])
  })
})

describe('a glucose meter', () => {
  const meter = () => new FakeDevice('3', 'GM', { [S.glucose]: [C.glucose, C.glucoseContext, C.records] })
  const written = (device: FakeDevice) =>
    device.characteristics.get(C.records)?.written.map((bytes) => Buffer.from(bytes).toString('hex'))
  /** Record 4 announces its context. */
  const RECORD = '1b0400e8070310160a053c0038b1110100'
  it('[DEV-01~] is asked for its last record, and after a loss for those since', async () => {
    const device = meter()
    const { told } = opened(device)
    await settled()
    expect(written(device)).toEqual(['0106'])
    device.send(C.glucose, '060300e80703100701003ac011')
    expect(told.readings[0]?.said).toEqual({ dataType: 'blood_glucose', value: 5.8, unit: 'mmol/L' })
    device.lose()
    await settled()
    expect(written(device)).toEqual(['0106', '0103010300'])
  })
  it('[DEV-01~] a measurement waits for the context that it announces: the meal', async () => {
    const device = meter()
    const { told } = opened(device)
    await settled()
    device.send(C.glucose, RECORD)
    expect(told.readings).toEqual([])
    device.send(C.glucoseContext, '02040003')
    expect(told.readings.map(({ said }) => said)).toEqual([
      { dataType: 'blood_glucose', value: 312, unit: 'mg/dL', meal: 'fasting' },
    ])
    // One whose context does not come is told once the meter has sent all it had.
    device.send(C.glucose, RECORD.replace('0400', '0500'))
    device.send(C.records, '06000101')
    expect(told.readings.map(({ said }) => said.meal)).toEqual(['fasting', undefined])
  })
  it('its test fluid is nobody’s', async () => {
    const device = meter()
    const { told } = opened(device)
    await settled()
    device.send(C.glucose, '020500e807021d063b3b5fb01a')
    expect([told.nothing, told.readings]).toEqual([['control'], []])
  })
})

describe('an oximeter and a chest strap', () => {
  it('[DEV-01~] tell oxygen and pulse apart, and wait for a finger and for the skin', async () => {
    const device = new FakeDevice('4', 'PLX', {
      [S.oximeter]: [C.spotOximetry, C.continuousOximetry],
      [S.heartRate]: [C.heartRate],
    })
    const { told } = opened(device)
    await settled()
    device.send(C.spotOximetry, '0062004800')
    device.send(C.continuousOximetry, '00ff07ff07')
    device.send(C.continuousOximetry, '0061004700')
    device.send(C.heartRate, '04ff')
    device.send(C.heartRate, '0648')
    expect(told.nothing).toEqual(['searching', 'searching'])
    expect(told.readings.map(({ said, stream }) => [said.dataType, said.value, stream])).toEqual([
      ['blood_oxygen', 98, false],
      ['heart_rate', 72, false],
      ['blood_oxygen', 97, true],
      ['heart_rate', 71, true],
      ['heart_rate', 72, true],
    ])
  })
})

describe('the chooser', () => {
  const bluetooth = (answer: () => Promise<FakeDevice>) => ({ requestDevice: answer })
  it('[DEV-01~] offers devices of the six services; closed, nothing was chosen; a refusal goes on', async () => {
    const device = cuff()
    expect(await chooseDevice(bluetooth(async () => device))).toBe(device)
    const fail = (name: string) => bluetooth(() => Promise.reject(new DOMException('no', name)))
    expect(await chooseDevice(fail('NotFoundError'))).toBeNull()
    await expect(chooseDevice(fail('SecurityError'))).rejects.toThrow('no')
  })
  it('is not in every browser', () => {
    expect(bluetoothOf({})).toBeUndefined()
    expect(bluetoothOf({ bluetooth: bluetooth(async () => cuff()) })).toBeDefined()
  })
})
