import { dashboardsHome } from '@teleward/contract/appointments/endpoints.ts'
import { homePeriod } from '@teleward/contract/appointments/schema.ts'
import { id } from '@teleward/contract/core/scalars.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, wordsOf } from '../../api/query.ts'
import { go } from '../../app/navigation.ts'
import { type TextKey, useI18n, useT } from '../../i18n/i18n.ts'
import { useSurroundings } from '../../patterns/appointments/people.ts'
import { primaryOf } from '../../patterns/appointments/offers.tsx'
import { useSteps } from '../../patterns/appointments/useSteps.ts'
import { queueNumber } from '../../patterns/appointments/words.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { formatDay, hourOf, useNow } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Colleagues } from './Colleagues.tsx'
import { Load } from './Load.tsx'
import { nowItems } from './links.ts'
import { NextPatient } from './NextPatient.tsx'
import { Periods } from './Periods.tsx'
import { Todos } from './Todos.tsx'
import { WaitingList } from './WaitingList.tsx'
import { WhoseSelects } from './WhoseSelects.tsx'
import './home.css'

/** What waits for me now, and how the day, the week and the month stand. */
export default function HomePage() {
  const t = useT()
  const right = useRight('appointment.read')
  return (
    <div className="home">
      {right === '-' ? (
        <>
          <Head />
          <EmptyState title={t('home.steps.title')} text={t('home.now.none')} />
          <Todos />
          <Colleagues />
        </>
      ) : (
        <Dashboard />
      )}
    </div>
  )
}

/** What of the page lives in its address. */
const homeSearch = z.object({ period: homePeriod.default('today'), did: id.optional(), unit: id.optional() })

function Dashboard() {
  const t = useT()
  const around = useSurroundings()
  const [{ period, did, unit }, change] = useSearchState(homeSearch)
  const whose = useMemo(() => ({ did, unit }), [did, unit])
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    ...endpointQuery(dashboardsHome, { query: { period, did, unit } }),
    placeholderData: keepPreviousData,
  })
  const steps = useSteps({
    view: (row) => void go('apptmgmt', {}, { open: String(row.qid) }),
    memo: (row) => void go('apptmgmt', {}, { open: String(row.qid) }),
  })
  const next = page?.next
  const items = page ? nowItems(page, whose) : []
  useKeys([
    { keys: 'n', label: t('home.key.next'), run: () => next && steps.run('view', next) },
    { keys: 'c', label: t('home.key.call'), run: () => next && steps.run(primaryOf(next, around).act, next) },
    ...items.map(({ query }, index) => ({
      keys: String(index + 1),
      label: t('home.key.item', { number: index + 1 }),
      run: () => void go('apptmgmt', {}, query),
    })),
  ])
  if (!page)
    return (
      <>
        <Head />
        {error ? (
          <ErrorState
            title={t('home.failed')}
            text={wordsOf(error)}
            code={codeOf(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <div className="card">
            <SkeletonBlock lines={8} />
          </div>
        )}
      </>
    )
  const talking = page.inConsultation
  return (
    <>
      <Head>
        {talking ? t('home.inConsultation', { no: queueNumber(talking) }) : null}
        <span>{page.waitingCount ? t('home.waitingNow', { count: page.waitingCount }) : t('home.nobodyWaits')}</span>
        <WhoseSelects whose={whose} onChange={change} />
      </Head>
      <Periods page={page} whose={whose} />
      <div className="dash">
        <div className="nextside">
          <NextPatient next={page.next} around={around} steps={steps} />
          <Todos />
          <Colleagues />
        </div>
        <div className="mainside">
          <WaitingList page={page} whose={whose} around={around} steps={steps} />
          <Load page={page} whose={whose} period={period} onPeriod={(next) => change({ period: next })} />
        </div>
      </div>
    </>
  )
}

const HELLO: readonly [until: number, key: TextKey][] = [
  [12, 'home.hello.morning'],
  [18, 'home.hello.afternoon'],
  [24, 'home.hello.evening'],
]
function Head({ children }: { children?: ReactNode }) {
  const { t, language } = useI18n()
  const me = useMe()
  const name = language === 'en' ? (me.nameEn ?? me.name) : `${me.name}${me.title ? ` ${me.title}` : ''}`
  const now = useNow(60_000)
  const key = HELLO.find(([until]) => hourOf(now) < until)?.[1] ?? 'home.hello.morning'
  return (
    <div className="pagehead">
      <h1>{t(key, { name })}</h1>
      <span className="sub num row">
        <span>{formatDay(now)}</span>
        {children}
      </span>
    </div>
  )
}
