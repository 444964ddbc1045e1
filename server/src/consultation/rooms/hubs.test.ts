import { afterEach, describe, expect, it, vi } from 'vitest'
import { joinHubs } from './between.ts'
import { createHub, type Hub, type HubChange, type HubWord, RoomRefused } from './hub.ts'
import type { RoomClaims } from './token.ts'

const claims = (userId: string, roomId = 'R'): RoomClaims => ({
  ...{ roomId, userId, name: userId, mid: null, linkId: null, exp: 0 },
  role: userId.startsWith('link') ? 'patient' : 'moderator',
})
let serial = 0
function socket() {
  const heard: { name: string; payload: Record<string, unknown> }[] = []
  const emit = (name: string, payload: unknown) => void heard.push({ name, payload: payload as never })
  return { id: `s${serial++}`, heard, emit }
}
const page = (instance: string) => ({ instance, media: { mic: true, cam: true } })

/** Two processes; what they say to each other comes when it is carried over. */
function two() {
  const words: [from: number, word: HubWord][] = []
  const changes: HubChange[][] = [[], []]
  const hubs: Hub[] = [0, 1].map((n) =>
    createHub({
      onChange: (change) => void changes[n]?.push(change),
      graceMs: 1000,
      between: {
        self: `p${n}`,
        say: (word) => void words.push([n, JSON.parse(JSON.stringify(word))]),
        leads: () => n === 0,
      },
    }),
  )
  const carry = () => {
    for (let next = words.shift(); next; next = words.shift()) hubs[1 - next[0]]?.hear(next[1])
  }
  return { hubs: hubs as [Hub, Hub], changes: changes as [HubChange[], HubChange[]], words, carry }
}
const countOf = (change: HubChange | undefined) => (change && 'count' in change ? change.count : undefined)
afterEach(() => void vi.useRealTimers())

