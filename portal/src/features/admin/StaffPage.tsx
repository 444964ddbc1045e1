import { FileExcelOutlined, UserAddOutlined } from '@ant-design/icons'
import { getStaffAccounts, getUnits } from '@teleward/contract/admin/endpoints.ts'
import { reviewStates, type StaffAccount, staffSort } from '@teleward/contract/admin/schema.ts'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { listFields, useListFrame } from '../../patterns/listTools.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { LicenceMark } from './LicenceMark.tsx'
import { secondFactorLabels } from './labels.ts'
import { InviteDrawer } from './InviteDrawer.tsx'
import { Institution } from './Institution.tsx'
import { OpenInvitations } from './OpenInvitations.tsx'
import { StaffDetail } from './StaffDetail.tsx'
import { StateTag } from './StateTag.tsx'
import { StaffImport } from './StaffImport.tsx'
import './admin.css'
import { staffTypeText } from '../../patterns/staffType.ts'

const search = z.object({
  ...listFields,
  q: z.string().max(60).default(''),
  /** The operator's choice of an institution. */
  partner: z.coerce.number().int().optional().catch(undefined),
  unit: z.coerce.number().int().optional().catch(undefined),
  type: z.enum(staffTypes).optional().catch(undefined),
  review: z.enum(reviewStates).optional().catch(undefined),
  state: z.enum(['active', 'closed']).optional().catch(undefined),
  sort: staffSort.default('name'),
  open: z.string().max(12).default(''),
})

const unitsOf = (row: StaffAccount) => row.units.map(nameOf).join(t('common.patient.separator'))

const columns = (): Column<StaffAccount>[] => [
  {
    key: 'name',
    title: t('admin.staff.name'),
    sort: 'name',
    width: 150,
    fixed: true,
    cell: (row) => <b>{either(row.name, row.nameEn)}</b>,
  },
  { key: 'account', title: t('admin.staff.account'), width: 110, cell: (row) => row.account, minTable: 700 },
  { key: 'type', title: t('admin.staff.kind'), sort: 'type', width: 180, cell: (row) => staffTypeText(row.doctortype) },
  { key: 'units', title: t('admin.staff.unit'), cell: unitsOf },
  { key: 'state', title: t('admin.staff.state'), sort: 'state', width: 130, cell: (row) => <StateTag row={row} /> },
  {
    key: 'nurses',
    title: t('admin.staff.nurses'),
    width: 130,
    minTable: 1000,
    cell: (row) => row.nurses.map(nameOf).join(t('common.patient.separator')),
  },
  {
    key: 'seen',
    title: t('admin.staff.seen'),
    sort: 'seen',
    width: 150,
    minTable: 800,
    cell: (row) => (row.lastSeenAt ? formatDateTime(row.lastSeenAt) : t('admin.staff.never')),
  },
  {
    key: 'licence',
    title: t('admin.staff.licence'),
    sort: 'licence',
    width: 200,
    minTable: 900,
    cell: (row) => <LicenceMark until={row.licenceExpires} />,
  },
  {
    key: 'second',
    title: t('admin.staff.secondSteps'),
    width: 130,
    extra: true,
    cell: secondFactorLabels,
  },
  {
    key: 'sessions',
    title: t('admin.staff.openSessions'),
    width: 90,
    align: 'right',
    extra: true,
    cell: (row) => <span className="num">{row.sessions}</span>,
  },
  { key: 'title', title: t('admin.staff.title'), width: 130, extra: true, cell: (row) => row.title },
]

/** `/admin/staff`: who works here, where, as what. */
export default function StaffPage() {
  const t = useT()
  const [value, change] = useSearchState(search)
  const me = useMe()
  const [inviting, setInviting] = useState(false)
  const [importing, setImporting] = useState(false)
  const frame = useListFrame('/admin/staff', value, change)
  const { open, cols: _, view: __, ...asked } = value
  const query = { ...asked, pageSize: frame.pageSize }
  const source = useList(getStaffAccounts, { query })
  const { data: units } = useQuery(
    endpointQuery(getUnits, { query: value.partner === undefined ? {} : { partner: value.partner } }),
  )
  useKeys([{ keys: 'a', label: t('admin.staff.invite'), run: () => setInviting(true) }])
  const choices = [
    unitChoice({
      name: t('admin.staff.unit'),
      units: units ?? [],
      value: value.unit,
      pick: (unit) => change({ unit }),
    }),
    choice({
      key: 'type',
      name: t('admin.staff.kind'),
      value: value.type,
      options: staffTypes,
      text: staffTypeText,
      pick: (type) => change({ type }),
    }),
    choice({
      key: 'review',
      name: t('admin.staff.review'),
      value: value.review,
      options: reviewStates,
      text: (one) => t(`admin.staff.reviewState.${one}`),
      pick: (review) => change({ review }),
    }),
    choice({
      key: 'state',
      name: t('admin.staff.state'),
      value: value.state,
      options: ['active', 'closed'],
      text: (one) => t(one === 'active' ? 'admin.staff.open' : 'admin.staff.closed'),
      pick: (state) => change({ state }),
    }),
  ]
  return (
    <>
      <ListPage<StaffAccount>
        title={t('screens.name.adminStaff')}
        actions={
          <>
            <Button icon={<FileExcelOutlined />} onClick={() => setImporting(true)}>
              {t('admin.staff.import')}
            </Button>
            <Button kind="primary" icon={<UserAddOutlined />} onClick={() => setInviting(true)}>
              {t('admin.staff.invite')}
            </Button>
          </>
        }
        filters={
          <>
            <SearchBox value={value.q} placeholder={t('admin.staff.search')} onSearch={(q) => change({ q })} />
            {me.partner_id === 0 && (
              <Institution value={value.partner ?? 0} onPick={(partner) => change({ partner, unit: undefined })} />
            )}
            <FilterSelects choices={choices} />
          </>
        }
        chips={[
          ...(value.q ? [{ key: 'q', label: value.q, onRemove: () => change({ q: '' }) }] : []),
          ...chipsOf(choices),
        ]}
        onClearChips={() => change({ q: '', unit: undefined, type: undefined, review: undefined, state: undefined })}
        above={<OpenInvitations partner={value.partner} />}
        source={source}
        rowKey={(row) => String(row.mid)}
        columns={columns()}
        rowClass={(row) => (row.state === 'closed' ? 'dim' : '')}
        card={(row) => (
          <ListCard
            no={<Avatar name={nameOf(row)} seed={row.mid} size="lg" />}
            name={either(row.name, row.nameEn)}
            beside={staffTypeText(row.doctortype)}
            text={unitsOf(row)}
            status={<StateTag row={row} />}
            onOpen={() => change({ open: String(row.mid) })}
          />
        )}
        drawer={(key, row, step) => row && <StaffDetail key={key} row={row} units={units ?? []} step={step} />}
        open={open || null}
        onOpen={(key) => change({ open: key ?? '' })}
        {...frame}
        exportList={() => exportSheet(getStaffAccounts, { query })}
        empty={{ title: t('admin.staff.empty') }}
        failed={t('admin.failed')}
      />
      {importing && <StaffImport partner={value.partner} onClose={() => setImporting(false)} />}
      {inviting && <InviteDrawer units={units ?? []} partner={value.partner} onClose={() => setInviting(false)} />}
    </>
  )
}
