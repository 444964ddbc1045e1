import { WalletOutlined } from '@ant-design/icons'
import { getRefunds } from '@teleward/contract/fees/refund-endpoints.ts'
import { type Refund, refundSort, refundWhy } from '@teleward/contract/fees/refunds.ts'
import { currency } from '@teleward/contract/core/money.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
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
import { formatDateTime, formatMoney } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { GiveDialog } from './GiveDialog.tsx'
import { Lines } from './Lines.tsx'
import { methodText } from './labels.ts'
import { type Change, type PaymentSearch, refundShows } from './search.ts'

const TONES: Record<Refund['state'], StatusKind> = { due: 'warn', working: 'info', done: 'ok', stopped: 'neutral' }
const tag = (row: Refund) => (
  <StatusTag kind={TONES[row.state]} icon={<WalletOutlined />}>
    {t(`payments.state.${row.state}`)}
  </StatusTag>
)
const sumOf = ({ amount, currency: of }: Refund) => <b className="num">{formatMoney(amount, of)}</b>
const nameOf = ({ patient }: Refund) => either(patient.name, patient.nameEn)
const waits = ({ state }: Refund) => state === 'due' || state === 'working'

const columns = (): Column<Refund>[] => [
  {
    key: 'patient',
    title: t('payments.column.patient'),
    sort: 'patient',
    fixed: true,
    cell: (row) => <b>{nameOf(row)}</b>,
  },
  {
    key: 'visit',
    title: t('payments.column.visit'),
    sort: 'visit',
    width: 240,
    minTable: 900,
    cell: (row) => (
      <span>
        <span className="num">{formatDateTime(row.startAt)}</span>{' '}
        <span className="t3">{either(row.doctor.name, row.doctor.nameEn)}</span>
      </span>
    ),
  },
  { key: 'amount', title: t('payments.column.amount'), sort: 'amount', width: 120, align: 'right', cell: sumOf },
  { key: 'why', title: t('payments.column.why'), width: 130, cell: (row) => t(`payments.why.${row.why}`) },
  {
    key: 'paidBy',
    title: t('payments.column.paidBy'),
    width: 130,
    minTable: 1000,
    cell: (row) => methodText(row.paidBy),
  },
  {
    key: 'due',
    title: t('payments.column.due'),
    sort: 'due',
    width: 160,
    minTable: 1100,
    cell: (row) => <span className="num">{formatDateTime(row.dueAt)}</span>,
  },
  { key: 'state', title: t('payments.column.state'), sort: 'state', width: 160, cell: tag },
  {
    key: 'doneAt',
    title: t('payments.column.done'),
    width: 160,
    extra: true,
    cell: (row) => <span className="num">{row.doneAt && formatDateTime(row.doneAt)}</span>,
  },
  {
    key: 'by',
    title: t('payments.column.by'),
    width: 130,
    extra: true,
    cell: (row) => (row.byName ? either(row.byName, row.byNameEn) : '–'),
  },
]

interface Props {
  value: PaymentSearch
  change: Change
  tabs: ReactNode
}
/** What waits the longest stands first. */
export function Refunds({ value, change, tabs }: Props) {
  const sort = refundSort.safeParse(value.sort).data
  const frame = useListFrame('/admin/payments#refunds', { ...value, sort }, change)
  const { state, why, currency: of, page, open } = value
  const [giving, setGiving] = useState<Refund>()
  const query = { state, why, currency: of, sort, page, pageSize: frame.pageSize }
  const list = useList(getRefunds, { query })
  const choices = choicesOf(value, change)
  // Given by somebody else meanwhile it leaves the list; what was typed about it stays until its window is closed.
  const chosen = giving && (list.data?.data.find(({ id }) => id === giving.id) ?? giving)
  const give = (row: Refund) => {
    if (waits(row)) setGiving(row)
  }
  const giveButton = (row: Refund) =>
    waits(row) && (
      <Button kind="primary" onClick={() => give(row)}>
        {t(row.state === 'working' ? 'payments.again' : 'payments.give')}
      </Button>
    )
  return (
    <>
      <ListPage<Refund>
        title={t('payments.title')}
        tabs={tabs}
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change({ state: 'open', why: undefined, currency: undefined })}
        source={list}
        rowKey={(row) => row.id}
        columns={columns()}
        rowActions={giveButton}
        card={(row) => (
          <ListCard
            name={nameOf(row)}
            beside={formatMoney(row.amount, row.currency)}
            text={`${t(`payments.why.${row.why}`)}${t('common.dot')}${formatDateTime(row.startAt)}`}
            status={tag(row)}
            action={giveButton(row)}
            onOpen={() => change({ open: row.id })}
          />
        )}
        drawer={(key, row, step) => <Detail key={key} row={row} step={step} give={giveButton} />}
        open={open ?? null}
        onOpen={(key) => change({ open: key ?? undefined })}
        {...frame}
        exportList={() => exportSheet(getRefunds, { query })}
        rowKeys={[{ keys: 'r', label: t('payments.give'), run: give }]}
        empty={{ title: t('payments.none'), text: t('payments.noneText'), icon: <WalletOutlined /> }}
        failed={t('payments.failed')}
      />
      {chosen && <GiveDialog row={chosen} onClose={() => setGiving(undefined)} />}
    </>
  )
}

const choicesOf = (value: PaymentSearch, change: Change) => [
  choice({
    key: 'state',
    name: t('payments.column.state'),
    value: value.state,
    standard: 'open',
    options: refundShows,
    text: (one) => t(`payments.show.${one}`),
    pick: (state) => change({ state }),
  }),
  choice({
    key: 'why',
    name: t('payments.column.why'),
    every: t('payments.everyWhy'),
    value: value.why,
    options: refundWhy.options,
    text: (one) => t(`payments.why.${one}`),
    pick: (why) => change({ why }),
  }),
  choice({
    key: 'currency',
    name: t('payments.column.currency'),
    every: t('payments.everyCurrency'),
    value: value.currency,
    options: currency.options,
    text: (one) => one,
    pick: (of) => change({ currency: of }),
  }),
]

function Detail({ row, step, give }: { row: Refund | undefined; step: DrawerStep; give: (row: Refund) => ReactNode }) {
  if (!row)
    return (
      <DetailDrawer label={t('payments.detail')} step={step}>
        <EmptyState title={t('payments.none')} />
      </DetailDrawer>
    )
  return (
    <DetailDrawer
      label={t('payments.detail')}
      top={tag(row)}
      head={<h2 className="f16 b">{nameOf(row)}</h2>}
      step={step}
      footer={
        waits(row) && (
          <div className="row">
            <span className="grow" />
            {give(row)}
          </div>
        )
      }
    >
      {row.failure && <div className="alert warn">{t('payments.failure', { reason: row.failure })}</div>}
      {row.state === 'working' && <div className="alert info">{t('payments.working')}</div>}
      <Lines
        lines={[
          [t('payments.column.amount'), sumOf(row)],
          [t('payments.column.why'), t(`payments.why.${row.why}`)],
          [t('payments.column.visit'), formatDateTime(row.startAt)],
          [t('payments.column.doctor'), either(row.doctor.name, row.doctor.nameEn)],
          [t('payments.column.paidBy'), methodText(row.paidBy)],
          [t('payments.column.due'), formatDateTime(row.dueAt)],
          [t('payments.how'), row.method && methodText(row.method)],
          [t('payments.column.reference'), row.reference],
          [t('payments.column.done'), row.doneAt && formatDateTime(row.doneAt)],
          [t('payments.column.by'), row.byName && either(row.byName, row.byNameEn)],
        ]}
      />
    </DetailDrawer>
  )
}
