import type { HandoffRecipient } from '@teleward/contract/handoffs/schema.ts'
import { Select } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { ColleagueOption } from '../../patterns/presence.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'
import { formatShortDate, isoDay } from '../../ui/format.ts'

interface Props {
  people: readonly HandoffRecipient[] | undefined
  value: number | undefined
  /** Its day: who is off then is said, as who is off today. */
  dueOn?: string | undefined
  error?: string | undefined
  onChange: (mid: number) => void
}
/** Who is on line first, with presence and profession; who is off is said before anything is sent. */
export function RecipientField({ people, value, dueOn, error, onChange }: Props) {
  const chosen = people?.find(({ mid }) => mid === value)
  const away = chosen?.daysOff.filter((day) => day === isoDay() || day === dueOn) ?? []
  return (
    <Line
      label={t('handoffs.form.recipient')}
      required
      error={error}
      hint={
        chosen &&
        away.length > 0 && (
          <span className="c-warn">
            {t('handoffs.form.away', {
              name: nameOf(chosen),
              days: away.map((day) => formatShortDate(day)).join(t('common.patient.separator')),
            })}
          </span>
        )
      }
    >
      {(field, described) => (
        <Select
          id={field}
          aria-describedby={described}
          className="wide"
          showSearch={{ optionFilterProp: 'label' }}
          value={chosen?.mid}
          status={error ? 'error' : ''}
          loading={people === undefined}
          notFoundContent={t('handoffs.form.nobody')}
          onChange={onChange}
          options={(people ?? []).map((one) => ({
            value: one.mid,
            label: [nameOf(one), staffTypeText(one.doctortype)].join(t('common.dot')),
            one,
          }))}
          optionRender={({ data }) => (
            <span className="row">
              <ColleagueOption person={data.one} />
              <span className="t3 f12">{staffTypeText(data.one.doctortype)}</span>
            </span>
          )}
        />
      )}
    </Line>
  )
}
