import { getChildren } from '@teleward/contract/childcare/endpoints.ts'
import { childKinds, type ChildRow, childSort } from '@teleward/contract/childcare/schema.ts'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe, useRight } from '../../api/me.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { choice, type Choice, chipsOf, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { type ListView, type RowKey, useList } from '../../patterns/list.ts'
import { useListFrame } from '../../patterns/listTools.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { childAge, childName, columns, Next } from './columns.tsx'
import type { Asked } from './calls.ts'
import { Detail } from './Detail.tsx'
import {
  type Ages,
  ages,
  type ChildChange,
  type ChildSearch,
  NO_FILTERS,
  type Part,
  toQuery,
  useChildSearch,
} from './search.ts'
import { kindText, StateTag, StoolTag } from './words.tsx'
import './childcare.css'

const STANDARD = { views: ['table', 'card'] as readonly ListView[], pageSize: 20 }
const TABS = ['late', 'soon', 'all'] as const
/** The first letters of the parts in English: they stand beside their names. */
const PART_KEYS: Record<Part, string> = { vaccination: 'v', fluoride: 'f', preventive: 'p', biliary: 'b', growth: 'g' }

function useChoices(value: ChildSearch, change: (next: ChildChange) => void): Choice[] {
  const { unit_list } = useMe()
  return [
    choice({
      key: 'kind',
      name: t('childcare.col.kind'),
      value: value.kind,
      options: childKinds,
      text: kindText,
      pick: (kind) => change({ kind }),
    }),
    choice({
      key: 'age',
      name: t('childcare.filter.age'),
      value: value.age,
      options: Object.keys(ages) as Ages[],
      text: (one) => t(`childcare.filter.${one}`),
      pick: (age) => change({ age }),
    }),
    ...(unit_list.length > 1
      ? [
          unitChoice({
            name: t('childcare.col.unit'),
            units: unit_list,
            value: value.unit,
            pick: (unit) => change({ unit }),
          }),
        ]
      : []),
  ]
}

/** `/childcaremgmt`: children with what they wait for, the most late on top. */
export default function ChildcarePage() {
  const t = useT()
  const [asked, change] = useChildSearch()
  const value = { ...asked, sort: childSort.safeParse(asked.sort).data }
  const [q, setQ] = useState('')
  const writes = useRight('childcare.write') === 'y'
  const frame = useListFrame('/childcaremgmt', value, change, STANDARD)
  const query = toQuery(value, q, frame.pageSize)
  const list = useList(getChildren, { query })
  const [form, setForm] = useState<Asked | null>(null)
  const choices = useChoices(value, change)
  const rows = list.data?.data ?? []
  const open = (pid: number | undefined) => {
    setForm(null)
    change({ open: pid })
  }
  const record = (row: ChildRow) => {
    const [first] = row.open
    const kind = first?.kind ?? (value.part === 'growth' ? 'preventive' : value.part)
    change({ open: row.pid, part: kind })
    setForm({ kind, vaccine: first?.vaccine ?? null, number: first?.number ?? null })
  }
  const rowKeys: RowKey<ChildRow>[] = [
    ...(Object.entries(PART_KEYS) as [Part, string][]).map(([part, keys]) => ({
      keys,
      label: t(`childcare.part.${part}`),
      run: ({ pid }: ChildRow) => change({ open: pid, part }),
    })),
    ...(writes ? [{ keys: 'a', label: t('childcare.add'), run: record }] : []),
  ]
  const chips = [
    ...chipsOf(choices),
    ...(value.pid
      ? [
          {
            key: 'pid',
            label: rows[0]?.pid === value.pid ? childName(rows[0]) : t('childcare.col.child'),
            onRemove: () => change({ pid: undefined }),
          },
        ]
      : []),
  ]
  const plain = chips.length === 0 && !q
  return (
    <ListPage<ChildRow>
      title={t('screens.name.childcaremgmt')}
      tabs={
        <UrlTabs
          label={t('screens.name.childcaremgmt')}
          tabs={TABS.map((key) => ({ key, name: t(`childcare.tab.${key}`) }))}
          tab={value.tab}
          onTab={(tab) => change({ tab, page: 1 })}
        />
      }
      filters={
        <>
          <SearchBox
            value={q}
            placeholder={t('childcare.search')}
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
      rowKey={(row) => String(row.pid)}
      columns={columns()}
      tall
      card={(row) => <Card row={row} writes={writes} onOpen={() => open(row.pid)} onRecord={() => record(row)} />}
      drawer={(key, row, move) => (
        <Detail
          key={key}
          pid={Number(key)}
          row={row}
          part={value.part}
          onPart={(part) => change({ part })}
          asked={form}
          onAsk={setForm}
          writes={writes}
          move={move}
        />
      )}
      open={value.open === undefined ? null : String(value.open)}
      onOpen={(key) => open(key === null ? undefined : Number(key))}
      {...frame}
      exportList={() => exportSheet(getChildren, { query })}
      rowKeys={rowKeys}
      empty={
        value.tab !== 'all' && plain
          ? {
              narrowed: true,
              title: t(value.tab === 'late' ? 'childcare.noneLate' : 'childcare.noneSoon'),
              text: t('childcare.noneText'),
              actions: <Button onClick={() => change({ tab: 'all' })}>{t('childcare.showAll')}</Button>,
            }
          : { title: t('childcare.empty'), text: t('childcare.emptyText') }
      }
      failed={t('childcare.failed')}
    />
  )
}

interface CardProps {
  row: ChildRow
  writes: boolean
  onOpen: () => void
  onRecord: () => void
}
function Card({ row, writes, onOpen, onRecord }: CardProps) {
  return (
    <ListCard
      name={childName(row)}
      beside={childAge(row)}
      text={<Next row={row} />}
      status={
        <>
          {row.next && <StateTag state={row.next.state} lateDays={row.next.lateDays} />}
          {row.stool.state === 'abnormal' && <StoolTag stool={row.stool} />}
          {row.multiple && <span className="tag">{t('childcare.twin')}</span>}
        </>
      }
      action={
        writes && row.open.length > 0 ? <Button onClick={onRecord}>{t('childcare.givenToday')}</Button> : undefined
      }
      onOpen={onOpen}
    />
  )
}
