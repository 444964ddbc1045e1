import { HistoryOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { actLabels } from '@teleward/contract/admin/act-labels.ts'
import { operationLogs } from '@teleward/contract/auth/endpoints.ts'
import { type operation, operationQuery } from '@teleward/contract/auth/schema.ts'
import { deleteSession, getSessions } from '@teleward/contract/registration/endpoints.ts'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { exportSheet } from '../../api/exportSheet.ts'
import { mutateEndpoint, showError } from '../../api/query.ts'
import { errorText, language, t, useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { listFields, useListFrame } from '../../patterns/listTools.ts'
import { either } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { useDevice } from './device.ts'

type Operation = z.output<typeof operation>
const search = z.object({
  ...listFields,
  sort: operationQuery.shape.sort.catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  kind: operationQuery.shape.kind.catch(undefined),
  outcome: operationQuery.shape.outcome.catch(undefined),
  q: z.string().max(60).default(''),
})
const NONE = { from: undefined, to: undefined, kind: undefined, outcome: undefined, q: '' } as const
const STANDARD = { views: ['table', 'card'] as const, pageSize: 50 }

const actText = ({ action }: Operation) => actLabels[action]?.[language()] ?? action
const resultText = ({ outcome }: Operation) => (outcome === 'OK' ? t('operations.result.OK') : errorText(outcome))
const refused = ({ outcome }: Operation) => outcome !== 'OK'
/** Numbers of the one log are numbers of the other as well. */
const keyOf = ({ log, id }: Operation) => `${log}-${id}`

const columnsOf = (device: (agent: string) => string): Column<Operation>[] => [
  {
    key: 'time',
    title: t('operations.time'),
    sort: 'time',
    fixed: true,
    width: 150,
    cell: (row) => <span className="num">{formatDateTime(row.at)}</span>,
  },
  { key: 'act', title: t('operations.act'), cell: actText },
  {
    key: 'behalf',
    title: t('operations.behalf'),
    width: 120,
    minTable: 800,
    cell: ({ actedFor }) => actedFor && either(actedFor.name, actedFor.nameEn),
  },
  {
    key: 'target',
    title: t('operations.target'),
    width: 90,
    minTable: 900,
    cell: (row) => <span className="num">{row.target}</span>,
  },
  {
    key: 'result',
    title: t('operations.result.title'),
    width: 200,
    cell: (row) => <span className={refused(row) ? 'c-bad' : ''}>{resultText(row)}</span>,
  },
  {
    key: 'from',
    title: t('operations.from'),
    width: 140,
    minTable: 700,
    cell: (row) => <span className="num">{row.ip}</span>,
  },
  {
    key: 'device',
    title: t('operations.device'),
    width: 130,
    extra: true,
    cell: ({ userAgent }) => userAgent && device(userAgent),
  },
  {
    key: 'kind',
    title: t('operations.kind.title'),
    width: 90,
    extra: true,
    cell: (row) => t(`operations.kind.${row.kind}`),
  },
]

/** `/setting/log`: what one did, what was refused, and who tried to sign in with this account. */
export default function OperationsPage() {
  const t = useT()
  const device = useDevice()
  const [value, change] = useSearchState(search)
  const frame = useListFrame('/setting/log', value, change, STANDARD)
  const { cols: _, view: __, q, ...asked } = value
  const query = { ...asked, pageSize: frame.pageSize, ...(q ? { q } : {}) }
  const source = useList(operationLogs, { query })
  const { from, to, kind, outcome } = value
  const choices = [
    choice({
      key: 'kind',
      name: t('operations.kind.title'),
      value: kind,
      options: ['read', 'write', 'auth'],
      text: (one) => t(`operations.kind.${one}`),
      pick: (next) => change({ kind: next }),
    }),
    choice({
      key: 'outcome',
      name: t('operations.result.title'),
      value: outcome,
      options: ['OK', 'refused'],
      text: (one) => t(`operations.result.${one}`),
      pick: (next) => change({ outcome: next }),
    }),
  ]
  const days = from || to ? [from ? formatDate(from) : '…', to ? formatDate(to) : '…'].join(' – ') : undefined
  const chips = [
    ...(q ? [{ key: 'q', label: q, onRemove: () => change({ q: '' }) }] : []),
    ...chipsOf(choices),
    ...(days ? [{ key: 'days', label: days, onRemove: () => change({ from: undefined, to: undefined }) }] : []),
  ]
  return (
    <ListPage<Operation>
      title={t('screens.name.log')}
      actions={<NotMe />}
      filters={
        <>
          <SearchBox value={q} placeholder={t('operations.search')} onSearch={(next) => change({ q: next })} />
          <DayRangePicker
            label={t('operations.dates')}
            from={from}
            to={to}
            onChange={(first, last) => change({ from: first, to: last })}
          />
          <FilterSelects choices={choices} />
        </>
      }
      chips={chips}
      onClearChips={() => change(NONE)}
      source={source}
      rowKey={keyOf}
      columns={columnsOf((agent) => device(null, agent))}
      card={(row) => (
        <ListCard
          no={<HistoryOutlined />}
          beside={formatDateTime(row.at)}
          name={actText(row)}
          text={[row.actedFor && either(row.actedFor.name, row.actedFor.nameEn), row.ip].filter(Boolean).join(' ')}
          status={<span className={refused(row) ? 'c-bad' : 't3'}>{resultText(row)}</span>}
        />
      )}
      open={null}
      onOpen={() => undefined}
      {...frame}
      exportList={() => exportSheet(operationLogs, { query })}
      empty={{
        title: days ? t('operations.emptyIn', { days }) : t('operations.empty'),
        text: t('operations.emptyText'),
        narrowed: chips.length > 0,
      }}
      failed={t('operations.failed')}
    />
  )
}

/** Somebody else was at it: every other device is signed out, and the password is the next thing to change. */
function NotMe() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    const yes = await confirmAct({
      title: t('operations.notMe.title'),
      text: t('operations.notMe.text'),
      ok: t('operations.notMe.ok'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    setBusy(true)
    try {
      for (const { id, current } of await call(getSessions, {}))
        if (!current)
          await mutateEndpoint(deleteSession, { params: { id } }).catch((error: unknown) => {
            // It has ended meanwhile, as was wanted.
            if (codeOf(error) !== 'NOT_FOUND') throw error
          })
      notify({ kind: 'ok', title: t('operations.notMe.done') })
      void go('profile', {}, { part: 'security' })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<UserSwitchOutlined />} loading={busy} onClick={() => void run()}>
      {t('operations.notMe.act')}
    </Button>
  )
}
