import './outbox.css'
import { SendOutlined } from '@ant-design/icons'
import { getOutboxMessages, getOutboxOverview, putOutboxMessage } from '@teleward/contract/outbox/endpoints.ts'
import { type OutboxChannel, outboxChannels, outboxStates } from '@teleward/contract/outbox/rules.ts'
import { type OutboxMessage, outboxSort } from '@teleward/contract/outbox/schema.ts'
import { date, uuid } from '@teleward/contract/core/scalars.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { daysChips } from '../../patterns/daysChips.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { listFields, useListFrame } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { AgainAll } from './AgainAll.tsx'
import { Providers } from './Providers.tsx'

const search = z.object({
  channel: z.enum(outboxChannels).optional(),
  state: z.enum(outboxStates).optional(),
  kind: z.string().max(40).optional(),
  origin: z.string().max(80).optional(),
  from: date.optional(),
  to: date.optional(),
  sort: outboxSort.optional(),
  ...listFields,
  open: uuid.optional(),
})
const TONES: Record<OutboxMessage['state'], StatusKind> = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  delivered: 'ok',
  retrying: 'warn',
  failed: 'bad',
  cancelled: 'neutral',
}
/** What sets a channel up. */
const VARIABLES: Partial<Record<OutboxChannel, string>> = { sms: 'SMS_URL', email: 'SMTP_URL' }

const KINDS = ['code', 'link', 'notice', 'confirmation', 'reminder', 'test', 'notification'] as const
const kindText = (kind: string) => say(`outbox.kind.${KINDS.find((one) => one === kind) ?? 'other'}`)
const ORIGINS = [
  'code',
  'password',
  'staffReview',
  'signIn',
  'appointment',
  'link',
  'notice',
  'notification',
  'providerTest',
] as const
const originWord = (kind: string) => say(`outbox.origin.${ORIGINS.find((one) => one === kind) ?? 'other'}`)
const originText = ({ origin }: OutboxMessage) => (origin ? originWord(origin.kind) : '–')
const REASONS = ['OVER', 'UNREACHABLE', 'TIMEOUT', 'PROVIDER_MISSING', 'RESTORED'] as const
const reasonText = (reason: string) => {
  const known = REASONS.find((one) => one === reason)
  return known ? say(`outbox.reason.${known}`) : reason
}
const tag = (row: OutboxMessage) => (
  <StatusTag kind={TONES[row.state]} icon={<SendOutlined />}>
    {say(`outbox.state.${row.state}`)}
  </StatusTag>
)

const columns = (): Column<OutboxMessage>[] => [
  {
    key: 'channel',
    title: say('outbox.column.channel'),
    sort: 'channel',
    width: 110,
    cell: (row) => say(`outbox.channel.${row.channel}`),
  },
  {
    key: 'to',
    title: say('outbox.column.to'),
    width: 130,
    fixed: true,
    cell: (row) => <span className="num">{row.to}</span>,
  },
  {
    key: 'kind',
    title: say('outbox.column.kind'),
    cell: (row) => (
      <>
        {kindText(row.kind)} {row.institution && <span className="t3 f12">{nameOf(row.institution)}</span>}
      </>
    ),
  },
  { key: 'origin', title: say('outbox.column.origin'), width: 130, minTable: 900, cell: originText },
  {
    key: 'state',
    title: say('outbox.column.state'),
    sort: 'state',
    width: 230,
    cell: (row) => (
      <>
        {tag(row)} {row.reason && <span className="t3 f12">{reasonText(row.reason)}</span>}
      </>
    ),
  },
  {
    key: 'tries',
    title: say('outbox.column.tries'),
    sort: 'tries',
    width: 70,
    align: 'right',
    cell: (row) => <span className="num">{row.tries}</span>,
  },
  {
    key: 'next',
    title: say('outbox.column.next'),
    width: 160,
    minTable: 1000,
    cell: (row) => <span className="num t2">{row.nextAt ? formatDateTime(row.nextAt) : '–'}</span>,
  },
  {
    key: 'at',
    title: say('outbox.column.at'),
    sort: 'at',
    width: 160,
    cell: (row) => <span className="num">{formatDateTime(row.createdAt)}</span>,
  },
]

