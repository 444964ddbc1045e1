import { addDays } from '@teleward/contract/core/dates.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'

const KINDS = ['none', 'today', 'tomorrow', 'day'] as const
type Kind = (typeof KINDS)[number]

interface Props {
  value: string | undefined
  error?: string | undefined
  onChange: (day: string | undefined) => void
}
/** No day, today, tomorrow, or any other: one click for what is usual at the end of a shift. */
export function DueField({ value, error, onChange }: Props) {
  const today = isoDay()
  const days: Partial<Record<Kind, string>> = { today, tomorrow: addDays(today, 1) }
  const [picking, setPicking] = useState(false)
  const usual = KINDS.find((kind) => kind !== 'none' && days[kind] === value)
  const kind = picking ? 'day' : value === undefined ? 'none' : (usual ?? 'day')
  return (
    <div>
      <span className="lab">{t('handoffs.form.due')}</span>
      <Segmented<Kind>
        aria-label={t('handoffs.form.due')}
        value={kind}
        options={KINDS.map((one) => ({ value: one, label: t(`handoffs.form.dueKind.${one}`) }))}
        onChange={(next) => {
          setPicking(next === 'day')
          onChange(next === 'day' ? (value ?? today) : days[next])
        }}
      />
      {kind === 'day' && (
        <div className="dueday">
          <DayPicker value={value ?? today} label={t('handoffs.form.due')} text={formatDate} onChange={onChange} />
        </div>
      )}
      {error && (
        <p className="help err" aria-live="polite">
          {error}
        </p>
      )}
    </div>
  )
}
