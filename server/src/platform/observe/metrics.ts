import { Counter as PromCounter, Gauge, Histogram as PromHistogram, Registry } from 'prom-client'

/** Label values are names of ours (a route's template, a code, a kind): never anything that a caller or a patient said. */
export type Labels = Record<string, string | number>
export interface Sample {
  labels?: Labels
  value: number
}
export interface Counter {
  add(labels?: Labels, by?: number): void
}
export interface Histogram {
  /** Seconds. */
  observe(seconds: number, labels?: Labels): void
}
/** Figures in the text format of Prometheus, version 0.0.4: a `prom-client` registry, held to what this product promises. */
export interface Metrics {
  counter(name: string, help: string, labels: readonly string[]): Counter
  histogram(name: string, help: string, labels: readonly string[], buckets?: readonly number[]): Histogram
  /** Read at each scrape. One that cannot be read is left out of that scrape and counted. */
  gauge(name: string, help: string, read: () => Read | Promise<Read>, labels?: readonly string[]): void
  render(): Promise<string>
}
type Read = number | readonly Sample[]

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** `prom-client` has no bound: a mistake that made labels of what callers send must not fill the memory. */
const SERIES_MAX = 5000

/** `also`: a registry whose figures are shown with these, such as that of the process. */
export function createMetrics(also?: Registry): Metrics {
  const registry = new Registry()
  const registers = [registry]
  /** Whether one of these labels may be counted: each that is there, and new ones up to the bound. */
  const bounded = () => {
    const known = new Set<string>()
    return (labels: Labels) => {
      const key = JSON.stringify(Object.values(labels))
      if (known.has(key)) return true
      if (known.size >= SERIES_MAX) return false
      known.add(key)
      return true
    }
  }
  const metrics: Metrics = {
    counter: (name, help, labelNames) => {
      const counter = new PromCounter({ name, help, labelNames: [...labelNames], registers })
      const may = bounded()
      return {
        add: (labels = {}, by = 1) => {
          if (may(labels)) counter.inc(labels, by)
        },
      }
    },
    histogram: (name, help, labelNames, buckets = BUCKETS) => {
      const histogram = new PromHistogram({
        name,
        help,
        labelNames: [...labelNames],
        buckets: [...buckets],
        registers,
      })
      const may = bounded()
      return {
        observe: (seconds, labels = {}) => {
          if (may(labels)) histogram.observe(labels, seconds)
        },
      }
    },
    gauge: (name, help, read, labelNames = []) => {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        async collect() {
          // What was read for the last scrape does not stand in for what cannot be read now.
          this.reset()
          if (!labelNames.length) this.remove()
          try {
            const said = await read()
            if (typeof said === 'number') this.set(said)
            else for (const { labels = {}, value } of said) this.set(labels, value)
          } catch {
            unread.add({ metric: name })
          }
        },
      })
    },
    render: async () => {
      const texts = await Promise.all([...registers, ...(also ? [also] : [])].map((one) => one.metrics()))
      return texts.join('').replaceAll(/\n{2,}/g, '\n')
    },
  }
  const unread = metrics.counter('teleward_metrics_unread_total', 'Figures that could not be read at a scrape.', [
    'metric',
  ])
  return metrics
}