/** `/admin/outbox`: what left the house, and what did not. */
export default function OutboxPage() {
  const t = useT()
  const [value, change] = useSearchState(search)
  const frame = useListFrame('/admin/outbox', value, change)
  const { open, cols: _, view: __, ...asked } = value
  const { page, sort, ...filter } = asked
  const query = { ...filter, sort, page, pageSize: frame.pageSize }
  const { doctortype } = useMe()
  const list = useList(getOutboxMessages, { query })
  const act = useEndpointMutation(putOutboxMessage, {
    onDone: (_data, { body }) =>
      notify({ kind: 'ok', title: t(body.action === 'again' ? 'outbox.agained' : 'outbox.cancelled') }),
    onError: () => {
      void invalidateTags(['outbox'])
      return undefined
    },
  })
  const run = (row: OutboxMessage, action: 'again' | 'cancel') => {
    if (row[action]) act.mutate({ params: { id: row.id }, body: { version: row.version, action } })
  }
  /** A key lies next to others, and what was sent is with somebody: it asks first. */
  const againByKey = async (row: OutboxMessage) => {
    if (!row.again || act.isPending) return
    const sure = await confirmAct({
      title: t('outbox.againSure', { kind: kindText(row.kind), to: row.to }),
      text: t('outbox.againText'),
      ok: t('outbox.again'),
      cancel: t('common.cancel'),
    })
    if (sure) run(row, 'again')
  }
  const choices = [
    choice({
      key: 'channel',
      name: t('outbox.column.channel'),
      every: t('outbox.everyChannel'),
      value: value.channel,
      options: outboxChannels,
      text: (one) => t(`outbox.channel.${one}`),
      pick: (channel) => change({ channel }),
    }),
    choice({
      key: 'state',
      name: t('outbox.column.state'),
      every: t('outbox.everyState'),
      value: value.state,
      options: outboxStates,
      text: (one) => t(`outbox.state.${one}`),
      pick: (state) => change({ state }),
    }),
    choice({
      key: 'kind',
      name: t('outbox.column.kind'),
      every: t('outbox.everyKind'),
      value: value.kind,
      options: KINDS,
      text: kindText,
      pick: (kind) => change({ kind }),
    }),
    choice({
      key: 'origin',
      name: t('outbox.column.origin'),
      every: t('outbox.everyOrigin'),
      value: value.origin,
      options: ORIGINS,
      text: originWord,
      pick: (origin) => change({ origin }),
    }),
  ]
  const { from, to } = value
  const days = { from, to }
  return (
    <ListPage<OutboxMessage>
      title={t('outbox.title')}
      actions={<AgainAll filter={filter} may={doctortype === 'admin'} />}
      filters={
        <>
          <FilterSelects choices={choices} />
          <DayRangePicker label={t('outbox.column.at')} {...days} onChange={(a, b) => change({ from: a, to: b })} />
        </>
      }
      chips={[...chipsOf(choices), ...daysChips(days, change)]}
      onClearChips={() =>
        change({
          channel: undefined,
          state: undefined,
          kind: undefined,
          origin: undefined,
          from: undefined,
          to: undefined,
        })
      }
      above={<Overview />}
      source={list}
      rowKey={(row) => row.id}
      columns={columns()}
      card={(row) => (
        <ListCard
          name={kindText(row.kind)}
          beside={row.to}
          text={t(`outbox.channel.${row.channel}`)}
          status={
            <>
              {tag(row)}
              <span className="num">{formatDateTime(row.createdAt)}</span>
            </>
          }
          onOpen={() => change({ open: row.id })}
        />
      )}
      drawer={(key, row, step) => <Detail key={key} row={row} run={run} busy={act.isPending} step={step} />}
      open={open ?? null}
      onOpen={(key) => change({ open: key ?? undefined })}
      {...frame}
      exportList={() => exportSheet(getOutboxMessages, { query })}
      rowKeys={[{ keys: 'r', label: t('outbox.again'), run: (row) => void againByKey(row) }]}
      empty={{ title: t('outbox.empty'), text: t('outbox.emptyText'), icon: <SendOutlined /> }}
      failed={t('outbox.failed')}
    />
  )
}

