import { CloseOutlined, LockOutlined, UserOutlined } from '@ant-design/icons'
import { maskName } from '@teleward/contract/core/text.ts'
import { getUrgentAlerts } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { ensureTexts, t, useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { useTight } from '../../patterns/useTight.ts'
import { go } from '../../shell/navigation.ts'
import type { ScreenId } from '../../shell/screens.ts'
import { Elapsed } from '../../ui/Ago.tsx'
import { Button } from '../../ui/Button.tsx'
import { AlertDialog } from './AlertDialog.tsx'
import { alertText, SeverityTag } from './labels.tsx'
import { openRecord } from './openRecord.ts'
import { shutKey, usePutAway, waitingKey } from './putAway.ts'
import { type AlertSteps, useAlertSteps } from './useAlertSteps.ts'
import './urgent.css'

/** As many lines as leave the screen below its room. */
const LINES = 2
/** What goes by the clock shows itself also where an event was missed. */
const AGAIN_MS = 60_000

interface Props {
  mid: number
  screen: ScreenId | undefined
}

/** Over every screen: critical alerts that nobody has taken, of whom the server tells this person, until they are taken or put away. */
export default function AlertBand(props: Props) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void ensureTexts('monitor', 'limits').then(() => setReady(true))
  }, [])
  return ready ? <Band {...props} /> : null
}

function Band({ mid, screen }: Props) {
  useT()
  const { data } = useQuery({ ...endpointQuery(getUrgentAlerts, {}), refetchInterval: AGAIN_MS })
  const [away, putAway] = usePutAway(mid)
  const steps = useAlertSteps()
  // Where the alerts stand by themselves, those alone that no list can show.
  const alerts = screen === 'monitor' ? [] : (data?.alerts ?? [])
  return (
    <>
      <UrgentLines alerts={alerts} shut={data?.shut ?? []} steps={steps} away={away} putAway={putAway} />
      <AlertDialog steps={steps} />
    </>
  )
}

interface LinesProps extends UrgentAlerts {
  steps: Pick<AlertSteps, 'may' | 'ask'>
  away: (key: string) => boolean
  putAway: (key: string) => void
}
export function UrgentLines({ alerts, shut, steps, away, putAway }: LinesProps) {
  const room = useTight() ? 1 : LINES
  const lines = [
    ...alerts.map((one) => ({
      key: waitingKey(one),
      node: (
        <Line
          since={one.reopenedAt ?? one.raisedAt}
          one={one}
          what={alertText(one)}
          onAway={() => putAway(waitingKey(one))}
        >
          {steps.may('acknowledge', one) && (
            <Button size="sm" icon={<UserOutlined />} onClick={() => steps.ask('acknowledge', one)}>
              {t('monitor.act.acknowledge')}
            </Button>
          )}
          <Button size="sm" onClick={() => void openMember(one)}>
            {t('monitor.urgent.open')}
          </Button>
        </Line>
      ),
    })),
    ...shut.map((one) => ({
      key: shutKey(one),
      node: (
        <Line since={one.since} one={one} what={t('monitor.urgent.shut')} onAway={() => putAway(shutKey(one))}>
          <Button size="sm" icon={<LockOutlined />} onClick={() => void openRecord(one)}>
            {t('monitor.urgent.authorise')}
          </Button>
        </Line>
      ),
    })),
  ].filter(({ key }) => !away(key))
  if (lines.length === 0) return null
  return (
    <section ref={noticesBelow} className="alertband" role="alert" aria-label={t('monitor.urgent.title')}>
      {lines.slice(0, room).map(({ key, node }) => (
        <div key={key} className="row wrap">
          {node}
        </div>
      ))}
      {lines.length > room && (
        <Button
          size="sm"
          aria-label={t('monitor.urgent.more', { count: lines.length - room })}
          onClick={() => void go('monitor', {}, { whose: 'all', alert: 'critical' })}
        >
          {room < LINES ? `+${lines.length - room}` : t('monitor.urgent.more', { count: lines.length - room })}
        </Button>
      )}
    </section>
  )
}

/** Notices begin below the band as long as it stands: what lies over its buttons cannot be pressed. */
function noticesBelow(band: HTMLElement | null): (() => void) | undefined {
  if (!band) return undefined
  const { style } = document.documentElement
  const place = () => style.setProperty('--notices-from', `${Math.ceil(band.getBoundingClientRect().bottom) + 8}px`)
  const sized = new ResizeObserver(place)
  sized.observe(band)
  // What comes above it, as the band of a lost line, moves it.
  if (band.parentElement) sized.observe(band.parentElement)
  addEventListener('resize', place)
  return () => {
    sized.disconnect()
    removeEventListener('resize', place)
    style.removeProperty('--notices-from')
  }
}

type Person = Pick<UrgentAlerts['shut'][number], 'pid' | 'unitId' | 'name' | 'nameEn' | 'wide'>
interface LineProps {
  one: Person
  what: string
  since: string
  onAway: () => void
  children: ReactNode
}
/** Who by a masked name, as in the bell: others may look at the screen. */
function Line({ one, what, since, onAway, children }: LineProps) {
  return (
    <>
      <SeverityTag severity="critical" />
      <span className="grow">
        <b>{maskName(either(one.name, one.nameEn))}</b> {what}
        <span className="t2 f12">
          {t('common.dot')}
          <Elapsed since={since} />
          {one.wide && `${t('common.dot')}${t('monitor.urgent.wide')}`}
        </span>
      </span>
      {children}
      <button type="button" className="icbtn" aria-label={t('monitor.urgent.away')} onClick={onAway}>
        <CloseOutlined />
      </button>
    </>
  )
}

const openMember = ({ id, pid, unitId }: Person & { id: string }) =>
  go('monitor', {}, { whose: 'all', pid: String(pid), open: `${pid}-${unitId}`, mark: id })
