import { HeartOutlined, PlusOutlined } from '@ant-design/icons'
import { getEvents } from '@teleward/contract/careevents/endpoints.ts'
import { getHpaEvents } from '@teleward/contract/careevents/screening-endpoints.ts'
import { eventKinds, eventStates } from '@teleward/contract/careevents/rules.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { EventForm } from './EventForm.tsx'
import { daysOf, stateTag } from './labels.tsx'
import type { useClinicSearch } from './search.ts'

const columns = (): Column<CareEvent>[] => [
  {
    key: 'name',
    title: say('freeclinic.column.name'),
    sort: 'name',
    fixed: true,
    cell: (row) => (
      <span className="eventcell">
        <b className="ell">{row.name}</b>
        <span className="t3 f12 ell">{row.place}</span>
      </span>
    ),
  },
  {
    key: 'kind',
    title: say('freeclinic.column.kind'),
    width: 110,
    minTable: 760,
    cell: ({ kind }) => say(`freeclinic.kind.${kind}`),
  },
  {
    key: 'startsOn',
    title: say('freeclinic.column.days'),
    sort: 'startsOn',
    width: 190,
    cell: (row) => <span className="num">{daysOf(row)}</span>,
  },
  { key: 'state', title: say('freeclinic.column.state'), width: 120, cell: stateTag },
  {
    key: 'joined',
    title: say('freeclinic.column.joined'),
    sort: 'joined',
    width: 80,
    align: 'right',
    cell: ({ joined }) => <span className="num">{joined}</span>,
  },
  {
    key: 'measured',
    title: say('freeclinic.column.measured'),
    width: 90,
    align: 'right',
    minTable: 760,
    cell: ({ measured }) => <span className="num">{measured}</span>,
  },
  {
    key: 'done',
    title: say('freeclinic.column.done'),
    width: 80,
    align: 'right',
    minTable: 760,
    cell: ({ done }) => <span className="num">{done}</span>,
  },
]

interface Props {
  search: ReturnType<typeof useClinicSearch>
  /** Screenings: one's own, or those the authority pays for. Without it all events. */
  of?: 'own' | 'hpa'
  tabs?: ReactNode
}
/** Events of the own units: what runs first, then what comes. */
export function EventList({ search, of, tabs }: Props) {
  const t = useT()
  const manages = useRight('event.manage') === 'y'
  const [value, change] = search
  const { state, kind, sort, page } = value
  const [q, setQ] = useState('')
  const [making, setMaking] = useState(false)
  const frame = useListFrame(of ? '/screening' : '/freeclinic', value, change)
  const only = of === 'own' ? ('screening' as const) : kind
  const asked = { state, sort, q, page, pageSize: frame.pageSize }
  const body = { ...asked, kind: only }
  const all = useList(getEvents, { body }, of !== 'hpa')
  const paid = useList(getHpaEvents, { body: asked }, of === 'hpa')
  const list = of === 'hpa' ? paid : all
  const coming = useList(getEvents, {
    body: { state: 'coming', kind: of === 'hpa' ? 'hpa' : only, sort: 'startsOn', page: 1, pageSize: 1 },
  })
  const next = coming.data?.data[0]
  const choices = [
    choice({
      key: 'state',
      name: t('freeclinic.column.state'),
      every: t('freeclinic.everyState'),
      value: state,
      options: eventStates,
      text: (one) => t(`freeclinic.state.${one}`),
      pick: (to) => change({ state: to }),
    }),
    ...(of
      ? []
      : [
          choice({
            key: 'kind',
            name: t('freeclinic.column.kind'),
            every: t('freeclinic.everyKind'),
            value: kind,
            options: eventKinds,
            text: (one) => t(`freeclinic.kind.${one}`),
            pick: (to) => change({ kind: to }),
          }),
        ]),
  ]
  useKeys([...(manages ? [{ keys: 'a', label: t('freeclinic.new'), run: () => setMaking(true) }] : [])])
  const open = (id: number) => change({ event: id, station: undefined, pid: undefined }, { push: true })
  const create = manages && (
    <Button kind="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      {t('freeclinic.new')}
    </Button>
  )
  return (
    <>
      <ListPage<CareEvent>
        title={t(of ? 'screens.name.screening' : 'screens.name.freeclinic')}
        actions={create}
        {...(tabs ? { tabs } : {})}
        filters={
          <>
            <SearchBox
              value={q}
              placeholder={t('freeclinic.search')}
              onSearch={(to) => {
                setQ(to)
                change({ page: 1 })
              }}
            />
            <FilterSelects choices={choices} />
          </>
        }
        chips={chipsOf(choices)}
        onClearChips={() => {
          setQ('')
          change({ state: undefined, kind: undefined })
        }}
        source={list}
        rowKey={({ id }) => String(id)}
        tall
        columns={columns()}
        card={(row) => (
          <ListCard
            name={row.name}
            text={row.place}
            status={
              <>
                {stateTag(row)}
                <span className="num">{daysOf(row)}</span>
                <span className="t3">{t('freeclinic.joinedCount', { count: row.joined })}</span>
              </>
            }
            onOpen={() => open(row.id)}
          />
        )}
        opensPage
        open={null}
        onOpen={(key) => key !== null && open(Number(key))}
        {...frame}
        exportList={() =>
          of === 'hpa' ? exportSheet(getHpaEvents, { body: asked }) : exportSheet(getEvents, { body })
        }
        empty={{
          title: t(of ? 'screening.none' : 'freeclinic.none'),
          icon: <HeartOutlined />,
          text: next
            ? t('freeclinic.nextOne', { name: next.name, day: formatDate(next.startsOn) })
            : t(of ? 'screening.noneText' : 'freeclinic.noneText'),
          ...(create ? { actions: create } : {}),
        }}
        failed={t('freeclinic.failed')}
      />
      {making && (
        <EventForm
          {...(of ? { kind: of === 'hpa' ? ('hpa' as const) : ('screening' as const) } : {})}
          onClose={(id) => {
            setMaking(false)
            if (id !== undefined) open(id)
          }}
        />
      )}
    </>
  )
}
