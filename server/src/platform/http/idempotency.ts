import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { json, k, sql } from '../db/index.ts'
import type { Db } from '../db/types.ts'
import { AppError, isAppError } from '../errors.ts'
import type { BeforeCommit } from './context.ts'
import { type About, aboutOf, type CallerRights, type Kept } from './repeat.ts'

export interface Answer {
  status: number
  body: unknown
}
export interface Request {
  /** Whose key it is: keys of two people never meet. */
  person: string
  key: string
  /** Method, path and body: a key that comes back with others is a mistake of the caller. */
  content: unknown
  /** Kept with the answer; before it is given again `mayRepeat` says whether it still may be. */
  caller?: CallerRights
  mayRepeat?: (kept: Kept) => Promise<void>
  /**
   * What a call answers now whose work was done by a process that died before it answered, where the work itself has
   * left no answer.
   */
  again?: (() => Promise<Answer>) | undefined
}

interface Row {
  request_hash: string
  status: number | null
  body: unknown
  claim: string
  created_at: Date
  caller: CallerRights | null
  about: About | null
}

/** Between claim and answer the column `status` says how far the first call is. */
const AT_WORK = null
const DONE_UNANSWERED = 102
/** The work's own transaction came to what the call answers. */
const ANSWERED = 200
/** Of another process that falls silent: it has died, or will find that its claim is no longer its own. */
const ABANDONED_MS = 5000
const WAIT_MS = 10_000
const KEPT_MS = 24 * 3_600_000

const keyForm = /^[\x21-\x7e]{8,200}$/

export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !keyForm.test(header))
    throw new AppError('BAD_INPUT', { fields: [{ path: 'Idempotency-Key', code: 'VALUE_INVALID' }] })
  return header
}

type Refusal = Pick<AppError, 'code' | 'status' | 'fields' | 'data'>
const refusalOf = ({ code, status, fields, data }: AppError): Refusal => ({ code, status, fields, data })
const refusedAgain = ({ code, status, fields, data }: Refusal) =>
  new AppError(code, { status, data, ...(fields ? { fields } : {}) })

/** A password confirms who asks, it is not what is asked: not even a hash of it is kept here. */
const withoutSecrets = (name: string, value: unknown) => (name === 'password' || name === 'pwd' ? undefined : value)

/** A body nested deeper than the stack reaches is refused here: its form is looked at later. */
function hashOf(content: unknown): string {
  try {
    return createHash('sha256').update(JSON.stringify(content, withoutSecrets)).digest('hex')
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('BAD_INPUT', { cause: error })
    throw error
  }
}

/**
 * Runs `work` once per key. The claim is its own transaction; `beside` marks it at the end of the work's, which is rolled
 * back where the claim is no longer ours, and stores the answer with it. So a crash at any point leaves the key either
 * free to be taken over, or answered. Duplicates wait for the first and get its answer. Only what the call answers in
 * other words than its transaction came to is stored in a transaction of its own.
 */
