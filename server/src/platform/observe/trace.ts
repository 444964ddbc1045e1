import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export interface SpanData {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: 'internal' | 'server' | 'client'
  startNs: bigint
  endNs: bigint
  attributes: Record<string, string | number | boolean>
  failed: boolean
}
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Names of ours and numbers: nothing that a caller sent. */
  set(attributes: SpanData['attributes']): void
  rename(name: string): void
  end(failed?: boolean): void
}
export interface Tracer {
  /** A span that somebody else ends; `within` makes it the parent of what happens inside. */
  begin(name: string, kind: SpanData['kind'], from?: string | undefined): Span
  within<T>(span: Span, work: () => T): T
  around<T>(name: string, kind: SpanData['kind'], work: () => Promise<T>): Promise<T>
}

const none: Span = { traceId: '', spanId: '', set: () => undefined, rename: () => undefined, end: () => undefined }
/** Nothing is traced unless it is configured. */
export const noTracer: Tracer = {
  begin: () => none,
  within: (_span, work) => work(),
  around: (_name, _kind, work) => work(),
}

/** `traceparent` of W3C Trace Context, of whoever called. */
const CALLER = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** Keeps which span is the running one along every await, and hands over each that ends. `ratio`: how many traces of all. */
export function createTracer(take: (span: SpanData) => void, ratio = 1): Tracer {
  const running = new AsyncLocalStorage<Span>()
  // The wall clock once, and the steady one from there on: spans of a trace keep their order.
  const origin = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint()
  const now = () => origin + process.hrtime.bigint()

  const begin: Tracer['begin'] = (name, kind, from) => {
    const parent = running.getStore()
    const caller = parent ? null : CALLER.exec(from ?? '')
    if (parent === none || (!parent && Math.random() >= ratio)) return none
    const data: SpanData = {
      traceId: parent?.traceId ?? caller?.[1] ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentId: parent?.spanId ?? caller?.[2],
      name,
      kind,
      startNs: now(),
      endNs: 0n,
      attributes: {},
      failed: false,
    }
    let open = true
    return {
      traceId: data.traceId,
      spanId: data.spanId,
      set: (more) => void Object.assign(data.attributes, more),
      rename: (to) => {
        data.name = to
      },
      end: (failed = false) => {
        if (!open) return
        open = false
        take({ ...data, endNs: now(), failed })
      },
    }
  }
  const within: Tracer['within'] = (span, work) => running.run(span, work)
  return {
    begin,
    within,
    around: async (name, kind, work) => {
      const span = begin(name, kind)
      let failed = true
      try {
        const result = await within(span, work)
        failed = false
        return result
      } finally {
        span.end(failed)
      }
    },
  }
}
