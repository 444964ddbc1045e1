import { BankOutlined, DownloadOutlined, PercentageOutlined } from '@ant-design/icons'
import { currency } from '@teleward/contract/core/money.ts'
import { getStatements, getTransferFile } from '@teleward/contract/settlement/endpoints.ts'
import { lacksBank, statementStates } from '@teleward/contract/settlement/rules.ts'
import type { Statement } from '@teleward/contract/settlement/schema.ts'
import { useState } from 'react'
import { fileOf } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { exportSheet, saveAs } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { showError } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { type Choice, chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { columns } from './columns.tsx'
import { Detail } from './Detail.tsx'
import { formatMoney } from '../../ui/format.ts'
import { bankText, stateTag } from './labels.tsx'
import { RatesDrawer } from './RatesDrawer.tsx'
import { type Change, lastOver, months, type SettlementSearch, useSettlementSearch } from './search.ts'
import { Totals, useSums } from './Totals.tsx'
import './settlement.css'

const ALL = 200
const NONE = { currency: undefined, state: undefined, unit: undefined, who: undefined } as const

/** `/admin/settlement`: what a month brought whom, who is to confirm it, and what is paid out. */
export default function SettlementPage() {
  const t = useT()
  const me = useMe()
  const [value, change] = useSettlementSearch()
  const frame = useListFrame('/admin/settlement', value, change)
  const [rates, setRates] = useState(false)
  const { currency: of, state, unit, who, sort, page, open } = value
  const month = value.month ?? lastOver()
  const filters = { month, currency: of, state, unit, who }
  const query = { ...filters, sort, page, pageSize: frame.pageSize }
  const list = useList(getStatements, { query })
  const sums = useSums(filters)
  // Whom there is to choose from: whoever has a statement of the month.
  const everybody = useList(getStatements, { query: { month, pageSize: ALL } })
  const choices = choicesOf({ ...value, month }, change, everybody.data?.data ?? [], me.unit_list)
  return (
    <>
      <ListPage<Statement>
        title={t('screens.name.adminSettlement')}
        actions={
          <>
            <Button icon={<PercentageOutlined />} onClick={() => setRates(true)}>
              {t('settlement.rates.title')}
            </Button>
            <TransferButton
              month={month}
              of={of}
              rows={sums.data?.closed ? sums.data.currencies.map((one) => one.currency) : []}
            />
          </>
        }
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change(NONE)}
        source={list}
        rowKey={(row) => row.id}
        columns={columns(false)}
        card={(row) => (
          <ListCard
            name={nameOf(row.staff)}
            beside={formatMoney(row.payout, row.currency)}
            text={`${row.month}${t('common.dot')}${t('settlement.column.visits')} ${row.visits}`}
            status={
              <>
                {stateTag(row)}
                {lacksBank(row) && <> {bankText(row)}</>}
              </>
            }
            onOpen={() => change({ open: row.id })}
          />
        )}
        rowClass={(row) => (lacksBank(row) ? 'lacksbank' : '')}
        drawer={(key, row, step) => <Detail key={key} id={key} row={row} step={step} settles />}
        open={open ?? null}
        onOpen={(key) => change({ open: key ?? undefined })}
        {...frame}
        exportList={() => exportSheet(getStatements, { query })}
        above={<Totals answer={sums} />}
        empty={{ title: t('settlement.none'), text: t('settlement.noneText'), icon: <BankOutlined /> }}
        failed={t('settlement.failed')}
      />
      {rates && <RatesDrawer onClose={() => setRates(false)} />}
    </>
  )
}

/** A file for the bank, a currency each, once the month is closed. */
function TransferButton({
  month,
  of,
  rows,
}: {
  month: string
  of: 'TWD' | 'CNY' | undefined
  rows: ('TWD' | 'CNY')[]
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const save = async (one: 'TWD' | 'CNY') => {
    setBusy(true)
    try {
      saveAs(await fileOf(getTransferFile, { query: { month, currency: one } }), `transfer-${month}-${one}.xlsx`)
    } catch (error) {
      if (codeOf(error) === 'NOT_FOUND') notify({ kind: 'warn', title: t('settlement.transferNone') })
      else showError(error)
    }
    setBusy(false)
  }
  return rows
    .filter((one) => of === undefined || one === of)
    .map((one) => (
      <Button
        key={one}
        icon={<DownloadOutlined />}
        loading={busy}
        title={t('settlement.transferHint')}
        onClick={() => void save(one)}
      >
        {`${t('settlement.transfer')} ${one}`}
      </Button>
    ))
}

function choicesOf(
  value: SettlementSearch & { month: string },
  change: Change,
  rows: readonly Statement[],
  units: Parameters<typeof unitChoice>[0]['units'],
): Choice[] {
  const people = new Map(rows.map(({ staff }) => [String(staff.mid), nameOf(staff)]))
  const who = value.who === undefined ? undefined : String(value.who)
  if (who && !people.has(who)) people.set(who, `#${who}`)
  return [
    choice({
      key: 'month',
      name: say('settlement.column.month'),
      value: value.month,
      // One is always chosen, and stands in its field.
      standard: value.month,
      options: months(value.month),
      text: (one) => one,
      pick: (month) => change({ month: month === lastOver() ? undefined : month, open: undefined }),
    }),
    choice({
      key: 'currency',
      name: say('settlement.column.currency'),
      every: say('settlement.every.currency'),
      value: value.currency,
      options: currency.options,
      text: (one) => one,
      pick: (next) => change({ currency: next }),
    }),
    choice({
      key: 'state',
      name: say('settlement.column.state'),
      every: say('settlement.every.state'),
      value: value.state,
      options: statementStates,
      text: (one) => say(`settlement.state.${one}`),
      pick: (state) => change({ state }),
    }),
    ...(units.length > 1
      ? [
          unitChoice({
            name: say('settlement.column.unit'),
            units,
            value: value.unit,
            pick: (unit) => change({ unit }),
          }),
        ]
      : []),
    {
      key: 'who',
      name: say('settlement.column.who'),
      every: say('settlement.every.who'),
      value: who,
      options: [...people].map(([mid, label]) => ({ value: mid, label })),
      pick: (mid) => change({ who: mid === undefined ? undefined : Number(mid) }),
    },
  ]
}
