import { LineChartOutlined } from '@ant-design/icons'
import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { LastReading } from '@teleward/contract/monitoring/alert-schema.ts'
import type { Measure as Measured } from '@teleward/contract/monitoring/group-rules.ts'
import { isAdult, normalRange, type PersonFacts } from '@teleward/contract/monitoring/normal.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { kindText, unitSign } from '../../patterns/limits.ts'
import { Move } from '../../patterns/trends/last.tsx'
import { Sparkline } from '../../patterns/trends/Sparkline.tsx'
import { formatDateTime, formatNumber, isoDay, useNow } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { type Sign, signs } from './signs.ts'

/** Over how many days the trends open. */
export const SHOWN_DAYS = 30
/** The card shows the last of each kind, however long ago; of what was measured lately it asks as little as there is. */
export const CARD_DAYS = 1

interface Props extends PersonFacts {
  pid: number
  onTrends: () => void
}

/** Signs 1 to 4: the last value of each with its age, how it moved, and what led to it. Live when a reading arrives. */
export function Measure({ pid, birthday, height, onTrends }: Props) {
  const { data, error, refetch } = useQuery(
    endpointQuery(getMeasurements, { params: { pid }, query: { days: CARD_DAYS, record: '1' } }),
  )
  return (
    <section className="card c2 measure" aria-label={t('emr.measure.title')}>
      <div className="hd">
        <h2>{t('emr.measure.title')}</h2>
        <span className="rt">
          <button type="button" className="link" onClick={onTrends}>
            <LineChartOutlined /> {t('emr.measure.trends')}
          </button>
        </span>
      </div>
      {error && !data ? (
        <div className="quiet">
          <FailedLine error={error} onRetry={() => void refetch()} />
        </div>
      ) : data ? (
        <>
          <dl className="signs">
            {signs.map((sign) => (
              <SignRow key={sign.name} sign={sign} last={data.last} of={{ birthday, height }} />
            ))}
          </dl>
          {data.last.length > 0 && !isAdult(birthday, isoDay()) && (
            <p className="help norange">{t('emr.measure.noRange')}</p>
          )}
        </>
      ) : (
        <SkeletonBlock lines={4} />
      )}
    </section>
  )
}

function SignRow({ sign, last, of }: { sign: Sign; last: readonly LastReading[]; of: PersonFacts }) {
  const there = sign.kinds.flatMap((kind) => last.filter((one) => one.kind === kind))
  const tall = sign.height && of.height !== null
  return (
    <div>
      <dt>{t(`emr.measure.sign.${sign.name}`)}</dt>
      <dd>
        {tall && (
          <span className="num">
            {t('emr.measure.height')} {formatNumber(of.height ?? 0)} cm
          </span>
        )}
        {there.map((one) => (
          <Value key={one.kind} last={one} of={of} named={sign.kinds.length > 1} />
        ))}
        {!there.length && !tall && <span className="t3">{t('emr.measure.none')}</span>}
      </dd>
    </div>
  )
}

function Value({ last, of, named }: { last: LastReading; of: PersonFacts; named: boolean }) {
  const { kind, unit, at, course, diastolic, pulse, value } = last
  const numbers =
    kind === 'blood_pressure' && diastolic !== null
      ? [marked('systolic', value, of), marked('diastolic', diastolic, of)]
      : [marked(kind === 'blood_pressure' ? 'systolic' : kind, value, of)]
  return (
    <span className="signval num">
      {named && <span className="t3">{kindText(kind)}</span>}
      <Numbers of={numbers} unit={unitSign(unit)} />
      {kind === 'blood_pressure' && pulse !== null && (
        <>
          <span className="t3">{t('emr.measure.pulse')}</span>
          <Numbers of={[marked('bp_pulse', pulse, of)]} />
        </>
      )}
      <Move last={last} />
      <Sparkline values={course} />
      <Age at={at} />
    </span>
  )
}

interface Marked {
  measure: Measured
  value: number
  /** Beyond what is usual for this person; nothing where no range is known. */
  off: 'high' | 'low' | null
}
function marked(measure: Measured, value: number, of: PersonFacts): Marked {
  const range = normalRange(measure, of, isoDay())
  return { measure, value, off: range && value > range.high ? 'high' : range && value < range.low ? 'low' : null }
}

/** 184/97 mmHg, each number that is off in its colour, and the word after them. */
function Numbers({ of, unit }: { of: readonly Marked[]; unit?: string }) {
  const words = [...new Set(of.flatMap(({ off }) => (off ? [t(`emr.measure.${off}`)] : [])))]
  return (
    <>
      <b>
        {of.map(({ measure, value, off }, index) => (
          <Fragment key={measure}>
            {index > 0 && '/'}
            <span className={off ? 'c-warn' : ''}>{formatNumber(value)}</span>
          </Fragment>
        ))}
      </b>
      {unit && <span className="t3 f12">{unit}</span>}
      {words.length > 0 && <span className="c-warn f12">{words.join(' ')}</span>}
    </>
  )
}

const HOUR = 3_600_000
/** How old a value is: one of last year looks like one of today otherwise. */
export function Age({ at }: { at: string }) {
  const hours = Math.floor((useNow(60_000) - Date.parse(at)) / HOUR)
  const text =
    hours < 1
      ? t('emr.measure.now')
      : hours < 48
        ? t('emr.measure.hours', { count: hours })
        : t('emr.measure.days', { count: Math.floor(hours / 24) })
  return (
    <time dateTime={at} title={formatDateTime(at)} className={`f12 ${hours >= 24 * 30 ? 'c-warn' : 't3'}`}>
      {text}
    </time>
  )
}
