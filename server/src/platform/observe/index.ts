import { SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createExporter } from './otlp.ts'
import { processRegistry, watchProcess } from './process.ts'
import { ownTracing } from './own-sdk.ts'
import { createTracer, ended, noTracer, registeredSdk, type Span, type Tracer } from './trace.ts'

export type { Metrics } from './metrics.ts'
export { serveHealth } from './routes.ts'
export { tracedDb } from './traced-db.ts'

/** What happens beside requests and has to be seen as well. */
export type Work = 'socket' | 'timer'
export interface Observer {
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** Whether spans go anywhere: only then is it worth wrapping what is called often. */
  readonly traces: boolean
  /** Times a socket's message or a timer, counts how it ended, and makes it a span. `name` is one of ours. */
  around<T>(kind: Work, name: string, work: () => Promise<T>): Promise<T>
  /** Each request as a span and in the histogram. First of all hooks. */
  watch(app: FastifyInstance): void
  stop(): Promise<void>
}

type Settings = Pick<Config, 'otlp'>

export function createObserver({ otlp }: Settings, warn: (text: string) => void): Observer {
  const metrics = createMetrics(processRegistry())
  // An institution's own SDK goes first: it reads the same settings, and every span would be sent twice.
  const sdk = registeredSdk()
  const exporter = otlp && !sdk ? createExporter({ ...otlp, warn }) : undefined
  const tracing = sdk ?? (exporter && ownTracing(exporter.take, otlp?.ratio))
  const tracer = tracing ? createTracer(tracing) : noTracer
  const unwatch = watchProcess(metrics)
  const works = metrics.histogram('teleward_work_duration_seconds', 'Time taken by socket messages and timers.', [
    'kind',
    'name',
    'outcome',
  ])
  if (exporter) metrics.gauge('teleward_spans_dropped', 'Spans that reached no collector.', () => exporter.dropped)

  return {
    metrics,
    tracer,
    traces: tracing !== undefined,
    async around(kind, name, work) {
      const began = performance.now()
      let outcome = 'failed'
      try {
        const result = await tracer.around(
          `${kind} ${name}`,
          kind === 'socket' ? SpanKind.SERVER : SpanKind.INTERNAL,
          work,
        )
        outcome = 'ok'
        return result
      } finally {
        works.observe((performance.now() - began) / 1000, { kind, name, outcome })
      }
    },
    watch: (app) => watchRequests(app, metrics, tracer),
    async stop() {
      unwatch()
      await exporter?.stop()
    },
  }
}

function watchRequests(app: FastifyInstance, metrics: Metrics, tracer: Tracer): void {
  const durations = metrics.histogram('teleward_http_request_duration_seconds', 'Time to answer a request.', [
    'method',
    'route',
    'status',
  ])
  const errors = metrics.counter('teleward_http_errors_total', 'Refusals and failures by code of the catalogue.', [
    'code',
  ])
  const spans = new WeakMap<FastifyRequest, Span>()
  const inside = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request)
    if (span) tracer.within(span, done)
    else done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    spans.set(request, tracer.begin(request.method, SpanKind.SERVER, request.headers))
    inside(request, done)
  })
  // Reading the body leaves the chain of calls: this picks it up again.
  app.addHook('preValidation', (request, _reply, done) => inside(request, done))
  app.addHook('onResponse', async (request, reply) => {
    // As declared: what was called holds ids and tokens.
    const route = request.routeOptions.url ?? 'unknown'
    const { method, refusal } = request
    durations.observe(reply.elapsedTime / 1000, { method, route, status: reply.statusCode })
    if (refusal) errors.add({ code: refusal })
    const span = spans.get(request)
    if (!span) return
    span.updateName(`${method} ${route}`)
    span.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'teleward.request_id': String(request.id),
      ...(refusal ? { 'error.type': refusal } : {}),
    })
    ended(span, reply.statusCode >= 500)
  })
}
