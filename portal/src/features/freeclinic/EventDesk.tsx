import { ArrowLeftOutlined, CheckCircleOutlined, EditOutlined, StopOutlined } from '@ant-design/icons'
import { getEventMeasureData } from '@teleward/contract/careevents/endpoints.ts'
import { itemsAt, type Station, stations } from '@teleward/contract/careevents/items.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { keepPage, keptQuery, useOpensOffline } from '../../api/venue.ts'
import { useT } from '../../i18n/i18n.ts'
import type { PersonReading } from '../../devices/inbox.ts'
import { DevicePanel } from '../../patterns/devices/lazy.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { mayLeave } from '../../shell/leaving.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ConsultStation } from './ConsultStation.tsx'
import { EventForm } from './EventForm.tsx'
import { daysOf, stateTag } from './labels.tsx'
import { MeasureStation } from './MeasureStation.tsx'
import { PeopleList } from './PeopleList.tsx'
import { PersonHead } from './PersonHead.tsx'
import { QueueLine } from './QueueLine.tsx'
import { useArrived, useStationWork } from './queue.ts'
import { ReportStation } from './ReportStation.tsx'
import { ResultStation } from './ResultStation.tsx'
import { type Row, rowsOf } from './rows.ts'
import type { useClinicSearch } from './search.ts'

interface Props {
  id: number
  search: ReturnType<typeof useClinicSearch>
  /** As `/screening` has it: with the funnel and the report beside the tables, and without devices, which `/freeclinic` alone listens to. */
  screening?: boolean
}
const ScreeningOverview = lazy(async () => ({ default: (await import('./ScreeningOverview.tsx')).ScreeningOverview }))
const ScreeningPerson = lazy(async () => ({ default: (await import('./ScreeningPerson.tsx')).ScreeningPerson }))
const ReportPanel = lazy(async () => ({ default: (await import('./ReportPanel.tsx')).ReportPanel }))
const isVolunteer = (doctortype: string) => doctortype === 'volunteer'

