/** Of Web Bluetooth what is used here; TypeScript's library does not know it. */
export interface GattCharacteristic extends EventTarget {
  readonly value?: DataView | undefined
  startNotifications(): Promise<unknown>
  writeValueWithResponse(bytes: Uint8Array<ArrayBuffer>): Promise<void>
}
export interface GattService {
  getCharacteristic(uuid: string): Promise<GattCharacteristic>
}
export interface GattServer {
  readonly connected: boolean
  connect(): Promise<GattServer>
  disconnect(): void
  getPrimaryService(uuid: string): Promise<GattService>
}
export interface BluetoothDevice extends EventTarget {
  readonly id: string
  readonly name?: string | undefined
  readonly gatt?: GattServer | undefined
}
export interface Bluetooth {
  getAvailability?(): Promise<boolean>
  requestDevice(options: { filters: { services: string[] }[]; optionalServices?: string[] }): Promise<BluetoothDevice>
}

/** As it calls itself, in one line. */
export const nameOf = ({ name = '' }: Pick<BluetoothDevice, 'name'>): string =>
  name
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, 80)

/** `undefined`: this browser has none (`DEVICE_NOT_SUPPORTED`), or the page did not come by https. */
export const bluetoothOf = (browser: object): Bluetooth | undefined =>
  (browser as { bluetooth?: Bluetooth }).bluetooth ?? undefined

const uuid = (assigned: number) => `${assigned.toString(16).padStart(8, '0')}-0000-1000-8000-00805f9b34fb`
export const SERVICES = {
  bloodPressure: uuid(0x1810),
  weight: uuid(0x181d),
  thermometer: uuid(0x1809),
  oximeter: uuid(0x1822),
  glucose: uuid(0x1808),
  heartRate: uuid(0x180d),
} as const
export const CHARACTERISTICS = {
  bloodPressure: uuid(0x2a35),
  weight: uuid(0x2a9d),
  temperature: uuid(0x2a1c),
  spotOximetry: uuid(0x2a5e),
  continuousOximetry: uuid(0x2a5f),
  glucose: uuid(0x2a18),
  glucoseContext: uuid(0x2a34),
  records: uuid(0x2a52),
  heartRate: uuid(0x2a37),
} as const

/** Which characteristics of a service are listened to; of an oximeter whichever it has. */
export const LISTENED: Readonly<Record<string, readonly string[]>> = {
  [SERVICES.bloodPressure]: [CHARACTERISTICS.bloodPressure],
  [SERVICES.weight]: [CHARACTERISTICS.weight],
  [SERVICES.thermometer]: [CHARACTERISTICS.temperature],
  [SERVICES.oximeter]: [CHARACTERISTICS.spotOximetry, CHARACTERISTICS.continuousOximetry],
  // The context first: a meter sends it right behind its measurement.
  [SERVICES.glucose]: [CHARACTERISTICS.glucoseContext, CHARACTERISTICS.glucose, CHARACTERISTICS.records],
  [SERVICES.heartRate]: [CHARACTERISTICS.heartRate],
}

/** The browser's chooser, with devices of these services alone. `null`: nothing was chosen. */
export async function chooseDevice(bluetooth: Bluetooth): Promise<BluetoothDevice | null> {
  const services = Object.values(SERVICES)
  try {
    return await bluetooth.requestDevice({
      filters: services.map((service) => ({ services: [service] })),
      optionalServices: services,
    })
  } catch (error) {
    // Closing the chooser is an answer.
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}
