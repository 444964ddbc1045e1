import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import {
  type BusinessSpan,
  businessSpan,
  inOrderOfWeek,
  MOST_SPANS,
  overlap,
} from '@teleward/contract/core/business-hours.ts'
import { Input, Switch } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { weekdayName } from '../../patterns/weekdays.ts'
import { Button } from '../../ui/Button.tsx'

interface Props {
  settings: PartnerSettings
  mayEdit: boolean
  onChange: (settings: PartnerSettings) => void
}
const WEEK = [1, 2, 3, 4, 5, 6, 7]
const USUAL: BusinessSpan[] = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:30', to: '17:30' }))

/** When the institution is open in a usual week: a day has none, one or several spans. Without any it is day and night. */
export function BusinessHours({ settings, mayEdit, onChange }: Props) {
  const t = useT()
  const hours = settings.businessHours
  const set = (businessHours: BusinessSpan[] | null) => onChange({ ...settings, businessHours })
  return (
    <div className="casetargets">
      <h3>{t('admin.partners.hours.title')}</h3>
      <p className="t3 f13">{t('admin.partners.hours.note')}</p>
      <span className="row">
        <Switch
          aria-label={t('admin.partners.hours.title')}
          checked={hours !== null}
          disabled={!mayEdit}
          onChange={(on) => set(on ? USUAL : null)}
        />
        <span className="f13">{t(hours ? 'admin.partners.hours.set' : 'admin.partners.hours.always')}</span>
      </span>
      {hours && (
        <ul className="businessweek">
          {WEEK.map((weekday) => (
            <Day
              key={weekday}
              weekday={weekday}
              spans={hours.filter((one) => one.weekday === weekday)}
              full={hours.length >= MOST_SPANS}
              mayEdit={mayEdit}
              onChange={(spans) => set(inOrderOfWeek([...hours.filter((one) => one.weekday !== weekday), ...spans]))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface DayProps {
  weekday: number
  spans: readonly BusinessSpan[]
  full: boolean
  mayEdit: boolean
  onChange: (spans: BusinessSpan[]) => void
}
function Day({ weekday, spans, full, mayEdit, onChange }: DayProps) {
  const t = useT()
  const name = weekdayName(weekday)
  const wrong = overlap(spans) || spans.some((one) => !businessSpan.safeParse(one).success)
  const change = (at: number, next: Partial<BusinessSpan>) =>
    onChange(spans.map((one, index) => (index === at ? { ...one, ...next } : one)))
  const after = spans.at(-1)?.to
  return (
    <li className="row wrap">
      <span className="businessday">{name}</span>
      {spans.length === 0 && <span className="t3 f13">{t('admin.partners.hours.closed')}</span>}
      {spans.map((span, at) => (
        <span key={at} className="row">
          {(['from', 'to'] as const).map((end) => (
            <Input
              key={end}
              aria-label={`${name} ${t(`admin.partners.hours.${end}`)}`}
              className="clockinput num"
              value={span[end]}
              maxLength={5}
              disabled={!mayEdit}
              status={wrong ? 'error' : ''}
              onChange={(event) => change(at, { [end]: event.target.value })}
            />
          ))}
          {mayEdit && (
            <button
              type="button"
              className="icbtn sm"
              aria-label={t('admin.partners.hours.remove', { day: name })}
              onClick={() => onChange(spans.filter((_, index) => index !== at))}
            >
              <DeleteOutlined />
            </button>
          )}
        </span>
      ))}
      {mayEdit && !full && after !== '24:00' && (
        <Button
          size="sm"
          icon={<PlusOutlined />}
          aria-label={t('admin.partners.hours.addTo', { day: name })}
          onClick={() =>
            onChange([
              ...spans,
              after ? { weekday, from: after, to: '24:00' } : { weekday, from: '08:30', to: '17:30' },
            ])
          }
        >
          {t('admin.partners.hours.add')}
        </Button>
      )}
      {wrong && (
        <span className="help err" role="alert">
          {t('admin.partners.hours.wrong')}
        </span>
      )}
    </li>
  )
}
