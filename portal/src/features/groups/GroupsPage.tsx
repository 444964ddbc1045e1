import { PlusOutlined, WarningOutlined } from '@ant-design/icons'
import { getMonitorChoices, getMonitorGroups } from '@teleward/contract/monitoring/group-endpoints.ts'
import { groupSort, type MonitorGroup } from '@teleward/contract/monitoring/group-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { endpointQuery } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { GroupDetail } from './GroupDetail.tsx'
import { GroupForm } from './GroupForm.tsx'
import { Offs } from './Offs.tsx'
import { type TabProps, useGroupSearch } from './search.ts'
import { AlertCounts, StateTag, staffText, unitText } from './labels.tsx'
import './groups.css'

/** `/admin/groups`: who looks after whose readings, by which limits, and whose monitoring is switched off. */
export default function GroupsPage() {
  const [value, change] = useGroupSearch()
  const t = useT()
  const tabs = (
    <UrlTabs
      label={t('screens.name.adminGroups')}
      tabs={(['groups', 'off'] as const).map((key) => ({ key, name: t(`groups.tab.${key}`) }))}
      tab={value.tab}
      onTab={(tab) => change({ tab, open: '', sort: undefined, cols: [] })}
    />
  )
  if (value.tab === 'off') return <Offs value={value} change={change} tabs={tabs} />
  return <Groups value={value} change={change} tabs={tabs} />
}

/** A group that nobody cares for warns. */
const Carers = ({ row }: { row: MonitorGroup }) =>
  row.staff.length > 0 || row.state === 'ended' ? (
    <span className="ell" title={staffText(row)}>
      {staffText(row)}
    </span>
  ) : (
    <span className="c-warn">
      <WarningOutlined /> {t('groups.noStaffShort')}
    </span>
  )

function Groups({ value, change, tabs }: TabProps) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const sort = groupSort.safeParse(value.sort).data
  const frame = useListFrame('/admin/groups#groups', { ...value, sort }, change)
  const { q, unit, state, page } = value
  const query = { q, state, unit, sort, page, pageSize: frame.pageSize }
  const source = useList(getMonitorGroups, { query })
  const { data: units } = useQuery(endpointQuery(getMonitorChoices, {}))
  useKeys([{ keys: 'a', label: t('groups.add'), run: () => setAdding(true) }])
  const choices = [
    unitChoice({
      name: t('groups.col.unit'),
      units: units ?? [],
      value: unit,
      pick: (next) => change({ unit: next }),
    }),
    choice({
      key: 'state',
      name: t('groups.col.state'),
      value: state,
      standard: 'active',
      options: ['active', 'ended', 'all'],
      text: (one) => t(`groups.state.${one}`),
      pick: (next) => change({ state: next }),
    }),
  ]
  return (
    <>
      <ListPage<MonitorGroup>
        title={t('screens.name.adminGroups')}
        actions={
          <Button kind="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('groups.add')}
          </Button>
        }
        tabs={tabs}
        filters={
          <>
            <SearchBox value={q} placeholder={t('groups.search')} onSearch={(next) => change({ q: next })} />
            <FilterSelects choices={choices} />
          </>
        }
        chips={[...(q ? [{ key: 'q', label: q, onRemove: () => change({ q: '' }) }] : []), ...chipsOf(choices)]}
        onClearChips={() => change({ q: '', unit: undefined, state: 'active' })}
        source={source}
        rowKey={(row) => row.id}
        columns={[
          { key: 'name', title: t('groups.col.name'), sort: 'name', fixed: true, cell: (row) => <b>{row.name}</b> },
          { key: 'unit', title: t('groups.col.unit'), sort: 'unit', width: 150, minTable: 700, cell: unitText },
          { key: 'staff', title: t('groups.col.staff'), cell: (row) => <Carers row={row} /> },
          {
            key: 'members',
            title: t('groups.col.members'),
            sort: 'members',
            width: 90,
            align: 'right',
            cell: (row) => <span className="num">{formatNumber(row.members)}</span>,
          },
          {
            key: 'rules',
            title: t('groups.col.rules'),
            sort: 'rules',
            width: 90,
            align: 'right',
            minTable: 800,
            cell: (row) => <span className="num">{formatNumber(row.rules)}</span>,
          },
          {
            key: 'alerts',
            title: t('groups.col.alerts'),
            sort: 'alerts',
            width: 150,
            minTable: 800,
            cell: (row) => <AlertCounts row={row} />,
          },
          { key: 'state', title: t('groups.col.state'), width: 120, cell: (row) => <StateTag state={row.state} /> },
          {
            key: 'updated',
            title: t('groups.col.updated'),
            sort: 'updated',
            width: 120,
            minTable: 900,
            cell: (row) => <span className="num">{formatDate(row.updatedAt)}</span>,
          },
        ]}
        rowClass={(row) => (row.state === 'ended' ? 'dim' : '')}
        card={(row) => (
          <ListCard
            name={row.name}
            beside={unitText(row)}
            text={staffText(row) || t('groups.noStaffShort')}
            status={
              <>
                <StateTag state={row.state} />
                <span className="num">{t('groups.count', { count: row.members })}</span>
              </>
            }
            onOpen={() => change({ open: row.id })}
          />
        )}
        drawer={(key, row, step) => <GroupDetail key={key} id={key} row={row} step={step} />}
        open={value.open || null}
        onOpen={(key) => change({ open: key ?? '' })}
        {...frame}
        exportList={() => exportSheet(getMonitorGroups, { query })}
        empty={{ title: t('groups.empty'), text: t('groups.emptyText') }}
        failed={t('groups.failed')}
      />
      {adding && (
        <GroupForm
          onClose={() => setAdding(false)}
          onMade={(id) => {
            setAdding(false)
            change({ open: id })
          }}
        />
      )}
    </>
  )
}
