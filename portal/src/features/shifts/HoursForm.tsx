import type { ShiftSite } from '@teleward/contract/shifts/schema.ts'
import { Input, Select } from 'antd'
import { useId } from 'react'
import { t } from '../../i18n/i18n.ts'
import { type Hours, type HoursError, isClock } from './hours.ts'
import { siteName } from './labels.ts'
import { NumberField } from '../../ui/NumberField.tsx'

/** 9, 930, 9:30 and full-width digits are what they look like; anything else stays to be seen. */
function spelled(text: string): string {
  const [, hour = '', minute = ''] = /^(\d{1,2}?):?(\d{2})?$/.exec(text.normalize('NFKC').trim()) ?? []
  const whole = `${hour.padStart(2, '0')}:${minute || '00'}`
  return hour && isClock(whole) ? whole : text
}
const SITES: readonly ShiftSite[] = ['any', 'video', 'onsite']

interface Props {
  value: Hours
  onChange: (hours: Hours) => void
  /** A refusal of the server, beside the field it is about. */
  error: HoursError | null
}

/** Start, end, maximum, minutes and site of a session. */
export function HoursForm({ value, onChange, error }: Props) {
  const id = useId()
  const put = (changes: Partial<Hours>) => onChange({ ...value, ...changes })
  const bad = (field: HoursError['field']) => (error?.field === field ? ('error' as const) : '')
  return (
    <div className="hoursform">
      <div className="pair">
        {(['start', 'end'] as const).map((field) => (
          <label key={field} className="lab" htmlFor={`${id}-${field}`}>
            {t(`shifts.edit.${field}`)}
            <Input
              id={`${id}-${field}`}
              inputMode="numeric"
              placeholder="HH:MM"
              maxLength={5}
              required
              value={value[field]}
              status={bad('hours') || (isClock(value[field]) ? '' : 'error')}
              aria-invalid={!isClock(value[field])}
              onChange={(event) => put({ [field]: event.target.value })}
              onBlur={() => put({ [field]: spelled(value[field]) })}
            />
          </label>
        ))}
      </div>
      <p className={`help ${error?.field === 'hours' ? 'err' : ''}`} aria-live="polite">
        {error?.field === 'hours' ? error.text : t('shifts.edit.overnight')}
      </p>
      <div className="pair">
        <label className="lab" htmlFor={`${id}-capacity`}>
          {t('shifts.edit.capacity')}
          <NumberField
            id={`${id}-capacity`}
            value={value.capacity}
            precision={0}
            status={bad('capacity')}
            onChange={(capacity) => put({ capacity: capacity ?? 0 })}
          />
        </label>
        <label className="lab" htmlFor={`${id}-slot`}>
          {t('shifts.edit.slot')}
          <NumberField
            id={`${id}-slot`}
            value={value.slotMinutes}
            min={5}
            max={240}
            precision={0}
            status={bad('slot')}
            onChange={(slotMinutes) => put({ slotMinutes: slotMinutes ?? 15 })}
          />
        </label>
      </div>
      {error && error.field !== 'hours' && (
        <p className="help err" role="alert">
          {error.text}
        </p>
      )}
      <label className="lab" htmlFor={`${id}-site`}>
        {t('shifts.edit.site')}
        <Select<ShiftSite>
          id={`${id}-site`}
          value={value.site}
          onChange={(site) => put({ site })}
          options={SITES.map((site) => ({ value: site, label: siteName(site) }))}
        />
      </label>
    </div>
  )
}
