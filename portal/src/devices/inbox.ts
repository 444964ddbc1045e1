import type { DeviceReading } from '@teleward/contract/monitoring/endpoints.ts'
import {
  holds,
  isStored,
  kindRules,
  type Meal,
  type Measured,
  unclearUnit,
  understand,
} from '@teleward/contract/monitoring/rules.ts'
import type { Reading, Received } from '@teleward/contract/monitoring/schema.ts'
import { ApiError, isApiError } from '../api/errors.ts'
import { createStore, type Store } from '../lib/store.ts'
import { bodyOf, contentKey, createAssignment, type HoldReason, type Person } from './assignment.ts'
import { askedDoubts, type Doubted, ownDoubts } from './doubts.ts'
import type { Arrived, NoReading, Said } from './reading.ts'

/** A reading that has its person: in the unit it is stored in (`Measured`). */
export interface PersonReading extends Measured {
  pid: number
  name: string
  unit: string
  measurementTime: string
  /** `arrival`: the device's clock is not to be trusted. */
  clock: Arrived['clock']
  dataType: DeviceReading['dataType']
  deviceName: string
  deviceType: string
  /** Only logged by itself; a person has taken it over. */
  takenOver: boolean
  /** Outside what a body has, and confirmed. */
  flagged: boolean
  /** Of `stored`: it was there before, and stands once. */
  duplicate: boolean
  reading: Reading | null
}
/**
 * `held`: whose it is has to be said. `asked`: no body has that value. `unsent`: the line is gone, it is kept here. `logged`: with
 * the member's device log, and offered to be taken over.
 */
export type EntryState = 'held' | 'asked' | 'sending' | 'unsent' | 'refused' | 'logged' | 'stored'
export interface Entry {
  id: number
  arrived: Arrived
  said: Said
  measured: Measured
  state: EntryState
  person: Pick<Person, 'pid' | 'name'> | null
  why: HoldReason | null
  /** Who was on the screen when it was measured, where that is somebody else than now. */
  earlier: Person | null
  /** All that is asked about. */
  doubts: readonly Doubted[]
  takeOver: boolean
  confirmed: boolean
  corrected: boolean
  duplicate: boolean
  /** How often it came. */
  times: number
  /** What the server said when it refused. */
  refusal: string | null
}
export interface InboxState {
  /** Newest first. */
  entries: readonly Entry[]
  person: Person | null
  /** The last that came from each device, by kind: also of what comes many times a minute. */
  last: readonly Arrived[]
}
export type InboxEvent =
  | { kind: 'accepted' | 'stored'; reading: PersonReading }
  | { kind: 'received' | 'duplicate' | 'keptHere'; entry: Entry }
  | { kind: 'unreadable' | NoReading['none']; deviceName: string }
  /** Without its unit, or with two: in one of these it may be. */
  | { kind: 'unitUnclear'; deviceName: string; units: readonly string[] }

export interface InboxDeps {
  send(body: DeviceReading, idempotencyKey: string): Promise<Received>
  now(): number
}

/** Values that come each second are logged once they are steady, and then once a minute. */
const STEADY_MS = 10_000
const LOG_EVERY_MS = 60_000
const GAP_MS = 10_000
const MOST_SETTLED = 40
const PEOPLE = 20

const settled = ({ state }: Entry) => state === 'stored' || state === 'logged'
/** The line or the server is away; anything else is an answer. */
const mayComeLater = (error: unknown) =>
  isApiError(error) && (error.http === 0 || error.http >= 500 || error.http === 429)

