import { InfoCircleOutlined, ReloadOutlined } from '@ant-design/icons'
import { getMemberFilter } from '@teleward/contract/members/endpoints.ts'
import { getAlerts, getCareGroups, monitorMembers } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { AlertStep } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert, MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { errorText, t, useT } from '../../i18n/i18n.ts'
import { SendingDialog } from '../../patterns/appointments/Sending.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { ActButtons, actKey, type MemberContext, type Sending, useMemberActs } from '../../patterns/memberActs.tsx'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { ageAndSex } from '../../ui/person.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { NextAlertStep } from './Alerts.tsx'
import { Attention } from './Attention.tsx'
import { columnsOf, memberName, rowKeyOf, Running, Standing } from './columns.tsx'
import { chipsOfMonitor, MonitorFilters } from './Filters.tsx'
import { MemberDetail } from './MemberDetail.tsx'
import { type MonitorSearch, NO_FILTERS, toQuery, useMonitorSearch } from './search.ts'
import { SinceList } from './Since.tsx'
import { useAlertSteps } from './useAlertSteps.ts'
import { useHeld, usePointerOver } from './useHeld.ts'
import { kindText, SeverityTag, valueText } from './labels.tsx'
import './monitor.css'

const alertKeyOf = ({ id }: Alert) => id
const MOST = 200

/** `/monitor`: who needs me now, and what everybody one cares for has measured last. */
export default function MonitorPage() {
  const t = useT()
  const [value, change] = useMonitorSearch()
  const [q, setQ] = useState('')
  const steps = useAlertSteps()
  const takes = useRight('monitor.acknowledge') !== '-'
  const [sending, setSending] = useState<Sending | null>(null)
  const offers = useMemberActs(setSending)
  const acts = (of: MemberContext) => offers(of).filter(({ act }) => act !== 'monitor')
  const care = useQuery(endpointQuery(getCareGroups, {}))
  const groups = care.data?.groups ?? []
  const me = useMe()
  const knowsMembers = useRight('member.read') !== '-'
  const filter = useQuery({ ...endpointQuery(getMemberFilter, {}), enabled: knowsMembers })
  // Who can be in no group, and who asks for one member, looks at the whole unit.
  const standard = value.pid === undefined && (care.data?.notice || groups.some(({ mine }) => mine)) ? 'groups' : 'all'
  const whose = value.whose ?? standard
  const frame = useListFrame('/monitor', value, change)
  const query = toQuery(value, q, whose, frame.pageSize)
  const fetched = useList(monitorMembers, { body: query }, care.isFetched)
  const running = useQuery(endpointQuery(getAlerts, { query: { state: 'running', pageSize: MOST } }))
  const alerts = running.data?.data ?? []
  // Nobody takes the wrong alert because a row came under the pointer: what moves is told, and waits.
  const over = usePointerOver('.listgrid .pane')
  const [askedAt, setAskedAt] = useState(0)
  const hold = { still: over, until: Math.max(askedAt, steps.steppedAt) }
  const held = useHeld(fetched, JSON.stringify(query), rowKeyOf, hold)
  const heldAlerts = useHeld(running, 'running', alertKeyOf, hold)
  const list = { ...fetched, data: held.data }
  const rows = list.data?.data ?? []
  const firstOf = (row: MonitorMember) => alerts.find(({ pid, unitId }) => pid === row.pid && unitId === row.unitId)
  const day = (days: MonitorSearch['days']) => ({
    keys: days.slice(0, 1),
    label: t(`monitor.days.d${days}`),
    run: () => change({ days }),
  })
  useKeys([day('1'), day('3'), day('7'), day('0')])
  const stepKey = (keys: string, step: AlertStep) => ({
    keys,
    label: t(`monitor.key.${step}`),
    run: (row: MonitorMember) => {
      const one = firstOf(row)
      if (one) steps.ask(step, one)
    },
  })
  const asked = {
    value,
    standard,
    care: care.data,
    units: me.unit_list,
    doctors: filter.data?.doctors ?? [],
    change,
  } as const
  const narrowedByDays = value.days !== '0'
  return (
    <>
      <ListPage<MonitorMember>
        title={t('screens.name.monitor')}
        heading={
          (held.moved || heldAlerts.moved) && (
            <span role="status">
              <Button size="sm" icon={<ReloadOutlined />} onClick={() => setAskedAt(Date.now())}>
                {heldAlerts.came > 0 ? t('monitor.came', { count: heldAlerts.came }) : t('monitor.moved')}
              </Button>
            </span>
          )
        }
        filters={<MonitorFilters {...asked} q={q} onSearch={setQ} />}
        chips={[
          ...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []),
          ...chipsOfMonitor({ ...asked, row: rows[0] }),
        ]}
        onClearChips={() => {
          setQ('')
          change(NO_FILTERS)
        }}
        above={
          <>
            {care.data?.notice && <NoGroup shown={whose} onAll={() => change({ whose: 'all' })} />}
            {value.since !== undefined && (
              <SinceList
                key={value.since}
                since={value.since}
                care={care.data}
                steps={steps}
                hold={hold}
                onOpen={(one) => change({ open: rowKeyOf(one) })}
                onClose={() => change({ since: undefined })}
              />
            )}
            {/* Beside looking back, too: who waits longest was raised before. */}
            {value.pid === undefined && (
              <Attention
                running={running}
                alerts={heldAlerts.data?.data ?? []}
                // Who was quicker has taken it: it stays in its place, with nothing left to do.
                steps={{ ...steps, may: (step, one) => !heldAlerts.gone.has(one.id) && steps.may(step, one) }}
                onOpen={(one) => change({ open: rowKeyOf(one) })}
                onAll={() => change({ alert: 'any' })}
              />
            )}
          </>
        }
        source={list}
        rowKey={rowKeyOf}
        columns={columnsOf()}
        rowClass={(row) => (row.open && !row.off ? '' : 'dim')}
        tall
        group={(row) => groupOf(row, value)}
        rowActionsWidth={204}
        rowActions={(row) => (
          <>
            <NextAlertStep one={firstOf(row)} steps={steps} />
            <ActButtons of={row} acts={acts} first={['call']} />
          </>
        )}
        card={(row) => (
          <MemberCard row={row} first={firstOf(row)} steps={steps} onOpen={() => change({ open: rowKeyOf(row) })} />
        )}
        drawer={(key, row, move) => (
          <MemberDetail
            key={key}
            pid={Number(key.split('-')[0])}
            row={row}
            value={value}
            change={change}
            steps={steps}
            acts={acts}
            move={move}
          />
        )}
        open={value.open ?? null}
        onOpen={(key) => change({ open: key ?? undefined, mark: undefined })}
        {...frame}
        exportList={() => exportSheet(monitorMembers, { body: query })}
        rowKeys={[...(takes ? [stepKey('a', 'acknowledge'), stepKey('r', 'resolve')] : []), actKey(acts, 'c', 'call')]}
        empty={{
          title: t('monitor.empty'),
          text: t(whose === 'groups' ? 'monitor.emptyGroups' : 'monitor.emptyText'),
          ...(value.kind && narrowedByDays
            ? { actions: <Button onClick={() => change({ days: '0' })}>{t('monitor.allDays')}</Button> }
            : {}),
        }}
        failed={t('monitor.failed')}
      />
      <AlertDialog steps={steps} />
      {sending && <SendingDialog {...sending} onClose={() => setSending(null)} />}
    </>
  )
}

