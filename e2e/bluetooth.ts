import type { CDPSession, Page } from '@playwright/test'

/**
 * Bluetooth peripherals that Chromium simulates (`BluetoothEmulation` of its DevTools protocol): the page's own
 * `navigator.bluetooth`, the browser's chooser, its GATT client. On Linux the API wants a switch: `BLUETOOTH_ARGS`.
 *
 * The protocol has no command for a notification. A peripheral's value therefore travels as the answer to a read of the very
 * characteristic that the page has subscribed to, which the browser tells to the same listener, by the same event
 * (`characteristicvaluechanged`); what asks for the read is `startNotifications`, wrapped before the page begins.
 */
export const BLUETOOTH_ARGS = ['--enable-features=WebBluetooth']

const uuid = (assigned: number) => `${assigned.toString(16).padStart(8, '0')}-0000-1000-8000-00805f9b34fb`
/** Client Characteristic Configuration: without it Chromium finds nothing to subscribe to. */
const CONFIGURATION = uuid(0x2902)
/** HCI error codes. */
const OK = 0
const OUT_OF_REACH = 0x3e

interface Profile {
  name: string
  service: number
  characteristic: number
}
export interface Peripheral {
  name: string
  address: string
  /** Sends bytes (hex) to whoever has subscribed; waits until the page has heard them. */
  send(hex: string): Promise<void>
  /** The connection ends; until `comeBack` no other can be made. */
  lose(): Promise<void>
  comeBack(): Promise<void>
}

type Heard = Map<string, { readValue(): Promise<unknown> }>
/** Remembers what the page subscribes to, by device and characteristic. Runs in the page. */
function rememberSubscriptions(): void {
  const heard: Heard = new Map()
  Object.assign(window, { subscribedTo: heard })
  const known = Reflect.get(window, 'BluetoothRemoteGATTCharacteristic') as { prototype: Subscribable } | undefined
  interface Subscribable {
    uuid: string
    service: { device: { name: string } }
    readValue(): Promise<unknown>
    startNotifications(): Promise<unknown>
  }
  if (!known) return
  const { startNotifications } = known.prototype
  known.prototype.startNotifications = function (this: Subscribable) {
    return startNotifications.call(this).then((answer) => {
      heard.set(`${this.service.device.name} ${this.uuid}`, this)
      return answer
    })
  }
}

export interface Bluetooth {
  /** A blood-pressure monitor, a scale, a thermometer: switched on, within reach, and not chosen yet. */
  cuff(name?: string): Promise<Peripheral>
  scale(name?: string): Promise<Peripheral>
  thermometer(name?: string): Promise<Peripheral>
  /** Presses what opens the chooser, and chooses; answers the addresses that it offered. */
  choose(peripheral: Peripheral, press: () => Promise<void>): Promise<string[]>
  /** Presses what opens the chooser, and closes it. */
  dismiss(press: () => Promise<void>): Promise<void>
}

