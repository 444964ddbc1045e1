import { getOpinions } from '@teleward/contract/opinions/endpoints.ts'
import { opinionStates, opinionTypes } from '@teleward/contract/opinions/rules.ts'
import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { t as text, useT } from '../../i18n/i18n.ts'
import { DayRangePicker, daysText } from '../../patterns/DayPicker.tsx'
import { type Choice, chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Chip, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { DueText, StateTag } from '../../patterns/opinions/StateTag.tsx'
import { subjectText } from '../../patterns/opinions/texts.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { columnsOf, otherOf } from './columns.tsx'
import { OpinionDrawer } from './OpinionDrawer.tsx'
import { NO_FILTERS, type OpinionChange, type OpinionSearch, useOpinionSearch } from './search.ts'
import { may, withdraw } from './steps.ts'
import '../../patterns/opinions/opinions.css'

const STATUSES = [...opinionStates, 'all'] as const
type Change = (next: OpinionChange) => void

const choicesOf = ({ status, type }: OpinionSearch, change: Change): Choice[] => [
  choice({
    key: 'status',
    name: text('opinions.filter.state'),
    value: status,
    standard: 'inProcess',
    options: STATUSES,
    text: (one) => text(`opinions.state.${one}`),
    pick: (next) => change({ status: next, open: undefined }),
  }),
  choice({
    key: 'type',
    name: text('opinions.filter.type'),
    every: text('opinions.filter.everyType'),
    value: type,
    options: opinionTypes,
    text: (one) => text(`opinions.type.${one}`),
    pick: (next) => change({ type: next }),
  }),
]
/** What narrows the list, each to be taken off. */
function chipsFor({ from, to, id, did }: OpinionSearch, choices: readonly Choice[], change: Change): Chip[] {
  const days = daysText(from, to)
  return [
    ...chipsOf(choices),
    ...(days
      ? [
          {
            key: 'days',
            label: text('common.pair', { name: text('opinions.filter.asked'), value: days }),
            onRemove: () => change({ from: undefined, to: undefined }),
          },
        ]
      : []),
    ...(id ? [{ key: 'id', label: text('opinions.filter.id'), onRemove: () => change({ id: undefined }) }] : []),
    ...(did ? [{ key: 'did', label: text('opinions.filter.did'), onRemove: () => change({ did: undefined }) }] : []),
  ]
}

/** `/opinion`: what one is asked for, and what one asked of others. */
export default function OpinionsPage() {
  const t = useT()
  const [value, change] = useOpinionSearch()
  const { tab, status, type, from, to, id, did, sort, page } = value
  const [q, setQ] = useState('')
  const search = (next: string) => {
    setQ(next)
    change({ page: 1 })
  }
  const frame = useListFrame('/opinion', value, change)
  const input = { query: { tab, status, type, from, to, id, did, q, sort, page, pageSize: frame.pageSize } }
  const list = useList(getOpinions, input)
  const choices = choicesOf(value, change)
  const chips = [...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []), ...chipsFor(value, choices, change)]
  const open = (one: string | undefined) => change({ open: one })
  const next = (row: Opinion): ReactNode =>
    row.side === 'invited' ? (
      <Button size="sm" onClick={() => void go('histemplate', { opinionfilterid: row.filter, caseid: row.id })}>
        {t(row.state === 'inProcess' ? 'opinions.act.open' : 'opinions.act.answer')}
      </Button>
    ) : null
  return (
    <ListPage<Opinion>
      title={t('opinions.title')}
      tabs={<Tabs tab={tab} onTab={(one) => change({ tab: one, did: undefined, open: undefined })} />}
      filters={
        <>
          <SearchBox value={q} placeholder={t('opinions.search')} onSearch={search} />
          <FilterSelects choices={choices} />
          <DayRangePicker
            from={from}
            to={to}
            label={t('opinions.filter.asked')}
            onChange={(first, last) => change({ from: first, to: last })}
          />
        </>
      }
      chips={chips}
      onClearChips={() => {
        setQ('')
        change(NO_FILTERS)
      }}
      source={list}
      rowKey={(row) => row.id}
      tall
      columns={columnsOf(tab)}
      rowClass={(row) => (row.state === 'inProcess' ? '' : 'dim')}
      rowActions={next}
      card={(row) => (
        <ListCard
          name={row.question}
          text={[nameOf(otherOf(tab, row)), subjectText(row)].join(t('common.dot'))}
          status={
            <>
              <StateTag state={row.state} />
              <DueText {...row} />
            </>
          }
          action={next(row)}
          onOpen={() => open(row.id)}
        />
      )}
      drawer={(key, row, move) => <OpinionDrawer key={key} id={key} row={row} move={move} />}
      open={value.open ?? null}
      onOpen={(key) => open(key ?? undefined)}
      {...frame}
      exportList={() => exportSheet(getOpinions, input)}
      rowKeys={[
        {
          keys: 'w',
          label: t('opinions.key.withdraw'),
          run: (row) => may(row, 'withdraw') && void withdraw(row),
        },
      ]}
      empty={{ title: t(`opinions.empty.${tab}`), text: t(`opinions.empty.${tab}Text`) }}
      failed={t('opinions.failed')}
    />
  )
}

/** Each with how many are in process: asked for by the lists themselves. */
function Tabs({ tab, onTab }: { tab: string; onTab: (tab: 'invited' | 'inviting') => void }) {
  const t = useT()
  const totals = {
    invited: useList(getOpinions, { query: { tab: 'invited', pageSize: 1 } }).data?.total,
    inviting: useList(getOpinions, { query: { tab: 'inviting', pageSize: 1 } }).data?.total,
  }
  return (
    <UrlTabs
      label={t('opinions.title')}
      tabs={(['invited', 'inviting'] as const).map((key) => {
        const name = t(`opinions.tab.${key}`)
        const count = totals[key]
        return {
          key,
          name,
          ...(count === undefined
            ? {}
            : { aside: <Count value={count} />, label: t('opinions.tabCount', { name, count }) }),
        }
      })}
      tab={tab}
      onTab={onTab}
    />
  )
}
