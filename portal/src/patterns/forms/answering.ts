import type { Form } from '@teleward/contract/forms/compile.ts'
import type { Answer, ResponseItem } from '@teleward/contract/forms/fhir.ts'
import { fromItems, toItems, type FormState } from '@teleward/contract/forms/state.ts'
import { ApiError } from '../../api/errors.ts'

/** What a page keeps on its device: what was typed, over what the server had. */
export interface Kept {
  state: FormState
  base: FormState
}
export interface Shelf {
  read(): Promise<Kept | null>
  write(kept: Kept): void
  remove(): void
}
/** What the server has. */
export interface Sent {
  items: ResponseItem[]
  version: number
}
export interface Answering {
  state: FormState
  /** Everything that was answered is at the server. */
  saved: boolean
  saving: boolean
  lost: boolean
  /** What was answered last was not taken for what it says, in the server's words: it waits for another answer. */
  refused: string | null
  /** Nothing is taken any more, and why. */
  closed: 'FORM_CLOSED' | 'FORM_RETIRED' | 'ILLEGAL_STEP' | null
  /** Questions that somebody else answered meanwhile, otherwise than here. */
  differs: string[]
  theirs: FormState | null
}

const CLOSING = ['FORM_CLOSED', 'FORM_RETIRED', 'ILLEGAL_STEP'] as const
/** After these nothing is taken any more. */
export const closingOf = (code: string) => CLOSING.find((one) => one === code) ?? null
/** What may be taken later as it is: no line, a server in trouble, too many calls, a session that is over. Another refusal is an answer. */
const mayHeal = ({ http }: ApiError) => http === 0 || http >= 500 || http === 429 || http === 401
const SAVE_AFTER_MS = 900
const AGAIN_MS = 5000
const same = (one: readonly Answer[] | undefined, other: readonly Answer[] | undefined) =>
  JSON.stringify(one ?? []) === JSON.stringify(other ?? [])

/** What was changed here stays, all else is theirs; `differs`: what both have changed, each in their way. */
export function merge(base: FormState, mine: FormState, theirs: FormState): { state: FormState; differs: string[] } {
  const answers: Record<string, readonly Answer[]> = { ...theirs.answers }
  const differs: string[] = []
  for (const key of new Set([...Object.keys(mine.answers), ...Object.keys(base.answers)])) {
    const [was, own, other] = [base.answers[key], mine.answers[key], theirs.answers[key]]
    if (same(was, own)) continue
    if (own) answers[key] = own
    else delete answers[key]
    if (!same(was, other) && !same(own, other)) differs.push(key)
  }
  const groups: Record<string, number> = { ...theirs.groups }
  for (const [key, count] of Object.entries(mine.groups)) {
    const [was, other] = [base.groups[key] ?? 1, theirs.groups[key] ?? 1]
    // A copy that was removed here stays removed, unless they changed how many there are, too.
    groups[key] = was === count ? other : was === other ? count : Math.max(count, other)
  }
  return { state: { answers, groups }, differs }
}

/**
 * Answers as they are given: kept on the device at once, at the server soon after, one call at a time. A line that is lost is
 * tried again; what somebody else wrote meanwhile is merged; what the server takes no more stays here and is told.
 */
export class Writer {
  #now: Answering
  #base: FormState
  #version: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  readonly #listeners = new Set<() => void>()
  readonly form: Form
  readonly #save: (held: Sent) => Promise<Sent>
  readonly #shelf: Shelf | null

  constructor(form: Form, held: Sent, save: (held: Sent) => Promise<Sent>, shelf: Shelf | null) {
    this.form = form
    this.#save = save
    this.#shelf = shelf
    this.#base = fromItems(form, held.items)
    this.#version = held.version
    this.#now = {
      ...{ state: this.#base, saved: true, saving: false, lost: false },
      ...{ refused: null, closed: null, differs: [], theirs: null },
    }
    void this.#restore()
  }
  get = (): Answering => this.#now
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  get version() {
    return this.#version
  }
  items(): ResponseItem[] {
    return toItems(this.form, this.#now.state)
  }
  set(change: (state: FormState) => FormState): void {
    if (this.#now.closed) return
    this.#put({ state: change(this.#now.state), saved: false })
    this.#shelf?.write({ state: this.#now.state, base: this.#base })
    this.#soon(SAVE_AFTER_MS)
  }
  takeTheirs(): void {
    const { theirs, differs } = this.#now
    if (!theirs) return
    this.set((state) => {
      const answers = { ...state.answers }
      for (const key of differs) {
        const other = theirs.answers[key]
        if (other) answers[key] = other
        else delete answers[key]
      }
      return { ...state, answers }
    })
    this.#put({ differs: [], theirs: null })
  }
  /** What the server has was fetched again: what is not changed here is theirs. */
  hear(held: Sent): void {
    if (held.version <= this.#version || this.#running) return
    this.#take(held)
  }
  /** It was submitted: nothing waits here any more. */
  done(): void {
    clearTimeout(this.#timer)
    this.#shelf?.remove()
    this.#put({ saved: true, closed: 'ILLEGAL_STEP' })
  }
  close(closed: NonNullable<Answering['closed']>): void {
    clearTimeout(this.#timer)
    this.#put({ closed })
  }
  stop(): void {
    clearTimeout(this.#timer)
    if (!this.#now.saved) void this.flush()
  }
  /** Everything answered so far is at the server when it resolves, unless the line is lost or nothing is taken any more. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    if (this.#now.saved || this.#now.closed) return
    this.#running = this.#send().finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async #restore(): Promise<void> {
    const kept = await this.#shelf?.read()
    if (!kept) return
    const { state } = merge(kept.base, kept.state, this.#now.state)
    if (JSON.stringify(state) === JSON.stringify(this.#now.state)) return
    this.set(() => state)
  }
  #soon(after: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), after)
  }
  async #send(): Promise<void> {
    const sent = this.#now.state
    this.#put({ saving: true })
    try {
      const held = await this.#save({ items: toItems(this.form, sent), version: this.#version })
      this.#version = held.version
      this.#base = sent
      const whole = this.#now.state === sent
      this.#put({ saving: false, lost: false, refused: null, saved: whole })
      if (whole) this.#shelf?.remove()
      else this.#soon(SAVE_AFTER_MS)
    } catch (error) {
      this.#put({ saving: false })
      this.#failed(error, sent)
    }
  }
  #failed(error: unknown, sent: FormState): void {
    if (!(error instanceof ApiError)) throw error
    const { code } = error
    if (code === 'VERSION_STALE') {
      this.#take(error.data as unknown as Sent)
      this.#soon(0)
      return
    }
    const closed = closingOf(code)
    if (closed) this.#put({ closed })
    else if (mayHeal(error)) {
      this.#put({ lost: true, refused: null })
      this.#soon(AGAIN_MS)
    } else {
      this.#put({ lost: false, refused: error.message })
      // What was answered meanwhile was not asked about yet.
      if (this.#now.state !== sent) this.#soon(SAVE_AFTER_MS)
    }
  }
  #take(held: Sent): void {
    const theirs = fromItems(this.form, held.items)
    const { state, differs } = merge(this.#base, this.#now.state, theirs)
    this.#base = theirs
    this.#version = held.version
    this.#put({
      state,
      ...(differs.length ? { differs, theirs } : {}),
      saved: JSON.stringify(state) === JSON.stringify(theirs),
    })
  }
  #put(change: Partial<Answering>): void {
    this.#now = { ...this.#now, ...change }
    for (const listener of this.#listeners) listener()
  }
}
