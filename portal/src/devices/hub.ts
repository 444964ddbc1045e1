import { createStore } from '../lib/store.ts'
import { type ConnectionHost, type ConnectionState, openConnection } from './connection.ts'
import type { Inbox } from './inbox.ts'
import { nativeReading, onNativeReading } from './native.ts'
import { DeviceParseError } from './packet.ts'
import type { NoReading } from './reading.ts'
import { type Bluetooth, type BluetoothDevice, chooseDevice, nameOf } from './web-bluetooth.ts'

export interface ConnectedDevice {
  id: string
  name: string
  state: ConnectionState
  /** It is there and still searches for a value: no finger, no skin. */
  searching: boolean
}
interface Known {
  device: BluetoothDevice
  connection: { close(): void } | null
}
export interface HubDeps extends ConnectionHost {
  inbox: Inbox
  /** `undefined`: the browser has none. The app's bridge works without. */
  bluetooth: Bluetooth | undefined
  /** A device that was ready is gone. */
  lost(name: string): void
}

/** The devices that this page knows, and the app's bridge: they are listened to while a screen is open that wants them. */
export function createHub({ inbox, bluetooth, lost, ...host }: HubDeps) {
  const store = createStore<readonly ConnectedDevice[]>([])
  const known = new Map<string, Known>()
  let endNative: (() => void) | null = null

  function change(id: string, to: Partial<ConnectedDevice>): void {
    store.set(store.get().map((one) => (one.id === id ? { ...one, ...to } : one)))
  }
  const rowOf = (id: string) => store.get().find((one) => one.id === id)

  function connect(one: Known): void {
    const { id } = one.device
    const name = rowOf(id)?.name ?? ''
    one.connection = openConnection(one.device, host, {
      reading(arrived) {
        change(id, { searching: false })
        inbox.receive(arrived)
      },
      nothing(why: NoReading['none']) {
        if (why === 'searching') change(id, { searching: true })
        else inbox.nothing(name, why)
      },
      unreadable: () => inbox.unreadable(name),
      state(state) {
        const before = rowOf(id)?.state
        change(id, { state, searching: false })
        if (before === 'ready' && state === 'waiting') lost(name)
      },
    })
  }

  function hearNative(message: unknown): void {
    try {
      const arrived = nativeReading(message, host.now())
      if (arrived) inbox.receive(arrived)
    } catch (error) {
      if (!(error instanceof DeviceParseError)) throw error
      inbox.unreadable('')
    }
  }

  return {
    store: { get: store.get, subscribe: store.subscribe },
    supported: bluetooth !== undefined,
    /** Opens the browser's chooser, which wants a click. Throws what the browser refuses; closed without a choice is none. */
    async add(): Promise<void> {
      const device = bluetooth && (await chooseDevice(bluetooth))
      if (!device || !endNative) return
      known.get(device.id)?.connection?.close()
      const one: Known = { device, connection: null }
      known.set(device.id, one)
      const row: ConnectedDevice = {
        id: device.id,
        name: nameOf(device),
        state: 'off',
        searching: false,
      }
      store.set([...store.get().filter(({ id }) => id !== device.id), row])
      connect(one)
    },
    forget(id: string): void {
      known.get(id)?.connection?.close()
      known.delete(id)
      store.set(store.get().filter((one) => one.id !== id))
    },
    /** Listens: to the app, and to every device that was chosen before. */
    open(): void {
      endNative ??= onNativeReading(hearNative)
      for (const one of known.values()) if (!one.connection) connect(one)
    },
    /** Listens no more; which devices were chosen is remembered for as long as the page is there. */
    close(): void {
      endNative?.()
      endNative = null
      for (const one of known.values()) {
        one.connection?.close()
        one.connection = null
      }
    },
  }
}
export type Hub = ReturnType<typeof createHub>
