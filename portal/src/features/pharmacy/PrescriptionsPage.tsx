import './pharmacy.css'
import { MedicineBoxOutlined } from '@ant-design/icons'
import { getPrescriptions, rxSort } from '@teleward/contract/emr/rx-endpoints.ts'
import { isFillable, rxRefusal } from '@teleward/contract/emr/rx-rules.ts'
import { type RxSending, rxState } from '@teleward/contract/emr/rx-schema.ts'
import { date, uuid } from '@teleward/contract/core/scalars.ts'
import { useState } from 'react'
import { z } from 'zod'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { daysChips } from '../../patterns/daysChips.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { listFields, useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { RxRefills, RxStateTag } from '../../patterns/prescriptions/RxState.tsx'
import { RxStepDialog, type SayingAction, useRxStep } from '../../patterns/prescriptions/RxStepDialog.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, isoDay } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import { DispenseForm } from './DispenseForm.tsx'
import { RxDetail } from './RxDetail.tsx'

const STATES = ['open', 'all', ...rxState.options] as const
const filters = z.object({
  state: z.enum(STATES).optional(),
  refill: z.enum(['1']).optional(),
  from: date.optional(),
  to: date.optional(),
  sort: rxSort.optional(),
  ...listFields,
  open: uuid.optional(),
})
const stateText = (state: (typeof STATES)[number]) =>
  state === 'open' || state === 'all' ? say(`rx.list.${state}`) : say(`rx.state.${state}`)
const drugs = ({ content }: RxSending) => content.lines.map(({ name }) => name).join(say('common.patient.separator'))
const aged = ({ patient }: RxSending) => ageAndSex(patient.birthday, patient.gender ?? 'unknown')

const columns = (): Column<RxSending>[] => [
  {
    key: 'patient',
    title: say('rx.list.patient'),
    sort: 'patient',
    width: 190,
    fixed: true,
    cell: (row) => (
      <>
        <b>{nameOf(row.patient)}</b> <span className="t3 f12 num">{aged(row)}</span>
      </>
    ),
  },
  { key: 'drugs', title: say('rx.list.drugs'), cell: (row) => <span title={drugs(row)}>{drugs(row)}</span> },
  {
    key: 'state',
    title: say('rx.list.state'),
    sort: 'state',
    width: 190,
    cell: (row) => <RxStateTag row={row} />,
  },
  { key: 'refill', title: say('rx.refill.title'), width: 190, minTable: 1400, cell: (row) => <RxRefills row={row} /> },
  {
    key: 'prescriber',
    title: say('rx.list.prescriber'),
    width: 100,
    minTable: 900,
    cell: (row) => nameOf(row.prescriber),
  },
  { key: 'pharmacy', title: say('rx.list.pharmacy'), width: 140, minTable: 900, cell: (row) => row.pharmacy.name },
  {
    key: 'sent',
    title: say('rx.list.sent'),
    sort: 'sent',
    width: 150,
    cell: (row) => <span className="num">{formatDateTime(row.sentAt)}</span>,
  },
]

