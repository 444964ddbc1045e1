import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { askedOf } from '@teleward/contract/members/history.ts'
import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { entryText } from '../../patterns/history/entryText.ts'
import { kindText, unitSign } from '../../patterns/limits.ts'
import { formatNumber } from '../../ui/format.ts'
import { SHOWN_DAYS } from './Measure.tsx'
import { Answer, SeenCard } from './OwnPart.tsx'

interface Props {
  pid: number
  history: EmrData['history']
}
/** Health in daily life: how the patient lives, and what the devices at home said of the last month, as a whole. */
export function LifeData({ pid, history }: Props) {
  const lives = history?.life_type ?? []
  return (
    <SeenCard
      title={t('emr.life.title')}
      extra={<span className="f12 t3">{t('emr.life.span', { count: SHOWN_DAYS })}</span>}
    >
      {() => (
        <>
          <dl className="signs">
            <div>
              <dt>{t('emr.life.lives')}</dt>
              <dd>
                {askedOf(lives, 'life_type') === 'notAsked' ? (
                  <span className="t3">{t('safety.notAsked')}</span>
                ) : (
                  lives.map(entryText).join(t('common.patient.separator'))
                )}
              </dd>
            </div>
          </dl>
          <Month pid={pid} />
        </>
      )}
    </SeenCard>
  )
}

function Month({ pid }: { pid: number }) {
  const answer = useQuery(
    endpointQuery(getMeasurements, { params: { pid }, query: { days: SHOWN_DAYS, compare: '0', record: '1' } }),
  )
  return (
    <Answer answer={answer}>
      {({ series }) =>
        series.length ? (
          <table className="lifetable num">
            <thead>
              <tr>
                <th scope="col">{t('emr.life.kind')}</th>
                <th scope="col" className="r">
                  {t('emr.life.mean')}
                </th>
                <th scope="col" className="r">
                  {t('emr.life.range')}
                </th>
                <th scope="col" className="r">
                  {t('emr.life.days')}
                </th>
              </tr>
            </thead>
            <tbody>
              {series.map((one) => (
                <Kind key={one.kind} one={one} />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="quiet">{t('emr.life.none', { count: SHOWN_DAYS })}</p>
        )
      }
    </Answer>
  )
}

function Kind({ one: { kind, unit, total, summary } }: { one: Measurements['series'][number] }) {
  const { value, diastolic, days } = summary
  const both = (upper: number, lower: number | undefined) =>
    [upper, lower].flatMap((some) => (some === undefined ? [] : [number(kind, some)])).join('/')
  return (
    <tr>
      <th scope="row">
        {kindText(kind)} <span className="t3 f12">{unitSign(unit)}</span>
      </th>
      <td className="r">
        <b>{both(value.mean, diastolic?.mean)}</b>
      </td>
      <td className="r nw">
        {number(kind, value.low)}–{number(kind, value.high)}
        {diastolic && (
          <span className="t3">
            <br />
            {number(kind, diastolic.low)}–{number(kind, diastolic.high)}
          </span>
        )}
      </td>
      <td className="r" title={t('emr.life.readings', { count: total })}>
        {days}
      </td>
    </tr>
  )
}
const number = (kind: string, value: number) => formatNumber(value, kind === 'weight' || kind === 'temperature' ? 1 : 0)
