import { FilterOutlined, LeftOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons'
import { type HistoryEntry, searchQueueLog } from '@teleward/contract/appointments/history-endpoints.ts'
import { Segmented } from 'antd'
import { lazy, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useT } from '../../i18n/i18n.ts'
import { useAppointmentContext } from '../../patterns/appointments/people.ts'
import { useSteps } from '../../patterns/appointments/useSteps.ts'
import { AppointmentTag } from '../../patterns/appointments/labels.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { ageOf, nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { formatDate, formatShortDate, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { Count } from '../../ui/StatusTag.tsx'
import { chipsOf } from './chips.ts'
import { columnsOf, Fee, NoteMark, RecordingMark } from './columns.tsx'
import { HistoryDetail, type Reveal } from './HistoryDetail.tsx'
import { daysOf, type HistoryChange, type HistorySearch, NO_FILTERS, shifted, useHistorySearch } from './search.ts'
import { Totals } from './Totals.tsx'
import { useHistory } from './useHistory.ts'
import './history.css'

const FilterPanel = lazy(() => import('./FilterPanel.tsx'))

/** `/appthistory`: what happened, for whom, was it paid. */
export default function HistoryPage() {
  const t = useT()
  const [value, change] = useHistorySearch()
  const frame = useListFrame('/appthistory', value, change)
  const around = useAppointmentContext()
  const { query, list, totals, choices, bookers, news } = useHistory(value, frame.pageSize)
  const [reveal, setReveal] = useState<Reveal>(null)
  const open = (qid: number | undefined, what: Reveal = null) => {
    setReveal(what)
    change({ open: qid })
  }
  const steps = useSteps({ view: (row) => open(row.qid), memo: (row) => open(row.qid) })
  const { today } = around.at
  const days = daysOf(value, today)
  const shift = (by: 1 | -1) => {
    const next = shifted(value, today, by)
    if (next) change({ ...next, open: undefined })
  }
  useKeys([
    { keys: '[', label: t('history.earlier'), run: () => shift(-1) },
    { keys: ']', label: t('history.later'), run: () => shift(1) },
  ])
  const chips = chipsOf(value, { choices, bookers, row: list.data?.data[0] })
  return (
    <ListPage<HistoryEntry>
      title={t('screens.name.appthistory')}
      heading={<Days value={value} days={days} today={today} change={change} shift={shift} />}
      source={list}
      filters={
        <>
          <SearchBox value={value.q} placeholder={t('appointments.search')} onSearch={(q) => change({ q })} />
          <span className="grow" />
          <Disclosure
            label={t('common.filter')}
            button={
              <>
                <FilterOutlined />
                {t('common.filter')}
                {chips.length > 0 && <Count value={chips.length} kind="pri" />}
              </>
            }
          >
            <FilterPanel value={value} change={change} />
          </Disclosure>
        </>
      }
      chips={chips.map(({ key, label, off }) => ({ key, label, onRemove: () => change(off) }))}
      onClearChips={() => change(NO_FILTERS)}
      above={
        <>
          <Totals totals={totals} change={change} />
          {news.count > 0 && (
            <div className="alert info inlist" role="status">
              <ReloadOutlined />
              <span className="grow">{t('history.news', { count: news.count })}</span>
              <Button size="sm" onClick={news.show}>
                {t('history.showNews')}
              </Button>
            </div>
          )}
        </>
      }
      {...frame}
      exportList={() => exportSheet(searchQueueLog, { body: query })}
      rowKey={(row) => String(row.qid)}
      columns={columnsOf({ wide: (list.data?.data ?? []).some((row) => isoDay(row.startAt) !== row.date) })}
      rowClass={(row) => (row.closed ? 'dim' : '')}
      tall
      card={(row) => <HistoryCard row={row} onOpen={() => open(row.qid)} />}
      drawer={(key, row, move) => (
        <HistoryDetail
          key={key}
          qid={Number(key)}
          row={row}
          around={around}
          steps={steps}
          reveal={reveal}
          onReveal={setReveal}
          onPatient={(pid) =>
            change({ ...NO_FILTERS, pid, range: 30, from: undefined, to: undefined, open: undefined })
          }
          move={move}
        />
      )}
      open={value.open === undefined ? null : String(value.open)}
      onOpen={(key) => open(key === null ? undefined : Number(key))}
      rowKeys={[
        { keys: 'e', label: t('appointments.key.emr'), run: (row) => around.record && steps.run('emr', row) },
        { keys: 'd', label: t('history.key.note'), run: (row) => open(row.qid, 'note') },
        { keys: 'p', label: t('history.key.play'), run: (row) => open(row.qid, 'recording') },
      ]}
      empty={{
        title: t('history.empty', { from: formatDate(days.from), to: formatDate(days.to) }),
        actions:
          value.range === 7 && !value.from && !value.to ? (
            <Button onClick={() => change({ range: 30 })}>{t('history.thirty')}</Button>
          ) : undefined,
      }}
    />
  )
}

interface DaysProps {
  value: HistorySearch
  days: { from: string; to: string }
  today: string
  change: (next: HistoryChange) => void
  shift: (by: 1 | -1) => void
}
/** The last 7 or 30 days, or any; and as many before or after them. */
function Days({ value, days, today, change, shift }: DaysProps) {
  const t = useT()
  const whole = value.from || value.to ? undefined : value.range
  return (
    <span className="stepper">
      <Segmented<number>
        value={whole ?? 0}
        onChange={(range) => change({ range: range as 7 | 30, from: undefined, to: undefined, open: undefined })}
        options={([7, 30] as const).map((range) => ({ value: range, label: t('history.days', { count: range }) }))}
      />
      <button
        type="button"
        className="icbtn bd"
        aria-label={t('history.earlier')}
        title={t('history.earlier')}
        onClick={() => shift(-1)}
      >
        <LeftOutlined />
      </button>
      <DayRangePicker
        from={days.from}
        to={days.to}
        label={t('appointments.day.range')}
        onChange={(from, to) => change({ from, to, open: undefined })}
      />
      <button
        type="button"
        className="icbtn bd"
        aria-label={t('history.later')}
        title={t('history.later')}
        disabled={days.to >= today}
        onClick={() => shift(1)}
      >
        <RightOutlined />
      </button>
    </span>
  )
}

/** A visit in two lines, on a phone or as a card. */
function HistoryCard({ row, onOpen }: { row: HistoryEntry; onOpen: () => void }) {
  return (
    <ListCard
      no={<span className="f13">{formatShortDate(row.date)}</span>}
      under={timeUnder(row.date, row.startAt)}
      name={nameOf(row.patient)}
      beside={ageOf(row.patient)}
      text={[nameOf(row.doctor), row.serviceItem ?? row.consultProblem].filter(Boolean).join('・')}
      status={
        <>
          <AppointmentTag row={row} />
          <Fee row={row} />
          <NoteMark row={row} />
          <RecordingMark row={row} />
        </>
      }
      onOpen={onOpen}
    />
  )
}
