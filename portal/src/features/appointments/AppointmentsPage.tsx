import { ExclamationCircleOutlined, PlusOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { getQueues } from '@teleward/contract/appointments/endpoints.ts'
import type { Appointment, UndoneQuantity } from '@teleward/contract/appointments/schema.ts'
import { addDays } from '@teleward/contract/core/dates.ts'
import { useParams } from '@tanstack/react-router'
import { loadChunk } from '../../shell/chunks.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { openBooking } from '../../shell/booking.ts'
import { ensureTexts, useT } from '../../i18n/i18n.ts'
import { primaryOf, restOf, type RowAct } from '../../patterns/appointments/available-actions.tsx'
import { SendingDialog } from '../../patterns/appointments/Sending.tsx'
import { useFees, useAppointmentContext } from '../../patterns/appointments/people.ts'
import { useSteps } from '../../patterns/appointments/useSteps.ts'
import { named } from '../../patterns/appointments/labels.tsx'
import { exportSheet } from '../../api/exportSheet.ts'
import { useListFrame } from '../../patterns/listTools.ts'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useSections } from '../../patterns/Section.tsx'
import type { RowKey, ListView } from '../../patterns/list.ts'
import { usePhone } from '../../patterns/usePhone.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { chipsOf, NO_FILTERS } from './chips.ts'
import { columnsOf, dayHead, slotHead } from './columns.tsx'
import { DayRange, DayStepper } from './DayStepper.tsx'
import { Detail } from './Detail.tsx'
import { Filters } from './Filters.tsx'
import { namesakes, nextOf } from './next.ts'
import { QueueCard } from './QueueCard.tsx'
import { MoreSteps, NextStep } from './RowButtons.tsx'
import { type AnyTab, DEFAULT_PAGE_SIZE, type SearchChange, useQueueSearch } from './search.ts'
import { AGENT_TABS, TABS, Tabs } from './Tabs.tsx'
import { useQueue } from './useQueue.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { go } from '../../shell/navigation.ts'
import './appointments.css'

/** Lists and forms that not everybody opens: with their own texts, when they are asked for. */
const referral = <T,>(load: () => Promise<T>) =>
  loadChunk(() => Promise.all([load(), ensureTexts('referrals')]).then(([loaded]) => loaded))
const Elsewhere = lazy(() => loadChunk(() => import('./Elsewhere.tsx')))
const Referrals = lazy(() => referral(() => import('./Referrals.tsx')))
const ReferDrawer = lazy(() => referral(() => import('../../patterns/referrals/ReferDrawer.tsx')))
const ReasonDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./ReasonDialog.tsx'))).ReasonDialog,
}))
const whole = () => loadChunk(() => import('./Whole.tsx'))
const WholeBoard = lazy(async () => ({ default: (await whole()).WholeBoard }))
const WholeWeek = lazy(async () => ({ default: (await whole()).WholeWeek }))

const PATH = '/apptmgmt'
const STANDARD = {
  views: ['table', 'card', 'board', 'calendar'] as readonly ListView[],
  pageSize: DEFAULT_PAGE_SIZE,
}

