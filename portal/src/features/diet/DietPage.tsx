import { PlusOutlined } from '@ant-design/icons'
import { fetchDietMember } from '@teleward/contract/diet/endpoints.ts'
import { getCareGroups } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { conditions } from '@teleward/contract/diet/targets.ts'
import { type DietRow, dietSort, MOST_ADVISED } from '@teleward/contract/diet/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { go } from '../../shell/navigation.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { choice, type Choice, chipsOf, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { type Column, type RowKey, useList, type ListView } from '../../patterns/list.ts'
import { useListFrame } from '../../patterns/listTools.ts'
import { usePickedRows } from '../../patterns/pickedRows.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { columnsOf, Dots, energyText, patientAge, patientName } from './columns.tsx'
import { Detail } from './Detail.tsx'
import { type DietChange, type DietSearch, NO_FILTERS, toQuery, useDietSearch } from './search.ts'
import { conditionText } from './labels.ts'
import './diet.css'

const BeginForm = lazy(() => loadChunk(async () => ({ default: (await import('./BeginForm.tsx')).BeginForm })))
const ManyDialog = lazy(() => loadChunk(async () => ({ default: (await import('./ManyDialog.tsx')).ManyDialog })))
const STANDARD = { views: ['table', 'card'] as readonly ListView[], pageSize: 20 }

function useChoices(value: DietSearch, change: (next: DietChange) => void): Choice[] {
  const { unit_list } = useMe()
  const watches = useRight('monitor.read') !== '-'
  const care = useQuery({ ...endpointQuery(getCareGroups, {}), enabled: watches })
  const groups = care.data?.groups ?? []
  return [
    choice({
      key: 'waiting',
      name: t('diet.filter.waiting'),
      value: value.waiting,
      standard: '1',
      options: ['1', '0'] as const,
      text: (one) => t(one === '1' ? 'diet.filter.waitingYes' : 'diet.filter.waitingNo'),
      pick: (waiting) => change({ waiting: waiting ?? '1' }),
    }),
    choice({
      key: 'condition',
      name: t('diet.col.condition'),
      value: value.condition,
      options: conditions,
      text: conditionText,
      pick: (condition) => change({ condition }),
    }),
    choice({
      key: 'days',
      name: t('diet.filter.days'),
      value: value.days,
      standard: '7',
      options: ['7', '14', '30'] as const,
      text: (count) => t('diet.filter.daysOf', { count }),
      pick: (days) => change({ days: days ?? '7' }),
    }),
    choice({
      key: 'off',
      name: t('diet.filter.state'),
      value: value.off ?? '0',
      standard: '0',
      options: ['0', '1'] as const,
      text: (one) => t(one === '1' ? 'diet.ended' : 'diet.filter.running'),
      pick: (one) => change({ off: one === '1' ? '1' : undefined }),
    }),
    ...(groups.length > 0
      ? [
          {
            key: 'group',
            name: t('diet.filter.group'),
            value: value.group,
            options: groups.map(({ id, name }) => ({ value: id, label: name })),
            pick: (group: string | undefined) => change({ group }),
          },
        ]
      : []),
    ...(unit_list.length > 1
      ? [
          unitChoice({
            name: t('diet.col.unit'),
            units: unit_list,
            value: value.unit,
            pick: (unit) => change({ unit }),
          }),
        ]
      : []),
  ]
}

/** `/dietMgmt`: members in diet management, those whose meals wait for advice on top. */
export default function DietPage() {
  const t = useT()
  const [asked, change] = useDietSearch()
  const value = { ...asked, sort: dietSort.safeParse(asked.sort).data }
  const [q, setQ] = useState('')
  const writes = useRight('diet.advise') !== '-'
  const frame = useListFrame('/dietMgmt', value, change, STANDARD)
  const query = toQuery(value, q, frame.pageSize)
  const list = useList(fetchDietMember, { body: query })
  const [many, setMany] = useState(false)
  const [adviceOf, setAdviceOf] = useState({ id: 0, times: 0 })
  const choices = useChoices(value, change)
  const rows = list.data?.data ?? []
  const { picked, isPicked, pick, clear } = usePickedRows(rows, ({ id }) => id, MOST_ADVISED)
  const open = (id: number | undefined) => change({ open: id })
  const askMany = () =>
    picked.length > 0 ? setMany(true) : notify({ kind: 'info', key: 'diet', title: t('diet.many.none') })
  const advise = (row: DietRow) => {
    open(row.id)
    setAdviceOf(({ times }) => ({ id: row.id, times: times + 1 }))
  }
  const nextWaiting = () => {
    const at = rows.findIndex(({ id }) => id === value.open)
    const next = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(({ waitingSince }) => waitingSince)
    if (next) open(next.id)
    else notify({ kind: 'info', key: 'diet', title: t('diet.noneWaiting') })
  }
  useKeys([
    { keys: 'n', label: t('diet.key.next'), run: nextWaiting },
    ...(writes ? [{ keys: 'Shift+X', label: t('diet.many.send'), run: askMany }] : []),
  ])
  const rowKeys: RowKey<DietRow>[] = writes
    ? [
        { keys: 'x', label: t('diet.key.select'), run: pick },
        { keys: 'a', label: t('diet.key.advice'), run: advise },
      ]
    : []
  const select: Column<DietRow> = {
    key: 'select',
    title: <span className="sr">{t('diet.col.select')}</span>,
    name: t('diet.col.select'),
    width: 40,
    fixed: true,
    cell: (row) => (
      <Checkbox
        className="dietpick"
        aria-label={`${t('diet.col.select')} ${patientName(row)}`}
        checked={isPicked(row)}
        onChange={() => pick(row)}
      />
    ),
  }
  const columns = columnsOf(Number(value.days))
  const chips = [
    ...chipsOf(choices),
    ...(value.pid
      ? [
          {
            key: 'pid',
            label: rows[0]?.pid === value.pid ? patientName(rows[0]) : t('diet.col.patient'),
            onRemove: () => change({ pid: undefined }),
          },
        ]
      : []),
  ]
  const justWaiting = query.waiting === true && chips.length === 0 && !q
  const begin = (
    <Button kind="primary" icon={<PlusOutlined />} onClick={() => change({ add: '1' })}>
      {t('diet.begin')}
    </Button>
  )
  return (
    <>
      <ListPage<DietRow>
        title={t('screens.name.dietMgmt')}
        actions={
          writes && (
            <>
              {picked.length > 0 && (
                <Button onClick={askMany}>{t('diet.many.button', { count: picked.length })}</Button>
              )}
              {begin}
            </>
          )
        }
        filters={
          <>
            <SearchBox
              value={q}
              placeholder={t('diet.search')}
              onSearch={(next) => {
                setQ(next)
                change({ page: 1 })
              }}
            />
            <FilterSelects choices={choices} />
          </>
        }
        chips={[...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []), ...chips]}
        onClearChips={() => {
          setQ('')
          change(NO_FILTERS)
        }}
        source={list}
        rowKey={(row) => String(row.id)}
        columns={writes ? [select, ...columns] : columns}
        rowClass={(row) => (row.ended ? 'dim' : '')}
        tall
        card={(row) => <Card row={row} onOpen={() => open(row.id)} />}
        drawer={(key, row, move) => (
          <Detail
            key={key}
            row={row}
            writes={writes}
            focus={adviceOf.id === Number(key) ? adviceOf.times : 0}
            move={move}
          />
        )}
        open={value.open === undefined ? null : String(value.open)}
        onOpen={(key) => open(key === null ? undefined : Number(key))}
        {...frame}
        exportList={() => exportSheet(fetchDietMember, { body: query })}
        rowKeys={rowKeys}
        empty={
          value.pid !== undefined
            ? { narrowed: true, title: t('diet.notIn'), ...(writes ? { actions: begin } : {}) }
            : justWaiting
              ? {
                  narrowed: true,
                  title: t('diet.noneWaiting'),
                  text: t('diet.noneWaitingText'),
                  actions: <Button onClick={() => change({ waiting: '0' })}>{t('diet.showAll')}</Button>,
                }
              : { title: t('diet.empty'), text: t('diet.emptyText') }
        }
        failed={t('diet.failed')}
      />
      <Suspense fallback={null}>
        {writes && value.add === '1' && (
          <BeginForm
            pid={value.pid}
            onClose={() => change({ add: undefined })}
            onMade={(id) => change({ add: undefined, waiting: '0', open: id })}
          />
        )}
        {many && (
          <ManyDialog
            rows={picked}
            onClose={() => {
              setMany(false)
              clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

function Card({ row, onOpen }: { row: DietRow; onOpen: () => void }) {
  return (
    <ListCard
      name={patientName(row)}
      beside={patientAge(row)}
      text={row.open ? `${energyText(row)} kcal` : t('diet.closed')}
      status={
        <>
          {row.lastPicture?.thumb && (
            <img
              className="dietthumb"
              src={row.lastPicture.thumb}
              alt={t('diet.picture', { name: row.lastPicture.name })}
            />
          )}
          {row.condition && <span className="f13">{conditionText(row.condition)}</span>}
          <Dots row={row} />
        </>
      }
      action={<Button onClick={() => void go('dietReport', { pid: row.pid })}>{t('diet.report')}</Button>}
      onOpen={onOpen}
    />
  )
}