/** `/prescriptions`: what came to the pharmacy, and what became of what one prescribed. */
export default function PrescriptionsPage() {
  const t = useT()
  const [value, change] = useSearchState(filters)
  const frame = useListFrame('/prescriptions', value, change)
  const { state, refill, from, to, sort, page, open } = value
  // A name stays out of the address. Whoever looks for one prescription means it in whatever state it is.
  const [q, setQ] = useState('')
  const search = (next: string) => {
    setQ(next)
    change({ page: 1 })
  }
  const asked = { refill, from, to, sort, page, pageSize: frame.pageSize, ...(q ? { q } : {}) }
  const query = { ...asked, state: state ?? (q ? ('all' as const) : undefined) }
  const list = useList(getPrescriptions, { query })
  const dispenses = useRight('prescription.dispense') === 'y'
  const step = useRxStep()
  const [saying, setSaying] = useState<{ row: RxSending; action: SayingAction } | null>(null)
  const [filling, setFilling] = useState<RxSending | null>(null)
  const today = isoDay()
  const may = (row: RxSending, action: SayingAction | 'take' | 'dispense') =>
    rxRefusal(action, row.state, row.sides) === null && (action !== 'dispense' || isFillable(row, today))
  // As it stands now: a colleague may have taken a step since the form was opened.
  const current = (row: RxSending) => list.data?.data.find(({ id }) => id === row.id) ?? row
  const take = (row: RxSending) => {
    if (may(row, 'take') && !step.isPending)
      step.mutate({ params: { id: row.id }, body: { action: 'take', version: row.version } })
  }
  const ask = (row: RxSending, action: SayingAction) => may(row, action) && setSaying({ row, action })
  const fill = (row: RxSending) => may(row, 'dispense') && setFilling(row)
  const next = (row: RxSending) =>
    may(row, 'take') ? (
      <Button size="sm" kind="primary" onClick={() => take(row)}>
        {t('rx.act.take')}
      </Button>
    ) : may(row, 'dispense') ? (
      <Button size="sm" kind="primary" onClick={() => fill(row)}>
        {t('rx.act.dispense')}
      </Button>
    ) : may(row, 'answer') ? (
      <Button size="sm" onClick={() => ask(row, 'answer')}>
        {t('rx.act.answer')}
      </Button>
    ) : null
  const choices = [
    choice({
      key: 'state',
      name: t('rx.list.state'),
      every: t('rx.list.open'),
      value: state,
      options: STATES.filter((one) => one !== 'open'),
      text: stateText,
      pick: (one) => change({ state: one }),
    }),
    choice({
      key: 'refill',
      name: t('rx.refill.title'),
      every: t('rx.list.anyRefill'),
      value: refill,
      options: ['1'] as const,
      text: () => t('rx.list.refillOnly'),
      pick: (one) => change({ refill: one }),
    }),
  ]
  const days = { from, to }
  return (
    <>
      <ListPage<RxSending>
        title={t('rx.list.title')}
        filters={
          <>
            <SearchBox value={q} placeholder={t('rx.list.search')} onSearch={search} />
            <FilterSelects choices={choices} />
            <DayRangePicker label={t('rx.list.sent')} {...days} onChange={(a, b) => change({ from: a, to: b })} />
          </>
        }
        chips={[
          ...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []),
          ...chipsOf(choices),
          ...daysChips(days, change),
        ]}
        onClearChips={() => {
          setQ('')
          change({ state: undefined, refill: undefined, from: undefined, to: undefined })
        }}
        source={list}
        rowKey={(row) => row.id}
        columns={columns()}
        rowClass={(row) => (row.state === 'cancelled' ? 'dim' : '')}
        rowActions={next}
        card={(row) => (
          <ListCard
            name={nameOf(row.patient)}
            beside={aged(row)}
            text={drugs(row)}
            status={<RxStateTag row={row} />}
            action={next(row)}
            onOpen={() => change({ open: row.id })}
          />
        )}
        drawer={(key, row, move) => (
          <RxDetail key={key} row={row} move={move} may={may} take={take} ask={ask} fill={fill} busy={step.isPending} />
        )}
        open={open ?? null}
        onOpen={(key) => change({ open: key ?? undefined })}
        {...frame}
        exportList={() => exportSheet(getPrescriptions, { query })}
        rowKeys={
          dispenses
            ? [
                { keys: 't', label: t('rx.act.take'), run: take },
                { keys: 'd', label: t('rx.act.dispense'), run: fill },
                { keys: 'r', label: t('rx.act.return'), run: (row) => ask(row, 'return') },
              ]
            : [{ keys: 'r', label: t('rx.act.answer'), run: (row) => ask(row, 'answer') }]
        }
        empty={{ title: t('rx.list.none'), text: t('rx.list.noneText'), icon: <MedicineBoxOutlined /> }}
        failed={t('rx.list.failed')}
      />
      {saying && <RxStepDialog row={current(saying.row)} action={saying.action} onClose={() => setSaying(null)} />}
      {filling && <DispenseForm row={current(filling)} onClose={() => setFilling(null)} />}
    </>
  )
}