/** In the list's own order those of one severity stand under its word. */
function groupOf({ worst, mutedAlerts }: MonitorMember, { sort, off }: MonitorSearch) {
  if (sort || off) return null
  if (worst) return { key: worst, label: <SeverityTag severity={worst} /> }
  return mutedAlerts > 0
    ? { key: 'muted', label: t('monitor.onlyMuted') }
    : { key: 'none', label: t('monitor.noAlerts') }
}

/** Who cares for members and is in no group: nobody is theirs yet. */
function NoGroup({ shown, onAll }: { shown: 'groups' | 'all'; onAll: () => void }) {
  return (
    <div className="alert info inlist" role="status">
      <InfoCircleOutlined />
      <span className="grow">{errorText('NO_CARE_GROUP')}</span>
      {shown === 'groups' && (
        <Button size="sm" onClick={onAll}>
          {t('monitor.showAll')}
        </Button>
      )}
    </div>
  )
}

interface CardProps {
  row: MonitorMember
  first: Alert | undefined
  steps: ReturnType<typeof useAlertSteps>
  onOpen: () => void
}
function MemberCard({ row, first, steps, onOpen }: CardProps) {
  return (
    <ListCard
      name={memberName(row)}
      beside={ageAndSex(row.birthday, row.gender ?? 'unknown')}
      text={row.last
        .slice(0, 3)
        .map((one) => `${kindText(one.kind)} ${valueText(one)}`)
        .join(t('common.dot'))}
      status={
        <>
          <Running row={row} />
          <Standing row={row} />
        </>
      }
      action={first && <NextAlertStep one={first} steps={steps} />}
      onOpen={onOpen}
    />
  )
}