describe('the hubs of two processes', () => {
  it('[CALL-22~] know of each other’s people, relay between them, and keep one count where both came at once', () => {
    const { hubs, changes, carry } = two()
    const [a, b] = [socket(), socket()]
    hubs[0].join(a, claims('1_1'), page('ia'))
    hubs[1].join(b, claims('link_x'), page('ib'))
    // Neither knew of the other.
    expect(changes.map((all) => all.map(countOf))).toEqual([[1], [1]])
    carry()
    expect(changes.map((all) => countOf(all.at(-1)))).toContain(2)
    expect(a.heard.map(({ name, payload }) => [name, payload.id])).toEqual([['room.joined', 'link_x']])
    expect(b.heard.map(({ name, payload }) => [name, payload.id])).toEqual([['room.joined', '1_1']])
    const signal = { to: 'link_x', toInstance: 'ib', instance: 'ia', session: 's', reset: true as const }
    hubs[0].signal(a, signal)
    carry()
    expect(b.heard.at(-1)).toMatchObject({ name: 'room.signal', payload: { from: '1_1', session: 's' } })
    hubs[1].media(b, { mic: false, cam: true })
    hubs[0].recording('R', 'recording')
    carry()
    expect(a.heard.find(({ name }) => name === 'room.media')?.payload).toMatchObject({
      id: 'link_x',
      media: { mic: false },
    })
    expect(b.heard.at(-1)).toEqual({ name: 'room.recording', payload: { state: 'recording' } })
    // Off as before, but not by hand any more: that is told, too.
    hubs[1].media(b, { mic: false, cam: true, unavailable: ['mic'] })
    carry()
    expect(a.heard.at(-1)).toMatchObject({ name: 'room.media', payload: { media: { unavailable: ['mic'] } } })
    expect(hubs.map((hub) => hub.size().members)).toEqual([1, 1])
    hubs[0].remove('R', 'link_x')
    carry()
    expect(b.heard.at(-1)?.payload).toMatchObject({ reason: 'removed' })
    expect(hubs.map((hub) => hub.has('R', 'link_x'))).toEqual([false, false])
    hubs[1].close('R')
    carry()
    expect(a.heard.at(-1)?.name).toBe('room.ended')
  })

  it('[CALL-22~] let a line go from one to the other as the same page, and another page take its place', () => {
    const { hubs, changes, carry } = two()
    const [a, b, moved, newer] = [socket(), socket(), socket(), socket()]
    hubs[0].join(a, claims('1_1'), page('ia'))
    hubs[0].join(b, claims('link_x'), page('ib'))
    carry()
    hubs[1].join(moved, claims('link_x'), page('ib'))
    carry()
    // Its old line is noticed late, and is nobody's any more.
    hubs[0].drop(b)
    expect(b.heard.some(({ name }) => name === 'room.ended')).toBe(false)
    expect(hubs[0].members('R').map(({ id }) => id)).toEqual(['1_1', 'link_x'])
    expect(changes[0].filter(({ kind }) => kind !== 'entered')).toEqual([])
    hubs[0].join(newer, claims('link_x'), page('ic'))
    carry()
    expect(moved.heard.at(-1)).toEqual({ name: 'room.ended', payload: { roomId: 'R', reason: 'replaced' } })
    hubs[1].drop(moved)
    expect(changes[1].filter(({ kind }) => kind !== 'entered')).toEqual([])
  })

  it('[CALL-22~] wait for the people of a process that is gone, find what was not said, and one of them writes it down', () => {
    vi.useFakeTimers()
    const { hubs, changes, words, carry } = two()
    const [a, b] = [socket(), socket()]
    hubs[0].join(a, claims('1_1'), page('ia'))
    hubs[1].join(b, claims('link_x'), page('ib'))
    words.length = 0
    hubs[1].shareAll()
    carry()
    expect(hubs[0].has('R', 'link_x')).toBe(true)
    hubs[0].lost('p1')
    const signal = { to: 'link_x', toInstance: 'ib', instance: 'ia', session: 's', reset: true as const }
    expect(() => hubs[0].signal(a, signal)).toThrow(RoomRefused)
    vi.advanceTimersByTime(900)
    expect(hubs[0].has('R', 'link_x')).toBe(true)
    vi.advanceTimersByTime(200)
    expect(a.heard.at(-1)).toMatchObject({ name: 'room.left', payload: { id: 'link_x', reason: 'lost' } })
    expect(changes[0].at(-1)).toMatchObject({ kind: 'left', reason: 'lost', count: 1 })
    // It lives after all, and says who is with it.
    hubs[1].shareAll()
    carry()
    expect(a.heard.at(-1)?.name).toBe('room.joined')
    hubs[1].leave(b)
    words.length = 0
    hubs[1].shareAll()
    carry()
    expect(hubs[0].has('R', 'link_x')).toBe(false)
    // Nobody is left there to put anybody out.
    hubs[1].join(b, claims('link_x'), page('ib'))
    carry()
    hubs[0].lost('p1')
    hubs[0].remove('R', 'link_x')
    expect(a.heard.at(-1)).toMatchObject({ name: 'room.left', payload: { id: 'link_x', reason: 'removed' } })
    expect(changes[0].at(-1)).toMatchObject({ kind: 'left', reason: 'removed', count: 1 })
  })

  it('[CALL-22~] keep a page in its room whose old line is noticed late, after it has come by a new one elsewhere', () => {
    const { hubs, carry } = two()
    const [a, b, moved] = [socket(), socket(), socket()]
    hubs[0].join(a, claims('1_1'), page('ia'))
    hubs[0].join(b, claims('link_x'), page('ib'))
    carry()
    hubs[1].join(moved, claims('link_x'), page('ib'))
    hubs[0].drop(b)
    carry()
    const signal = { to: '1_1', toInstance: 'ia', instance: 'ib', session: 's', reset: true as const }
    hubs[1].signal(moved, signal)
    hubs[0].signal(a, { ...signal, to: 'link_x', toInstance: 'ib', instance: 'ia' })
    carry()
    for (const line of [a, moved]) expect(line.heard.at(-1)).toMatchObject({ name: 'room.signal' })
  })

  it('[CALL-22~] do not take a word read late for a newer line', () => {
    vi.useFakeTimers()
    const { hubs, words, carry } = two()
    const [a, b, newer] = [socket(), socket(), socket()]
    hubs[0].join(a, claims('1_1'), page('ia'))
    hubs[0].join(b, claims('link_x'), page('ib'))
    const late = words.splice(0)
    vi.advanceTimersByTime(1000)
    hubs[1].join(newer, claims('link_x'), page('ic'))
    words.push(...late)
    carry()
    expect(newer.heard.map(({ name }) => name)).toEqual(['room.joined'])
    expect(b.heard.at(-1)).toEqual({ name: 'room.ended', payload: { roomId: 'R', reason: 'replaced' } })
    for (const hub of hubs)
      expect(hub.members('R').map(({ id, instance }) => [id, instance])).toContainEqual(['link_x', 'ic'])
    hubs[0].signal(a, { to: 'link_x', toInstance: 'ic', instance: 'ia', session: 's', reset: true })
    carry()
    expect(newer.heard.at(-1)).toMatchObject({ name: 'room.signal' })
    // One whose clock is behind: whoever knew of a line when the next came has the newer one.
    vi.setSystemTime(0)
    const last = socket()
    hubs[0].join(last, claims('link_x'), page('id'))
    carry()
    expect(newer.heard.at(-1)).toEqual({ name: 'room.ended', payload: { roomId: 'R', reason: 'replaced' } })
  })

  it('[CALL-22~] lose whoever is long gone from a process where nobody is left, though it was read late that they came', () => {
    vi.useFakeTimers()
    const { hubs, words, carry } = two()
    const roster = { onFound: () => undefined, onLost: () => undefined }
    const stops: (() => void | Promise<void>)[] = []
    const deps = { onStart: () => undefined, onStop: (stop: () => void | Promise<void>) => void stops.push(stop) }
    joinHubs({ ...deps, joined: { on: () => undefined, roster } as never }, hubs[1])
    const b = socket()
    hubs[1].join(b, claims('link_x'), page('ib'))
    const late = words.splice(0)
    hubs[1].leave(b)
    vi.advanceTimersByTime(20_000)
    carry()
    words.push(...late)
    carry()
    expect(hubs[0].has('R', 'link_x')).toBe(true)
    vi.advanceTimersByTime(5000)
    carry()
    expect(hubs[0].has('R', 'link_x')).toBe(false)
    for (const stop of stops) void stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[CALL-22~] say that a call is recorded also from a process where nobody of it is, and once more to one that missed it', () => {
    vi.useFakeTimers()
    const { hubs, words, carry } = two()
    const [a, b] = [socket(), socket()]
    const states = ({ heard }: typeof a) =>
      heard.filter(({ name }) => name === 'room.recording').map(({ payload }) => payload.state)
    hubs[0].join(a, claims('1_1'), page('ia'))
    words.length = 0
    hubs[1].recording('R', 'recording')
    carry()
    expect(states(a)).toEqual(['recording'])
    // The database, too, was asked before it was written there.
    hubs[1].join(b, claims('link_x'), page('ib'), 'off')
    carry()
    hubs[0].shareAll()
    carry()
    expect(states(b)).toEqual(['recording'])
    hubs[1].shareAll()
    const late = words.splice(0)
    vi.advanceTimersByTime(1000)
    hubs[0].recording('R', 'finalising')
    words.length = 0
    words.push(...late)
    carry()
    expect([states(a), states(b)]).toEqual([['recording', 'finalising'], ['recording']])
    hubs[0].shareAll()
    carry()
    expect(hubs.map((hub) => hub.recordingOf('R'))).toEqual(['finalising', 'finalising'])
    expect(states(b)).toEqual(['recording', 'finalising'])
  })
})
