import type { DeviceReading } from '@teleward/contract/monitoring/endpoints.ts'
import type { Arrived, Said } from './reading.ts'

/** Who is on the screen, and since when (milliseconds since 1970). */
export interface Person {
  pid: number
  name: string
  openedAt: number
}
/**
 * Why a reading does not go to the person on screen by itself: nobody is there; it is older than that person; the same
 * came a moment ago for somebody else; the device has several users; or it is one of several without a time of their own, as
 * a device sends what it has stored.
 */
export type HoldReason = 'nobody' | 'older' | 'repeated' | 'user' | 'burst'

/** What is one reading for whoever sends it twice: the values of a kind from a device, final or not. */
export const valuesKey = ({ said, deviceId }: Pick<Arrived, 'said' | 'deviceId'>): string =>
  JSON.stringify([
    deviceId,
    said.dataType.replace('_complete', ''),
    ...[said.systolic, said.diastolic, said.weight ?? said.value].map((value) => value ?? null),
  ])
const kindKey = ({ said, deviceId }: Arrived) => JSON.stringify([deviceId, said.dataType.replace('_complete', '')])

/** A scale tells its value again until it is told that it was heard. Only where it has no time of its own does this decide. */
const AGAIN_WITHIN_MS = 30_000
const BURST_MS = 5000

/** Which readings have come, and from which users: what decides whose a reading is. */
export function createAssignment() {
  const byTime = new Map<string, number>()
  const byValues = new Map<string, { entry: number; pid: number | null; arrivedAt: number }>()
  const lastOfKind = new Map<string, { values: string; arrivedAt: number }>()
  const users = new Map<string, { seen: Set<number>; of: Map<number, number> }>()
  const usersOf = (deviceId: string) => {
    const found = users.get(deviceId) ?? { seen: new Set<number>(), of: new Map<number, number>() }
    users.set(deviceId, found)
    return found
  }
  const timeKey = (arrived: Arrived) => `${valuesKey(arrived)}@${arrived.at}`
  const recent = (arrived: Arrived) => {
    const found = byValues.get(valuesKey(arrived))
    return found && arrived.arrivedAt - found.arrivedAt <= AGAIN_WITHIN_MS ? found : undefined
  }

  return {
    /** The entry that this reading is already, or `undefined`. */
    same(arrived: Arrived, person: Person | null): number | undefined {
      if (arrived.clock === 'device') return byTime.get(timeKey(arrived))
      const found = recent(arrived)
      // For another person it may be another's measurement: that is asked (`repeated`).
      return found && (found.pid === null || found.pid === (person?.pid ?? null)) ? found.entry : undefined
    },

    why(arrived: Arrived, person: Person | null): HoldReason | null {
      if (!person) return 'nobody'
      if (arrived.at < person.openedAt || arrived.arrivedAt < person.openedAt) return 'older'
      if (arrived.clock === 'arrival') {
        if (recent(arrived)) return 'repeated'
        const before = lastOfKind.get(kindKey(arrived))
        if (before && before.values !== valuesKey(arrived) && arrived.arrivedAt - before.arrivedAt <= BURST_MS)
          return 'burst'
      }
      if (arrived.user === null) return null
      const { seen, of } = usersOf(arrived.deviceId)
      // A device that has shown its first user alone is one person's at a time, like any other.
      const several = arrived.user !== 1 || [...seen].some((user) => user !== 1)
      return several && of.get(arrived.user) !== person.pid ? 'user' : null
    },

    /** After `same` and `why` have been asked. */
    note(arrived: Arrived, entry: number, person: Person | null): void {
      const values = valuesKey(arrived)
      if (arrived.clock === 'device') byTime.set(timeKey(arrived), entry)
      byValues.set(values, { entry, pid: person?.pid ?? null, arrivedAt: arrived.arrivedAt })
      if (arrived.clock === 'arrival') lastOfKind.set(kindKey(arrived), { values, arrivedAt: arrived.arrivedAt })
      if (arrived.user !== null) usersOf(arrived.deviceId).seen.add(arrived.user)
    },

    /** Somebody has said whose this user of the device is. */
    answer({ deviceId, user }: Arrived, pid: number): void {
      if (user !== null) usersOf(deviceId).of.set(user, pid)
    },
  }
}

/** What is posted: the fields of §3, of that person. */
export const bodyOf = (
  { at, deviceName, deviceType }: Arrived,
  said: Said,
  pid: number,
  how: { takeOver: boolean; confirmed: boolean },
): DeviceReading => ({ pid, ...said, timestamp: new Date(at).toISOString(), deviceName, deviceType, ...how })

/** 53 bits of a text (cyrb53, public domain): it keeps readings apart, and no secret. */
function hash53(text: string, seed: number): string {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(16).padStart(14, '0')
}
/** The same reading of the same person has the same key, after a lost answer and after a reload alike. */
export function contentKey(body: DeviceReading, turn = 0): string {
  const text = JSON.stringify(body)
  return `reading-${hash53(text, 1)}${hash53(text, 2)}-${turn}`
}
