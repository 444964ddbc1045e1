import './housedemo.css'
import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { t, useT } from '../../i18n/i18n.ts'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { DEVICE_IDS, type DeviceId, deviceOf } from './devices.ts'
import { House } from './House.tsx'
import { Alerts, Devices, LiveVitals, type Shown, timeOf } from './parts.tsx'
import { EVENTS, ROOMS } from './person.ts'
import {
  advance,
  type AlertKind,
  begin,
  call,
  measure,
  resolve,
  SCENES,
  type Simulation,
  SPEEDS,
  trigger,
} from './simulation.ts'

const search = z.object({
  room: z.enum(ROOMS).default('bedroom'),
  device: z.enum(DEVICE_IDS as [DeviceId, ...DeviceId[]]).optional(),
  scene: z.enum(SCENES).default('quiet'),
  speed: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(60), z.literal(600)]))
    .default(60),
  paused: z.enum(['0', '1']).default('0'),
})
const TICK_MS = 500
/** Which device an alert comes from. */
const OF_ALERT: Record<AlertKind, DeviceId> = {
  fall: 'fallSensor',
  temperature: 'thermometer',
  spo2: 'oximeter',
  systolic: 'bloodPressure',
  heartRate: 'ecgPatch',
  glucose: 'glucose',
  pill: 'pillBox',
}
/** What the numbers of a device are looked at by. */
const OF_DEVICE: Partial<Record<DeviceId, Shown>> = {
  ecgPatch: 'heartRate',
  oximeter: 'spo2',
  thermometer: 'temperature',
  bloodPressure: 'systolic',
  glucose: 'glucose',
}

/** What is copied from here says what it is, wherever it is put. */
function marked(event: ClipboardEvent): void {
  const picked = getSelection()?.toString() ?? ''
  if (picked === '') return
  event.clipboardData.setData('text/plain', `[${t('housedemo.simulated')}] ${picked}`)
  event.preventDefault()
}

/**
 * `/housedemo`: a made-up home with its devices. All of it runs in this page: nothing is asked of the server, nothing is kept,
 * and nothing of it is a member's, an alert or a number anywhere.
 */
export default function HouseDemoPage() {
  const t = useT()
  const [{ room, device, scene, speed, paused }, change] = useSearchState(search)
  const running = paused === '0'
  const setRunning = (on: boolean) => change({ paused: on ? '0' : '1' })
  const [now, setNow] = useState<Simulation>(() => begin(scene))
  const [shown, setShown] = useState<Shown>('heartRate')
  // Another scene, also by the address, begins from its start.
  const begun = useRef(scene)
  useEffect(() => {
    if (begun.current === scene) return
    begun.current = scene
    setNow(begin(scene))
  }, [scene])
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow((before) => advance(before, (TICK_MS / 1000) * speed)), TICK_MS)
    return () => clearInterval(timer)
  }, [running, speed])
  useKeys([
    ...ROOMS.map((one, at) => ({
      keys: String(at + 1),
      label: t('housedemo.key.room', { room: t(`housedemo.room.${one}`) }),
      run: () => change({ room: one, device: undefined }),
    })),
    { keys: 'Space', label: t('housedemo.key.pause'), run: () => setRunning(!running) },
  ])
  const pick = (id: DeviceId) => {
    change({ device: id, room: deviceOf(id).room })
    const vital = OF_DEVICE[id]
    if (vital) setShown(vital)
  }
  const open = now.alerts.filter(({ state }) => state !== 'resolved')
  return (
    <div className={`housedemo ${running ? '' : 'paused'}`} onCopy={marked}>
      <p className="hmark">{t('housedemo.simulated')}</p>
      <header className="row wrap">
        <h1>{t('screens.name.housedemo')}</h1>
        <span className="chip o">{t('housedemo.tag')}</span>
        <span className="grow" />
        <span className="num hclock" role="timer" aria-label={t('housedemo.clock')}>
          {timeOf(now.person.at)}
        </span>
      </header>
      <p className="alert warn" role="note">
        {t('housedemo.note')}
      </p>
      <div className="row wrap hcontrols">
        <Choice
          label={t('housedemo.scene.label')}
          options={SCENES.map((one) => ({ value: one, text: t(`housedemo.scene.${one}`) }))}
          value={scene}
          onPick={(next) => (next === scene ? setNow(begin(scene)) : change({ scene: next, paused: '0' }))}
        />
        <Choice
          label={t('housedemo.speed')}
          options={SPEEDS.map((one) => ({ value: one, text: `${one}×` }))}
          value={speed}
          onPick={(next) => change({ speed: next })}
        />
        <Button icon={running ? <PauseOutlined /> : <CaretRightOutlined />} onClick={() => setRunning(!running)}>
          {t(running ? 'housedemo.pause' : 'housedemo.go')}
        </Button>
      </div>
      <div className="hgrid">
        <section aria-label={t('housedemo.home')}>
          <h2>
            {t('housedemo.home')} <span className="chip">{t('housedemo.tag')}</span>
          </h2>
          <House person={now.person} room={room} loud={new Set(open.map(({ kind }) => OF_ALERT[kind]))} />
          <UrlTabs
            label={t('housedemo.rooms')}
            parameter="room"
            tabs={ROOMS.map((key) => ({ key, name: t(`housedemo.room.${key}`) }))}
            tab={room}
            onTab={(next) => change({ room: next, device: undefined })}
          />
          <Devices now={now} room={room} device={device} onDevice={pick} onMeasure={(id) => setNow(measure(now, id))} />
          <fieldset className="hchoice">
            <legend className="lab">{t('housedemo.event.label')}</legend>
            {EVENTS.map((one) => (
              <Button
                key={one}
                size="sm"
                disabled={now.person.events[one] !== undefined}
                onClick={() => setNow(trigger(now, one))}
              >
                {t(`housedemo.event.${one}`)}
              </Button>
            ))}
          </fieldset>
        </section>
        <section aria-label={t('housedemo.staff')}>
          <h2>
            {t('housedemo.staff')} <span className="chip">{t('housedemo.tag')}</span>
          </h2>
          <p>{t('housedemo.person')}</p>
          <LiveVitals now={now} shown={shown} onShow={setShown} />
          <h2>{t('housedemo.alert.label', { count: open.length })}</h2>
          <Alerts
            alerts={now.alerts}
            onCall={(one) => setNow(call(now, one))}
            onResolve={(one) => setNow(resolve(now, one))}
          />
        </section>
      </div>
    </div>
  )
}

interface ChoiceProps<T> {
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  onPick: (value: T) => void
}
function Choice<T extends string | number>({ label, options, value, onPick }: ChoiceProps<T>) {
  return (
    <fieldset className="hchoice">
      <legend className="sr">{label}</legend>
      {options.map((one) => (
        <button key={one.value} type="button" aria-pressed={one.value === value} onClick={() => onPick(one.value)}>
          {one.text}
        </button>
      ))}
    </fieldset>
  )
}
