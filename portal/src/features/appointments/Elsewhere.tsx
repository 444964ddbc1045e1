import { CalendarOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { queuesElsewhere } from '@teleward/contract/appointments/endpoints.ts'
import type { EntryElsewhere } from '@teleward/contract/appointments/schema.ts'
import type { ReactNode } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { goToPartner } from '../../shell/PartnerSwitch.tsx'
import { t } from '../../i18n/i18n.ts'
import { SiteSign, siteText } from '../../patterns/appointments/labels.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { either } from '../../patterns/Patient.tsx'
import { chipsOf as filterChips, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { Button } from '../../ui/Button.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { formatShortDate, formatTime } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { dayHead } from './columns.tsx'
import type { QueueSearch, SearchChange } from './search.ts'

interface Props {
  title: string
  tabs: ReactNode
  value: QueueSearch
  change: (next: SearchChange) => void
}

const keyOf = (row: EntryElsewhere) => [row.startAt, row.partnerName, row.doctorName, row.patientName].join(' ')
const doctorOf = (row: EntryElsewhere) => either(row.doctorName, row.doctorNameEn)
const houseOf = (row: EntryElsewhere) => either(row.partnerName, row.partnerNameEn)
const placeOf = (row: EntryElsewhere) => [houseOf(row), either(row.unitName, row.unitNameEn)].join(t('common.dot'))
const State = ({ row }: { row: EntryElsewhere }) => (
  <StatusTag kind="neutral" icon={<CalendarOutlined />}>
    {t(`appointments.status.${row.status}`)}
  </StatusTag>
)

const columns = (): Column<EntryElsewhere>[] => [
  {
    key: 'time',
    title: t('appointments.column.time'),
    sort: 'time',
    width: 84,
    fixed: true,
    cell: (row) => timeUnder(row.date, row.startAt),
  },
  {
    key: 'member',
    title: t('appointments.column.member'),
    width: 140,
    fixed: true,
    cell: ({ patientName }) => patientName,
  },
  {
    key: 'partner',
    title: t('appointments.column.partner'),
    cell: placeOf,
  },
  { key: 'doctor', title: t('appointments.column.doctor'), width: 160, cell: doctorOf },
  {
    key: 'site',
    title: t('appointments.filter.site'),
    width: 100,
    cell: ({ site }) => (
      <>
        <SiteSign site={site} /> {siteText(site)}
      </>
    ),
  },
  { key: 'status', title: t('appointments.column.status'), width: 132, cell: (row) => <State row={row} /> },
]

/** Steps are taken where the visit is. */
function Go({ row }: { row: EntryElsewhere }) {
  const name = houseOf(row)
  return (
    <Button
      size="sm"
      title={t('appointments.elsewhere.go', { name })}
      aria-label={t('appointments.elsewhere.go', { name })}
      onClick={() => void goToPartner({ id: row.partnerId, name })}
    >
      {t('appointments.elsewhere.switch')}
    </Button>
  )
}

/** What grants in other institutions let one know of from here: when and with whom. Acts are taken there. */
export default function Elsewhere({ title, tabs, value, change }: Props) {
  const sort = value.sort === 'time' || value.sort === '-time' ? value.sort : undefined
  const frame = useListFrame('/apptmgmt#others', { ...value, sort }, change)
  const { partner_id, partner_list } = useMe()
  const houses = partner_list.filter(({ id }) => id !== partner_id)
  const choices = [
    unitChoice({
      name: t('appointments.column.partner'),
      units: houses,
      value: value.partner,
      pick: (partner) => change({ partner, page: 1 }),
    }),
  ]
  const query = { page: value.page, pageSize: frame.pageSize, sort, partner: value.partner }
  const list = useList(queuesElsewhere, { query })
  return (
    <ListPage<EntryElsewhere>
      title={title}
      tabs={tabs}
      source={list}
      filters={houses.length > 1 && <FilterSelects choices={choices} />}
      chips={filterChips(choices)}
      onClearChips={() => change({ partner: undefined })}
      rowActions={(row) => <Go row={row} />}
      rowActionsWidth={132}
      rowKey={keyOf}
      columns={columns()}
      group={(row) => ({ key: row.date, label: dayHead(row.date) })}
      above={
        (list.data?.total ?? 0) > 0 && (
          <div className="alert info inlist" role="note">
            <InfoCircleOutlined />
            <span className="grow">{t('appointments.elsewhere.masked')}</span>
          </div>
        )
      }
      card={(row) => (
        <ListCard
          no={formatTime(row.startAt)}
          under={formatShortDate(row.startAt)}
          name={row.patientName}
          text={[houseOf(row), doctorOf(row)].join(t('common.dot'))}
          status={<State row={row} />}
          action={<Go row={row} />}
        />
      )}
      open={null}
      onOpen={() => undefined}
      {...frame}
      exportList={() => exportSheet(queuesElsewhere, { query })}
      empty={{ title: t('appointments.empty.others'), text: t('appointments.empty.othersText') }}
    />
  )
}
