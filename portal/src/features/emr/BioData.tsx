import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { LastReading } from '@teleward/contract/monitoring/alert-schema.ts'
import { BMI, isAdult } from '@teleward/contract/monitoring/normal.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber, isoDay } from '../../ui/format.ts'
import { bmiName, bmiOf, pressureOf, surfaceOf } from './body.ts'
import { Age, CARD_DAYS } from './Measure.tsx'
import { Answer, SeenCard } from './OwnPart.tsx'

export interface BioFacts {
  pid: number
  birthday: string | null
  /** As told, cm and kg. */
  height: number | null
  weight: number | null
}

/** The body in figures: as told and last measured, and what follows from both. */
export function BioData(facts: BioFacts) {
  return <SeenCard title={t('emr.bio.title')}>{() => <Figures {...facts} />}</SeenCard>
}

function Figures({ pid, birthday, height, weight }: BioFacts) {
  const answer = useQuery(endpointQuery(getMeasurements, { params: { pid }, query: { days: CARD_DAYS, record: '1' } }))
  return (
    <Answer answer={answer}>
      {({ last }) => <Shown adult={isAdult(birthday, isoDay())} height={height} weight={weight} last={last} />}
    </Answer>
  )
}

interface ShownProps {
  adult: boolean
  height: number | null
  weight: number | null
  last: readonly LastReading[]
}
function Shown({ adult, height, weight, last }: ShownProps) {
  const measured = last.find(({ kind }) => kind === 'weight')
  const kilos = measured?.value ?? weight
  const pressure = last.find(({ kind }) => kind === 'blood_pressure')
  const derived = pressure ? pressureOf(pressure.value, pressure.diastolic) : null
  const bmi = bmiOf(height, kilos)
  const surface = surfaceOf(height, kilos)
  const lacking = [height === null && t('emr.measure.height'), kilos === null && t('emr.bio.weight')]
    .filter((one) => one !== false)
    .join(t('common.patient.separator'))
  const without = <span className="t3">{t('emr.bio.lacking', { what: lacking })}</span>
  return (
    <dl className="signs">
      <Row name={t('emr.measure.height')} value={height} unit="cm" note={height !== null && t('emr.bio.told')} />
      <Row
        name={t('emr.bio.weight')}
        value={kilos}
        unit="kg"
        note={measured ? <Age at={measured.at} /> : kilos !== null && t('emr.bio.told')}
      />
      <div>
        <dt>{t('emr.bio.bmi')}</dt>
        <dd className="num">
          {bmi === null ? (
            without
          ) : (
            <span>
              <b>{formatNumber(bmi, 1)}</b> <span className="t3 f12">kg/m²</span>{' '}
              {adult && (
                <span className={`f12 ${bmiName(bmi) === 'normal' ? 't3' : 'c-warn'}`}>
                  {t(`emr.bio.name.${bmiName(bmi)}`)}
                </span>
              )}
            </span>
          )}
          {adult && height !== null && bmi !== null && (
            <span className="t3 f12">
              {t('emr.bio.usual', {
                low: formatNumber(BMI.low * (height / 100) ** 2, 1),
                high: formatNumber(BMI.high * (height / 100) ** 2, 1),
              })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('emr.bio.surface')}</dt>
        <dd className="num">{surface === null ? without : <Amount value={surface} unit="m²" decimals={2} />}</dd>
      </div>
      <div>
        <dt>{t('emr.bio.pressure')}</dt>
        <dd className="num">
          {derived && pressure ? (
            <span className="signval">
              <b>
                {formatNumber(derived.mean, 0)} / {formatNumber(derived.pulse, 0)}
              </b>{' '}
              <span className="t3 f12">mmHg</span>
              <Age at={pressure.at} />
            </span>
          ) : (
            <span className="t3">{t('emr.measure.none')}</span>
          )}
        </dd>
      </div>
    </dl>
  )
}

function Row({ name, value, unit, note }: { name: string; value: number | null; unit: string; note: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {value === null ? (
          <span className="t3">{t('emr.bio.unknown')}</span>
        ) : (
          <span className="signval">
            <Amount value={value} unit={unit} decimals={Number.isInteger(value) ? 0 : 1} />
            {note && <span className="t3 f12 biosaid">{note}</span>}
          </span>
        )}
      </dd>
    </div>
  )
}
const Amount = ({ value, unit, decimals }: { value: number; unit: string; decimals: number }) => (
  <span>
    <b>{formatNumber(value, decimals)}</b> <span className="t3 f12">{unit}</span>
  </span>
)
