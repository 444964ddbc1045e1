import type { Noise } from './noise.ts'

export interface Figure {
  row: string
  /** `10`, `50`: connections of the closed loop; `2600/s`: arrivals of the open one; empty where it is no request. */
  load: string
  perSecond?: number
  p50?: number
  p99?: number
  /** Processor time of a request, in microseconds. */
  serverCpu?: number
  databaseCpu?: number
  /** The bare statement through one pool, and a bare answer of the same bytes, a second. */
  sql?: number
  http?: number
  /** Where the figure is one number. */
  value?: string
  reach?: string
  reached?: boolean
  noise?: Noise
  note?: string
}

const number = (value: number | undefined, digits = 0) =>
  value === undefined
    ? ''
    : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const share = (of: number | undefined, limit: number | undefined) =>
  of === undefined || limit === undefined ? '' : `${Math.round((of / limit) * 100)}%`
/** Wide characters count for two. */
const width = (text: string) => [...text].reduce((sum, char) => sum + (/[\u1100-\uffdc]/.test(char) ? 2 : 1), 0)

const head = [
  'row',
  'load',
  'req/s',
  'p50 ms',
  'p99 ms',
  'server µs',
  'db µs',
  'bare SQL/s',
  'of it',
  'bare HTTP/s',
  'of it',
  'to reach',
  'reached',
  'loop ms',
]
export function cells(figure: Figure): string[] {
  const { row, load, perSecond, p50, p99, serverCpu, databaseCpu, sql, http, value, reach, reached, noise } = figure
  return [
    row,
    load,
    value ?? number(perSecond),
    number(p50, 1),
    number(p99, 1),
    number(serverCpu),
    number(databaseCpu),
    number(sql),
    share(perSecond, sql),
    number(http),
    share(perSecond, http),
    reach ?? '',
    reached === undefined ? '' : reached ? 'yes' : 'no',
    noise ? `${noise.before.toFixed(0)}/${noise.after.toFixed(0)}` : '',
  ]
}

export function table(figures: readonly Figure[], markdown = false): string {
  const rows = [head, ...figures.map(cells)]
  if (markdown)
    return [rows[0], head.map(() => '---'), ...rows.slice(1)].map((row) => `| ${(row ?? []).join(' | ')} |`).join('\n')
  const widths = head.map((_, at) => Math.max(...rows.map((row) => width(row[at] ?? ''))))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
