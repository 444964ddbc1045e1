import { getReferrals, putReferral } from '@teleward/contract/referrals/endpoints.ts'
import { needsOf, type ReferralAction } from '@teleward/contract/referrals/rules.ts'
import { type Referral, type ReferralState, referral, referralSort } from '@teleward/contract/referrals/schema.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { mutateEndpoint } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { type Choice, chipsOf, choice, FilterSelects } from '../FilterSelect.tsx'
import { type Column, type RowKey, useList } from '../list.ts'
import { ListCard } from '../ListCard.tsx'
import { ListPage } from '../ListPage.tsx'
import { useListFrame } from '../listTools.ts'
import { type Asked, useQuestion, useStepping } from '../steps.ts'
import { Letter } from './Letter.tsx'
import { daysOf, Due, fromOf, personOf, StateTag, stepsOf, toOf, Urgent } from './looks.tsx'
import ReferDrawer from './ReferDrawer.tsx'
import { ReferralAnswer } from './ReferralAnswer.tsx'

export type Which = 'open' | 'late' | 'all' | ReferralState
/** What of the list stands in an address, whichever screen's. */
export interface ReferralSearch {
  side: 'all' | 'sent' | 'received'
  letters: Which
  urgency?: 'routine' | 'urgent' | undefined
  letter?: string | undefined
  sort?: string | undefined
  page: number
  pageSize?: number | undefined
  cols?: string[] | undefined
  view?: 'table' | 'card' | 'board' | 'calendar' | undefined
}
export type ReferralChange = Partial<ReferralSearch>
interface Props {
  /** Names the columns and the view that a person chose for it. */
  frame: string
  title: string
  tabs: ReactNode
  /** The side is chosen by the screen's own tabs. */
  tabbed?: boolean
  actions?: ReactNode
  value: ReferralSearch
  change: (next: ReferralChange) => void
}

const columns = (): Column<Referral>[] => [
  {
    key: 'patient',
    title: t('referrals.column.patient'),
    sort: 'patient',
    fixed: true,
    width: 170,
    cell: ({ patient }) => (
      <>
        <b>{patient.name}</b> <span className="t3 num">{personOf(patient)}</span>
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
        <StateTag state={row.state} /> <Urgent urgency={row.urgency} />
      </>
    ),
  },
  {
    key: 'since',
    title: t('referrals.column.since'),
    sort: 'since',
    width: 72,
    minTable: 800,
    align: 'right',
    cell: daysOf,
  },
  {
    key: 'due',
    title: t('referrals.column.due'),
    sort: 'due',
    width: 116,
    minTable: 700,
    cell: (row) => <Due dueAt={row.dueAt} />,
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

function choicesOf(value: ReferralSearch, change: Props['change'], tabbed: boolean): Choice[] {
  const side = choice({
    key: 'side',
    name: t('referrals.side.label'),
    value: value.side,
    standard: 'all',
    options: ['all', 'sent', 'received'],
    text: (one) => t(`referrals.side.${one}`),
    pick: (next) => change({ side: next ?? 'all', letter: undefined }),
  })
  return [
    ...(tabbed ? [] : [side]),
    choice({
      key: 'letters',
      name: t('referrals.column.state'),
      value: value.letters,
      standard: 'open',
      options: [
        'open',
        'late',
        'all',
        'sent',
        'received',
        'accepted',
        'visited',
        'reported',
        'declined',
        'withdrawn',
      ] as const,
      text: (one) =>
        one === 'open' || one === 'late' || one === 'all' ? t(`referrals.which.${one}`) : t(`referrals.state.${one}`),
      pick: (next) => change({ letters: next ?? 'open', letter: undefined }),
    }),
    choice({
      key: 'urgency',
      name: t('referrals.urgency.label'),
      every: t('referrals.urgency.every'),
      value: value.urgency,
      options: ['routine', 'urgent'] as const,
      text: (one) => t(`referrals.urgency.${one}`),
      pick: (next) => change({ urgency: next, letter: undefined }),
    }),
  ]
}

/** The steps of a letter: at once, or after what has to be said with them. */
function useSteps() {
  const question = useQuestion<Referral, { row: Referral; action: ReferralAction }>()
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
      send: (version) => mutateEndpoint(putReferral, { params: { id: row.id }, body: { action, version, ...more } }),
      current: referral,
      illegal: 'REFERRAL_ILLEGAL_STEP',
      tags: ['referrals', 'counts', 'files'],
      done: (after) => {
        const words = { name: after.patient.name, state: t(`referrals.state.${after.state}`) }
        notify({ kind: 'ok', key: `referral-${row.id}`, title: t('referrals.done.step', words) })
      },
      stale: () => notify({ kind: 'warn', title: t('referrals.stale') }),
      asked,
    })
  const start = (row: Referral, action: ReferralAction) =>
    needsOf(action) ? question.ask({ row, action }) : take(row, action)
  return { ...question, take, start, busy }
}

