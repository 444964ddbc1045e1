import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'
import { type DraftWriter, openDraft } from './drafts.ts'
import { ApiError } from './errors.ts'
import { session } from './session.ts'
import { connectionStore } from './socket.ts'

/** Something that the server has not yet confirmed. Its id is the server's too, so that what arrives twice is one. */
export interface Outgoing {
  clientId: string
  /** The code of a refusal; without it, it waits. */
  failed?: string
  /** What the refusal's sentence names. */
  failedBy?: Record<string, string | number>
}
export interface OutgoingOptions<T extends Outgoing> {
  /** Whose queue it is among those of one person. */
  screen: string
  /**
   * Sends one. `mine` is asked before anybody is told of the answer: somebody else may have signed in meanwhile. What it answers
   * changes those that wait behind it, as an id that is known from now on.
   */
  send(item: T, mine: () => boolean): Promise<((rest: T) => T) | undefined>
  /** Whether one waits for another that was refused; of its own none does. */
  follows?(item: T, refused: T): boolean
  /** Whose it is: what is of the same goes in its order, what is of others beside it. Without it all is of one. */
  lane?(item: T): string
  /** What the page had beside the queue goes with its person. */
  emptied?(): void
  /** Once, with the first look at it. */
  watched?(): void
}

const AGAIN_MS = 3000
/** Lanes at a time: enough that a slow line is not waited for, few enough that a queue of a morning leaves room for others. */
const BESIDE = 4
const mayHeal = (error: unknown) =>
  error instanceof ApiError && (error.http === 0 || error.http >= 502 || error.http === 429 || error.http === 401)

/**
 * A queue of what somebody has done without a line, or just now: shown at once, kept in this browser under their session's key,
 * sent in order, one after the other (of one lane). What another person left here is theirs, and waits for them. A refused one stays, says
 * why, and holds up only what follows it.
 */
export function createOutgoing<T extends Outgoing>({
  screen,
  send,
  follows,
  lane,
  emptied,
  watched,
}: OutgoingOptions<T>) {
  const NONE: readonly T[] = []
  const waiting = createStore<readonly T[]>(NONE)
  /** What this page has, or had: what else is kept belongs to another tab of the same person, and stays. */
  const own = new Set<string>()
  let kept: { mid: number; draft: DraftWriter<T[]>; close: () => void } | null = null
  let current: T | null = null
  let watching = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    // What was kept before is not known until the draft store has been looked at: then all of it is written.
    if (!kept?.draft.get().loaded) return
    const all = [...(kept.draft.get().value ?? []).filter(({ clientId }) => !own.has(clientId)), ...waiting.get()]
    if (all.length) kept.draft.write(all)
    else void kept.draft.clear()
  }
  function set(next: readonly T[]): void {
    for (const { clientId } of next) own.add(clientId)
    waiting.set(next)
    keep()
  }
  /** Two tabs may have written in the same moment: whose items are not in what came out writes once more. */
  function heard(): void {
    const stored = new Set(kept?.draft.get().value?.map(({ clientId }) => clientId))
    if (waiting.get().some(({ clientId }) => !stored.has(clientId))) keep()
  }

  async function open(): Promise<void> {
    // Over for a while: who signs in on the same page is the same person, or the session changes once more.
    if (session.pending()) return
    const mid = session.user()?.mid
    if (kept?.mid === mid) return
    clearTimeout(timer)
    kept?.close()
    kept = null
    own.clear()
    emptied?.()
    waiting.set(NONE)
    if (mid === undefined) return
    const opened = openDraft<T[]>({ screen, subject: '' })
    const mine = { mid, ...opened }
    kept = mine
    const { value } = await mine.draft.ready()
    if (kept !== mine) return
    const end = mine.draft.subscribe(heard)
    mine.close = () => {
      end()
      opened.close()
    }
    const known = new Set(waiting.get().map(({ clientId }) => clientId))
    set([...(value ?? []).filter(({ clientId }) => !known.has(clientId)), ...waiting.get()])
    void pump()
  }

  const laneOf = (one: T) => lane?.(one) ?? ''
  /** The first that waits for nothing that was refused, and for nothing of its lane that is on its way. */
  const nextOf = (under: ReadonlyMap<string, unknown>) => {
    const all = waiting.get()
    const refused = follows ? all.filter(({ failed }) => failed !== undefined) : []
    return all.find(
      (one) => one.failed === undefined && !under.has(laneOf(one)) && !refused.some((other) => follows?.(one, other)),
    )
  }
  /** `false`: the line is away, or the server in trouble; it waits where it stands. */
  async function attempt(next: T, from: number): Promise<boolean> {
    // Somebody else may sit here by then: it waits until its author comes back.
    const mine = () => kept?.mid === from
    try {
      const change = await send(next, mine)
      if (!mine()) return true
      const rest = waiting.get().filter(({ clientId }) => clientId !== next.clientId)
      set(change ? rest.map(change) : rest)
    } catch (error) {
      if (!mine()) return true
      if (mayHeal(error)) return false
      const failed = error instanceof ApiError ? error.code : 'SEND_FAILED'
      const failedBy = error instanceof ApiError ? ((error.data ?? {}) as Record<string, string | number>) : {}
      if (!(error instanceof ApiError)) console.error('What waits could not be sent', error)
      set(waiting.get().map((one) => (one.clientId === next.clientId ? { ...one, failed, failedBy } : one)))
    }
    return true
  }
  let pumping = false
  /** Something was added while others are on their way: it may be of a lane that is free. */
  let wake = () => {}
  async function pump(): Promise<void> {
    if (pumping) return wake()
    pumping = true
    clearTimeout(timer)
    const under = new Map<string, Promise<void>>()
    let away = false
    try {
      for (;;) {
        const from = kept?.mid
        if (!away && from !== undefined && from === session.user()?.mid)
          while (under.size < BESIDE) {
            const next = nextOf(under)
            if (!next) break
            current ??= next
            const of = laneOf(next)
            const work = attempt(next, from).then((went) => {
              under.delete(of)
              if (current === next) current = null
              if (!went) away = true
            })
            under.set(of, work)
          }
        if (under.size === 0) break
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await Promise.race([...under.values(), woken])
      }
      if (away) timer = setTimeout(() => void pump(), AGAIN_MS)
    } finally {
      pumping = false
      wake = () => {}
      current = null
    }
  }
  function watch(): void {
    void open()
    if (watching) return
    watching = true
    watched?.()
    session.subscribe(() => void open())
    window.addEventListener('online', () => void pump())
    connectionStore.subscribe(() => {
      if (connectionStore.get().state === 'online') void pump()
    })
  }
  const subscribe = (listener: () => void) => {
    watch()
    return waiting.subscribe(listener)
  }

  return {
    items: waiting.get,
    add(item: T): void {
      set([...waiting.get(), item])
      void pump()
    },
    /** Under the same id: if the first try came through after all, this answers it. */
    again(clientId: string): void {
      set(
        waiting.get().map((one) => {
          const { failed, failedBy: _, ...rest } = one
          return one.clientId === clientId && failed !== undefined ? (rest as T) : one
        }),
      )
      void pump()
    },
    discard: (clientId: string): void => set(waiting.get().filter((one) => one.clientId !== clientId)),
    /** The one that is on its way. */
    current: (): T | null => current,
    subscribe,
    useItems: (): readonly T[] => useStore({ subscribe, get: waiting.get }),
  }
}
