import type { EncryptedDrafts } from './encrypted-drafts.ts'
import { createStore } from '../lib/store.ts'

export interface DraftState<T> {
  /** Undefined: nothing is kept here. */
  value: T | undefined
  /** When it was typed. */
  at: number
  /** Everything typed is on disk. */
  kept: boolean
  /** The shelf has been looked at. */
  loaded: boolean
}

interface Message {
  key: string
  /** Undefined: the draft was put away. */
  value?: unknown
  at: number
}

const CHANNEL = 'teleward-drafts'
const LEAVING = ['beforeunload', 'pagehide'] as const

/**
 * One draft, shared by the tabs of one author: the newest keystroke wins, and every tab shows it. It goes to disk at
 * once, or when the writing before it is done: somebody who types without a pause is saved all the same, and a page that
 * goes a moment after a key loses at most what one writing takes (a few milliseconds; the seal is made beside the page,
 * so nothing can be written while it goes).
 */
export class DraftWriter<T> {
  readonly key: string
  private readonly vault: () => Promise<EncryptedDrafts>
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  private readonly state = createStore<DraftState<T>>({ value: undefined, at: 0, kept: true, loaded: false })
  private writing: Promise<void> | null = null
  private flushing: Promise<void> | null = null
  private readonly loading: Promise<void>
  private readonly onLeave = () => void this.flush()

  constructor(key: string, drafts: () => Promise<EncryptedDrafts>) {
    this.key = key
    this.vault = drafts
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data)
    // A page that is asked to go stays until its successor's first byte: time enough, where its end leaves none.
    for (const event of LEAVING) globalThis.addEventListener?.(event, this.onLeave)
    globalThis.document?.addEventListener('visibilitychange', this.onLeave)
    this.loading = this.load()
  }

  get = (): DraftState<T> => this.state.get()
  subscribe = (listener: () => void): (() => void) => this.state.subscribe(listener)
  /** What is kept, once the draft store has been looked at. */
  async ready(): Promise<DraftState<T>> {
    await this.loading
    return this.get()
  }

  write(value: T): void {
    const at = Math.max(Date.now(), this.get().at + 1)
    this.set({ value, at, kept: false, loaded: this.get().loaded })
    this.channel?.postMessage({ key: this.key, value, at } satisfies Message)
    void this.flush()
  }

  /** Everything typed so far is on disk when it resolves. */
  flush(): Promise<void> {
    this.flushing ??= this.drain().finally(() => {
      this.flushing = null
    })
    return this.flushing
  }

  /** The server has it: nothing is left to keep. `upTo` spares what was typed after the save began. */
  async clear(upTo = this.get().at): Promise<void> {
    if (this.get().at > upTo) return
    this.set({ value: undefined, at: upTo, kept: true, loaded: true })
    this.channel?.postMessage({ key: this.key, at: upTo } satisfies Message)
    while (this.writing) await this.writing
    if (this.get().value === undefined) await (await this.vault()).remove(this.key)
  }

  dispose(): void {
    for (const event of LEAVING) globalThis.removeEventListener?.(event, this.onLeave)
    globalThis.document?.removeEventListener('visibilitychange', this.onLeave)
    // The flush before has its own hold on the vault; only the ear is closed.
    this.channel?.close()
  }

  private async load(): Promise<void> {
    const found = await (await this.vault()).read(this.key)
    if (found && found.at > this.get().at) {
      this.set({ value: found.value as T, at: found.at, kept: true, loaded: true })
    } else this.set({ ...this.get(), loaded: true })
  }

  /** One writing after the other, until the newest is on disk or could not be written. */
  private async drain(): Promise<void> {
    for (let tried = 0; !this.get().kept && tried < this.get().at; ) {
      tried = this.get().at
      await this.save()
    }
  }

  private save(): Promise<void> {
    const { value, at } = this.get()
    this.writing = this.vault()
      .then((drafts) => drafts.write(this.key, value, at))
      .then(
        () => {
          if (this.get().at === at) this.set({ ...this.get(), kept: true })
        },
        (error) => {
          // Shown by the state: what is not kept says so. The next keystroke or the leaving of the page tries again.
          console.error('A draft could not be kept', error)
        },
      )
      .finally(() => {
        this.writing = null
      })
    return this.writing
  }

  private hear(message: Message): void {
    if (message.key !== this.key || message.at < this.get().at) return
    this.set({ value: message.value as T | undefined, at: message.at, kept: true, loaded: true })
  }

  private set(state: DraftState<T>): void {
    this.state.set(state)
  }
}
