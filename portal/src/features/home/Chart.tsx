import { t } from '../../i18n/i18n.ts'
import { BarPlot } from '../../patterns/plots.tsx'
import { type Bar, placeOf } from './bars.ts'

interface Props {
  bars: readonly Bar[]
  /** Over each run of bars: '上午診 17'. */
  heads?: readonly { text: string; width: number }[]
  /** A line through the bars at this time of the day, where the bars are half hours. */
  now?: string
  /** The bar that is marked: today. */
  mark?: string | undefined
  label: string
  /** Only every other bar is named. */
  everyOther?: boolean
}
const PARTS = [
  ['completed', 'v1'],
  ['waiting', 'v2'],
  ['reserved', 'v3'],
] as const

/** How full each half hour or day is: done below, then waiting, then booked. */
export function Chart({ bars, heads = [], now, mark, label, everyOther = false }: Props) {
  const at = now && placeOf(bars, now)
  return (
    <div className="loadplot">
      <BarPlot
        label={label}
        height={204}
        whole
        bars={bars.map((bar) => ({
          key: bar.key,
          label: bar.label,
          title: [bar.label, ...PARTS.map(([part]) => `${t(`home.load.${part}`)} ${bar[part]}`)].join(t('common.dot')),
          parts: PARTS.map(([part, className]) => ({ value: bar[part], className })),
        }))}
        runs={heads.map(({ text, width }) => ({ text, bars: width }))}
        now={
          now && at !== undefined && at !== '' ? { at, text: now, title: t('home.load.now', { time: now }) } : undefined
        }
        mark={mark}
        everyOther={everyOther}
      />
    </div>
  )
}
