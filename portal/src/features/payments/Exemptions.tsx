import { GiftOutlined, PlusOutlined } from '@ant-design/icons'
import { deleteExemption, getExemptions } from '@teleward/contract/fees/refund-endpoints.ts'
import { type Exemption, exemptionSort } from '@teleward/contract/fees/refunds.ts'
import { exemptionKind } from '@teleward/contract/fees/schema.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { useListFrame } from '../../patterns/listTools.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { ExemptionForm } from './ExemptionForm.tsx'
import { Lines } from './Lines.tsx'
import { type Change, exemptionShows, type PaymentSearch } from './search.ts'

const TONES: Record<Exemption['state'], StatusKind> = {
  planned: 'info',
  active: 'ok',
  ended: 'neutral',
  withdrawn: 'neutral',
}
const tag = (row: Exemption) => (
  <StatusTag kind={TONES[row.state]} icon={<GiftOutlined />}>
    {t(`payments.exemption.state.${row.state}`)}
  </StatusTag>
)
const nameOf = ({ patient }: Exemption) => either(patient.name, patient.nameEn)
const doctorText = ({ doctor }: Exemption) =>
  doctor ? either(doctor.name, doctor.nameEn) : t('payments.exemption.every')
const days = ({ startsOn, endsOn }: Exemption) =>
  `${formatDate(startsOn)} – ${endsOn ? formatDate(endsOn) : t('payments.exemption.open')}`
const living = ({ state }: Exemption) => state === 'planned' || state === 'active'

const byText = ({ byName, byNameEn }: Exemption) => (byName ? either(byName, byNameEn) : '–')

const columns = (): Column<Exemption>[] => [
  {
    key: 'patient',
    title: t('payments.column.patient'),
    sort: 'patient',
    fixed: true,
    cell: (row) => <b>{nameOf(row)}</b>,
  },
  {
    key: 'kind',
    title: t('payments.column.kind'),
    sort: 'kind',
    width: 130,
    cell: (row) => t(`payments.kind.${row.kind}`),
  },
  { key: 'doctor', title: t('payments.column.doctor'), sort: 'doctor', width: 150, cell: doctorText },
  {
    key: 'days',
    title: t('payments.column.days'),
    sort: 'days',
    width: 230,
    cell: (row) => <span className="num">{days(row)}</span>,
  },
  {
    key: 'unit',
    title: t('payments.column.unit'),
    width: 140,
    minTable: 1000,
    cell: (row) => either(row.unitName, row.unitNameEn),
  },
  { key: 'by', title: t('payments.column.by'), width: 130, minTable: 1100, cell: byText },
  { key: 'state', title: t('payments.column.state'), width: 120, cell: tag },
  {
    key: 'note',
    title: t('payments.column.note'),
    width: 200,
    extra: true,
    cell: (row) => <span className="ell">{row.note}</span>,
  },
]

interface Props {
  value: PaymentSearch
  change: Change
  tabs: ReactNode
}
/** Whose visits cost nothing, from when until when, and who decided it. */
export function Exemptions({ value, change, tabs }: Props) {
  const sort = exemptionSort.safeParse(value.sort).data
  const frame = useListFrame('/admin/payments#exemptions', { ...value, sort }, change)
  const { show, kind, page, open } = value
  const [adding, setAdding] = useState(false)
  const query = { state: show, kind, sort, page, pageSize: frame.pageSize }
  const list = useList(getExemptions, { query })
  const choices = [
    choice({
      key: 'show',
      name: t('payments.column.state'),
      value: show,
      standard: 'inForce',
      options: exemptionShows,
      text: (one) => t(`payments.exemption.show.${one}`),
      pick: (next) => change({ show: next }),
    }),
    choice({
      key: 'kind',
      name: t('payments.column.kind'),
      every: t('payments.exemption.everyKind'),
      value: kind,
      options: exemptionKind.options,
      text: (one) => t(`payments.kind.${one}`),
      pick: (next) => change({ kind: next }),
    }),
  ]
  const act = useEndpointMutation(deleteExemption, {
    onDone: () => notify({ kind: 'ok', title: t('payments.exemption.withdrawn') }),
    onError: (error) => {
      void invalidateTags(['payments'])
      // Nothing but this changes one: somebody was first.
      if (error.code !== 'VERSION_STALE' && error.code !== 'ILLEGAL_STEP') return false
      notify({ kind: 'warn', title: t('payments.exemption.withdrawnBefore') })
      return true
    },
  })
  const withdraw = async (row: Exemption) => {
    if (!living(row) || act.isPending) return
    const sure = await confirmAct({
      title: t('payments.exemption.withdrawTitle', { name: nameOf(row) }),
      text: t('payments.exemption.withdrawText'),
      ok: t('payments.exemption.withdraw'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) act.mutate({ params: { id: row.id }, query: { version: row.version } })
  }
  useKeys([{ keys: 'a', label: t('payments.exemption.add'), run: () => setAdding(true) }])
  return (
    <>
      <ListPage<Exemption>
        title={t('payments.title')}
        actions={
          <Button kind="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('payments.exemption.add')}
          </Button>
        }
        tabs={tabs}
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change({ show: 'inForce', kind: undefined })}
        source={list}
        rowKey={(row) => row.id}
        columns={columns()}
        card={(row) => (
          <ListCard
            name={nameOf(row)}
            beside={t(`payments.kind.${row.kind}`)}
            text={`${doctorText(row)}${t('common.dot')}${days(row)}`}
            status={tag(row)}
            onOpen={() => change({ open: row.id })}
          />
        )}
        drawer={(key, row, step) => <Detail key={key} row={row} step={step} withdraw={withdraw} busy={act.isPending} />}
        open={open ?? null}
        onOpen={(key) => change({ open: key ?? undefined })}
        {...frame}
        exportList={() => exportSheet(getExemptions, { query })}
        rowKeys={[{ keys: 'Delete', label: t('payments.exemption.withdraw'), run: (row) => void withdraw(row) }]}
        empty={{
          title: t('payments.exemption.none'),
          text: t('payments.exemption.noneText'),
          icon: <GiftOutlined />,
        }}
        failed={t('payments.exemption.failed')}
      />
      {adding && <ExemptionForm onClose={() => setAdding(false)} />}
    </>
  )
}

interface DetailProps {
  row: Exemption | undefined
  step: DrawerStep
  withdraw: (row: Exemption) => Promise<void>
  busy: boolean
}
function Detail({ row, step, withdraw, busy }: DetailProps) {
  if (!row)
    return (
      <DetailDrawer label={t('payments.exemption.detail')} step={step}>
        <EmptyState title={t('payments.exemption.none')} />
      </DetailDrawer>
    )
  return (
    <DetailDrawer
      label={t('payments.exemption.detail')}
      top={tag(row)}
      head={<h2 className="f16 b">{nameOf(row)}</h2>}
      step={step}
      footer={
        living(row) && (
          <div className="row">
            <span className="grow" />
            <Button disabled={busy} onClick={() => void withdraw(row)}>
              {t('payments.exemption.withdraw')}
            </Button>
          </div>
        )
      }
    >
      <Lines
        lines={[
          [t('payments.column.kind'), t(`payments.kind.${row.kind}`)],
          [t('payments.column.doctor'), doctorText(row)],
          [t('payments.column.days'), days(row)],
          [t('payments.column.unit'), either(row.unitName, row.unitNameEn)],
          [t('payments.column.note'), row.note],
          [t('payments.column.by'), row.byName && `${byText(row)}${t('common.dot')}${formatDateTime(row.createdAt)}`],
        ]}
      />
    </DetailDrawer>
  )
}
