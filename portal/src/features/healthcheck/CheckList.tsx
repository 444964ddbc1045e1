import { HeartOutlined, PlusOutlined } from '@ant-design/icons'
import { getHealthChecks } from '@teleward/contract/healthchecks/endpoints.ts'
import { checkStates } from '@teleward/contract/healthchecks/rules.ts'
import type { HealthCheck } from '@teleward/contract/healthchecks/schema.ts'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { useScanner } from '../../patterns/scanner.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import { stateTag } from './labels.tsx'
import type { useCheckSearch } from './search.ts'
import { StartDialog } from './StartDialog.tsx'

const who = ({ patient }: HealthCheck) => (patient ? nameOf(patient) : '–')
const columns = (): Column<HealthCheck>[] => [
  {
    key: 'member',
    title: say('healthcheck.column.member'),
    fixed: true,
    cell: (row) => (
      <span className="ell">
        <b>{who(row)}</b>{' '}
        {row.patient && (
          <span className="t3 f12">{ageAndSex(row.patient.birthday, row.patient.gender ?? 'unknown')}</span>
        )}
      </span>
    ),
  },
  {
    key: 'programme',
    title: say('healthcheck.column.programme'),
    width: 130,
    cell: ({ programme }) => say(`healthcheck.programme.${programme}`),
  },
  { key: 'state', title: say('healthcheck.column.state'), sort: 'state', width: 120, cell: stateTag },
  {
    key: 'entered',
    title: say('healthcheck.column.entered'),
    width: 90,
    align: 'right',
    cell: ({ entered, items }) => (
      <span className="num">
        {entered}/{items}
      </span>
    ),
  },
  {
    key: 'startedAt',
    title: say('healthcheck.column.startedAt'),
    sort: 'startedAt',
    width: 160,
    cell: ({ startedAt }) => <span className="num">{formatDateTime(startedAt)}</span>,
  },
  {
    key: 'by',
    title: say('healthcheck.column.by'),
    width: 120,
    minTable: 760,
    cell: ({ startedBy }) => nameOf(startedBy),
  },
]

/** Where a check goes on: what is done leads to its result, what is processed to its steps. */
export function leadTo({ id, state }: Pick<HealthCheck, 'id' | 'state'>): void {
  const screen =
    state === 'done'
      ? 'healthCheckResult'
      : state === 'processing' || state === 'failed'
        ? 'healthCheckProcessing'
        : 'healthCheck'
  void go(screen, {}, { id })
}

/** Unfinished ones first; a card that is read anywhere starts one. */
export function CheckList({ search }: { search: ReturnType<typeof useCheckSearch> }) {
  const t = useT()
  const [value, change] = search
  const { state, sort, page } = value
  const [q, setQ] = useState('')
  const [starting, setStarting] = useState<{ code?: string }>()
  const frame = useListFrame('/health-check', value, change)
  const query = { state, sort, q, page, pageSize: frame.pageSize }
  const list = useList(getHealthChecks, { query })
  const choices = [
    choice({
      key: 'state',
      name: t('healthcheck.column.state'),
      every: t('healthcheck.every'),
      value: state,
      options: checkStates,
      text: (one) => t(`healthcheck.state.${one}`),
      pick: (to) => change({ state: to }),
    }),
  ]
  useScanner((code) => setStarting({ code }))
  // No letter is a key here: a card reader types them.
  const create = (
    <Button kind="primary" icon={<PlusOutlined />} onClick={() => setStarting({})}>
      {t('healthcheck.new')}
    </Button>
  )
  const open = (key: string | null) => {
    const row = list.data?.data.find(({ id }) => id === key)
    if (row) leadTo(row)
  }
  return (
    <>
      <ListPage<HealthCheck>
        title={t('screens.name.healthCheck')}
        actions={create}
        filters={
          <>
            <SearchBox
              value={q}
              placeholder={t('healthcheck.search')}
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
          change({ state: undefined })
        }}
        source={list}
        rowKey={({ id }) => id}
        columns={columns()}
        card={(row) => (
          <ListCard
            name={who(row)}
            text={t(`healthcheck.programme.${row.programme}`)}
            status={
              <>
                {stateTag(row)}
                <span className="num">{t('healthcheck.entered', { done: row.entered, all: row.items })}</span>
                <span className="t3 num">{formatDateTime(row.startedAt)}</span>
              </>
            }
            onOpen={() => leadTo(row)}
          />
        )}
        opensPage
        open={null}
        onOpen={open}
        {...frame}
        exportList={() => exportSheet(getHealthChecks, { query })}
        empty={{
          title: t('healthcheck.none'),
          icon: <HeartOutlined />,
          text: t('healthcheck.noneText'),
          actions: create,
        }}
        failed={t('healthcheck.failed')}
      />
      {starting && (
        <StartDialog
          {...starting}
          onClose={(id) => {
            setStarting(undefined)
            if (id !== undefined) change({ id }, { push: true })
          }}
        />
      )}
    </>
  )
}