/** `/apptmgmt/{agent?}`: the day's list with its next steps, live. */
export default function AppointmentsPage() {
  const t = useT()
  const [asked, change] = useQueueSearch()
  const agent = Reflect.get(useParams({ strict: false }), 'agent') === 'agent'
  const refers = useRight('referral.write') !== '-'
  const tabs = useSections('appointment')
    .kept(agent ? AGENT_TABS : TABS)
    .filter((tab) => tab !== 'referrals' || refers)
  // A tab the institution leaves out is not there by its address either.
  const value = tabs.includes(asked.tab) ? asked : { ...asked, tab: 'today' as const }
  const surroundings = useAppointmentContext()
  const context = useMemo(() => ({ ...surroundings, refers, sends: true }), [surroundings, refers])
  const books = useRight('appointment.book') !== '-'
  const frame = useListFrame(PATH, value, change, STANDARD)
  const { looks } = frame
  const { list, query, counts, ofAgents, slots, choices, mine } = useQueue(value, agent, looks.pageSize)
  const rows = useMemo(() => list.data?.data ?? [], [list.data])
  const twice = useMemo(() => namesakes(rows), [rows])
  const [memoOf, setMemoOf] = useState<number>()
  const [sending, setSending] = useState<{ row: Appointment; what: 'link' | 'message' }>()
  const [referring, setReferring] = useState<Appointment>()
  const fees = useFees()

  const { today } = context.at
  const day = value.date ?? today
  const ofDay = value.tab === 'today' || value.tab === 'emergency'
  const dayOf = (row: Appointment) => (ofDay ? day : row.date)
  const phone = usePhone()
  const week = looks.view === 'calendar' && !phone
  const chips = chipsOf(value, mine, choices)
  const open = (qid: number | undefined) => {
    setMemoOf(undefined)
    change({ open: qid })
  }
  const steps = useSteps({
    view: (row) => open(row.qid),
    memo: (row) => {
      change({ open: row.qid })
      setMemoOf(row.qid)
    },
    refer: setReferring,
    send: (row, what) => setSending({ row, what }),
  })
  const onTab = (tab: AnyTab) =>
    change({
      tab,
      date: undefined,
      from: undefined,
      to: undefined,
      slot: [],
      state: [],
      sort: 'default',
      open: undefined,
      letter: undefined,
      letterSort: undefined,
      partner: undefined,
      cols: [],
      page: 1,
    })
  useKeys([
    ...(books ? [{ keys: 'b', label: t('booking.title'), run: () => openBooking() }] : []),
    ...tabs.map((tab, index) => ({
      keys: `Alt+${index + 1}`,
      label: t('appointments.key.tab', { name: t(`appointments.tab.${tab}`) }),
      run: () => onTab(tab),
    })),
  ])
  const step = (keys: string, acts: readonly RowAct[], label: string): RowKey<Appointment> => ({
    keys,
    label,
    run: (row) => {
      const offers = steps.asking ? [] : [primaryOf(row, context), ...restOf(row, context)]
      const found = offers.find((one) => acts.includes(one.act) && !one.why)
      if (found) steps.run(found.act, row, 'key')
    },
  })
  const next = nextOf(rows, context.at)
  const tabCounts = agent ? ofAgents : counts?.tabs
  const head = (
    <>
      <Tabs tabs={tabs} tab={value.tab} otherDay={day !== today} counts={tabCounts} onTab={onTab} />
      {value.tab === 'today' && (
        <Earlier earlier={(agent ? ofAgents : counts)?.earlier} today={today} change={change} />
      )}
    </>
  )
  const title = t(agent ? 'appointments.agentTitle' : 'appointments.title')
  if (value.tab === 'others')
    return (
      <Suspense fallback={<SkeletonBlock lines={10} />}>
        <Elsewhere title={title} tabs={head} value={value} change={change} />
      </Suspense>
    )
  const { tab } = value
  if (tab === 'referrals')
    return (
      <Suspense fallback={<SkeletonBlock lines={10} />}>
        <Referrals title={title} tabs={head} value={value} change={change} />
      </Suspense>
    )
  const wholeDay = value.tab === 'today' && chips.length === 0 ? counts : undefined

  return (
    <>
      <ListPage<Appointment>
        title={title}
        actions={
          books && (
            <Button kind="primary" icon={<PlusOutlined />} onClick={() => openBooking()}>
              {t('booking.title')}
            </Button>
          )
        }
        heading={
          ofDay || week ? (
            <DayStepper day={day} today={today} weeks={week} onDay={(date) => change({ date, open: undefined })} />
          ) : (
            <DayRange
              tab={value.tab}
              from={value.from}
              to={value.to}
              today={today}
              onRange={(from, to) => change({ from, to })}
            />
          )
        }
        tabs={head}
        filters={<Filters value={value} mine={mine} counts={slots} choices={choices} change={change} />}
        chips={chips.map(({ key, label, off }) => ({ key, label, onRemove: () => change(off) }))}
        onClearChips={() => change(NO_FILTERS)}
        source={list}
        rowKey={(row) => String(row.qid)}
        columns={columnsOf({
          doctor: mine === undefined || value.did === 'all',
          date: !ofDay && value.sort !== 'default',
          dayOf,
          wide: rows.some((row) => isoDay(row.startAt) !== dayOf(row)),
          twice,
          fees,
        })}
        group={value.sort === 'default' ? (row) => groupOf(row, ofDay, wholeDay) : undefined}
        rowClass={(row) => (row.finish || row.closed ? 'dim' : '')}
        tall
        rowActions={(row) => (
          <>
            <NextStep row={row} context={context} steps={steps} />
            <MoreSteps row={row} context={context} steps={steps} />
          </>
        )}
        card={(row) => (
          <QueueCard
            row={row}
            next={row.qid === next?.qid}
            date={!ofDay}
            day={day}
            context={context}
            steps={steps}
            onOpen={() => open(row.qid)}
          />
        )}
        drawer={(key, row, move) => (
          <Detail
            key={key}
            qid={Number(key)}
            row={row}
            context={context}
            steps={steps}
            focusMemo={memoOf === Number(key)}
            move={move}
          />
        )}
        open={value.open === undefined ? null : String(value.open)}
        onOpen={(key) => open(key === null ? undefined : Number(key))}
        {...frame}
        other={{
          board: (
            <Suspense fallback={<SkeletonBlock lines={10} />}>
              <WholeBoard query={query} dayOf={dayOf} context={context} steps={steps} open={value.open} onOpen={open} />
            </Suspense>
          ),
          calendar: (
            <Suspense fallback={<SkeletonBlock lines={10} />}>
              <WholeWeek query={query} day={day} context={context} steps={steps} open={value.open} onOpen={open} />
            </Suspense>
          ),
        }}
        exportList={() => exportSheet(getQueues, { body: query })}
        rowKeys={[
          step('v', ['enter', 'call'], t('appointments.key.call')),
          step('i', ['checkIn'], t('appointments.key.checkIn')),
          step('c', ['enter', 'call'], t('appointments.key.call')),
          step('l', ['link'], t('appointments.act.link')),
          step('f', ['finish'], t('appointments.key.finish')),
          step('r', ['redial'], t('appointments.key.redial')),
          step('t', ['change'], t('appointments.act.change')),
          step('e', ['emr'], t('appointments.key.emr')),
          step('Delete', ['cancel'], t('appointments.key.cancel')),
        ]}
        empty={{
          title: value.tab === 'today' && day !== today ? t('appointments.empty.day') : t(`appointments.empty.${tab}`),
          text: t(value.tab === 'authorised' ? 'appointments.empty.authorisedText' : 'appointments.empty.text'),
        }}
        phoneBar={
          next && (
            <Button
              kind="primary"
              size="lg"
              block
              icon={<VideoCameraOutlined />}
              onClick={() => steps.run(primaryOf(next, context).act, next)}
            >
              <span className="ell">{t('appointments.act.next', named(next))}</span>
            </Button>
          )
        }
      />
      <Suspense fallback={null}>
        <ReasonDialog steps={steps} />
      </Suspense>
      {sending && (
        <SendingDialog
          to={{
            qid: sending.row.qid,
            pid: sending.row.patient.pid,
            site: sending.row.site,
            name: nameOf(sending.row.patient),
          }}
          what={sending.what}
          onClose={() => setSending(undefined)}
        />
      )}
      {referring && (
        <Suspense fallback={null}>
          <ReferDrawer
            row={referring}
            onClose={() => setReferring(undefined)}
            onSent={({ id, to }) => to.outside && void go('referral', {}, { letter: id })}
          />
        </Suspense>
      )}
    </>
  )
}

const groupOf = (row: Appointment, ofDay: boolean, counts: UndoneQuantity | undefined) =>
  ofDay ? { key: row.slot, label: slotHead(row.slot, counts) } : { key: row.date, label: dayHead(row.date) }

interface EarlierProps {
  earlier: UndoneQuantity['earlier'] | undefined
  today: string
  change: (next: SearchChange) => void
}
/** What earlier days left unfinished is said until it is dealt with. */
function Earlier({ earlier, today, change }: EarlierProps) {
  const t = useT()
  const since = earlier?.since
  if (!earlier || !since) return null
  return (
    <div className="alert warn earlier" role="status">
      <ExclamationCircleOutlined />
      <span className="grow">{t('appointments.earlier.text', { count: earlier.count, date: formatDate(since) })}</span>
      <Button
        size="sm"
        onClick={() =>
          change({
            ...NO_FILTERS,
            tab: 'records',
            from: since,
            to: addDays(today, -1),
            state: ['unfinished'],
            date: undefined,
          })
        }
      >
        {t('appointments.earlier.open')}
      </Button>
    </div>
  )
}
