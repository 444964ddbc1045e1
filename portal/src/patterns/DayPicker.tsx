import { CalendarOutlined } from '@ant-design/icons'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDate } from '../ui/format.ts'
import type { DayPickerProps, DayRangePickerProps } from './dayPickerProps.ts'

// The calendar is as large as a screen of ours: it comes when somebody reaches for it.
const load = () => import('./AntdPickers.tsx')
const DayField = lazy(async () => ({ default: (await load()).DayField }))
const DayRangeField = lazy(async () => ({ default: (await load()).DayRangeField }))

/** One day of the calendar. */
export function DayPicker(props: DayPickerProps) {
  return (
    <OnDemand label={props.label} shown={props.text(props.value)}>
      <DayField {...props} />
    </OnDemand>
  )
}

export const daysText = (from: string | undefined, to: string | undefined) =>
  from || to ? [from, to].map((day) => (day ? formatDate(day) : '…')).join(' – ') : undefined

/** First and last day, both included; either may be open. */
export function DayRangePicker(props: DayRangePickerProps) {
  const { from, to, label } = props
  const shown = daysText(from, to)
  return (
    <OnDemand label={label} shown={shown}>
      <DayRangeField {...props} />
    </OnDemand>
  )
}

function OnDemand({ label, shown, children }: { label: string; shown: string | undefined; children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  const field = (
    <button
      type="button"
      className="input daypick num"
      aria-label={shown === undefined ? label : `${label}: ${shown}`}
      aria-haspopup="dialog"
      onPointerEnter={() => void load()}
      onClick={() => setWanted(true)}
    >
      <span className={`grow ${shown === undefined ? 't3' : ''}`}>{shown ?? label}</span>
      <CalendarOutlined />
    </button>
  )
  return wanted ? <Suspense fallback={field}>{children}</Suspense> : field
}
