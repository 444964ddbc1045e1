export interface DayPickerProps {
  /** `YYYY-MM-DD` */
  value: string
  onChange: (day: string) => void
  label: string
  /** How a day is written in the field. */
  text: (day: string) => string
}
export interface DayRangePickerProps {
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  label: string
}
