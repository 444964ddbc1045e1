import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { AA, contrast, parseColour } from '@teleward/contract/core/colour.ts'
import { useT } from '../i18n/i18n.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import './colour.css'

const SWATCHES = ['#0F766E', '#2B5C9E', '#5B4BA0', '#9E3A5C', '#855000', '#41504A']
export const PRODUCT_COLOUR = '#0F766E'

interface Props {
  label: string
  value: string
  disabled?: boolean
  onChange: (colour: string | null) => void
}
/** A colour by its field or one of a few, and at once how it reads on white. */
export function ColourField({ label, value, disabled = false, onChange }: Props) {
  const t = useT()
  const ratio = contrast(value, '#FFFFFF')
  return (
    <>
      <input
        type="color"
        className="colourfield"
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(parseColour(event.target.value))}
      />
      <code>{value}</code>
      {SWATCHES.map((one) => (
        <button
          key={one}
          type="button"
          className={`swatch ${one === value ? 'on' : ''}`}
          style={{ background: one }}
          aria-label={one}
          aria-pressed={one === value}
          disabled={disabled}
          onClick={() => onChange(one)}
        />
      ))}
      <span className="grow" />
      <StatusTag kind={ratio >= AA ? 'ok' : 'warn'} icon={ratio >= AA ? <CheckCircleOutlined /> : <WarningOutlined />}>
        {ratio >= AA
          ? t('admin.ui.contrast', { ratio: ratio.toFixed(1), grade: ratio >= 7 ? 'AAA' : 'AA' })
          : t('admin.ui.contrastLow', { ratio: ratio.toFixed(1) })}
      </StatusTag>
    </>
  )
}
