import {
  type Context,
  context,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from '@opentelemetry/api'

/** Its attributes are names of ours and numbers: nothing that a caller sent. */
export type { Span }
export interface Tracer {
  /** A span that somebody else ends; `within` makes it the parent of what happens inside. `from`: headers of a caller. */
  begin(name: string, kind: SpanKind, from?: Record<string, unknown> | undefined): Span
  within<T>(span: Span, work: () => T): T
  around<T>(name: string, kind: SpanKind, work: () => Promise<T>): Promise<T>
}

const none = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 0 })
/** Nothing is traced unless somebody asks for it. */
export const noTracer: Tracer = {
  begin: () => none,
  within: (_span, work) => work(),
  around: (_name, _kind, work) => work(),
}

/** Where spans are made, and how the trace of a caller is read. */
export interface Tracing {
  provider: TracerProvider
  extract(headers: Record<string, unknown>): Context
}

/** An OpenTelemetry SDK that was loaded before this server (`node --import`): it has the spans, and its own exporters. */
export function registeredSdk(): Tracing | undefined {
  const provider = trace.getTracerProvider()
  if (provider instanceof ProxyTracerProvider && !provider.getDelegateTracer('teleward')) return undefined
  return { provider, extract: (headers) => propagation.extract(ROOT_CONTEXT, headers) }
}

/** Spans by the API of OpenTelemetry, whoever makes them. Which one is the running one is kept along every await. */
export function createTracer({ provider, extract }: Tracing): Tracer {
  const tracer = provider.getTracer('teleward')
  const begin: Tracer['begin'] = (name, kind, from) => {
    const active = context.active()
    const parent = from && !trace.getSpan(active) ? extract(from) : active
    return tracer.startSpan(name, { kind }, parent)
  }
  const within: Tracer['within'] = (span, work) => context.with(trace.setSpan(context.active(), span), work)
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
        ended(span, failed)
      }
    },
  }
}

export function ended(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
