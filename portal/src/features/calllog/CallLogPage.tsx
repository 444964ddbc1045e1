import './calllog.css'
import { PhoneOutlined } from '@ant-design/icons'
import { fetchCallLog } from '@teleward/contract/calls/log-endpoints.ts'
import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { FilterSelects } from '../../patterns/FilterSelect.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { useCalls } from '../../shell/calls.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatShortDate, formatTime, isoDay } from '../../ui/format.ts'
import { BackButton, callBackAsked, MoreActs, useCallsBack } from './acts.tsx'
import { CallDetail } from './CallDetail.tsx'
import { logChips, useChoices } from './choices.ts'
import { columnsOf } from './columns.tsx'
import { Direction, isOpen, lengthText, Outcome, staffText } from './labels.tsx'
import { Missed } from './Missed.tsx'
import { daysOf, type LogChange, type LogSearch, NO_FILTERS, toQuery, useLogSearch } from './search.ts'

/** `/calllog`: who called whom, what became of it, and whom to call back. */
export default function CallLogPage() {
  const t = useT()
  const [value, change] = useLogSearch()
  const frame = useListFrame('/calllog', value, change)
  const [q, setQ] = useState('')
  const search = (next: string) => {
    setQ(next)
    change({ page: 1 })
  }
  const query = toQuery(value, q, frame.pageSize)
  const list = useList(fetchCallLog, { body: query })
  const choices = useChoices(value, change)
  const [playing, setPlaying] = useState<string>()
  const calls = useCallsBack()
  const { choose } = useCalls()
  const days = daysOf(value, isoDay())
  const open = (callID: string | undefined) => {
    setPlaying(undefined)
    change({ open: callID })
  }
  return (
    <ListPage<CallLogEntry>
      title={t('screens.name.calllog')}
      heading={<Days value={value} days={days} change={change} />}
      filters={
        <>
          <SearchBox value={q} placeholder={t('calllog.search')} onSearch={search} />
          <FilterSelects choices={choices} />
          {calls && (
            <Button className="logcall" icon={<PhoneOutlined />} onClick={choose}>
              {t('calllog.act.colleague')}
            </Button>
          )}
        </>
      }
      chips={logChips(value, choices, change, [q, search])}
      onClearChips={() => {
        setQ('')
        change(NO_FILTERS)
      }}
      above={
        (list.data || !list.error) && <Missed value={value} onShow={() => change({ ...NO_FILTERS, missed: '1' })} />
      }
      source={list}
      rowKey={({ callID }) => callID}
      columns={columnsOf()}
      rowClass={(row) => (isOpen(row) ? 'logopen' : '')}
      rowActions={(row) => (
        <>
          <BackButton row={row} />
          <MoreActs row={row} />
        </>
      )}
      rowActionsWidth={164}
      card={(row) => (
        <ListCard
          no={<span className="f13">{formatShortDate(row.record_start_time)}</span>}
          under={formatTime(row.record_start_time)}
          name={nameOf(row)}
          beside={row.memberNo}
          text={[row.tel, staffText(row), lengthText(row)].filter(Boolean).join(t('common.dot'))}
          status={
            <>
              <Outcome row={row} />
              <Direction row={row} />
            </>
          }
          action={<BackButton row={row} />}
          onOpen={() => open(row.callID)}
        />
      )}
      drawer={(key, row, step) => (
        <CallDetail key={key} row={row} step={step} play={playing === key} onPlayed={() => setPlaying(undefined)} />
      )}
      open={value.open ?? null}
      onOpen={(key) => open(key ?? undefined)}
      {...frame}
      exportList={() => exportSheet(fetchCallLog, { body: query })}
      rowKeys={[
        { keys: 'c', label: t('calllog.act.back'), run: (row) => calls && void callBackAsked(row) },
        {
          keys: 'p',
          label: t('common.recording.play'),
          run: (row) => {
            open(row.callID)
            setPlaying(row.callID)
          },
        },
      ]}
      empty={{
        title: t('calllog.empty', { from: formatDate(days.from), to: formatDate(days.to) }),
        icon: <PhoneOutlined />,
        actions:
          value.range === 7 && !value.from && !value.to ? (
            <Button onClick={() => change({ range: 30 })}>{t('calllog.thirty')}</Button>
          ) : undefined,
      }}
      failed={t('calllog.failed')}
    />
  )
}

interface DaysProps {
  value: LogSearch
  days: { from: string; to: string }
  change: (next: LogChange) => void
}
/** The last week or month, or from one day to another. */
function Days({ value, days, change }: DaysProps) {
  const t = useT()
  return (
    <span className="stepper">
      <Segmented<number>
        value={value.from || value.to ? 0 : value.range}
        onChange={(range) => change({ range: range === 30 ? 30 : 7, from: undefined, to: undefined, open: undefined })}
        options={([7, 30] as const).map((range) => ({ value: range, label: t('calllog.days', { count: range }) }))}
      />
      <DayRangePicker
        from={days.from}
        to={days.to}
        label={t('calllog.range')}
        onChange={(from, to) => change({ from, to, open: undefined })}
      />
    </span>
  )
}