/** Before the page goes to its address. The radio is of the browser: one test of a browser at a time has it. */
export async function simulateBluetooth(page: Page): Promise<Bluetooth> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  const [radio, tab] = await Promise.all([browser.newBrowserCDPSession(), page.context().newCDPSession(page)])
  await page.addInitScript(rememberSubscriptions)
  await radio.send('BluetoothEmulation.disable')
  await radio.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true })
  await tab.send('DeviceAccess.enable')
  const peripherals = new Map<string, Simulated>()
  radio.on('BluetoothEmulation.gattOperationReceived', ({ address, type }) => {
    const code = type === 'connection' && peripherals.get(address)?.away ? OUT_OF_REACH : OK
    void radio.send('BluetoothEmulation.simulateGATTOperationResponse', { address, type, code })
  })
  radio.on('BluetoothEmulation.characteristicOperationReceived', ({ characteristicId, type }) => {
    const value = [...peripherals.values()].find((one) => one.characteristicId === characteristicId)?.value
    const data = type === 'read' && value ? { data: value } : {}
    void radio.send('BluetoothEmulation.simulateCharacteristicOperationResponse', {
      characteristicId,
      type,
      code: OK,
      ...data,
    })
  })

  async function add(profile: Profile): Promise<Peripheral> {
    const address = `09:09:09:09:09:${String(peripherals.size + 10)}`
    await radio.send('BluetoothEmulation.simulatePreconnectedPeripheral', {
      address,
      name: profile.name,
      manufacturerData: [],
      knownServiceUuids: [uuid(profile.service)],
    })
    const characteristicId = await offer(radio, address, profile)
    const one: Simulated = { address, characteristicId, value: '', away: false }
    peripherals.set(address, one)
    const key = `${profile.name} ${uuid(profile.characteristic)}`
    return {
      name: profile.name,
      address,
      async send(hex) {
        one.value = Buffer.from(hex, 'hex').toString('base64')
        await page.waitForFunction((name) => (Reflect.get(window, 'subscribedTo') as Heard).has(name), key)
        await page.evaluate((name) => (Reflect.get(window, 'subscribedTo') as Heard).get(name)?.readValue(), key)
      },
      async lose() {
        one.away = true
        await page.evaluate((name) => (Reflect.get(window, 'subscribedTo') as Heard).delete(name), key)
        await radio.send('BluetoothEmulation.simulateGATTDisconnection', { address })
      },
      async comeBack() {
        // With the connection the browser forgets what the peripheral offers.
        one.characteristicId = await offer(radio, address, profile)
        one.away = false
      },
    }
  }
  /** The chooser is told anew for each device that it finds: waits until it is as it is wanted. */
  const prompted = (wanted: (devices: string[]) => boolean) =>
    new Promise<{ id: string; devices: string[] }>((found) => {
      const hear = ({ id, devices }: { id: string; devices: { id: string }[] }) => {
        const addresses = devices.map((one) => one.id)
        if (!wanted(addresses)) return
        tab.off('DeviceAccess.deviceRequestPrompted', hear)
        found({ id, devices: addresses })
      }
      tab.on('DeviceAccess.deviceRequestPrompted', hear)
    })
  return {
    cuff: (name = 'BP-7') => add({ name, service: 0x1810, characteristic: 0x2a35 }),
    scale: (name = 'Scale-3') => add({ name, service: 0x181d, characteristic: 0x2a9d }),
    thermometer: (name = 'Thermo-1') => add({ name, service: 0x1809, characteristic: 0x2a1c }),
    async choose(peripheral, press) {
      const [{ id, devices }] = await Promise.all([prompted((all) => all.includes(peripheral.address)), press()])
      await tab.send('DeviceAccess.selectPrompt', { id, deviceId: peripheral.address })
      return devices
    },
    async dismiss(press) {
      const [{ id }] = await Promise.all([prompted(() => true), press()])
      await tab.send('DeviceAccess.cancelPrompt', { id })
    },
  }
}
interface Simulated {
  address: string
  characteristicId: string
  /** Base64. */
  value: string
  away: boolean
}

async function offer(radio: CDPSession, address: string, { service, characteristic }: Profile): Promise<string> {
  const { serviceId } = await radio.send('BluetoothEmulation.addService', { address, serviceUuid: uuid(service) })
  const { characteristicId } = await radio.send('BluetoothEmulation.addCharacteristic', {
    serviceId,
    characteristicUuid: uuid(characteristic),
    properties: { indicate: true, notify: true, read: true },
  })
  await radio.send('BluetoothEmulation.addDescriptor', { characteristicId, descriptorUuid: CONFIGURATION })
  return characteristicId
}

/** 120/80, pulse 72, user 1, at a wall-clock time of the venue; and weight in kilograms without a time. */
export function cuffBytes(
  [systolic, diastolic, pulse]: readonly [number, number, number],
  at: { year: number; month: number; day: number; hour: number; minute: number; second: number } | null = null,
  user = 1,
): string {
  const bytes = Buffer.alloc(at ? 17 : 10)
  bytes.writeUInt8(at ? 0x0e : 0x0c, 0)
  for (const [index, value] of [systolic, diastolic, systolic].entries()) bytes.writeUInt16LE(value, 1 + index * 2)
  if (at) {
    bytes.writeUInt16LE(at.year, 7)
    for (const [index, value] of [at.month, at.day, at.hour, at.minute, at.second].entries())
      bytes.writeUInt8(value, 9 + index)
  }
  bytes.writeUInt16LE(pulse, at ? 14 : 7)
  bytes.writeUInt8(user, at ? 16 : 9)
  return bytes.toString('hex')
}
export function scaleBytes(kg: number): string {
  const bytes = Buffer.alloc(3)
  bytes.writeUInt16LE(Math.round(kg * 200), 1)
  return bytes.toString('hex')
}
