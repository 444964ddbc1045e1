import { dashboardsHome } from '@teleward/contract/appointments/endpoints.ts'
import { type Appointment, homePeriod } from '@teleward/contract/appointments/schema.ts'
import { getTodos } from '@teleward/contract/staff/todo-endpoints.ts'
import { id } from '@teleward/contract/core/scalars.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { t, type TextKey, useI18n, useT } from '../../i18n/i18n.ts'
import { useAppointmentContext } from '../../patterns/appointments/people.ts'
import { callOffer, type AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { type Stepper, useSteps } from '../../patterns/appointments/useSteps.ts'
import { named, queueNumber } from '../../patterns/appointments/labels.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { formatDay, hourOf, useNow } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { Colleagues } from './Colleagues.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Load } from './Load.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nowItems } from './links.ts'
import { NextPatient } from './NextPatient.tsx'
import { Now } from './Now.tsx'
import { Periods } from './Periods.tsx'
import { Recent } from './Recent.tsx'
import { Todos } from './Todos.tsx'
import { WaitingList } from './WaitingList.tsx'
import { WhoseSelects } from './WhoseSelects.tsx'
import './home.css'

/** What waits for me now, and how the day, the week and the month stand. */
export default function HomePage() {
  useT()
  const right = useRight('appointment.read')
  return (
    <div className="home">
      {right === '-' ? (
        <>
          <Head />
          <div className="card">
            <FirstSteps />
          </div>
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
  const around = useAppointmentContext()
  const [{ period, did, unit }, change] = useSearchState(homeSearch)
  const whose = useMemo(() => ({ did, unit }), [did, unit])
  const answer = useQuery({
    ...endpointQuery(dashboardsHome, { query: { period, did, unit } }),
    placeholderData: keepPreviousData,
  })
  const { data: page } = answer
  const steps = useSteps({
    view: (row) => void go('apptmgmt', {}, { open: String(row.qid) }),
    memo: (row) => void go('apptmgmt', {}, { open: String(row.qid) }),
  })
  const { data: todos } = useQuery(endpointQuery(getTodos, {}))
  const next = page?.next
  const items = nowItems(page, todos, whose)
  useKeys([
    { keys: 'n', label: t('home.key.next'), run: () => next && steps.run('view', next) },
    { keys: 'c', label: t('home.key.call'), run: () => next && ring(next, around, steps) },
    ...items.slice(0, NUMBERED).map(({ screen, query }, index) => ({
      keys: String(index + 1),
      label: t('home.key.item', { number: index + 1 }),
      run: () => void go(screen, {}, query),
    })),
  ])
  const talking = page?.inConsultation
  return (
    <>
      <Head>
        {talking ? t('home.inConsultation', { no: queueNumber(talking) }) : null}
        {page && (
          <span>{page.waitingCount ? t('home.waitingNow', { count: page.waitingCount }) : t('home.nobodyWaits')}</span>
        )}
        <WhoseSelects whose={whose} onChange={change} />
      </Head>
      {page ? (
        <Periods page={page} whose={whose} items={items} />
      ) : (
        <div className="card kpi alone">
          <Now items={items} />
        </div>
      )}
      <div className="dash">
        <div className="nextside">
          {page && <NextPatient next={page.next} around={around} steps={steps} />}
          <Todos />
          <Recent whose={whose} />
          <Colleagues />
        </div>
        <div className="mainside">
          {page ? (
            <>
              <WaitingList page={page} whose={whose} around={around} steps={steps} />
              <Load page={page} whose={whose} period={period} onPeriod={(next) => change({ period: next })} />
            </>
          ) : (
            <div className="card">
              <Loaded failed={t('home.failed')} answer={answer} lines={8}>
                {() => null}
              </Loaded>
            </div>
          )}
        </div>
      </div>
    </>
  )
}
const NUMBERED = 6

/** Calls the next patient, and does nothing else: who cannot be called now, and why, is said. */
function ring(next: Appointment, around: AppointmentContext, steps: Stepper): void {
  const offer = callOffer(next, around)
  if (offer && !offer.why) {
    steps.run('call', next)
    return
  }
  const why = offer?.why ?? t(next.site === 'onsite' ? 'home.key.onsite' : 'home.key.noCall', named(next))
  notify({ kind: 'info', key: 'home-call', title: why })
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
