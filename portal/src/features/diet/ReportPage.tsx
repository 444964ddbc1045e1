import { FileExcelOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { fetchDietChartData, fetchDietInfo, fetchDietMemberDetail } from '@teleward/contract/diet/endpoints.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { MOST_DAYS } from '@teleward/contract/diet/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, showError, errorMessage } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { PatientHead } from '../../patterns/Patient.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AdviceField } from './AdviceField.tsx'
import { Advices } from './Advices.tsx'
import { Charts } from './Charts.tsx'
import { Days } from './Days.tsx'
import { MealForm, type Slot } from './MealForm.tsx'
import { Planned } from './Planned.tsx'
import { StandardFacts, StandardForm } from './StandardForm.tsx'
import { useReportSearch } from './search.ts'
import './diet.css'

const TABS = ['day', 'charts', 'advice'] as const
const DAYS = 7

/** `/dietReport/{pid}`: what a member eats, against the targets, and what was said of it. */
export default function ReportPage() {
  useT()
  const params: { pid?: string } = useParams({ strict: false })
  const pid = /^\d{1,9}$/.test(params.pid ?? '') ? Number(params.pid) : 0
  if (pid < 1) return <EmptyState heading="h1" title={t('diet.notFound')} />
  // Of another member nothing stays on the screen.
  return <Report key={pid} pid={pid} />
}

