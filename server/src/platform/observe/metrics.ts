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
/** Figures in the text format of Prometheus, version 0.0.4. */
export interface Metrics {
  counter(name: string, help: string): Counter
  histogram(name: string, help: string, buckets?: readonly number[]): Histogram
  /** Read at each scrape. One that cannot be read is left out of that scrape and counted. */
  gauge(name: string, help: string, read: () => Read | Promise<Read>): void
  render(): Promise<string>
}
type Read = number | readonly Sample[]

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A mistake that made labels of what callers send must not fill the memory. */
const SERIES_MAX = 5000

const SPECIAL = /[\\"\n]/
const escaped = (text: string) =>
  SPECIAL.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : text
const labelled = (labels: Labels) => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return parts.length ? `{${parts.join(',')}}` : ''
}
const head = (name: string, help: string, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]

export function createMetrics(): Metrics {
  const families = new Map<string, () => string[] | Promise<string[]>>()
  const family = (name: string, render: () => string[] | Promise<string[]>) => {
    if (families.has(name)) throw new Error(`the metric ${name} exists already`)
    families.set(name, render)
  }
  /** One series a set of labels, within bounds. */
  function seriesOf<T>(make: () => T) {
    const series = new Map<string, { labels: Labels; value: T }>()
    const at = (labels: Labels): T | undefined => {
      const key = labelled(labels)
      const found = series.get(key)
      if (found) return found.value
      if (series.size >= SERIES_MAX) return undefined
      const value = make()
      series.set(key, { labels, value })
      return value
    }
    return { at, all: () => [...series.values()] }
  }

  const metrics: Metrics = {
    counter: (name, help) => {
      const { at, all } = seriesOf(() => ({ n: 0 }))
      family(name, () => [
        ...head(name, help, 'counter'),
        ...all().map(({ labels, value }) => `${name}${labelled(labels)} ${value.n}`),
      ])
      return {
        add: (labels = {}, by = 1) => {
          const one = at(labels)
          if (one) one.n += by
        },
      }
    },
    histogram: (name, help, buckets = BUCKETS) => {
      const { at, all } = seriesOf(() => ({ counts: buckets.map(() => 0), sum: 0, n: 0 }))
      family(name, () => [
        ...head(name, help, 'histogram'),
        ...all().flatMap(({ labels, value }) => [
          ...buckets.map((le, i) => `${name}_bucket${labelled({ ...labels, le })} ${value.counts[i]}`),
          `${name}_bucket${labelled({ ...labels, le: '+Inf' })} ${value.n}`,
          `${name}_sum${labelled(labels)} ${value.sum}`,
          `${name}_count${labelled(labels)} ${value.n}`,
        ]),
      ])
      return {
        observe: (seconds, labels = {}) => {
          const one = at(labels)
          if (!one) return
          one.n += 1
          one.sum += seconds
          buckets.forEach((le, i) => {
            if (seconds <= le) one.counts[i] = (one.counts[i] ?? 0) + 1
          })
        },
      }
    },
    gauge: (name, help, read) =>
      family(name, async () => {
        const said = await read()
        const samples: readonly Sample[] = typeof said === 'number' ? [{ value: said }] : said
        return [
          ...head(name, help, name.endsWith('_total') ? 'counter' : 'gauge'),
          ...samples.map(({ labels = {}, value }) => `${name}${labelled(labels)} ${value}`),
        ]
      }),
    render: async () => {
      const parts = await Promise.all(
        [...families].map(async ([name, render]) => {
          try {
            return await render()
          } catch {
            unread.add({ metric: name })
            return []
          }
        }),
      )
      return `${parts.flat().join('\n')}\n`
    },
  }
  const unread = metrics.counter('teleward_metrics_unread_total', 'Figures that could not be read at a scrape.')
  return metrics
}
