import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { formatDate } from '../ui/format.ts'
import type { DayPickerProps, DayRangePickerProps } from './dayPickerProps.ts'

const FORMAT = 'YYYY-MM-DD'

export function DayField({ value, onChange, label, text }: DayPickerProps) {
  return (
    <DatePicker
      defaultOpen
      autoFocus
      value={dayjs(value)}
      allowClear={false}
      aria-label={label}
      format={(day) => text(day.format(FORMAT))}
      onChange={(day) => day && onChange(day.format(FORMAT))}
    />
  )
}

export function DayRangeField({ from, to, onChange, label }: DayRangePickerProps) {
  return (
    <DatePicker.RangePicker
      defaultOpen
      autoFocus
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      allowEmpty={[true, true]}
      aria-label={label}
      format={(day) => formatDate(day.format(FORMAT))}
      onChange={(range) => onChange(range?.[0]?.format(FORMAT), range?.[1]?.format(FORMAT))}
    />
  )
}
