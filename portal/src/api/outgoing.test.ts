import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './errors.ts'

const person = vi.hoisted(() => ({ mid: 1 as number | undefined, told: new Set<() => void>() }))
const shelf = vi.hoisted(() => new Map<string, unknown>())
vi.mock('./session.ts', () => ({
  session: {
    pending: () => false,
    user: () => (person.mid === undefined ? undefined : { mid: person.mid }),
    subscribe: (listener: () => void) => {
      person.told.add(listener)
      return () => person.told.delete(listener)
    },
  },
}))
vi.mock('./socket.ts', () => ({ connectionStore: { get: () => ({ state: 'online' }), subscribe: () => () => {} } }))
// A shelf in memory for each person, as the browser's is: what was written is there after a reload.
vi.mock('./drafts.ts', () => ({
  openDraft: ({ screen }: { screen: string }) => {
    const key = `${person.mid} ${screen}`
    const state = () => ({ value: shelf.get(key), loaded: true })
    return {
      draft: {
        get: state,
        ready: async () => state(),
        subscribe: () => () => {},
        write: (value: unknown) => void shelf.set(key, structuredClone(value)),
        clear: async () => void shelf.delete(key),
      },
      close: () => {},
    }
  },
}))
const { createOutgoing } = await import('./outgoing.ts')

interface Work {
  clientId: string
  of?: string
  known?: string
  failed?: string
}
const offline = () => new ApiError('NETWORK_FAILED', '', 0)
const settled = () => vi.advanceTimersByTimeAsync(10)

function queueOf(send: (item: Work, mine: () => boolean) => Promise<((rest: Work) => Work) | undefined>) {
  const queue = createOutgoing<Work>({ screen: 'q', send, follows: (work, other) => work.of === other.clientId })
  queue.subscribe(() => {})
  return queue
}

describe('what waits to be sent', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', new EventTarget())
    person.mid = 1
    person.told.clear()
    shelf.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('[CHAT-08~] [EVNT-05~] goes in its order, is tried again while the line is away, and what an answer brings changes those behind it', async () => {
    const sent: Work[] = []
    let away = true
    const queue = queueOf(async (item) => {
      if (away) throw offline()
      sent.push(item)
      return item.clientId === 'a' ? (rest) => ({ ...rest, known: 'pid 7' }) : undefined
    })
    await settled()
    queue.add({ clientId: 'a' })
    queue.add({ clientId: 'b', of: 'a' })
    await settled()
    expect(queue.items().map(({ clientId }) => clientId)).toEqual(['a', 'b'])
    away = false
    await vi.advanceTimersByTimeAsync(3100)
    expect(sent).toEqual([{ clientId: 'a' }, { clientId: 'b', of: 'a', known: 'pid 7' }])
    expect([queue.items(), shelf.size]).toEqual([[], 0])
  })

  it('[CHAT-08~] [EVNT-05~] is there after a reload, and goes under the same id', async () => {
    const first = queueOf(() => Promise.reject(offline()))
    await settled()
    first.add({ clientId: 'a' })
    await settled()
    const sent: string[] = []
    queueOf(async ({ clientId }) => {
      sent.push(clientId)
      return undefined
    })
    await settled()
    expect(sent).toEqual(['a'])
  })

  it('[CHAT-08~] refused says by which code, holds up what follows it and nothing else, and goes once somebody tries again', async () => {
    let refuse = true
    const sent: string[] = []
    const queue = queueOf(async ({ clientId }) => {
      if (clientId === 'a' && refuse) throw new ApiError('EVENT_CLOSED', '', 409, [], { day: 3 })
      sent.push(clientId)
      return undefined
    })
    await settled()
    for (const item of [{ clientId: 'a' }, { clientId: 'b', of: 'a' }, { clientId: 'c' }]) queue.add(item)
    await settled()
    expect(sent).toEqual(['c'])
    expect(queue.items()).toEqual([
      { clientId: 'a', failed: 'EVENT_CLOSED', failedBy: { day: 3 } },
      { clientId: 'b', of: 'a' },
    ])
    refuse = false
    queue.again('a')
    await settled()
    expect(sent).toEqual(['c', 'a', 'b'])
  })

  it('[EVNT-05~] of one person goes in its order, of others beside it, and no more than a few at a time; a lost line stops all of them', async () => {
    const begun: string[] = []
    const answers = new Map<string, (error?: ApiError) => void>()
    const queue = createOutgoing<Work>({
      screen: 'q',
      lane: ({ of }) => of ?? '',
      send: ({ clientId }) =>
        new Promise((resolve, reject) => {
          begun.push(clientId)
          answers.set(clientId, (error) => (error ? reject(error) : resolve(undefined)))
        }),
    })
    queue.subscribe(() => {})
    await settled()
    for (const clientId of ['a1', 'a2', 'b1', 'c1', 'd1', 'e1']) queue.add({ clientId, of: clientId.slice(0, 1) })
    await settled()
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1'])
    answers.get('b1')?.()
    await settled()
    expect(begun.slice(4)).toEqual(['e1'])
    answers.get('a1')?.()
    await settled()
    expect(begun.slice(5)).toEqual(['a2'])
    answers.get('c1')?.(offline())
    await settled()
    queue.add({ clientId: 'f1', of: 'f' })
    await settled()
    expect(begun.slice(6)).toEqual([])
    for (const one of ['a2', 'd1', 'e1']) answers.get(one)?.()
    await vi.advanceTimersByTimeAsync(3100)
    expect(begun.slice(6)).toEqual(['c1', 'f1'])
    for (const one of ['c1', 'f1']) answers.get(one)?.()
    await settled()
    expect(queue.items()).toEqual([])
  })

  it('[SHELL-16~] is its author’s: whoever signs in meanwhile sends none of it and is told of no answer', async () => {
    let answer = () => {}
    const told: boolean[] = []
    const queue = queueOf(async (_, mine) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      told.push(mine())
      return undefined
    })
    await settled()
    queue.add({ clientId: 'a' })
    await settled()
    person.mid = 2
    for (const listener of person.told) listener()
    await settled()
    expect(queue.items()).toEqual([])
    answer()
    await settled()
    expect(told).toEqual([false])
    expect(shelf.get('1 q')).toEqual([{ clientId: 'a' }])
  })
})
