import { readFileSync } from 'node:fs'

export interface Vector {
  characteristic: string
  hex: string
  valid: boolean
  expected: Record<string, unknown> | null
}
export const { vectors } = JSON.parse(
  readFileSync(new URL('./fixtures/gatt_vectors.json', import.meta.url), 'utf8'),
) as { vectors: Vector[] }
export const bytesOf = (hex: string) => new DataView(Uint8Array.from(Buffer.from(hex, 'hex')).buffer)

/** A peripheral whose parts a test moves: it stands where `navigator.bluetooth` would put a device. */
export class FakeDevice extends EventTarget {
  readonly id: string
  readonly name: string
  /** By service, by characteristic: what may be listened to. */
  readonly characteristics: Map<string, FakeCharacteristic>
  /** Answers of the next connections; without one they succeed. */
  failures: Error[] = []
  connections = 0
  /** Connected, but its services are not there yet. */
  asleep = false
  readonly gatt: FakeServer

  constructor(id: string, name: string, services: Record<string, readonly string[]>) {
    super()
    this.id = id
    this.name = name
    this.characteristics = new Map(
      Object.values(services).flatMap((uuids) => uuids.map((uuid) => [uuid, new FakeCharacteristic(uuid)] as const)),
    )
    this.gatt = new FakeServer(this, services)
  }
  /** Sends bytes as a notification would. */
  send(uuid: string, hex: string): void {
    const characteristic = this.characteristics.get(uuid)
    if (!characteristic?.listening) throw new Error(`nobody listens to ${uuid}`)
    characteristic.value = bytesOf(hex)
    characteristic.dispatchEvent(new Event('characteristicvaluechanged'))
  }
  lose(): void {
    this.gatt.connected = false
    for (const one of this.characteristics.values()) one.listening = false
    this.dispatchEvent(new Event('gattserverdisconnected'))
  }
}
export class FakeCharacteristic extends EventTarget {
  readonly uuid: string
  value: DataView | undefined
  listening = false
  readonly written: Uint8Array[] = []
  constructor(uuid: string) {
    super()
    this.uuid = uuid
  }
  async startNotifications() {
    this.listening = true
    return this
  }
  async writeValueWithResponse(bytes: Uint8Array<ArrayBuffer>) {
    this.written.push(bytes)
  }
}
const absent = (what: string) => new DOMException(what, 'NotFoundError')
class FakeServer {
  connected = false
  readonly #device: FakeDevice
  readonly #services: Record<string, readonly string[]>
  constructor(device: FakeDevice, services: Record<string, readonly string[]>) {
    this.#device = device
    this.#services = services
  }
  async connect() {
    this.#device.connections++
    const failure = this.#device.failures.shift()
    if (failure) throw failure
    this.connected = true
    return this
  }
  disconnect() {
    if (this.connected) this.#device.lose()
  }
  async getPrimaryService(uuid: string) {
    const uuids = this.#services[uuid]
    if (!uuids || this.#device.asleep) throw absent('service')
    return {
      getCharacteristic: async (wanted: string) => {
        const found = uuids.includes(wanted) && this.#device.characteristics.get(wanted)
        if (!found) throw absent('characteristic')
        return found
      },
    }
  }
}
