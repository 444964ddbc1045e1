import { askForRecords, glucose, glucoseContext, recordsAnswer } from './glucose.ts'
import { bloodPressure, continuousOximetry, heartRate, spotOximetry, temperature, weight } from './measurements.ts'
import { DeviceParseError } from './packet.ts'
import {
  type Arrived,
  type NoReading,
  type Delivery,
  ofGlucose,
  ofHeartRate,
  ofOximetry,
  ofPressure,
  ofTemperature,
  ofWeight,
} from './reading.ts'
import { joinContexts } from './records.ts'
import {
  type BluetoothDevice,
  CHARACTERISTICS,
  type GattCharacteristic,
  type GattServer,
  LISTENED,
  nameOf,
  SERVICES,
} from './web-bluetooth.ts'

/** `waiting`: lost, and tried again; `unsuitable`: it has nothing that is understood here. */
export type ConnectionState = 'connecting' | 'ready' | 'waiting' | 'unsuitable' | 'off'
export interface Hears {
  reading(arrived: Arrived): void
  nothing(why: NoReading['none']): void
  unreadable(error: DeviceParseError): void
  state(state: ConnectionState): void
}
export interface ConnectionHost {
  now(): number
  /** The venue's time zone. */
  zone(): string
  /** Resolves after that long: the pause before a lost device is tried again. */
  pause(ms: number): Promise<void>
}

/** A cuff sleeps between two people and is back within seconds of the next; one that has gone home is asked seldom. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000]
const C = CHARACTERISTICS

const isAbsent = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError'
/** What a device may lack: `null` for what it has not, anything else goes on. */
const ifThere = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })

/** A device that is listened to for as long as it is wanted: connected, read, lost, and connected again. */
export function openConnection(device: BluetoothDevice, host: ConnectionHost, hears: Hears): { close(): void } {
  let wanted = true
  let state: ConnectionState = 'off'
  let lastSequence: number | null = null
  /** It has been listened to before: when it shows nothing for once, it is only waking up. */
  let suited = false
  const heard = new WeakSet<GattCharacteristic>()
  const name = nameOf(device)
  const of = (): Delivery => ({ deviceId: device.id, deviceName: name, zone: host.zone(), arrivedAt: host.now() })

  function become(next: ConnectionState): void {
    if (next === state) return
    state = next
    hears.state(next)
  }
  function tell(found: Arrived | Arrived[] | NoReading): void {
    if ('none' in found) hears.nothing(found.none)
    else for (const one of [found].flat()) hears.reading(one)
  }
  const records = joinContexts((measured, context) => {
    lastSequence = measured.sequence
    tell(ofGlucose(measured, context, of()))
  })
  const readers: Readonly<Record<string, (bytes: DataView) => void>> = {
    [C.bloodPressure]: (bytes) => tell(ofPressure(bloodPressure(bytes), of())),
    [C.weight]: (bytes) => tell(ofWeight(weight(bytes), of())),
    [C.temperature]: (bytes) => tell(ofTemperature(temperature(bytes), of())),
    [C.spotOximetry]: (bytes) => tell(ofOximetry(spotOximetry(bytes), of(), false)),
    [C.continuousOximetry]: (bytes) => tell(ofOximetry(continuousOximetry(bytes), of(), true)),
    [C.heartRate]: (bytes) => tell(ofHeartRate(heartRate(bytes), of())),
    [C.glucose]: (bytes) => records.measurement(glucose(bytes)),
    [C.glucoseContext]: (bytes) => records.context(glucoseContext(bytes)),
    [C.records]: (bytes) => {
      recordsAnswer(bytes)
      records.flush()
    },
  }

  function listen(characteristic: GattCharacteristic, uuid: string): void {
    if (heard.has(characteristic)) return
    heard.add(characteristic)
    characteristic.addEventListener('characteristicvaluechanged', () => {
      const { value } = characteristic
      if (!wanted || !value) return
      try {
        readers[uuid]?.(value)
      } catch (error) {
        if (!(error instanceof DeviceParseError)) throw error
        hears.unreadable(error)
      }
    })
  }

  /** Answers whether there was anything to listen to. */
  async function subscribe(server: GattServer): Promise<boolean> {
    let any = false
    for (const [serviceUuid, uuids] of Object.entries(LISTENED)) {
      const service = await ifThere(server.getPrimaryService(serviceUuid))
      if (!service) continue
      let control: GattCharacteristic | null = null
      for (const uuid of uuids) {
        const characteristic = await ifThere(service.getCharacteristic(uuid))
        if (!characteristic) continue
        listen(characteristic, uuid)
        await characteristic.startNotifications()
        any = true
        if (uuid === C.records) control = characteristic
      }
      if (serviceUuid === SERVICES.glucose) await control?.writeValueWithResponse(askForRecords(lastSequence))
    }
    return any
  }

  /** Tries until it is connected, is not wanted any more, or turns out to have nothing to say. */
  async function connect(): Promise<void> {
    for (let tries = 0; wanted; tries++) {
      try {
        const server = await device.gatt?.connect()
        if (!wanted) return device.gatt?.disconnect()
        const suits = server ? await subscribe(server) : false
        if (!wanted) return
        if (!suits && !suited) {
          become('unsuitable')
          return device.gatt?.disconnect()
        }
        suited = true
        // It may have gone between its last answer and this line: then its event has found nothing to do.
        if (suits && server?.connected) return become('ready')
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
      }
      if (!wanted) return
      become('waiting')
      await host.pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0)
    }
  }
  const lost = () => {
    records.flush()
    if (!wanted || state !== 'ready') return
    become('waiting')
    void connect()
  }
  device.addEventListener('gattserverdisconnected', lost)
  become('connecting')
  void connect()

  return {
    close() {
      wanted = false
      device.removeEventListener('gattserverdisconnected', lost)
      records.flush()
      device.gatt?.disconnect()
      become('off')
    },
  }
}
