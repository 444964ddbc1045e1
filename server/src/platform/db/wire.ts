import type { Socket } from 'node:net'
import type { CompiledQuery } from 'kysely'
import type { RawResult } from './driver.ts'
import { asDbError, DbError } from './errors.ts'
import { columnsOf, type Encode, encoderOf, type Reader, readerOf } from './wire-types.ts'
import { Writer } from './wire-writer.ts'

// PostgreSQL's extended protocol over a connection that has been opened and signed in: what is asked for in one go
// leaves in one packet, with one Sync at its end, and is answered in one. A driver that ends every statement with its
// own Sync costs a system call on either side for each.

interface Statement {
  name: string
  encoders: Encode[]
  read: Reader
}
interface Work {
  query: CompiledQuery
  resolve(result: WireResult): void
  reject(error: unknown): void
}
export interface WireResult extends RawResult {
  /** What the server says was done: `COMMIT`, `INSERT 0 1`. */
  tag: string
  /** Milliseconds in which its transaction was answered, once those before it were. */
  ms: number
}
interface Exchange {
  statements: Statement[]
  results: Omit<WireResult, 'ms'>[]
  rows: unknown[]
  failure: unknown
  ms: number
  done(): void
}

const lost = () => new DbError('CONNECTION_CLOSED', 'the connection to the database was lost')
function fail(works: readonly Work[], error: unknown): void {
  for (const { reject } of works) reject(error)
}
/** The statement was prepared for a shape that is no more, or is not known any more: the connection has to go. */
const SPOILT = new Set(['0A000', '26000'])

export class Wire {
  dead = false
  stale = false
  /** What another session announced on a channel that this one listens to. */
  onNotification: ((channel: string, payload: string) => void) | undefined
  private readonly socket: Socket
  private readonly statements = new Map<string, Statement>()
  private readonly writer = new Writer()
  private batch: Work[] = []
  /** Transactions of one packet each, of callers who know nothing of each other. */
  private apart: Work[][] = []
  /** What the server has been asked and has not answered, in the order in which it will. */
  private readonly owed: Exchange[] = []
  /** Since when the server has owed the next answer, by `performance.now()`. */
  private askedAt = 0
  private pumping = false
  private rest: Buffer | undefined
  private fatal: unknown
  private described: { encoders: Encode[]; read: Reader } = { encoders: [], read: readerOf([]) }

