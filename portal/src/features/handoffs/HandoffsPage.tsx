import { CheckOutlined, PlusOutlined, SwapOutlined, UndoOutlined } from '@ant-design/icons'
import { MAX_PAGE_SIZE } from '@teleward/contract/core/paging.ts'
import { myTodolist, toMeTodolist } from '@teleward/contract/handoffs/endpoints.ts'
import { COMPLETE, UNFINISHED } from '@teleward/contract/handoffs/rules.ts'
import type { Handoff } from '@teleward/contract/handoffs/schema.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { call } from '../../api/client.ts'
import { showError } from '../../api/query.ts'
import { openHandoff } from '../../shell/handoffs.ts'
import { useT } from '../../i18n/i18n.ts'
import { Due } from '../../patterns/handoffs/Due.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Count } from '../../ui/StatusTag.tsx'
import { columnsOf, otherOf, patientText } from './columns.tsx'
import { HandoffFilters, handoffChips, useChoices } from './Filters.tsx'
import { HandoffDrawer } from './HandoffDrawer.tsx'
import { PassOn } from './PassOn.tsx'
import { NO_FILTERS, useHandoffSearch } from './search.ts'
import { may, steps } from './steps.ts'
import { StatusOf } from './labels.tsx'
import './handoffs.css'

const lists = { tome: toMeTodolist, byme: myTodolist }

/** `/todolist`: what I got, and what became of what I gave. */
export default function HandoffsPage() {
  const t = useT()
  const { mid } = useMe()
  const [value, change] = useHandoffSearch()
  const { tab, status, due, who, pid, from, to, sort, page } = value
  const [q, setQ] = useState('')
  const search = (next: string) => {
    setQ(next)
    change({ page: 1 })
  }
  const word = [q, search] as const
  const frame = useListFrame('/todolist', value, change)
  const query = { status, due, who, pid, q, from, to, sort, page, pageSize: frame.pageSize }
  const input = { params: { id: mid }, query }
  const list = useList(lists[tab], input)
  const [passing, setPassing] = useState<{ rows: readonly Handoff[]; total: number }>()
  const [commenting, setCommenting] = useState<string>()
  const choices = useChoices(value, change)
  const chips = handoffChips(value, choices, change, word)
  const open = (id: string | undefined) => change({ open: id })
  const pass = (row: Handoff) => may(mid, row, 'reassign') && setPassing({ rows: [row], total: 1 })
  const step = (row: Handoff) =>
    may(mid, row, row.status === COMPLETE ? 'reopen' : 'complete') && void steps.toggle(row)
  /** All that are open, whatever is filtered: what one leaves to the next shift. */
  const handAll = async () => {
    try {
      const all = await call(toMeTodolist, { params: { id: mid }, query: { pageSize: MAX_PAGE_SIZE } })
      if (all.data.length > 0) setPassing({ rows: all.data, total: all.total })
    } catch (error) {
      showError(error)
    }
  }
  useKeys([{ keys: 'a', label: t('handoffs.key.new'), run: () => openHandoff({ pid }) }])
  const next = (row: Handoff): ReactNode => {
    const action = row.status === COMPLETE ? 'reopen' : 'complete'
    return may(mid, row, action) ? (
      <Button size="sm" icon={action === 'complete' ? <CheckOutlined /> : <UndoOutlined />} onClick={() => step(row)}>
        {t(`handoffs.act.${action}`)}
      </Button>
    ) : null
  }
  const create = (
    <Button kind="primary" icon={<PlusOutlined />} onClick={() => openHandoff({ pid })}>
      {t('handoffs.act.new')}
    </Button>
  )
  const nothing = tab === 'byme' && chips.length === 0
  return (
    <>
      <ListPage<Handoff>
        title={t('handoffs.title')}
        actions={
          <>
            {tab === 'tome' && (
              <Button
                icon={<SwapOutlined />}
                disabled={!list.data || list.data.total === 0}
                onClick={() => void handAll()}
              >
                {t('handoffs.act.handAll')}
              </Button>
            )}
            {create}
          </>
        }
        tabs={<Tabs mid={mid} tab={tab} onTab={(next) => change({ tab: next, who: undefined, open: undefined })} />}
        filters={<HandoffFilters value={value} choices={choices} change={change} word={word} />}
        chips={chips}
        onClearChips={() => {
          setQ('')
          change(NO_FILTERS)
        }}
        source={list}
        rowKey={({ id }) => id}
        tall
        columns={columnsOf(tab)}
        rowClass={(row) => (row.status === UNFINISHED ? '' : 'dim')}
        rowActions={next}
        card={(row) => (
          <ListCard
            name={row.content}
            text={[nameOf(otherOf(tab, row)), patientText(row)].filter(Boolean).join(t('common.dot'))}
            status={
              <>
                <StatusOf status={row.status} />
                <Due dueOn={row.dueOn} late={row.late} />
              </>
            }
            action={next(row)}
            onOpen={() => open(row.id)}
          />
        )}
        drawer={(key, row, move) => (
          <HandoffDrawer key={key} id={key} row={row} move={move} onPass={pass} commenting={commenting === key} />
        )}
        open={value.open ?? null}
        onOpen={(key) => {
          setCommenting(undefined)
          open(key ?? undefined)
        }}
        {...frame}
        exportList={() => exportSheet(lists[tab], input)}
        rowKeys={[
          { keys: 'Space', label: t('handoffs.key.complete'), run: step },
          {
            keys: 'c',
            label: t('handoffs.key.comment'),
            run: (row) => {
              setCommenting(row.id)
              open(row.id)
            },
          },
          { keys: 'Shift+A', label: t('handoffs.key.reassign'), run: pass },
        ]}
        empty={{
          title: t(`handoffs.empty.${tab}`),
          text: t(`handoffs.empty.${tab}Text`),
          ...(nothing ? { actions: create } : {}),
        }}
        failed={t('handoffs.failed')}
      />
      {passing && <PassOn {...passing} onClose={() => setPassing(undefined)} />}
    </>
  )
}

/** Each with how many are unfinished: asked for by the lists themselves. */
function Tabs({ mid, tab, onTab }: { mid: number; tab: string; onTab: (tab: 'tome' | 'byme') => void }) {
  const t = useT()
  const first = { params: { id: mid }, query: { pageSize: 1 } }
  const totals = { tome: useList(toMeTodolist, first).data?.total, byme: useList(myTodolist, first).data?.total }
  return (
    <UrlTabs
      label={t('handoffs.title')}
      tabs={(['tome', 'byme'] as const).map((key) => {
        const name = t(`handoffs.tab.${key}`)
        const count = totals[key]
        return {
          key,
          name,
          ...(count === undefined
            ? {}
            : { aside: <Count value={count} />, label: t('handoffs.tabCount', { name, count }) }),
        }
      })}
      tab={tab}
      onTab={onTab}
    />
  )
}
