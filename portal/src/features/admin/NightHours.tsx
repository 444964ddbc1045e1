import type { Night } from '@teleward/contract/core/night.ts'
import { Switch } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { Line } from './Line.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  label: string
  note: string
  value: Night | null
  mayEdit: boolean
  onChange: (night: Night | null) => void
}
const USUAL: Night = { from: 22, to: 7 }

/** Hours of the day from and to, or none at all. */
export function NightHours({ label, note, value, mayEdit, onChange }: Props) {
  const t = useT()
  const hour = (end: keyof Night) =>
    value && (
      <NumberField
        aria-label={`${label} ${t(`admin.partners.night.${end}`)}`}
        min={0}
        max={23}
        precision={0}
        suffix=":00"
        value={value[end]}
        disabled={!mayEdit}
        onChange={(next) => next !== null && onChange({ ...value, [end]: next })}
      />
    )
  return (
    <Line label={label} note={note}>
      <span className="row wrap">
        <Switch
          aria-label={label}
          checked={value !== null}
          disabled={!mayEdit}
          onChange={(on) => onChange(on ? USUAL : null)}
        />
        {hour('from')}
        {value && <span className="t3">–</span>}
        {hour('to')}
      </span>
    </Line>
  )
}
