import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  type Exception,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import type { Tracing } from './trace.ts'

export interface SpanData {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: SpanKind
  startNs: bigint
  endNs: bigint
  attributes: Attributes
  events: { name: string; atNs: bigint; attributes: Attributes }[]
  links: Link[]
  failed: boolean
}

/**
 * What stands under the API of OpenTelemetry where nobody brings an SDK: spans, a sampler by ratio and W3C Trace
 * Context, as far as this server uses them; the SDK with its own patches of modules loads slowly and takes memory that
 * most installations would pay for nothing. `ratio`: how many traces of all.
 */
export function ownTracing(take: (span: SpanData) => void, ratio = 1): Tracing {
  // Refused where there is one already: of an SDK, or of another server in this process.
  context.setGlobalContextManager(new AlongEveryAwait())
  const tracer = {
    startSpan: (
      name: string,
      options: { kind?: SpanKind; attributes?: Attributes; links?: Link[]; startTime?: TimeInput; root?: boolean } = {},
      within: Context = context.active(),
    ): Span => {
      const parent = options.root ? undefined : trace.getSpanContext(within)
      const sampled = parent && !parent.isRemote ? parent.traceFlags === TraceFlags.SAMPLED : Math.random() < ratio
      const own: SpanContext = {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      }
      if (!sampled) return trace.wrapSpanContext(own)
      return new Recorded(own, parent?.spanId, name, options, take)
    },
    startActiveSpan: (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (span: Span) => unknown
      const [options, within = context.active()] = rest.slice(0, -1) as [object?, Context?]
      const span = tracer.startSpan(name, options, within)
      return context.with(trace.setSpan(within, span), work, undefined, span)
    },
  }
  return { provider: { getTracer: () => tracer as ReturnType<Tracing['provider']['getTracer']> }, extract }
}

/** `traceparent` of W3C Trace Context, of whoever called. */
const CALLER = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/
function extract({ traceparent }: Record<string, unknown>): Context {
  const [, traceId, spanId] = (typeof traceparent === 'string' && CALLER.exec(traceparent)) || []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

// The wall clock once, and the steady one from there on: spans of a trace keep their order.
const origin = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint()
const now = () => origin + process.hrtime.bigint()
/** The API takes milliseconds, a Date or `[seconds, nanoseconds]`; times of `performance.now()` are not used here. */
const nsOf = (time: TimeInput | undefined): bigint =>
  time === undefined
    ? now()
    : Array.isArray(time)
      ? BigInt(time[0]) * 1_000_000_000n + BigInt(time[1])
      : BigInt(Math.round(Number(time) * 1000)) * 1000n

class Recorded implements Span {
  readonly #own: SpanContext
  readonly #take: (span: SpanData) => void
  readonly #data: SpanData
  #open = true
  constructor(
    own: SpanContext,
    parentId: string | undefined,
    name: string,
    options: { kind?: SpanKind; attributes?: Attributes; links?: Link[]; startTime?: TimeInput },
    take: (span: SpanData) => void,
  ) {
    this.#own = own
    this.#take = take
    this.#data = {
      traceId: own.traceId,
      spanId: own.spanId,
      parentId,
      name,
      kind: options.kind ?? SpanKind.INTERNAL,
      startNs: nsOf(options.startTime),
      endNs: 0n,
      attributes: { ...options.attributes },
      events: [],
      links: [...(options.links ?? [])],
      failed: false,
    }
  }
  spanContext() {
    return this.#own
  }
  isRecording() {
    return this.#open
  }
  setAttribute(key: string, value: Attributes[string]) {
    return this.setAttributes({ [key]: value })
  }
  setAttributes(more: Attributes) {
    if (this.#open) Object.assign(this.#data.attributes, more)
    return this
  }
  addEvent(name: string, more?: Attributes | TimeInput, at?: TimeInput) {
    const told = more instanceof Date || Array.isArray(more) || typeof more !== 'object' ? {} : (more as Attributes)
    const time = at ?? (told === more ? undefined : (more as TimeInput | undefined))
    if (this.#open) this.#data.events.push({ name, atNs: nsOf(time), attributes: told })
    return this
  }
  addLink(link: Link) {
    return this.addLinks([link])
  }
  addLinks(links: Link[]) {
    if (this.#open) this.#data.links.push(...links)
    return this
  }
  setStatus({ code }: { code: SpanStatusCode }) {
    if (this.#open) this.#data.failed = code === SpanStatusCode.ERROR
    return this
  }
  updateName(name: string) {
    if (this.#open) this.#data.name = name
    return this
  }
  /** By its kind alone: what an error says may repeat what somebody entered. */
  recordException(error: Exception, at?: TimeInput) {
    const type = typeof error === 'string' ? 'Error' : (error.name ?? String(error.code ?? 'Error'))
    this.addEvent('exception', { 'exception.type': type }, at)
  }
  end(at?: TimeInput) {
    if (!this.#open) return
    this.#open = false
    this.#take({ ...this.#data, endNs: nsOf(at) })
  }
}

class AlongEveryAwait implements ContextManager {
  readonly #kept = new AsyncLocalStorage<Context>()
  active() {
    return this.#kept.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    of: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#kept.run(of, () => work.apply(self, args))
  }
  bind<T>(of: Context, target: T): T {
    if (typeof target !== 'function') return target
    return ((...args: unknown[]) => this.#kept.run(of, () => target(...args))) as T
  }
  enable() {
    return this
  }
  disable() {
    this.#kept.disable()
    return this
  }
}
