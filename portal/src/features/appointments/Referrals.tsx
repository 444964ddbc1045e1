import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  InboxOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { daysBetween } from '@teleward/contract/core/dates.ts'
import { getReferrals, putReferral } from '@teleward/contract/referrals/endpoints.ts'
import { needsOf, type ReferralAction, referralActions, referralRefusal } from '@teleward/contract/referrals/rules.ts'
import { type Referral, type ReferralState, referral, referralSort } from '@teleward/contract/referrals/schema.ts'
import type { ReactNode } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { act } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { useListFrame } from '../../patterns/listTools.ts'
import { either } from '../../patterns/Patient.tsx'
import { type Asked, useQuestion, useStepping } from '../../patterns/steps.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { ageAndSex, type Sex } from '../../ui/person.ts'
import { StatusTag, type StatusKind } from '../../ui/StatusTag.tsx'
import { ReferralAnswer } from './ReferralAnswer.tsx'
import type { QueueSearch, SearchChange } from './search.ts'

interface Props {
  title: string
  tabs: ReactNode
  value: QueueSearch
  change: (next: SearchChange) => void
}

const looks: Record<ReferralState, { kind: StatusKind; icon: ReactNode }> = {
  sent: { kind: 'info', icon: <SendOutlined /> },
  received: { kind: 'info', icon: <InboxOutlined /> },
  accepted: { kind: 'primary', icon: <ClockCircleOutlined /> },
  visited: { kind: 'primary', icon: <CheckCircleOutlined /> },
  reported: { kind: 'ok', icon: <CheckCircleOutlined /> },
  declined: { kind: 'warn', icon: <StopOutlined /> },
  withdrawn: { kind: 'neutral', icon: <StopOutlined /> },
}
const State = ({ row }: { row: Referral }) => (
  <StatusTag {...looks[row.state]}>{t(`referrals.state.${row.state}`)}</StatusTag>
)
const Urgent = ({ row }: { row: Referral }) =>
  row.urgency === 'urgent' ? (
    <StatusTag kind="bad" icon={<ExclamationCircleOutlined />}>
      {t('referrals.urgency.urgent')}
    </StatusTag>
  ) : null

const sexes: readonly Sex[] = ['male', 'female', 'other', 'unknown']
const personOf = ({ patient: { birthday, gender } }: Referral) =>
  ageAndSex(birthday, sexes.find((one) => one === gender) ?? 'unknown')
const fromOf = ({ from }: Referral) =>
  [either(from.unitName, from.unitNameEn), either(from.name, from.nameEn)].join(' ')
const toOf = ({ to }: Referral) =>
  to.person
    ? [either(to.unitName, to.unitNameEn), either(to.person.name, to.person.nameEn)].join(' ')
    : t('referrals.anybody', { unit: either(to.unitName, to.unitNameEn) })
const daysOf = (row: Referral) => t('referrals.days', { count: daysBetween(isoDay(row.createdAt), isoDay()) })
const stepsOf = (row: Referral): ReferralAction[] =>
  referralActions.filter((action) => referralRefusal(action, row.state, row.side) === null)

const columns = (): Column<Referral>[] => [
  {
    key: 'patient',
    title: t('referrals.column.patient'),
    sort: 'patient',
    fixed: true,
    width: 170,
    cell: (row) => (
      <>
        <b>{row.patient.name}</b> <span className="t3 num">{personOf(row)}</span>
      </>
    ),
  },
  {
    key: 'way',
    title: t('referrals.column.way'),
    cell: (row) => (
      <>
        {fromOf(row)} → {toOf(row)}
      </>
    ),
  },
  {
    key: 'state',
    title: t('referrals.column.state'),
    sort: 'state',
    width: 164,
    cell: (row) => (
      <>
        <State row={row} /> <Urgent row={row} />
      </>
    ),
  },
  {
    key: 'since',
    title: t('referrals.column.since'),
    sort: 'since',
    width: 72,
    minTable: 700,
    align: 'right',
    cell: daysOf,
  },
  {
    key: 'visit',
    title: t('referrals.column.visit'),
    sort: 'visit',
    width: 110,
    minTable: 900,
    cell: ({ visitOn }) => (visitOn ? formatDate(visitOn) : null),
  },
]

