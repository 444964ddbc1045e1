import type { Attributes, AttributeValue, SpanKind } from '@opentelemetry/api'
import type { SpanData } from './own-sdk.ts'

export interface OtlpOptions {
  /** Base address of a collector; spans go to `/v1/traces` under it. */
  endpoint: string
  headers: Record<string, string>
  service: string
  warn(text: string): void
  flushMs?: number
}
export interface Exporter {
  take(span: SpanData): void
  /** Sends what is left, within bounds. */
  stop(): Promise<void>
  readonly dropped: number
}

const FLUSH_MS = 1000
const BATCH = 512
/** Beyond this, spans are dropped: a collector that is away costs nobody a request, nor memory. */
const QUEUE = 4096
const SEND_MS = 5000
const STOP_MS = 2000
const WARN_EVERY_MS = 60_000

/** OTLP over HTTP as JSON. Nothing waits for it, and nothing it meets fails anything. */
export function createExporter(options: OtlpOptions): Exporter {
  const { endpoint, headers, service, warn } = options
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  let queue: SpanData[] = []
  let dropped = 0
  let sending: Promise<void> | undefined
  let warned = Number.NEGATIVE_INFINITY

  async function send(spans: readonly SpanData[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(envelope(service, spans)),
        signal: AbortSignal.timeout(SEND_MS),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
    } catch (error) {
      dropped += spans.length
      if (performance.now() - warned < WARN_EVERY_MS) return
      warned = performance.now()
      warn(error instanceof Error ? error.message : 'the collector could not be reached')
    }
  }
  /** One request at a time: a slow collector gets larger batches, not more of them. */
  function flush(): void {
    if (sending || !queue.length) return
    const batch = queue.slice(0, BATCH)
    queue = queue.slice(BATCH)
    sending = send(batch).finally(() => {
      sending = undefined
      if (queue.length >= BATCH) flush()
    })
  }
  const timer = setInterval(flush, options.flushMs ?? FLUSH_MS)
  timer.unref()

  return {
    get dropped() {
      return dropped
    },
    take(span) {
      if (queue.length >= QUEUE) {
        dropped += 1
        return
      }
      queue.push(span)
      if (queue.length >= BATCH) flush()
    },
    async stop() {
      clearInterval(timer)
      const rest = async () => {
        while (queue.length || sending) {
          flush()
          await sending
        }
      }
      const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([rest(), late])
    },
  }
}

type Value = Exclude<AttributeValue, readonly unknown[]>
const value = (said: Value): object =>
  typeof said === 'string'
    ? { stringValue: said }
    : typeof said === 'boolean'
      ? { boolValue: said }
      : Number.isInteger(said)
        ? { intValue: String(said) }
        : { doubleValue: said }
const attributes = (said: Attributes) =>
  Object.entries(said).flatMap(([key, of]) =>
    of === undefined
      ? []
      : [{ key, value: Array.isArray(of) ? { arrayValue: { values: of.map(value) } } : value(of as Value) }],
  )
/** OTLP counts from one: zero is a kind that nobody named. */
const kindOf = (kind: SpanKind) => kind + 1

function envelope(service: string, spans: readonly SpanData[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': service }) },
        scopeSpans: [
          {
            scope: { name: 'teleward' },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentId ? { parentSpanId: span.parentId } : {}),
              name: span.name,
              kind: kindOf(span.kind),
              startTimeUnixNano: String(span.startNs),
              endTimeUnixNano: String(span.endNs),
              attributes: attributes(span.attributes),
              events: span.events.map(({ name, atNs, attributes: told }) => ({
                name,
                timeUnixNano: String(atNs),
                attributes: attributes(told),
              })),
              links: span.links.map(({ context: { traceId, spanId }, attributes: told = {} }) => ({
                traceId,
                spanId,
                attributes: attributes(told),
              })),
              status: { code: span.failed ? 2 : 0 },
            })),
          },
        ],
      },
    ],
  }
}
