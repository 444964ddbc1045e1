import { PlusOutlined, ScheduleOutlined } from '@ant-design/icons'
import { getNotices } from '@teleward/contract/notices/endpoints.ts'
import { noticeStates } from '@teleward/contract/notices/rules.ts'
import type { Notice } from '@teleward/contract/notices/schema.ts'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { daysChips } from '../../patterns/daysChips.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { type Begun, NoticeForm } from './NoticeForm.tsx'
import { NoticeDrawer } from './NoticeDrawer.tsx'
import { stateTag, stateText } from './states.tsx'
import { useScheduleSearch } from './search.ts'
import './notices.css'

const TEMPLATES = ['visit', 'fasting', 'event'] as const

/** How many of whom, or for a recipient who wrote it. */
const whoText = ({ counts, names }: Notice) =>
  counts === null
    ? say('notices.toMe')
    : [
        counts.staff > 0 && say('notices.staffCount', { count: counts.staff }),
        counts.patients > 0 && say('notices.patientCount', { count: counts.patients }),
      ]
        .filter(Boolean)
        .join(say('common.dot')) + (names.length ? `：${names.join('、')}` : '')

const columns = (): Column<Notice>[] => [
  {
    key: 'content',
    title: say('notices.column.content'),
    fixed: true,
    cell: (row) => <span className="noticecell">{row.content}</span>,
  },
  {
    key: 'who',
    title: say('notices.column.who'),
    width: 240,
    minTable: 760,
    cell: (row) => <span className="ell">{whoText(row)}</span>,
  },
  {
    key: 'sendAt',
    title: say('notices.column.sendAt'),
    sort: 'sendAt',
    width: 150,
    cell: (row) => <span className="num">{formatDateTime(row.sendAt)}</span>,
  },
  {
    key: 'created',
    title: say('notices.column.created'),
    sort: 'created',
    width: 170,
    minTable: 900,
    cell: (row) => (
      <>
        <span className="num">{formatDateTime(row.createdAt)}</span>{' '}
        <span className="t3 f12">{nameOf(row.author)}</span>
      </>
    ),
  },
  { key: 'state', title: say('notices.column.state'), width: 150, cell: stateTag },
]

/** `/message/schedule`: what is told to many at an hour; for who sends none, what came. */
export default function SchedulePage() {
  const t = useT()
  const sends = useRight('notice.send') === 'y'
  const [value, change] = useScheduleSearch()
  const { state, mine, from, to, sort, page, open } = value
  const [q, setQ] = useState('')
  const frame = useListFrame('/message/schedule', value, change)
  const query = { state, mine, from, to, sort, q, page, pageSize: frame.pageSize }
  const list = useList(getNotices, { query })
  const [begun, setBegun] = useState<Begun>()
  const choices = [
    choice({
      key: 'state',
      name: t('notices.column.state'),
      every: t('notices.everyState'),
      value: state,
      options: noticeStates,
      text: stateText,
      pick: (next) => change({ state: next }),
    }),
    ...(sends
      ? [
          choice({
            key: 'mine',
            name: t('notices.author'),
            value: mine,
            standard: '0',
            options: ['0', '1'],
            text: (one) => t(one === '1' ? 'notices.mineOnly' : 'notices.everybody'),
            pick: (next) => change({ mine: next }),
          }),
        ]
      : []),
  ]
  useKeys([...(sends ? [{ keys: 'a', label: t('notices.new'), run: () => setBegun({}) }] : [])])
  const create = sends && (
    <Button kind="primary" icon={<PlusOutlined />} onClick={() => setBegun({})}>
      {t('notices.new')}
    </Button>
  )
  return (
    <>
      <ListPage<Notice>
        title={t('notices.title')}
        actions={create}
        filters={
          <>
            <SearchBox
              value={q}
              placeholder={t('notices.search')}
              onSearch={(next) => {
                setQ(next)
                change({ page: 1 })
              }}
            />
            <FilterSelects choices={choices} />
            <DayRangePicker
              label={t('notices.column.sendAt')}
              from={from}
              to={to}
              onChange={(a, b) => change({ from: a, to: b })}
            />
          </>
        }
        chips={[...chipsOf(choices), ...daysChips({ from, to }, change)]}
        onClearChips={() => {
          setQ('')
          change({ state: undefined, mine: '0', from: undefined, to: undefined })
        }}
        source={list}
        rowKey={({ id }) => id}
        tall
        columns={columns()}
        card={(row) => (
          <ListCard
            name={row.content}
            text={whoText(row)}
            status={
              <>
                {stateTag(row)}
                <span className="num">{formatDateTime(row.sendAt)}</span>
              </>
            }
            onOpen={() => change({ open: row.id })}
          />
        )}
        drawer={(key, _row, step) => <NoticeDrawer key={key} id={key} step={step} onBegin={setBegun} />}
        open={open ?? null}
        onOpen={(key) => change({ open: key ?? undefined })}
        {...frame}
        exportList={() => exportSheet(getNotices, { query })}
        empty={{
          title: t(sends ? 'notices.none' : 'notices.noneCame'),
          icon: <ScheduleOutlined />,
          ...(sends
            ? {
                text: t('notices.noneText'),
                actions: (
                  <span className="templates">
                    {TEMPLATES.map((one) => (
                      <Button key={one} onClick={() => setBegun({ content: t(`notices.template.${one}.text`) })}>
                        {t(`notices.template.${one}.name`)}
                      </Button>
                    ))}
                  </span>
                ),
              }
            : {}),
        }}
        failed={t('notices.scheduleFailed')}
      />
      {begun && (
        <NoticeForm
          begun={begun}
          onClose={(id) => {
            setBegun(undefined)
            if (id) change({ open: id })
          }}
        />
      )}
    </>
  )
}