/** One event: its tables, who is there, and whoever stands at this table. */
export function EventDesk({ id, search, screening = false }: Props) {
  const t = useT()
  const me = useMe()
  const [{ station = 'join', pid, part: asked }, change] = search
  // Volunteers are told of their own table alone.
  const only = isVolunteer(me.doctortype) ? station : undefined
  const answer = useQuery({
    ...keptQuery('event', getEventMeasureData, { body: { eventid: id, ...(only ? { station: only } : {}) } }),
    // A place without a line: what was there stays on the screen.
    gcTime: 24 * 3_600_000,
  })
  useEffect(() => keepPage(me), [me])
  const work = useStationWork()
  const arrived = useArrived()
  const [joining, setJoining] = useState<string>()
  const back = () =>
    change({
      event: undefined,
      station: undefined,
      pid: undefined,
      part: undefined,
      programme: undefined,
      stage: undefined,
    })
  return (
    <div className="clinic">
      <Loaded answer={answer} failed={t('freeclinic.failed')} lines={12}>
        {({ event, participants }) => {
          const rows = rowsOf(participants, work, id)
          // Whoever joined here stays open when the server has told who it is.
          const open = (joining === undefined ? undefined : arrived.get(joining)) ?? pid
          const row =
            rows.find((one) => joining !== undefined && one.joining === joining) ??
            rows.find((one) => one.pid !== null && one.pid === open)
          const shown = { event, rows, row, station, devices: !screening }
          const parts = screening && event.programmes.length > 0 && !isVolunteer(me.doctortype)
          const part = parts ? (asked ?? 'funnel') : 'desk'
          return (
            <>
              <Head event={event} onBack={() => void mayLeave().then((yes) => yes && back())} />
              <QueueLine eventid={id} />
              {parts && (
                <UrlTabs
                  label={t('screening.view.label')}
                  parameter="part"
                  tab={part}
                  onTab={(next) => void mayLeave().then((yes) => yes && change({ part: next }))}
                  tabs={(['funnel', 'desk', 'report'] as const).map((key) => ({
                    key,
                    name: t(`screening.view.${key}`),
                  }))}
                />
              )}
              <Suspense fallback={<SkeletonBlock lines={8} />}>
                {part === 'funnel' && <ScreeningOverview event={event} search={search} />}
                {part === 'report' && <ReportPanel event={event} />}
              </Suspense>
              {part === 'desk' && (
                <>
                  <UrlTabs<Station>
                    label={t('freeclinic.stations')}
                    parameter="station"
                    tab={station}
                    onTab={(next) => void mayLeave().then((yes) => yes && change({ station: next }))}
                    tabs={stations
                      .filter((one) => tableOf(one, event, me.doctortype))
                      .map((key) => ({ key, name: t(`freeclinic.station.${key}`) }))}
                  />
                  <Pair
                    {...shown}
                    onRow={(next) => {
                      setJoining(next?.joining ?? undefined)
                      change({ pid: next?.pid ?? undefined })
                    }}
                  />
                </>
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
const tableOf = (station: Station, event: CareEvent, doctortype: string) =>
  station === 'screening'
    ? event.programmes.length > 0 && !isVolunteer(doctortype)
    : ['body', 'pressure', 'glucose', 'temperature'].includes(station)
      ? itemsAt(station, event.items).length > 0
      : !isVolunteer(doctortype) || station === 'join'

interface PairProps {
  event: CareEvent
  rows: readonly Row[]
  row: Row | undefined
  station: Station
  devices: boolean
  onRow: (row: Pick<Row, 'pid' | 'joining'> | undefined) => void
}
/** Who is there, and whoever stands at the table: on a phone one of them at a time. */
function Pair({ event, rows, row, station, devices, onRow }: PairProps) {
  const t = useT()
  const phone = usePhone()
  // What was typed at the table and not saved is asked about; who presses "save and next" has saved it.
  const leave = (next: Parameters<typeof onRow>[0]) => void mayLeave().then((yes) => yes && onRow(next))
  const [reading, setReading] = useState<PersonReading>()
  const { pid = null, name = '' } = row ?? {}
  // Since when this person stands at the table: what a device measured before is not theirs.
  const person = useMemo(() => (pid === null ? null : { pid, name, openedAt: Date.now() }), [pid, name])
  return (
    <div className="clinicpair">
      {!(phone && row) && <PeopleList event={event} rows={rows} row={row} station={station} onRow={leave} />}
      {(row || !phone) && (
        <section className="card clinicperson" aria-label={row?.name ?? t('freeclinic.person')}>
          {row ? (
            <>
              <PersonHead row={row} onClose={() => leave(undefined)} />
              <AtStation
                reading={reading?.pid === row.pid ? reading : undefined}
                key={`${row.key} ${station}`}
                event={event}
                row={row}
                station={station}
                onNext={() => onRow(undefined)}
              />
            </>
          ) : (
            <EmptyState title={t('freeclinic.nobodyOpen')} text={t('freeclinic.nobodyOpenText')} />
          )}
        </section>
      )}
      {devices && (
        <div className="clinicdevices">
          <Suspense fallback={null}>
            <DevicePanel
              person={person}
              onAccepted={setReading}
              onStored={(stored) => stored.takenOver && setReading(stored)}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

interface AtProps {
  /** What a device has just measured of this person. */
  reading: PersonReading | undefined
  event: CareEvent
  row: Row
  station: Station
  onNext: () => void
}
function AtStation({ event, row, station, reading, onNext }: AtProps) {
  const t = useT()
  switch (station) {
    case 'join':
      return <MeasureStation event={event} row={row} items={[]} onNext={onNext} />
    case 'screening':
    case 'consultation':
    case 'report':
    case 'result':
      if (row.pid === null) return <p className="quiet">{t('freeclinic.afterLine')}</p>
      if (station === 'screening')
        return (
          <Suspense fallback={<SkeletonBlock lines={6} />}>
            <ScreeningPerson event={event} pid={row.pid} />
          </Suspense>
        )
      if (station === 'consultation') return <ConsultStation event={event} pid={row.pid} />
      if (station === 'report') return <ReportStation event={event} pid={row.pid} />
      return <ResultStation eventid={event.id} pid={row.pid} />
    default:
      return (
        <MeasureStation
          event={event}
          row={row}
          items={itemsAt(station, event.items)}
          reading={reading}
          onNext={onNext}
        />
      )
  }
}

function Head({ event, onBack }: { event: CareEvent; onBack: () => void }) {
  const t = useT()
  const manages = useRight('event.manage') === 'y'
  const offline = useOpensOffline()
  const [form, setForm] = useState<'edit' | 'cancel'>()
  return (
    <div className="pagehead clinichead">
      <Button kind="text" icon={<ArrowLeftOutlined />} aria-label={t('freeclinic.back')} onClick={onBack} />
      <div className="clinictitle">
        <h1 className="ell">{event.name}</h1>
        <span className="sub ell">
          {daysOf(event)} · {event.place}
        </span>
      </div>
      {stateTag(event)}
      <span className="sub num">
        {t('freeclinic.counts', { joined: event.joined, measured: event.measured, done: event.done })}
      </span>
      {offline && (
        <span className="t3 f12" title={t('freeclinic.offlineText')}>
          <CheckCircleOutlined /> {t('freeclinic.offline')}
        </span>
      )}
      {manages && event.state !== 'cancelled' && (
        <span className="act">
          <Button icon={<EditOutlined />} onClick={() => setForm('edit')}>
            {t('freeclinic.form.edit')}
          </Button>
          <Button kind="bad" icon={<StopOutlined />} onClick={() => setForm('cancel')}>
            {t('freeclinic.cancel')}
          </Button>
        </span>
      )}
      {form === 'edit' && <EventForm event={event} onClose={() => setForm(undefined)} />}
      {form === 'cancel' && <CancelDialog event={event} onClose={() => setForm(undefined)} />}
    </div>
  )
}