export function createIdempotency(db: Db, clock: Clock) {
  const self = randomBytes(9).toString('base64url')
  const running = new Set<string>()
  const of = ({ person, key }: Request) => sql`person = ${person} and key = ${key}`

  const look = async (request: Request): Promise<Row | undefined> =>
    (
      await db.system.read(
        sql<Row>`select request_hash, status, body, claim, created_at, caller, about from idempotency_key where ${of(request)}`,
      )
    )[0]

  /** Is whoever holds it gone? The embedded database has one process, and this one knows its own calls. */
  function abandoned(row: Row): boolean {
    if (row.claim.startsWith(`${self}:`)) return !running.has(row.claim)
    return db.kind === 'pglite' || clock.now().getTime() - row.created_at.getTime() > ABANDONED_MS
  }

  async function claim(request: Request, hash: string, claim: string): Promise<boolean> {
    const made = await db.system.tx((tx) =>
      tx.run(sql`
        insert into idempotency_key (person, key, request_hash, created_at, claim, caller)
        values (${request.person}, ${request.key}, ${hash}, ${clock.now()}, ${claim}, ${json(request.caller ?? null)}) on conflict do nothing`),
    )
    return made > 0
  }
  /** By exactly one of those who find it abandoned. */
  async function takeOver(request: Request, row: Row, claim: string): Promise<boolean> {
    const taken = await db.system.tx((tx) =>
      tx.run(sql`
        update idempotency_key set claim = ${claim}, created_at = ${clock.now()}
        where ${of(request)} and status is null and claim = ${row.claim}`),
    )
    return taken > 0
  }

  // As text within jsonb, which would not keep the order of the fields: a replay is the same to the byte.
  const storeResponse = (request: Request, claim: string, { status, body }: Answer) =>
    db.system.tx((tx) =>
      tx.run(sql`
        update idempotency_key set status = ${status}, body = ${json(JSON.stringify(body))}
        where ${of(request)} and claim = ${claim}`),
    )

  async function first(
    request: Request,
    claim: string,
    work: (beforeCommit: BeforeCommit) => Promise<Answer>,
  ): Promise<Answer> {
    let happened = false
    let stored: string | undefined
    const beforeCommit: BeforeCommit = async (tx, answer, entry) => {
      stored = answer && JSON.stringify(answer.body)
      const mine = await tx.run(sql`
        update idempotency_key set status = ${stored === undefined ? DONE_UNANSWERED : ANSWERED},
          body = ${stored === undefined ? null : json(stored)}, about = ${entry ? await aboutOf(tx, entry) : null}
        where ${of(request)} and claim = ${claim}`)
      if (!mine) throw new AppError('UNAVAILABLE', { headers: { 'retry-after': '1' } })
      tx.afterCommit(() => {
        happened = true
      })
    }
    try {
      const answer = await work(beforeCommit)
      // Stored is what was committed: of a transaction that was rolled back, and done again, nothing is.
      const same =
        happened && answer.status === ANSWERED && stored !== undefined && JSON.stringify(answer.body) === stored
      if (!same) await storeResponse(request, claim, answer)
      return answer
    } catch (error) {
      // What was refused after something was kept (a try that reached nobody) stays refused for its key.
      if (happened && isAppError(error))
        await storeResponse(request, claim, { status: error.status, body: refusalOf(error) })
      // Nothing happened: the key is free again, and the caller may mend the request and retry. A commit whose answer
      // got lost with the database has marked the key, and stays.
      if (!happened)
        await db.system.tx((tx) =>
          tx.run(sql`delete from idempotency_key where ${of(request)} and claim = ${claim} and status is null`),
        )
      throw error
    }
  }

  /** Done, and its process died before it answered, of which the work left nothing: how things stand now. */
  async function afterwards(request: Request): Promise<Answer> {
    if (!request.again) throw new AppError('DUPLICATE')
    return request.again()
  }

  async function replay(request: Request, row: Row): Promise<Answer | undefined> {
    if (row.status === AT_WORK) return undefined
    if (row.status === DONE_UNANSWERED) {
      if (!abandoned(row)) return undefined
      // Gone, or done and answered since we looked: only who is gone leaves it as it was.
      const now = await look(request)
      return now?.status === DONE_UNANSWERED && now.claim === row.claim ? afterwards(request) : undefined
    }
    await request.mayRepeat?.(row)
    const body: unknown = JSON.parse(String(row.body))
    if (row.status >= 400) throw refusedAgain(body as Refusal)
    return { status: row.status, body }
  }

  async function attempt(
    request: Request,
    hash: string,
    claimed: string,
    work: (beforeCommit: BeforeCommit) => Promise<Answer>,
  ): Promise<Answer & { replayed: boolean }> {
    let mine = await claim(request, hash, claimed)
    for (const until = Date.now() + WAIT_MS; !mine && Date.now() < until; await sleep(mine ? 0 : 40)) {
      const row = await look(request)
      if (!row) mine = await claim(request, hash, claimed)
      else {
        if (row.request_hash !== hash) throw new AppError('IDEMPOTENCY_MISMATCH')
        const answer = await replay(request, row)
        if (answer) return { ...answer, replayed: true }
        if (row.status === AT_WORK && abandoned(row)) mine = await takeOver(request, row, claimed)
      }
    }
    if (!mine) throw new AppError('UNAVAILABLE', { headers: { 'retry-after': '5' } })
    return { ...(await first(request, claimed, work)), replayed: false }
  }

  return {
    async run(
      request: Request,
      work: (beforeCommit: BeforeCommit) => Promise<Answer>,
    ): Promise<Answer & { replayed: boolean }> {
      const hash = hashOf(request.content)
      const claimed = `${self}:${randomBytes(9).toString('base64url')}`
      running.add(claimed)
      try {
        return await attempt(request, hash, claimed, work)
      } finally {
        running.delete(claimed)
      }
    },
    /** Answers hold what they held: they are kept no longer than a retry can take. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - KEPT_MS)
      await db.system.tx((tx) => tx.run(k.deleteFrom('idempotency_key').where('created_at', '<', before)))
    },
  }
}
export type Idempotency = ReturnType<typeof createIdempotency>
