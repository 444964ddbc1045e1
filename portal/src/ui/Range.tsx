interface Props {
  label: string
  min: number
  max: number
  step?: number
  value: number
  /** What the number means, for who hears it. */
  said?: string
  onChange: (value: number) => void
}

/** The browser's own slider: as high as a finger, and known to every reader of screens. */
export function Range({ label, min, max, step = 1, value, said, onChange }: Props) {
  return (
    <input
      type="range"
      className="range"
      aria-label={label}
      aria-valuetext={said}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
