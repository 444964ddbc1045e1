import { LockOutlined } from '@ant-design/icons'
import { getAlerts, getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { Measurements, MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { ActButtons, type MemberAct, type MemberContext, type Offer } from '../../patterns/memberActs.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AlertLines } from './Alerts.tsx'
import { Calls } from './Calls.tsx'
import { memberName, Running, Standing } from './columns.tsx'
import { Ecgs } from './Ecgs.tsx'
import { openRecord } from './openRecord.ts'
import { Notes } from './Notes.tsx'
import { sureOf, worstFirst } from '../../patterns/trends/plot.ts'
import { dayNumber, type MonitorChange, type MonitorSearch } from './search.ts'
import { Trend } from '../../patterns/trends/Trend.tsx'
import type { AlertSteps } from './useAlertSteps.ts'
import { hoursText, limitText } from '../../patterns/limits.ts'
import { SeverityTag } from './labels.tsx'
import { Values } from './Values.tsx'

/** What an alert is answered by; the rest stands behind 'more'. */
const FIRST: readonly MemberAct[] = ['call', 'message', 'case', 'book']

interface Props {
  pid: number
  row: MonitorMember | undefined
  value: MonitorSearch
  change: (next: MonitorChange) => void
  steps: AlertSteps
  acts: (of: MemberContext) => Offer[]
  move: DrawerStep
}

/** One member: the alerts, the course of each kind, the limits that hold, and every value. */
export function MemberDetail({ pid, row, value, change, steps, acts, move }: Props) {
  const days = dayNumber(value.days)
  const compare = value.compare && days > 0 ? '1' : '0'
  const query = useQuery(endpointQuery(getMeasurements, { params: { pid }, query: { days, compare } }))
  const alerts = useQuery(endpointQuery(getAlerts, { query: { state: 'all', pid, pageSize: 20 } }))
  // A member who is not on this page of the list is asked for alone.
  const knows = useRight('member.read') !== '-'
  const asked = useQuery({ ...endpointQuery(getMember, { params: { pid } }), enabled: knows && row === undefined })
  const of: MemberContext | undefined = row ?? asked.data
  const known = alerts.data?.data ?? []
  const shown = row ?? known[0]
  return (
    <DetailDrawer
      label={t('monitor.detail.title')}
      step={move}
      top={row && (row.worst || row.mutedAlerts ? <Running row={row} /> : <Standing row={row} />)}
      head={
        shown && (
          <div className="row wrap">
            <h2>{memberName(shown)}</h2>
            <span className="t3 f12 num">{ageAndSex(shown.birthday, shown.gender ?? 'unknown')}</span>
            <span className="t3 f12 num">{shown.memberNo}</span>
          </div>
        )
      }
      footer={of && <Foot of={of} acts={acts} />}
    >
      {query.isError && !query.data && (
        <ErrorState
          title={t('monitor.detail.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={8} />}
      {row && row.shutAlerts > 0 && (
        <div className="row wrap" role="status">
          <span className="grow">{t('monitor.urgent.shut')}</span>
          <Button size="sm" icon={<LockOutlined />} onClick={() => void openRecord(row)}>
            {t('monitor.urgent.authorise')}
          </Button>
        </div>
      )}
      {(alerts.isError || known.length > 0) && (
        <section className="monpart">
          <h2 className="sech">{t('monitor.detail.alerts')}</h2>
          {alerts.isError && <FailedLine error={alerts.error} onRetry={() => void alerts.refetch()} />}
          {known.length > 0 && (
            <AlertLines label={t('monitor.detail.alerts')} alerts={known} steps={steps} mark={value.mark} />
          )}
        </section>
      )}
      {query.data && (
        <>
          <section className="monpart">
            <div className="row wrap">
              <h2 className="sech grow">{t('monitor.detail.trends', { days: t(`monitor.days.d${value.days}`) })}</h2>
              {days > 0 && (
                <Checkbox
                  checked={compare === '1'}
                  onChange={(event) => change({ compare: event.target.checked ? '1' : undefined })}
                >
                  {t('monitor.detail.compare')}
                </Checkbox>
              )}
            </div>
            <Trends data={query.data} onAll={days === 0 ? undefined : () => change({ days: '0' })} />
          </section>
          <Ecgs pid={pid} ecgs={query.data.ecgs} />
          <Limits rules={query.data.rules} />
          <Notes pid={pid} />
          <Calls pid={pid} />
          <Values data={query.data} days={days} name={shown ? memberName(shown) : ''} />
        </>
      )}
    </DetailDrawer>
  )
}

function Trends({ data, onAll }: { data: Measurements; onAll: (() => void) | undefined }) {
  const { series, earlier, to, rules, movedOut } = data
  // Of all days the plots begin together, with the first value that nobody doubts.
  const from = data.from ?? firstOf(series)
  const gone = movedOut && (
    <p className="f13 c-warn">
      {t('monitor.detail.movedOut', { count: movedOut.many, before: formatDate(movedOut.before) })}
    </p>
  )
  if (series.length === 0 && gone) return gone
  if (series.length === 0)
    return (
      <div className="row wrap">
        <p className="t3 f13">{t('monitor.detail.noValues')}</p>
        {onAll && (
          <Button size="sm" onClick={onAll}>
            {t('monitor.allDays')}
          </Button>
        )}
      </div>
    )
  return (
    <>
      {gone}
      {series.map(({ kind, unit, points }) => (
        <Trend
          key={kind}
          kind={kind}
          unit={unit}
          points={points}
          earlier={earlier.find((one) => one.kind === kind)?.points ?? []}
          from={from}
          to={to}
          rules={rules}
        />
      ))}
    </>
  )
}

const firstOf = (series: Measurements['series']): string | null =>
  series
    .flatMap(({ points }) => sureOf(points).map(({ at }) => at))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null

function Limits({ rules }: Pick<Measurements, 'rules'>) {
  return (
    <section className="monpart">
      <h2 className="sech">{t('monitor.detail.limits')}</h2>
      {rules.length === 0 && <p className="t3 f13">{t('monitor.detail.noLimits')}</p>}
      <ul className="monalerts">
        {rules.toSorted(worstFirst).map((rule) => (
          <li key={`${rule.id} ${rule.fromHour}`}>
            <SeverityTag severity={rule.severity} />
            <span className="grow">
              {limitText(rule)}
              <span className="blk t3 f12">
                {rule.source === 'own' ? t('monitor.alert.own') : rule.groupName}
                {hoursText(rule)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What to do about it: a call, a conversation, a case, a visit. */
function Foot({ of, acts }: { of: MemberContext; acts: Props['acts'] }) {
  const isFirst = ({ act }: Offer) => FIRST.includes(act)
  return (
    <div className="row wrap">
      {acts(of)
        .filter(isFirst)
        .map(({ act, label, icon, why, run }) => (
          <Button key={act} size="sm" icon={icon} disabled={why !== undefined} title={why} onClick={run}>
            {label}
          </Button>
        ))}
      <ActButtons of={of} acts={(one) => acts(one).filter((offer) => !isFirst(offer))} first={[]} />
    </div>
  )
}