/** Referrals one sent and those one is to take, with the next step of each: of `/referral` and of the appointments alike. */
export default function ReferralList({ frame: name, title, tabs, tabbed = false, actions, value, change }: Props) {
  const { side, letters, urgency } = value
  const sort = referralSort.safeParse(value.sort).data
  const frame = useListFrame(name, { ...value, sort }, change)
  const query = { side, state: letters, urgency, sort, page: value.page, pageSize: frame.pageSize }
  const list = useList(getReferrals, { query })
  const choices = choicesOf(value, change, tabbed)
  const { asking, ask, asked: askedOf, take, start, busy } = useSteps()
  const [onward, setOnward] = useState<Referral>()
  const open = (letter: string | undefined) => change({ letter })
  const next = (row: Referral) => {
    const [action] = stepsOf(row)
    return action === undefined || action === 'withdraw' ? null : (
      <Button size="sm" disabled={busy} onClick={() => start(row, action)}>
        {t(`referrals.act.${action}`)}
      </Button>
    )
  }
  const key = (keys: string, action: ReferralAction): RowKey<Referral> => ({
    keys,
    label: t(`referrals.act.${action}`),
    run: (row) => stepsOf(row).includes(action) && start(row, action),
  })
  return (
    <>
      <ListPage<Referral>
        title={title}
        tabs={tabs}
        actions={actions}
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change({ ...(tabbed ? {} : { side: 'all' }), letters: 'open', urgency: undefined })}
        source={list}
        rowKey={({ id }) => id}
        columns={columns()}
        rowClass={({ state }) => (['reported', 'declined', 'withdrawn'].includes(state) ? 'dim' : '')}
        rowActions={next}
        card={(row) => (
          <ListCard
            name={row.patient.name}
            beside={personOf(row.patient)}
            text={`${fromOf(row)} → ${toOf(row)}`}
            status={
              <>
                <StateTag state={row.state} />
                <Urgent urgency={row.urgency} />
                <Due dueAt={row.dueAt} />
                <span className="t3 f12 num">{daysOf(row)}</span>
              </>
            }
            action={next(row)}
            onOpen={() => open(row.id)}
          />
        )}
        drawer={(id, row, move) => (
          <Letter
            key={id}
            id={id}
            row={row}
            busy={busy}
            onStep={start}
            onOnward={setOnward}
            onOpen={open}
            move={move}
          />
        )}
        open={value.letter ?? null}
        onOpen={(id) => open(id ?? undefined)}
        {...frame}
        exportList={() => exportSheet(getReferrals, { query })}
        rowKeys={tabbed ? [key('y', 'accept'), key('d', 'decline')] : []}
        empty={{ title: t('referrals.empty.title'), text: t('referrals.empty.text') }}
      />
      {onward && (
        <ReferDrawer
          follows={onward}
          onClose={() => setOnward(undefined)}
          onSent={({ id }) => change({ letters: 'all', letter: id })}
        />
      )}
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