/** The last day by channel, and what is not set up. */
function Overview() {
  const t = useT()
  const { data } = useQuery(endpointQuery(getOutboxOverview, {}))
  if (!data) return null
  const channels = outboxChannels.filter((channel) => data.totals.some((one) => one.channel === channel))
  const sum = (channel: OutboxChannel, key: 'sent' | 'failed' | 'waiting') =>
    data.totals.filter((one) => one.channel === channel).reduce((all, one) => all + one[key], 0)
  const missing = data.development ? [] : (['sms', 'email'] as const).filter((one) => !data.channels.includes(one))
  return (
    <>
      {data.development && <div className="alert info outnote">{t('outbox.development')}</div>}
      {missing.length > 0 && (
        <div className="alert warn outnote">
          {t('outbox.notSetUp', { variables: missing.map((one) => VARIABLES[one] ?? one).join(', ') })}
        </div>
      )}
      {channels.length > 0 && (
        <div className="outtotals num">
          <span>{t('outbox.today')}</span>
          {channels.map((channel) => (
            <span key={channel}>
              <b>{t(`outbox.channel.${channel}`)}</b>{' '}
              {t('outbox.totals', {
                sent: sum(channel, 'sent'),
                failed: sum(channel, 'failed'),
                waiting: sum(channel, 'waiting'),
              })}
            </span>
          ))}
        </div>
      )}
      <Providers all={data.providers} />
    </>
  )
}

interface DetailProps {
  row: OutboxMessage | undefined
  run: (row: OutboxMessage, action: 'again' | 'cancel') => void
  busy: boolean
  step: DrawerStep
}
function Detail({ row, run, busy, step }: DetailProps) {
  const t = useT()
  if (!row)
    return (
      <DetailDrawer label={t('outbox.detail')} step={step}>
        <EmptyState title={t('outbox.empty')} />
      </DetailDrawer>
    )
  const lines = [
    [t('outbox.column.channel'), t(`outbox.channel.${row.channel}`)],
    [t('outbox.column.to'), row.to],
    ...(row.institution ? [[t('outbox.column.institution'), nameOf(row.institution)] as const] : []),
    [t('outbox.column.origin'), originText(row)],
    [t('outbox.column.tries'), String(row.tries)],
    [t('outbox.column.at'), formatDateTime(row.createdAt)],
    [t('outbox.column.next'), row.nextAt && formatDateTime(row.nextAt)],
    [t('outbox.until'), row.notAfter && formatDateTime(row.notAfter)],
  ] as const
  return (
    <DetailDrawer
      label={t('outbox.detail')}
      top={tag(row)}
      head={<h2 className="f16 b">{kindText(row.kind)}</h2>}
      step={step}
      footer={
        (row.again || row.cancel) && (
          <div className="row">
            <span className="grow" />
            {row.cancel && (
              <Button disabled={busy} onClick={() => run(row, 'cancel')}>
                {t('outbox.cancel')}
              </Button>
            )}
            {row.again && (
              <Button kind="primary" disabled={busy} onClick={() => run(row, 'again')}>
                {t('outbox.again')}
              </Button>
            )}
          </div>
        )
      }
    >
      {row.reason && <div className="alert warn">{reasonText(row.reason)}</div>}
      <dl className="outlines">
        {lines.map(([label, said]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd className="num">{said || '–'}</dd>
          </div>
        ))}
      </dl>
      {row.text ? <p className="outtext">{row.text}</p> : <p className="t3 f13">{t('outbox.hidden')}</p>}
      {row.link && (
        <a className="btn" href={row.link} target="_blank" rel="noreferrer">
          {t('outbox.open')}
        </a>
      )}
    </DetailDrawer>
  )
}
