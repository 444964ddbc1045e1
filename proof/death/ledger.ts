import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from './house.ts'

/** What somebody wrote, and what they were told about it. */
export interface Entry {
  kind: string
  /** Found in the database as often as the write happened. */
  canary: string
  told: 'nothing' | 'done' | 'refused'
  code: string
  /** Of the first answer; a replay carries the number of the repeat. */
  requestId: string | undefined
  tries: number
  about: Record<string, unknown>
}
export interface Told<T = Record<string, unknown>> {
  status: number
  code: string
  data: T
  replayed: boolean
  requestId: string | undefined
  cookie: string | undefined
}
export interface Write {
  method: 'POST' | 'PUT'
  path: string
  body: unknown
  by: { staff: string } | { cookie: string } | 'nobody'
  /** Without it the write is one that may be repeated by its nature: a save against a version. */
  key?: string
  /** For those: does what came with a refusal show that an earlier try arrived? */
  there?(data: object): boolean
}

/** No answer, or one that says nothing about the write: it has to be asked again. */
const unanswered = (told: Told<unknown> | undefined): told is undefined =>
  told === undefined || told.status >= 500 || told.code === 'UNAVAILABLE' || told.code === 'RATE_LIMITED'

const PATIENCE_MS = 60_000

/** The writers' common book. A write is asked again, with its own key, until its answer is a clear one. */
export class Ledger {
  readonly entries: Entry[] = []
  readonly clear = new AbortController()
  readonly url: () => string
  /** Requests on their way. */
  flying = 0
  answered = 0
  /** Milliseconds of the slowest call that was answered; calls that found no end but their time-out. */
  slowest = 0
  timeouts = 0
  /** Why requests found no answer since the last one that did, and how often: what a standstill is made of. */
  silence = new Map<string, number>()
  private readonly tokens = new Map<string, Promise<string>>()

  constructor(url: () => string) {
    this.url = url
  }

  async once<T>(write: Write): Promise<Told<T> | undefined> {
    const { by } = write
    const began = performance.now()
    this.flying += 1
    try {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        // Each its own address: what is tested here is not the guard against a flood.
        'x-forwarded-for': `10.${(this.entries.length >> 12) & 255}.${(this.entries.length >> 4) & 255}.7`,
      }
      if (write.key) headers['idempotency-key'] = write.key
      const signedIn = by !== 'nobody' && 'staff' in by ? this.token(by.staff) : undefined
      if (signedIn) headers.authorization = `Bearer ${await signedIn}`
      if (by !== 'nobody' && 'cookie' in by) headers.cookie = by.cookie
      const answer = await fetch(this.url() + write.path, {
        method: write.method,
        headers,
        body: JSON.stringify(write.body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const body = (await answer.json()) as { status?: string; data?: T }
      if (answer.status === 401 && by !== 'nobody' && 'staff' in by) {
        // Unless another request of theirs has signed in anew meanwhile: a second time would end that session.
        if (this.tokens.get(by.staff) === signedIn) this.tokens.delete(by.staff)
        this.unheard(`401 for ${by.staff}`)
        return undefined
      }
      this.answered += 1
      this.silence.clear()
      this.slowest = Math.max(this.slowest, performance.now() - began)
      return {
        status: answer.status,
        code: body.status ?? '',
        data: body.data as T,
        replayed: answer.headers.get('idempotent-replayed') === 'true',
        requestId: answer.headers.get('x-request-id') ?? undefined,
        cookie: answer.headers.get('set-cookie')?.split(';')[0],
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') this.timeouts += 1
      // The line broke, or nobody listens: no answer. Anything else is a mistake of the harness.
      if (!(error instanceof TypeError || (error instanceof Error && /Timeout|Abort|Syntax/.test(error.name))))
        throw error
      const cause = error.cause instanceof Error ? `: ${Reflect.get(error.cause, 'code') ?? error.cause.message}` : ''
      this.unheard(`${error.message}${cause}`)
      return undefined
    } finally {
      this.flying -= 1
    }
  }

  private unheard(why: string): void {
    this.silence.set(why, (this.silence.get(why) ?? 0) + 1)
  }

  token(who: string): Promise<string> {
    const known = this.tokens.get(who)
    if (known) return known
    const made = this.signIn(who)
    this.tokens.set(who, made)
    made.catch(() => this.tokens.get(who) === made && this.tokens.delete(who))
    return made
  }
  private async signIn(who: string): Promise<string> {
    const answer = await fetch(`${this.url()}/his/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.9.9' },
      body: JSON.stringify({ id: who, pwd: PASSWORD }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { token } = (await answer.json()) as { token?: string }
    if (!token) throw new TypeError(`no sign-in: ${answer.status}`)
    return token
  }

  /** Until it is told something; `undefined` only when the harness is over. */
  async write<T = Record<string, unknown>>(
    kind: string,
    canary: string,
    ask: Write,
    about: Record<string, unknown> = {},
  ): Promise<Told<T>> {
    const entry: Entry = { kind, canary, told: 'nothing', code: '', requestId: undefined, tries: 0, about }
    this.entries.push(entry)
    for (;;) {
      entry.tries += 1
      const told = await this.once<T>(ask)
      if (!unanswered(told)) {
        entry.told = told.status < 300 ? 'done' : 'refused'
        entry.code = told.code
        if (!told.replayed) entry.requestId = told.requestId
        if (entry.told === 'refused' && entry.tries > 1 && ask.there?.(Object(told.data))) {
          entry.told = 'done'
          entry.requestId = undefined
        }
        return told
      }
      if (this.clear.signal.aborted) throw new Error(`${kind} was never answered, after ${entry.tries} tries`)
      await sleep(40)
    }
  }
}

export const newKey = () => randomUUID()
export const newCanary = (kind: string) => `${kind}-${randomUUID()}`