/** 'My referrals': those one sent and those one is to take, with the next step of each. */
export default function Referrals({ title, tabs, value, change }: Props) {
  const { side, letters } = value
  const sort = referralSort.safeParse(value.letterSort).data
  const frame = useListFrame('/apptmgmt#referrals', { ...value, sort }, ({ sort: letterSort, ...rest }) =>
    // What changes something else says nothing of the order.
    change(Object.keys(rest).length ? rest : { letterSort }),
  )
  const query = { side, state: letters, sort, page: value.page, pageSize: frame.pageSize }
  const list = useList(getReferrals, { query })
  const choices = [
    choice({
      key: 'side',
      name: t('referrals.side.label'),
      value: side,
      standard: 'all',
      options: ['all', 'sent', 'received'],
      text: (one) => t(`referrals.side.${one}`),
      pick: (next) => change({ side: next, letter: undefined }),
    }),
    choice({
      key: 'letters',
      name: t('referrals.column.state'),
      value: letters,
      standard: 'open',
      options: ['open', 'all'],
      text: (one) => t(`referrals.which.${one}`),
      pick: (next) => change({ letters: next, letter: undefined }),
    }),
  ]
  const { asking, ask, asked: askedOf } = useQuestion<Referral, { row: Referral; action: ReferralAction }>()
  const { take: step, busy } = useStepping()
  const take = (
    row: Referral,
    action: ReferralAction,
    more: { date?: string; answer?: string } = {},
    asked: Asked<Referral> = {},
  ) =>
    void step<Referral>({
      of: `referral:${row.id}`,
      version: row.version,
      send: (version) => act(putReferral, { params: { id: row.id }, body: { action, version, ...more } }),
      current: referral,
      illegal: 'REFERRAL_ILLEGAL_STEP',
      tags: ['referrals', 'counts'],
      done: (after) => {
        const words = { name: after.patient.name, state: t(`referrals.state.${after.state}`) }
        notify({ kind: 'ok', key: `referral-${row.id}`, title: t('referrals.done.step', words) })
      },
      stale: () => notify({ kind: 'warn', title: t('referrals.stale') }),
      asked,
    })
  const start = (row: Referral, action: ReferralAction) => (needsOf(action) ? ask({ row, action }) : take(row, action))
  const open = (letter: string | undefined) => change({ letter })
  const next = (row: Referral) => {
    const [action] = stepsOf(row)
    return action === undefined || action === 'withdraw' ? null : (
      <Button size="sm" disabled={busy} onClick={() => start(row, action)}>
        {t(`referrals.act.${action}`)}
      </Button>
    )
  }
  return (
    <>
      <ListPage<Referral>
        title={title}
        tabs={tabs}
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change({ side: 'all', letters: 'open' })}
        source={list}
        rowKey={({ id }) => id}
        columns={columns()}
        rowClass={({ state }) => (['reported', 'declined', 'withdrawn'].includes(state) ? 'dim' : '')}
        rowActions={next}
        card={(row) => (
          <ListCard
            name={row.patient.name}
            beside={personOf(row)}
            text={`${fromOf(row)} → ${toOf(row)}`}
            status={
              <>
                <State row={row} />
                <Urgent row={row} />
                <span className="t3 f12 num">{daysOf(row)}</span>
              </>
            }
            action={next(row)}
            onOpen={() => open(row.id)}
          />
        )}
        drawer={(key, row, move) => row && <Letter key={key} row={row} busy={busy} onStep={start} move={move} />}
        open={value.letter ?? null}
        onOpen={(key) => open(key ?? undefined)}
        {...frame}
        exportList={() => exportSheet(getReferrals, { query })}
        empty={{ title: t('referrals.empty.title'), text: t('referrals.empty.text') }}
      />
      {asking && (
        <ReferralAnswer
          action={asking.action}
          busy={busy}
          onAnswer={(answer) => take(asking.row, asking.action, answer, askedOf(asking))}
          changed={asking.changed && t(`referrals.state.${asking.row.state}`)}
          onClose={() => ask(null)}
        />
      )}
    </>
  )
}

const Words = ({ text }: { text: string }) => <span className="memo">{text}</span>

interface LetterProps {
  row: Referral
  busy: boolean
  onStep: (row: Referral, action: ReferralAction) => void
  move: DrawerStep
}
/** The letter as it was sent, what was answered, and who took which step. */
function Letter({ row, busy, onStep, move }: LetterProps) {
  const steps = stepsOf(row)
  const facts: [label: string, value: ReactNode][] = [
    [t('referrals.column.from'), fromOf(row)],
    [t('referrals.column.to'), toOf(row)],
    [t('referrals.reason'), <Words key="reason" text={row.reason} />],
    [t('referrals.visitOn'), row.visitOn && formatDate(row.visitOn)],
    [
      t(row.state === 'declined' ? 'referrals.reply.decline' : 'referrals.reply.report'),
      row.answer && <Words key="answer" text={row.answer} />,
    ],
  ]
  return (
    <DetailDrawer
      label={t('referrals.detail')}
      step={move}
      top={
        <>
          <State row={row} />
          <Urgent row={row} />
        </>
      }
      head={
        <div className="whobox">
          <b>{row.patient.name}</b> <span className="t2 num">{personOf(row)}</span>
        </div>
      }
      footer={
        steps.length > 0 &&
        steps.map((action, at) => (
          <Button
            key={action}
            className={at === 0 ? 'wide' : ''}
            kind={action === 'withdraw' || action === 'decline' ? 'bad' : at === 0 ? 'primary' : 'default'}
            disabled={busy}
            onClick={() => onStep(row, action)}
          >
            {t(`referrals.act.${action}`)}
          </Button>
        ))
      }
    >
      <dl className="desc">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="pair">
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="sech">{t('referrals.history')}</div>
      <ul className="f13 num">
        {row.history.map((one) => (
          <li key={one.at + one.to}>
            {formatDateTime(one.at)} {t(`referrals.state.${one.to}`)}{' '}
            <span className="t3">{one.name && either(one.name, one.nameEn)}</span>
          </li>
        ))}
      </ul>
    </DetailDrawer>
  )
}
