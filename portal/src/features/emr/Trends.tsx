import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { normalRange, type PersonFacts } from '@teleward/contract/monitoring/normal.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useId } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { Trend } from '../../patterns/trends/Trend.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

export const spans = [7, 30, 90, 365] as const
export type Span = (typeof spans)[number]

interface Props extends PersonFacts {
  pid: number
  days: Span
  compare: boolean
  onDays: (days: Span) => void
  onCompare: (compare: boolean) => void
  onClose: () => void
}

/** The course of what was measured, by kind, before what is usual for this person, and beside the time before. */
export default function Trends({ pid, birthday, height, days, compare, onDays, onCompare, onClose }: Props) {
  const t = useT()
  const id = useId()
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(getMeasurements, {
      params: { pid },
      query: { days, compare: compare ? '1' : '0', record: '1' },
    }),
    placeholderData: keepPreviousData,
  })
  const today = isoDay()
  return (
    <Drawer open title={t('emr.measure.trendsTitle')} size={640} onClose={onClose}>
      <div className="trendtools">
        <span>
          <FieldLabel id={id}>{t('emr.measure.span')}</FieldLabel>
          <Select
            id={id}
            value={days}
            onChange={onDays}
            options={spans.map((value) => ({ value, label: t('emr.measure.spanDays', { count: value }) }))}
          />
        </span>
        <label>
          <input type="checkbox" checked={compare} onChange={(event) => onCompare(event.target.checked)} />{' '}
          {t('emr.measure.compare')}
        </label>
      </div>
      {error && !data && (
        <ErrorState
          title={t('emr.measure.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && <SkeletonBlock lines={8} />}
      {data?.series.length === 0 && <p className="t3">{errorText('CHART_NO_DATA')}</p>}
      {data?.series.map(({ kind, unit, points }) => (
        <Trend
          key={kind}
          kind={kind}
          unit={unit}
          points={points}
          earlier={data.earlier.find((one) => one.kind === kind)?.points ?? []}
          from={data.from}
          to={data.to}
          rules={data.rules}
          normal={(measure) => normalRange(measure, { birthday, height }, today)}
        />
      ))}
    </Drawer>
  )
}
