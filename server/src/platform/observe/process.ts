import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

const RESOLUTION_MS = 10
const NS = 1e9

let registry: Registry | undefined
/**
 * What `prom-client` says of every process (`process_*`, `nodejs_*`). Made once: its observers of the garbage collector
 * have no end, and more than one server can live in a process.
 */
export function processRegistry(): Registry {
  if (registry) return registry
  registry = new Registry()
  // Its figures of the event loop make way for ours below, which count from scrape to scrape without the tick itself;
  // their timer, which cannot be left out, then has as little to do as it can.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1000 })
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name)
  return registry
}

/** What one server says of its process besides. Answers what stops the watching. */
export function watchProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  // Each scrape tells of the time since the one before it.
  metrics.gauge(
    'nodejs_eventloop_lag_seconds',
    'How late the event loop was since the last scrape.',
    () => {
      const quantile = (q: number) => ({ labels: { quantile: q }, value: late(delay.percentile(q * 100)) })
      const told = [
        quantile(0.5),
        quantile(0.9),
        quantile(0.99),
        { labels: { quantile: 'max' }, value: late(delay.max) },
      ]
      delay.reset()
      return told
    },
    ['quantile'],
  )
  metrics.gauge('nodejs_heap_used_bytes', 'Used part of the heap.', () => process.memoryUsage().heapUsed)
  return () => delay.disable()
}

/** The histogram counts the whole interval of a tick that comes every 10 ms; before the first one it is empty. */
const late = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / NS - RESOLUTION_MS / 1000) : 0)
