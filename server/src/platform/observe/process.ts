import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

const RESOLUTION_MS = 10
const NS = 1e9

/** What the process itself says of its health, under the names that dashboards know. Answers what stops the watching. */
export function watchProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const started = Date.now() / 1000 - process.uptime()
  // Each scrape tells of the time since the one before it.
  metrics.gauge('nodejs_eventloop_lag_seconds', 'How late the event loop was since the last scrape.', () => {
    const quantile = (q: number) => ({ labels: { quantile: q }, value: late(delay.percentile(q * 100)) })
    const told = [quantile(0.5), quantile(0.9), quantile(0.99), { labels: { quantile: 'max' }, value: late(delay.max) }]
    delay.reset()
    return told
  })
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  metrics.gauge('nodejs_heap_used_bytes', 'Used part of the heap.', () => process.memoryUsage().heapUsed)
  metrics.gauge('process_cpu_seconds_total', 'Processor time since the start.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('process_start_time_seconds', 'When the process began, in Unix time.', () => started)
  metrics.gauge('nodejs_version_info', 'Version of Node.', () => [{ labels: { version: process.version }, value: 1 }])
  return () => delay.disable()
}

/** The histogram counts the whole interval of a tick that comes every 10 ms; before the first one it is empty. */
const late = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / NS - RESOLUTION_MS / 1000) : 0)
