import { ExclamationCircleOutlined } from '@ant-design/icons'
import { t } from '../../i18n/i18n.ts'
import { LinePlot } from '../../patterns/plots.tsx'
import { Button } from '../../ui/Button.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { DEVICE_IDS, type DeviceId, deviceOf, type Reading, rounded, sensed, UNITS } from './devices.ts'
import { hourOf, type Person, type Room, VITALS, type Vitals } from './person.ts'
import type { Alert, Simulation } from './simulation.ts'

/** `07:05`, by the clock of the home. */
export function timeOf(at: number): string {
  const minutes = Math.floor(hourOf(at) * 60 + 1e-6)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
const NAMED: Partial<Record<DeviceId, (values: Partial<Vitals>) => string>> = {
  bloodPressure: ({ systolic, diastolic, heartRate }) => `${systolic}/${diastolic} mmHg · ${heartRate} /min`,
}
const words = (id: DeviceId, { values }: Reading) =>
  NAMED[id]?.(values) ??
  VITALS.filter((key) => values[key] !== undefined)
    .map((key) => `${t(`housedemo.vital.${key}`)} ${values[key]} ${UNITS[key]}`)
    .join(' · ')

interface DevicesProps {
  now: Simulation
  room: Room
  device: DeviceId | undefined
  onMeasure: (id: DeviceId) => void
  onDevice: (id: DeviceId) => void
}
/** The devices of a room: what each said last, and to measure with those that are used by hand. */
export function Devices({ now, room, device, onMeasure, onDevice }: DevicesProps) {
  return (
    <ul className="hdevices">
      {DEVICE_IDS.filter((id) => deviceOf(id).room === room).map((id) => (
        <li key={id} className={id === device ? 'on' : ''}>
          <button type="button" className="hname" aria-pressed={id === device} onClick={() => onDevice(id)}>
            {t(`housedemo.device.${id}`)}
          </button>
          <Said id={id} person={now.person} last={now.last[id]} />
          {!deviceOf(id).always && (
            <Button size="sm" onClick={() => onMeasure(id)}>
              {t('housedemo.measure')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
function Said({ id, person, last }: { id: DeviceId; person: Person; last: Reading | undefined }) {
  const sense = sensed(id, person)
  if (sense) return <span className="grow">{t(`housedemo.sensed.${sense.key}` as 'housedemo.sensed.inBed')}</span>
  return (
    <span className="grow num">
      {last ? (
        <>
          {words(id, last)} <span className="t3 f12">{timeOf(last.at)}</span>
        </>
      ) : (
        <span className="t3">{t('housedemo.nothing')}</span>
      )}
    </span>
  )
}

const SHOWN = ['heartRate', 'systolic', 'spo2', 'respiration', 'temperature', 'glucose'] as const
export type Shown = (typeof SHOWN)[number]
interface VitalsProps {
  now: Simulation
  shown: Shown
  onShow: (next: Shown) => void
}
/** What the body does now, one value after the other, and one of them over the last hours. */
export function LiveVitals({ now, shown, onShow }: VitalsProps) {
  const { vitals } = now.person
  return (
    <>
      <div className="hvitals">
        {SHOWN.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === shown}
            className={key === shown ? 'on' : ''}
            onClick={() => onShow(key)}
          >
            <span>{t(`housedemo.vital.${key}`)}</span>
            <b className="num">
              {key === 'systolic'
                ? `${rounded('systolic', vitals.systolic)}/${rounded('diastolic', vitals.diastolic)}`
                : rounded(key, vitals[key])}
            </b>
            <small>{UNITS[key]}</small>
          </button>
        ))}
      </div>
      <Trend now={now} shown={shown} />
    </>
  )
}
const SPAN = 3 * 3600
function Trend({ now, shown }: { now: Simulation; shown: Shown }) {
  const to = now.person.at
  const from = to - SPAN
  const points = now.trend.filter(({ at }) => at >= from)
  const every = Math.max(1, Math.floor(points.length / 55))
  const line = (key: keyof Vitals, className: string) => ({
    key,
    className,
    dots: points
      // The newest is always one of them.
      .filter((_, at) => (points.length - 1 - at) % every === 0)
      .map(({ at, values }) => ({ at, value: values[key], title: `${timeOf(at)} ${values[key]} ${UNITS[key]}` })),
  })
  const first = Math.ceil(from / 3600)
  const label = t('housedemo.trend', { vital: t(`housedemo.vital.${shown}`) })
  return (
    <figure className="htrend">
      <figcaption className="t3 f12">{label}</figcaption>
      <LinePlot
        label={label}
        height={170}
        from={from}
        to={to}
        times={[0, 1, 2, 3]
          .map((nth) => ({ at: (first + nth) * 3600, label: timeOf((first + nth) * 3600) }))
          .filter(({ at }) => at <= to)}
        lines={shown === 'systolic' ? [line('systolic', 'l1'), line('diastolic', 'l2')] : [line(shown, 'l1')]}
      />
    </figure>
  )
}

const unitOf = (kind: Alert['kind']) => (kind === 'fall' || kind === 'pill' ? '' : UNITS[kind])

interface AlertsProps {
  alerts: readonly Alert[]
  onCall: (alert: Alert) => void
  onResolve: (alert: Alert) => void
}
/** What monitoring would show of it: each alert followed to a call, of which nothing leaves this page. */
export function Alerts({ alerts, onCall, onResolve }: AlertsProps) {
  if (alerts.length === 0) return <p className="quiet">{t('housedemo.alert.none')}</p>
  return (
    <ul className="halerts">
      {alerts.map((alert) => (
        <li key={`${alert.kind}${alert.at}`} className={alert.state}>
          <p className="row wrap">
            <StatusTag
              icon={<ExclamationCircleOutlined />}
              kind={alert.state === 'resolved' ? 'neutral' : alert.critical ? 'bad' : 'warn'}
            >
              {t(alert.critical ? 'housedemo.alert.critical' : 'housedemo.alert.warning')}
            </StatusTag>
            <b>{t(`housedemo.alert.kind.${alert.kind}`)}</b>
            {alert.value !== null && <span className="num">{`${alert.value} ${unitOf(alert.kind)}`}</span>}
            <span className="t3 f12 num">{timeOf(alert.at)}</span>
            <span className="chip">{t('housedemo.tag')}</span>
          </p>
          {alert.state === 'new' && (
            <Button size="sm" kind="primary" onClick={() => onCall(alert)}>
              {t('housedemo.alert.call')}
            </Button>
          )}
          {alert.state === 'called' && (
            <p className="row wrap" role="status">
              <span>{t(`housedemo.alert.answer.${alert.kind}`)}</span>
              <Button size="sm" onClick={() => onResolve(alert)}>
                {t('housedemo.alert.helped')}
              </Button>
            </p>
          )}
          {alert.state === 'resolved' && <p className="t3">{t('housedemo.alert.resolved')}</p>}
        </li>
      ))}
    </ul>
  )
}
