import { StopOutlined } from '@ant-design/icons'
import { getMonitorOffs } from '@teleward/contract/monitoring/group-endpoints.ts'
import { type OffMember, offSort } from '@teleward/contract/monitoring/group-schema.ts'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useT } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import type { TabProps } from './search.ts'
import { OffDialog } from './OffDialog.tsx'
import { unitText } from './labels.tsx'

/** Whose remote monitoring is switched off, why, and by whom. */
export function Offs({ value, change, tabs }: TabProps) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [turning, setTurning] = useState<OffMember | null>(null)
  const sort = offSort.safeParse(value.sort).data
  const frame = useListFrame('/admin/groups#off', { ...value, sort }, change)
  const query = { sort, page: value.page, pageSize: frame.pageSize }
  const source = useList(getMonitorOffs, { query })
  useKeys([{ keys: 'a', label: t('groups.off.add'), run: () => setAdding(true) }])
  const name = (row: OffMember) => either(row.name, row.nameEn)
  const on = (row: OffMember) => (
    <Button size="sm" onClick={() => setTurning(row)}>
      {t('groups.off.on')}
    </Button>
  )
  return (
    <>
      <ListPage<OffMember>
        title={t('screens.name.adminGroups')}
        actions={
          <Button kind="primary" icon={<StopOutlined />} onClick={() => setAdding(true)}>
            {t('groups.off.add')}
          </Button>
        }
        tabs={tabs}
        source={source}
        rowKey={(row) => `${row.pid}-${row.unitId}`}
        columns={[
          {
            key: 'name',
            title: t('groups.off.who'),
            sort: 'name',
            fixed: true,
            width: 160,
            cell: (row) => <b>{name(row)}</b>,
          },
          {
            key: 'no',
            title: t('groups.off.no'),
            width: 110,
            minTable: 700,
            cell: (row) => <span className="num">{row.memberNo}</span>,
          },
          { key: 'unit', title: t('groups.col.unit'), sort: 'unit', width: 140, minTable: 800, cell: unitText },
          { key: 'reason', title: t('groups.off.reason'), cell: (row) => row.off.reason },
          {
            key: 'by',
            title: t('groups.off.by'),
            width: 120,
            minTable: 900,
            cell: (row) => either(row.off.name, row.off.nameEn),
          },
          {
            key: 'at',
            title: t('groups.off.at'),
            sort: 'at',
            width: 110,
            minTable: 600,
            cell: (row) => <span className="num">{formatDate(row.off.at)}</span>,
          },
        ]}
        rowActions={on}
        card={(row) => (
          <ListCard
            name={name(row)}
            beside={row.memberNo}
            text={row.off.reason}
            status={<span className="num t3">{formatDate(row.off.at)}</span>}
            action={on(row)}
          />
        )}
        open={null}
        onOpen={() => undefined}
        {...frame}
        exportList={() => exportSheet(getMonitorOffs, { query })}
        empty={{ title: t('groups.off.empty'), text: t('groups.off.emptyText') }}
        failed={t('groups.failed')}
      />
      {adding && <OffDialog off={false} onClose={() => setAdding(false)} />}
      {turning && <OffDialog off member={{ pid: turning.pid, name: name(turning) }} onClose={() => setTurning(null)} />}
    </>
  )
}