/** Where readings of every way arrive, get their person, and are sent. Kept in memory alone: what is unsent ends with the page. */
export function createInbox({ send, now }: InboxDeps) {
  const store: Store<InboxState> = createStore<InboxState>({ entries: [], person: null, last: [] })
  const listeners = new Set<(event: InboxEvent) => void>()
  const assignment = createAssignment()
  const streams = new Map<string, { since: number; seen: number; logged: number | null; entry: number | null }>()
  const people: { person: Person; until: number }[] = []
  const turns = new Map<number, number>()
  const onTheWay = new Set<number>()
  let serial = 0
  let open = true

  const emit = (event: InboxEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const find = (id: number) => store.get().entries.find((one) => one.id === id)
  const put = (change: Partial<InboxState>) => store.set({ ...store.get(), ...change })
  function change(id: number, to: Partial<Entry>): Entry | undefined {
    put({ entries: store.get().entries.map((one) => (one.id === id ? { ...one, ...to } : one)) })
    return find(id)
  }
  const remove = (id: number) => put({ entries: store.get().entries.filter((one) => one.id !== id) })

  function add(arrived: Arrived, measured: Measured): Entry {
    const entry: Entry = {
      id: ++serial,
      arrived,
      said: arrived.said,
      measured,
      state: 'held',
      person: null,
      why: null,
      earlier: null,
      doubts: [],
      takeOver: false,
      confirmed: false,
      corrected: false,
      duplicate: false,
      times: 1,
      refusal: null,
    }
    const all = [entry, ...store.get().entries]
    const old = new Set(all.filter(settled).slice(MOST_SETTLED))
    put({ entries: all.filter((one) => !old.has(one)) })
    return entry
  }

  function readingOf(entry: Entry, answer?: Received): PersonReading {
    const { arrived, measured, person } = entry
    return {
      ...measured,
      pid: person?.pid ?? 0,
      name: person?.name ?? '',
      unit: kindRules[measured.kind].unit,
      measurementTime: new Date(arrived.at).toISOString(),
      clock: arrived.clock,
      dataType: arrived.said.dataType,
      deviceName: arrived.deviceName,
      deviceType: arrived.deviceType,
      takenOver: entry.takeOver,
      flagged: entry.confirmed,
      duplicate: answer?.duplicate ?? false,
      reading: answer?.reading ?? null,
    }
  }

  /** Sends what an entry says now, or asks first about a value that no body has. */
  function go(id: number): void {
    const entry = find(id)
    if (!entry?.person) return
    const stores = isStored(entry.said.dataType) || entry.takeOver
    const doubts = stores && !entry.confirmed ? ownDoubts(entry.said, entry.measured, entry.arrived.at, now()) : []
    if (doubts.length) return void change(id, { state: 'asked', doubts })
    const ready = change(id, { state: 'sending', doubts: [], refusal: null })
    if (ready && stores) emit({ kind: 'accepted', reading: readingOf(ready) })
    void post(id)
  }

  async function post(id: number): Promise<void> {
    const entry = find(id)
    if (!open || !entry?.person || onTheWay.has(id)) return
    onTheWay.add(id)
    const { takeOver, confirmed } = entry
    const body = bodyOf(entry.arrived, entry.said, entry.person.pid, { takeOver, confirmed })
    try {
      const answer = await send(body, contentKey(body, turns.get(id) ?? 0))
      if (open) arrivedThere(id, answer)
    } catch (error) {
      if (open) failed(id, error)
    } finally {
      onTheWay.delete(id)
    }
  }
  function arrivedThere(id: number, answer: Received): void {
    const entry = change(id, { state: answer.stored ? 'stored' : 'logged', duplicate: answer.duplicate })
    if (!entry) return
    emit({ kind: answer.duplicate ? 'duplicate' : 'received', entry })
    if (answer.stored) emit({ kind: 'stored', reading: readingOf(entry, answer) })
  }
  function failed(id: number, error: unknown): void {
    if (mayComeLater(error)) {
      const before = find(id)?.state
      const entry = change(id, { state: 'unsent' })
      if (entry && before === 'sending') emit({ kind: 'keptHere', entry })
      return
    }
    const doubts = askedDoubts(error)
    if (doubts.length) return void change(id, { state: 'asked', doubts, confirmed: false })
    const entry = change(id, { state: 'refused', refusal: error instanceof ApiError ? error.message : null })
    if (isApiError(error, 'DEVICE_PARSE_FAILED') && entry)
      emit({ kind: 'unreadable', deviceName: entry.arrived.deviceName })
    if (!(error instanceof ApiError)) throw error
  }

  function shown(arrived: Arrived): void {
    const others = store
      .get()
      .last.filter((one) => one.deviceId !== arrived.deviceId || one.said.dataType !== arrived.said.dataType)
    put({ last: [arrived, ...others] })
  }
  function personAt(at: number): Person | null {
    const found = people.findLast(({ person, until }) => person.openedAt <= at && at < until)
    return found && found.person.pid !== store.get().person?.pid ? found.person : null
  }

  function single(arrived: Arrived, measured: Measured): void {
    const { person } = store.get()
    const known = assignment.same(arrived, person)
    if (known !== undefined) {
      const entry = change(known, { times: (find(known)?.times ?? 1) + 1 })
      if (entry) emit({ kind: 'duplicate', entry })
      return
    }
    const why = assignment.why(arrived, person)
    const { id } = add(arrived, measured)
    assignment.note(arrived, id, person)
    change(id, why ? { why, earlier: personAt(arrived.at) } : { person })
    if (!why) go(id)
  }

  /** Of values that come each second one is logged when they have been there for a while; the last can be taken over at any time. */
  function streamed(arrived: Arrived, measured: Measured): void {
    const { person } = store.get()
    if (!person) return
    const key = JSON.stringify([arrived.deviceId, arrived.said.dataType, person.pid, person.openedAt])
    const before = streams.get(key)
    const at = arrived.arrivedAt
    const stream =
      before && at - before.seen <= GAP_MS
        ? before
        : { since: at, seen: at, logged: null, entry: before?.entry ?? null }
    stream.seen = at
    streams.set(key, stream)
    if (at - stream.since < STEADY_MS || (stream.logged !== null && at - stream.logged < LOG_EVERY_MS)) return
    stream.logged = at
    const old = stream.entry === null ? undefined : find(stream.entry)
    if (old?.state === 'logged') remove(old.id)
    stream.entry = add(arrived, measured).id
    change(stream.entry, { person })
    go(stream.entry)
  }

  return {
    store: { get: store.get, subscribe: store.subscribe } satisfies Pick<Store<InboxState>, 'get' | 'subscribe'>,
    on(listener: (event: InboxEvent) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setPerson(person: Person | null): void {
      const before = store.get().person
      if (before?.pid === person?.pid && before?.openedAt === person?.openedAt) return
      if (before) people.push({ person: before, until: person?.openedAt ?? now() })
      people.splice(0, people.length - PEOPLE)
      put({ person })
    },
    receive(arrived: Arrived): void {
      const { said, deviceName } = arrived
      const measured = understand(said)
      const units = unclearUnit(said)
      if (measured && holds(measured)) {
        shown(arrived)
        if (arrived.stream) streamed(arrived, measured)
        else single(arrived, measured)
      } else if (units) emit({ kind: 'unitUnclear', deviceName, units })
      else emit({ kind: 'unreadable', deviceName })
    },
    unreadable: (deviceName: string): void => emit({ kind: 'unreadable', deviceName }),
    nothing: (deviceName: string, none: NoReading['none']): void => emit({ kind: none, deviceName }),

    /** Whose a reading is that was held back. */
    give(id: number, person: Pick<Person, 'pid' | 'name'>): void {
      const entry = find(id)
      if (entry?.state !== 'held') return
      if (entry.why === 'user') assignment.answer(entry.arrived, person.pid)
      change(id, { person: { pid: person.pid, name: person.name } })
      go(id)
    },
    /** Takes an entry out that was not stored; that it came is remembered. */
    discard(id: number): void {
      const state = find(id)?.state
      if (state === 'held' || state === 'asked' || state === 'refused') remove(id)
    },
    /** A value that no body has is right all the same. */
    confirm(id: number): void {
      if (find(id)?.state !== 'asked') return
      change(id, { confirmed: true })
      go(id)
    },
    /** What the display says instead, in the unit it is stored in. Answers whether that is a reading. */
    correct(id: number, values: Partial<Said>): boolean {
      const entry = find(id)
      if (entry?.state !== 'asked' && entry?.state !== 'refused') return false
      const said: Said = { dataType: entry.said.dataType, meal: entry.said.meal, ...values }
      const measured = understand(said)
      if (!measured || !holds(measured)) return false
      // A pulse that is written and is no number would be left out in silence.
      if (said.pulse_rate !== undefined && measured.pulse === null) return false
      // Somebody has written it: it is no device's reading any more.
      change(id, { said, measured, corrected: true, takeOver: true, confirmed: false })
      go(id)
      return true
    },
    /** Stores what is only logged. */
    takeOver(id: number, meal?: Meal): void {
      const entry = find(id)
      if (entry?.state !== 'logged') return
      const said = meal ? { ...entry.said, meal } : entry.said
      change(id, { said, measured: understand(said) ?? entry.measured, takeOver: true })
      go(id)
    },
    /** The same for what a device is showing this moment. */
    takeNow(arrived: Arrived): void {
      const { person } = store.get()
      const measured = understand(arrived.said)
      if (!person || !measured || !holds(measured) || assignment.why(arrived, person) === 'older') return
      const { id } = add(arrived, measured)
      change(id, { person, takeOver: true })
      go(id)
    },
    /** The line may be back. */
    retry(): void {
      for (const { id, state } of store.get().entries) if (state === 'unsent') void post(id)
    },
    /** A refused one once more: under a key of its own, for the first has its answer. */
    again(id: number): void {
      if (find(id)?.state !== 'refused') return
      turns.set(id, (turns.get(id) ?? 0) + 1)
      go(id)
    },
    /** Nothing is sent any more: whoever was signed in is not. */
    close(): void {
      open = false
      put({ entries: [], last: [], person: null })
      listeners.clear()
    },
  }
}
export type Inbox = ReturnType<typeof createInbox>