  constructor(socket: Socket, onClose: () => void) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => this.hear(chunk))
    socket.on('error', (error) => {
      this.fatal ??= asDbError(error)
    })
    socket.on('close', () => {
      this.dead = true
      for (const exchange of this.owed.splice(0)) {
        exchange.failure ??= this.fatal ?? lost()
        exchange.done()
      }
      onClose()
    })
  }

  /** Queries asked for before the next tick travel together. One that fails takes those behind it along. */
  run(query: CompiledQuery): Promise<WireResult> {
    return new Promise((resolve, reject) => {
      this.batch.push({ query, resolve, reject })
      this.start()
    })
  }

  /**
   * A transaction of its own, which fails alone. Those that are asked for while the server answers others leave together,
   * in one write, each with its own Sync: a process that is awake is given more work for less than one that sleeps.
   */
  runApart(queries: readonly CompiledQuery[]): Promise<WireResult[]> {
    const works: Work[] = []
    const results = queries.map(
      (query) => new Promise<WireResult>((resolve, reject) => works.push({ query, resolve, reject })),
    )
    this.apart.push(works)
    this.start()
    return Promise.all(results)
  }

  private start(): void {
    if (this.pumping) return
    this.pumping = true
    queueMicrotask(() => void this.pump())
  }

  /** Statements one behind the other, without parameters or answers, as one transaction unless they say otherwise. */
  async script(sql: string): Promise<void> {
    if (this.pumping) throw new Error('a script has its connection to itself')
    this.pumping = true
    try {
      this.writer.begin('Q').text(sql).end()
      const { failure } = await this.exchange()
      if (failure) throw failure
    } finally {
      // Statements that arrived meanwhile have waited in the queue.
      void this.pump()
    }
  }

  end(): void {
    this.dead = true
    if (!this.socket.destroyed) this.socket.end(Buffer.from([0x58, 0, 0, 0, 4]))
  }
  destroy(): void {
    this.dead = true
    this.socket.destroy()
  }
  /** Resolves when the server has closed its side, too: nothing of this session is left there. */
  over(): Promise<void> {
    if (this.socket.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      const late = setTimeout(() => this.destroy(), 5_000)
      this.socket.once('close', () => {
        clearTimeout(late)
        resolve()
      })
      this.end()
    })
  }

  /** Milliseconds that an answer has been owed; 0 where none is. */
  pendingMs(): number {
    return this.owed.length ? performance.now() - this.askedAt : 0
  }

  private async pump(): Promise<void> {
    while (this.batch.length || this.apart.length) {
      const groups = this.batch.length ? [this.batch, ...this.apart] : this.apart
      this.batch = []
      this.apart = []
      const ready: Work[][] = []
      for (const works of groups) {
        try {
          await this.prepare(works)
          ready.push(works)
        } catch (error) {
          fail(works, error)
        }
      }
      const asked = ready.map((works) => ({ works, answer: this.ask(works) }))
      this.send()
      // In the order in which the server answers.
      for (const { works, answer } of asked) if (answer) this.settle(works, await answer)
    }
    this.pumping = false
  }

  /** Writes what is sent next. */
  private ask(works: Work[]): Promise<Exchange> | undefined {
    const mark = this.writer.mark()
    try {
      const statements = this.bindings(works)
      this.writer.begin('S').end()
      return this.answerTo(statements)
    } catch (error) {
      // A value that could not be written leaves half a message behind, which the next one must not begin with.
      this.writer.back(mark)
      fail(works, error)
      return undefined
    }
  }

  private settle(works: Work[], { results, failure, ms }: Exchange): void {
    works.forEach((work, at) => {
      const result = results[at]
      // An error behind the last answer is the commit's: nothing of it was kept.
      if (result && !(failure && results.length === works.length)) work.resolve({ ...result, ms })
      else if (at === results.length || results.length === works.length) work.reject(failure ?? lost())
      else work.reject(new DbError('25P02', 'a statement before this one failed'))
    })
  }

  /** What the server has not seen on this connection it is told first: how to write parameters depends on its answer. */
  private async prepare(works: Work[]): Promise<void> {
    for (const { query } of works) {
      if (this.statements.has(query.sql)) continue
      const name = `s${this.statements.size}`
      const { writer } = this
      writer.begin('P').text(name).text(query.sql).int16(0).end()
      writer.begin('D').byte('S').text(name).end()
      writer.begin('S').end()
      this.described = { encoders: [], read: readerOf([]) }
      const { failure } = await this.exchange()
      if (failure) throw failure
      this.statements.set(query.sql, { name, ...this.described })
    }
  }

  private bindings(works: Work[]): Statement[] {
    return works.map(({ query }) => {
      const statement = this.statements.get(query.sql)
      if (!statement) throw new Error('a statement was not prepared')
      const { writer } = this
      writer.begin('B').text('').text(statement.name).int16(0).int16(query.parameters.length)
      query.parameters.forEach((value, at) => {
        writer.value(value === null || value === undefined ? null : (statement.encoders[at] ?? String)(value))
      })
      writer.int16(0).end()
      writer.begin('E').text('').int32(0).end()
      return statement
    })
  }

  /** What has been written is sent by `send`, later in the same tick. */
  private answerTo(statements: Statement[]): Promise<Exchange> {
    return new Promise((resolve) => {
      const exchange: Exchange = {
        statements,
        results: [],
        rows: [],
        failure: undefined,
        ms: 0,
        done: () => resolve(exchange),
      }
      if (!this.owed.length) this.askedAt = performance.now()
      this.owed.push(exchange)
    })
  }

  private send(): void {
    const bytes = this.writer.take()
    if (!this.dead) {
      if (bytes.length) this.socket.write(bytes)
      return
    }
    for (const exchange of this.owed.splice(0)) {
      exchange.failure = this.fatal ?? lost()
      exchange.done()
    }
  }

  private exchange(): Promise<Exchange> {
    const answer = this.answerTo([])
    this.send()
    return answer
  }

  private hear(chunk: Buffer): void {
    const buffer = this.rest ? Buffer.concat([this.rest, chunk]) : chunk
    let at = 0
    while (buffer.length - at >= 5) {
      const length = buffer.readInt32BE(at + 1)
      if (buffer.length - at < length + 1) break
      this.message(buffer, buffer[at] as number, at + 5, at + 1 + length)
      at += length + 1
    }
    this.rest = at < buffer.length ? buffer.subarray(at) : undefined
  }

  private message(buffer: Buffer, type: number, from: number, to: number): void {
    const current = this.owed[0]
    switch (type) {
      case 0x44: // DataRow
        if (current) {
          const read = current.statements[current.results.length]?.read
          try {
            if (read) current.rows.push(read(buffer, from))
          } catch (error) {
            // A value that this side cannot hold, such as a bigint beyond the safe integers.
            current.failure ??= error
          }
        }
        break
      case 0x43: // CommandComplete
      case 0x49: // EmptyQueryResponse
        if (current && !current.failure) {
          const tag = buffer.toString('latin1', from, Math.max(from, to - 1))
          const affected = Number(tag.slice(tag.lastIndexOf(' ') + 1))
          current.results.push({ rows: current.rows, affected: Number.isNaN(affected) ? 0 : affected, tag })
          current.rows = []
        }
        break
      case 0x5a: // ReadyForQuery
        this.owed.shift()
        if (current) {
          const now = performance.now()
          current.ms = now - this.askedAt
          this.askedAt = now
          current.done()
        }
        break
      case 0x45: {
        // ErrorResponse
        const error = refusalOf(buffer, from, to)
        if (SPOILT.has(error.code)) this.stale = true
        if (current) current.failure ??= asDbError(error)
        else this.fatal = asDbError(error)
        break
      }
      case 0x41: {
        // NotificationResponse
        const end = buffer.indexOf(0, from + 4)
        this.onNotification?.(buffer.toString('utf8', from + 4, end), buffer.toString('utf8', end + 1, to - 1))
        break
      }
      case 0x74: // ParameterDescription
        this.described.encoders = Array.from({ length: buffer.readInt16BE(from) }, (_, n) =>
          encoderOf(buffer.readInt32BE(from + 2 + n * 4)),
        )
        break
      case 0x54: // RowDescription
        this.described.read = readerOf(columnsOf(buffer, from))
        break
    }
  }
}

interface Refusal extends Error {
  code: string
  constraint_name?: string
  table_name?: string
  column_name?: string
}
const fields: Record<string, 'message' | 'code' | 'constraint_name' | 'table_name' | 'column_name'> = {
  M: 'message',
  C: 'code',
  n: 'constraint_name',
  t: 'table_name',
  c: 'column_name',
}
function refusalOf(buffer: Buffer, from: number, to: number): Refusal {
  const error = Object.assign(new Error(), { code: 'XX000' }) as Refusal
  for (let at = from; at < to && buffer[at]; ) {
    const end = buffer.indexOf(0, at + 1)
    const field = fields[String.fromCharCode(buffer[at] as number)]
    if (field) error[field] = buffer.toString('utf8', at + 1, end)
    at = end + 1
  }
  return error
}
