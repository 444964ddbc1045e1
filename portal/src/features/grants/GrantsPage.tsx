import { PlusOutlined } from '@ant-design/icons'
import { getAuthorizations } from '@teleward/contract/grants/endpoints.ts'
import { grantKinds, grantStates } from '@teleward/contract/grants/rules.ts'
import type { Grant, GrantTab } from '@teleward/contract/grants/schema.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe, useRight } from '../../api/me.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { Colleague } from '../../patterns/presence.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { Bound } from './Bound.tsx'
import { GrantDrawer } from './GrantDrawer.tsx'
import { GrantForm } from './GrantForm.tsx'
import { type GrantSearch, useGrantSearch } from './search.ts'
import { useTakeBack } from './useTakeBack.ts'
import { EndsSoon, inForce, personName, scopeText, StateTag, timeText } from './labels.tsx'
import './grants.css'
import { staffTypeText } from '../../patterns/staffType.ts'

/**
 * `/authorization`: what I let others do for me, what others let me do, who is bound to whom, and for administrators what
 * colleagues do.
 */
export default function GrantsPage() {
  const t = useT()
  const [value, change] = useGrantSearch()
  const admin = useRight('admin.partner') !== '-'
  const keys = ['given', 'received', 'bound', ...(admin ? (['all'] as const) : [])] as const
  const tabs = (
    <UrlTabs
      label={t('grants.title')}
      tabs={keys.map((key) => ({ key, name: t(`grants.tab.${key}`) }))}
      tab={value.tab}
      onTab={(tab) => change({ tab, open: undefined })}
    />
  )
  if (value.tab === 'bound') return <Bound tabs={tabs} />
  return <Grants value={{ ...value, tab: value.tab }} change={change} tabs={tabs} />
}

interface GrantsProps {
  value: GrantSearch & { tab: GrantTab }
  change: ReturnType<typeof useGrantSearch>[1]
  tabs: ReactNode
}
function Grants({ value, change, tabs }: GrantsProps) {
  const t = useT()
  const me = useMe()
  const mayGive = useRight('grant.give') !== '-'
  const [giving, setGiving] = useState(false)
  const takeBack = useTakeBack(me.mid)
  const frame = useListFrame('/authorization', value, change)
  const { tab, kind, state, q, sort, page } = value
  const query = { tab, kind, state, q: q || undefined, sort, page, pageSize: frame.pageSize }
  const list = useList(getAuthorizations, { query })
  const choices = [
    choice({
      key: 'kind',
      name: t('grants.column.kind'),
      every: t('grants.filter.everyKind'),
      value: kind,
      options: grantKinds,
      text: (one) => t(`grants.kind.${one}`),
      pick: (next) => change({ kind: next }),
    }),
    choice({
      key: 'state',
      name: t('grants.column.state'),
      every: t('grants.filter.everyState'),
      value: state,
      options: grantStates,
      text: (one) => t(`grants.state.${one}`),
      pick: (next) => change({ state: next }),
    }),
  ]
  const other = (row: Grant) => otherOf(tab, row)
  useKeys([{ keys: 'a', label: t('grants.key.give'), run: () => mayGive && setGiving(true) }])
  const give = (
    <Button
      kind="primary"
      icon={<PlusOutlined />}
      disabled={!mayGive}
      title={mayGive ? undefined : t('grants.why')}
      onClick={() => setGiving(true)}
    >
      {t('grants.give')}
    </Button>
  )
  return (
    <>
      <ListPage<Grant>
        title={t('grants.title')}
        actions={
          <>
            {!mayGive && tab === 'given' && <span className="t3 f13 whynot">{t('grants.why')}</span>}
            {give}
          </>
        }
        tabs={tabs}
        filters={
          <>
            <SearchBox value={q} placeholder={t('grants.filter.search')} onSearch={(next) => change({ q: next })} />
            <FilterSelects choices={choices} />
          </>
        }
        chips={[...(q ? [{ key: 'q', label: q, onRemove: () => change({ q: '' }) }] : []), ...chipsOf(choices)]}
        onClearChips={() => change({ q: '', kind: undefined, state: undefined })}
        source={list}
        rowKey={(row) => String(row.id)}
        columns={columnsOf(tab)}
        rowClass={(row) => (inForce(row) ? '' : 'dim')}
        card={(row) => (
          <ListCard
            name={personName(other(row))}
            beside={staffTypeText(other(row).doctortype)}
            text={t(`grants.kind.${row.kind}`)}
            status={
              <>
                <StateTag state={row.state} />
                <span className="num">{timeText(row)}</span> <EndsSoon grant={row} />
              </>
            }
            onOpen={() => change({ open: row.id })}
          />
        )}
        drawer={(key, row, move) => (
          <GrantDrawer key={key} id={Number(key)} row={row} mid={me.mid} takeBack={takeBack} move={move} />
        )}
        open={value.open === undefined ? null : String(value.open)}
        onOpen={(key) => change({ open: key === null ? undefined : Number(key) })}
        {...frame}
        exportList={() => exportSheet(getAuthorizations, { query })}
        rowKeys={[{ keys: 'Delete', label: t('grants.key.revoke'), run: (row) => inForce(row) && takeBack.ask(row) }]}
        empty={{ title: t(`grants.empty.${tab}`), text: t(`grants.empty.${tab}Text`) }}
        failed={t('grants.failed')}
      />
      {giving && <GrantForm onClose={() => setGiving(false)} />}
    </>
  )
}

const otherOf = (tab: GrantTab, row: Grant) => (tab === 'received' ? row.grantor : row.grantee)

function columnsOf(tab: GrantTab): Column<Grant>[] {
  const grantor: Column<Grant> = {
    key: 'grantor',
    title: t('grants.column.grantor'),
    width: 150,
    fixed: true,
    cell: (row) => <Colleague person={row.grantor} />,
  }
  return [
    ...(tab === 'all' ? [grantor] : []),
    {
      key: 'person',
      title: t(tab === 'all' ? 'grants.column.grantee' : 'grants.column.person'),
      sort: 'person',
      width: 190,
      fixed: true,
      cell: (row) => (
        <span className="row">
          <Colleague person={otherOf(tab, row)} />
          <span className="t3 f12 ell">{staffTypeText(otherOf(tab, row).doctortype)}</span>
        </span>
      ),
    },
    { key: 'kind', title: t('grants.column.kind'), sort: 'kind', cell: (row) => t(`grants.kind.${row.kind}`) },
    { key: 'scope', title: t('grants.column.scope'), width: 120, minTable: 900, cell: scopeText },
    {
      key: 'time',
      title: t('grants.column.time'),
      sort: 'time',
      width: 220,
      cell: (row) => (
        <span className="num">
          {timeText(row)} <EndsSoon grant={row} />
        </span>
      ),
    },
    { key: 'state', title: t('grants.column.state'), width: 100, cell: (row) => <StateTag state={row.state} /> },
    {
      key: 'used',
      title: t('grants.column.used'),
      sort: 'used',
      width: 120,
      minTable: 900,
      cell: (row) => (
        <span className="num t2">{row.lastUsedAt ? formatDate(row.lastUsedAt) : t('grants.neverUsed')}</span>
      ),
    },
    {
      key: 'uses',
      title: t('grants.column.uses'),
      width: 90,
      align: 'right',
      extra: true,
      cell: (row) => <span className="num">{row.uses}</span>,
    },
  ]
}
