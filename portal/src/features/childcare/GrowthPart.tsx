import { getGrowth } from '@teleward/contract/childcare/endpoints.ts'
import { curvePercentiles, type GrowthMeasure } from '@teleward/contract/childcare/growth.ts'
import type { Growth } from '@teleward/contract/childcare/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { LinePlot } from '../../patterns/plots.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { ageText } from '../../ui/person.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

const CURVES = ['weight', 'length', 'head', 'bmi'] as const
type Curve = (typeof CURVES)[number]
type Point = Growth['points'][number]
const measureOf = (point: Point, curve: Curve) =>
  ({ weight: point.weightKg, length: point.lengthCm, head: point.headCm, bmi: point.bmi })[curve]
const MONTH = 30.4375

/** What was measured, on the curves of the WHO: whose age is counted from the term, stands where the term puts them. */
export function GrowthPart({ pid }: { pid: number }) {
  const query = useQuery(endpointQuery(getGrowth, { params: { pid } }))
  const [curve, setCurve] = useState<Curve>('weight')
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('childcare.failed')}
        text={errorMessage(query.error)}
        code={codeOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <SkeletonBlock lines={6} />
  const growth = query.data
  const corrected = growth.points.some((point) => point.correctedDays !== null)
  return (
    <div className="ccgrowth">
      <Segmented<Curve>
        aria-label={t('childcare.growth.measure')}
        value={curve}
        onChange={setCurve}
        options={CURVES.map((value) => ({ value, label: t(`childcare.growth.${value}`) }))}
      />
      <Plot growth={growth} curve={curve} />
      <p className="t3 f12">
        {t('childcare.growth.lines')}
        {corrected && `　${t('childcare.growth.corrected')}`}
      </p>
      {growth.points.length === 0 && <p className="t3">{t('childcare.growth.none')}</p>}
      {growth.points.toReversed().map((point) => (
        <Measured key={`${point.on}${point.source}`} point={point} birthday={growth.patient.birthday} />
      ))}
    </div>
  )
}

function Plot({ growth, curve }: { growth: Growth; curve: Curve }) {
  const lines = growth.curves[curve] ?? []
  const last = lines.at(-1)
  if (!last) return <p className="alert info">{t('childcare.growth.noCurve')}</p>
  const dots = growth.points.flatMap((point) => {
    const value = measureOf(point, curve)
    const at = point.correctedDays ?? point.ageDays
    return value === null || at < 0 ? [] : [{ at, value, title: titleOf(point, curve, value) }]
  })
  const months = Math.round(last.days / MONTH)
  const step = months <= 24 ? 3 : months <= 60 ? 12 : 24
  const times = Array.from({ length: Math.floor(months / step) + 1 }, (_, at) => ({
    at: Math.round(at * step * MONTH),
    label:
      months <= 24
        ? t('childcare.growth.month', { count: at * step })
        : t('childcare.growth.year', { count: (at * step) / 12 }),
  }))
  const label = [t(`childcare.growth.${curve}`), ...dots.map(({ title }) => title)].join('；')
  return (
    <LinePlot
      label={label}
      height={260}
      from={0}
      to={last.days}
      times={times}
      lines={[
        ...curvePercentiles.map((percentile, at) => ({
          key: `p${percentile}`,
          className: 'then',
          dots: lines.map(({ days, values }) => ({
            at: days,
            value: values[at] ?? 0,
            title: t('childcare.growth.percentile', { value: percentile }),
          })),
        })),
        { key: 'child', className: 'l1', dots },
      ]}
    />
  )
}
const scoreOf = (point: Point, measure: GrowthMeasure) => {
  const score = point.scores[measure]
  return score
    ? t('childcare.growth.score', { percentile: formatNumber(score.percentile), z: score.z.toFixed(2) })
    : t('childcare.growth.noScore')
}
const titleOf = (point: Point, curve: Curve, value: number) =>
  `${formatDate(point.on)} ${formatNumber(value)}（${scoreOf(point, curve)}）`

const UNITS = { weight: 'kg', length: 'cm', head: 'cm', bmi: 'kg/m²' } as const
function Measured({ point, birthday }: { point: Point; birthday: string | null }) {
  const rows = CURVES.flatMap((curve) => {
    const value = measureOf(point, curve)
    return value === null ? [] : [{ curve, value }]
  })
  return (
    <table className="ccmeasured">
      <caption>
        <span className="num">{formatDate(point.on)}</span> {ageText(birthday, point.on)}
        {point.correctedDays !== null &&
          `　${
            point.correctedDays < 0
              ? t('childcare.growth.beforeTerm')
              : t('childcare.growth.correctedAge', {
                  weeks: Math.floor(point.correctedDays / 7),
                  days: point.correctedDays % 7,
                })
          }`}
        {point.source === 'reading' && `　${t('childcare.growth.reading')}`}
      </caption>
      <tbody>
        {rows.map(({ curve, value }) => (
          <tr key={curve}>
            <th scope="row">{t(`childcare.growth.${curve}`)}</th>
            <td className="num">
              {formatNumber(value)} {UNITS[curve]}
            </td>
            <td className="num">{scoreOf(point, curve)}</td>
          </tr>
        ))}
        {point.scores.weightForLength && (
          <tr>
            <th scope="row">{t('childcare.growth.weightForLength')}</th>
            <td />
            <td className="num">{scoreOf(point, 'weightForLength')}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