function Report({ pid }: { pid: number }) {
  const [asked, change] = useReportSearch()
  const { tab, nutrient } = asked
  const to = asked.to ?? isoDay()
  const wanted = asked.from ?? addDays(to, 1 - DAYS)
  // What the address says may be turned round, or longer than is told at once.
  const earliest = addDays(to, 1 - MOST_DAYS)
  const from = [earliest, wanted, to].toSorted()[1] ?? to
  const writes = useRight('diet.advise') !== '-'
  const detail = useQuery(endpointQuery(fetchDietMemberDetail, { body: { pid } }))
  const one = detail.data
  const span = { pid, from, to }
  const info = useQuery({
    ...endpointQuery(fetchDietInfo, { body: span }),
    enabled: one?.open === true,
    placeholderData: keepPreviousData,
  })
  const chart = useQuery({
    ...endpointQuery(fetchDietChartData, { body: span }),
    enabled: one?.open === true && tab === 'charts',
    placeholderData: keepPreviousData,
  })
  const [slot, setSlot] = useState<Slot | null>(null)
  const [target, setTarget] = useState(false)
  const [focus, setFocus] = useState(0)
  const course = one?.course && !one.course.ended ? one.course : null
  const may = writes && course !== null && one?.open === true
  const shift = (days: number) => {
    const last = addDays(to, days)
    if (last <= isoDay()) change({ from: addDays(from, days), to: last })
  }
  const add = () => setSlot({ day: to, meal: undefined })
  useKeys([
    { keys: 'ArrowLeft', label: t('diet.key.prevDay'), run: () => shift(-1) },
    { keys: 'ArrowRight', label: t('diet.key.nextDay'), run: () => shift(1) },
    ...(may
      ? [
          { keys: 'f', label: t('diet.key.food'), run: () => slot === null && add() },
          {
            keys: 'a',
            label: t('diet.key.advice'),
            run: () => {
              change({ tab: 'advice' })
              setFocus((times) => times + 1)
            },
          },
        ]
      : []),
  ])
  if (detail.isError && !one)
    return (
      <ErrorState
        heading="h1"
        title={t('diet.reportFailed')}
        text={errorMessage(detail.error)}
        code={codeOf(detail.error)}
        onRetry={() => void detail.refetch()}
      />
    )
  return (
    <div className="dietreport">
      <div className="pagehead">
        <h1>{t('diet.report')}</h1>
        <div className="act noprint">
          {may && (
            <Button kind="primary" icon={<PlusOutlined />} onClick={add}>
              {t('diet.addMeal')}
            </Button>
          )}
          {one?.open && (
            <Button
              icon={<FileExcelOutlined />}
              onClick={() => void exportSheet(fetchDietChartData, { body: span }).catch(showError)}
            >
              {t('diet.chart.excel')}
            </Button>
          )}
          <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
            {t('diet.print')}
          </Button>
        </div>
      </div>
      {!one && <SkeletonBlock lines={10} />}
      {one && (
        <>
          <PatientHead patient={one.patient} />
          {!one.open && <EmptyState title={t('diet.closed')} text={t('diet.closedText')} />}
          {one.open && !one.course && <EmptyState title={t('diet.notIn')} />}
          {one.open && one.course && (
            <>
              {one.course.ended && (
                <p className="alert info">
                  {t('diet.ended')}　{formatDateTime(one.course.ended.at)}　{one.course.ended.reason}
                </p>
              )}
              <section className="card dietpad">
                <div className="row wrap">
                  <h2 className="sech">{t('diet.target.title')}</h2>
                  <span className="grow" />
                  {may && (
                    <Button size="sm" className="noprint" onClick={() => setTarget(true)}>
                      {t('diet.target.set')}
                    </Button>
                  )}
                </div>
                {one.standard ? (
                  <StandardFacts standard={one.standard} />
                ) : (
                  <p className="t3">{t('diet.target.none')}</p>
                )}
                <Planned course={one.course.id} planned={one.planned} writes={may} />
              </section>
              <div className="row wrap noprint">
                <UrlTabs
                  label={t('diet.report')}
                  tabs={TABS.map((key) => ({ key, name: t(`diet.tab.${key}`) }))}
                  tab={tab}
                  onTab={(next) => change({ tab: next })}
                />
                <span className="grow" />
                <DayRangePicker
                  from={from}
                  to={to}
                  label={t('diet.form.day')}
                  onChange={(first, last) => change({ from: first, to: last })}
                />
              </div>
              <p className="printonly">
                {formatDate(from)} – {formatDate(to)}　{t('diet.printed', { time: formatDateTime(Date.now()) })}
              </p>
              {info.isError && !info.data && (
                <ErrorState
                  title={t('diet.reportFailed')}
                  text={errorMessage(info.error)}
                  code={codeOf(info.error)}
                  onRetry={() => void info.refetch()}
                />
              )}
              {info.isPending && <SkeletonBlock lines={8} />}
              {info.data && tab === 'day' && (
                <Days
                  info={info.data}
                  only={asked.meal}
                  writes={may}
                  onMeal={(meal) => setSlot({ day: meal.day, meal })}
                  onLastDay={(day) => change({ from: addDays(day, 1 - DAYS), to: day })}
                />
              )}
              {tab === 'charts' && chart.data && (
                <Charts chart={chart.data} nutrient={nutrient} onNutrient={(next) => change({ nutrient: next })} />
              )}
              {tab === 'charts' && chart.isError && !chart.data && (
                <ErrorState
                  title={t('diet.reportFailed')}
                  text={errorMessage(chart.error)}
                  code={codeOf(chart.error)}
                  onRetry={() => void chart.refetch()}
                />
              )}
              {info.data && tab === 'advice' && (
                <section className="card dietpad">
                  {may && course && (
                    <div className="noprint">
                      <AdviceField pid={pid} course={course.id} mealsTo={info.data.mealsTo} focus={focus} />
                    </div>
                  )}
                  <Advices advice={info.data.advice} writes={may} />
                </section>
              )}
            </>
          )}
          {may && course && slot && (
            <MealForm
              key={`${slot.meal?.id ?? 'new'}`}
              pid={pid}
              course={course.id}
              slot={slot}
              days={info.data?.days ?? []}
              onClose={() => setSlot(null)}
            />
          )}
          {may && course && target && one.profile && (
            <StandardForm
              course={course.id}
              profile={one.profile}
              last={one.standard}
              latest={one.latest}
              onClose={() => setTarget(false)}
            />
          )}
        </>
      )}
    </div>
  )
}
