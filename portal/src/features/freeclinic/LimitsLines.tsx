import {
  AGE_MAX,
  type Limits,
  limitsOf,
  type OwnLimits,
  type Programme,
  programmeGroups,
  PROGRAMMES_OF,
} from '@teleward/contract/careevents/programmes.ts'
import { Select } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { listText } from '../../patterns/careItems.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { programmeText } from './screening-labels.tsx'
import './screening.css'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  programmes: readonly Programme[]
  value: OwnLimits
  error: string | undefined
  onChange: (value: OwnLimits) => void
}
/** Whom each programme is for, by age and interval: what the product brings is for the institution to confirm, and to change. */
export function LimitsLines({ programmes, value, error, onChange }: Props) {
  const t = useT()
  return (
    <details className="screenlimits" open={error !== undefined || Object.keys(value).length > 0}>
      <summary>{t('screening.limits.title')}</summary>
      <p className="t2 f13">{t('screening.limits.text', { date: formatDate(PROGRAMMES_OF) })}</p>
      {error && (
        <p className="help err" role="alert">
          {error}
        </p>
      )}
      {programmes.map((programme) => {
        const { [programme]: own, ...others } = value
        const limits = limitsOf(programme, value)
        return (
          <fieldset key={programme} aria-label={programmeText(programme)}>
            <div className="row">
              <b className="grow">{programmeText(programme)}</b>
              {own && (
                <Button size="sm" kind="text" onClick={() => onChange(others)}>
                  {t('screening.limits.reset')}
                </Button>
              )}
            </div>
            {limits.map((one, at) => (
              <LimitsLine
                key={at}
                programme={programme}
                at={at}
                value={one}
                onChange={(next) => onChange({ ...value, [programme]: limits.with(at, next) })}
              />
            ))}
          </fieldset>
        )
      })}
    </details>
  )
}

const YEARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

interface LineProps {
  programme: Programme
  at: number
  value: Limits
  onChange: (value: Limits) => void
}
function LimitsLine({ programme, at, value, onChange }: LineProps) {
  const t = useT()
  const { sex, facts = [] } = programmeGroups[programme][at] ?? {}
  const whom = [
    ...(sex ? [t(`screening.report.sexes.${sex}`)] : []),
    ...facts.map((fact) => t(`screening.limits.risk.${fact}`)),
  ]
  const who = whom.length > 0 ? listText(whom) : t('screening.limits.everybody')
  return (
    <div className="screenlimit">
      <span>{who}</span>
      <NumberField
        aria-label={`${who} ${t('screening.limits.from')}`}
        min={0}
        max={AGE_MAX}
        precision={0}
        value={value.from}
        onChange={(from) => from !== null && onChange({ ...value, from })}
      />
      <span aria-hidden="true">–</span>
      <NumberField
        aria-label={`${who} ${t('screening.limits.to')}`}
        placeholder={t('screening.limits.noEnd')}
        min={0}
        max={AGE_MAX}
        precision={0}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
      <Select<Limits['every']>
        aria-label={`${who} ${t('screening.limits.every')}`}
        value={value.every}
        onChange={(every) => onChange({ ...value, every })}
        options={[
          ...YEARS.map((count) => ({ value: count, label: t('screening.verdict.every', { count }) })),
          { value: 'once' as const, label: t('screening.verdict.once') },
        ]}
      />
    </div>
  )
}
