import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  DisconnectOutlined,
  LoadingOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { ConnectionState } from '../../devices/connection.ts'
import type { ConnectedDevice, Hub } from '../../devices/hub.ts'
import type { Inbox, InboxState } from '../../devices/inbox.ts'
import type { Arrived } from '../../devices/reading.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusTag, type StatusKind } from '../../ui/StatusTag.tsx'
import { deviceText, kindOf, measuredOf, originalText, timeText, valueText } from './words.ts'

const LOOKS: Readonly<Record<ConnectionState, [StatusKind, ReactNode]>> = {
  connecting: ['info', <LoadingOutlined key="i" />],
  ready: ['ok', <CheckCircleOutlined key="i" />],
  waiting: ['warn', <ClockCircleOutlined key="i" />],
  unsuitable: ['bad', <WarningOutlined key="i" />],
  off: ['neutral', <DisconnectOutlined key="i" />],
}
interface Props {
  devices: readonly ConnectedDevice[]
  state: InboxState
  hub: Pick<Hub, 'forget'>
  inbox: Pick<Inbox, 'takeNow'>
}

/** Each device with how it is and what it said last; what the app brings stands with the device that the app names. */
export function DeviceRows({ devices, state, hub, inbox }: Props) {
  const connected = new Set(devices.map(({ id }) => id))
  const others = [...new Map(state.last.map((one) => [one.deviceId, one])).values()].filter(
    ({ deviceId }) => !connected.has(deviceId),
  )
  if (devices.length + others.length === 0) return null
  const lastOf = (id: string) => state.last.filter(({ deviceId }) => deviceId === id)
  return (
    <ul className="devrows" aria-label={t('devices.title')}>
      {devices.map(({ id, name, state: how, searching }) => (
        <li key={id}>
          <div className="row wrap">
            <b className="grow">{deviceText(name)}</b>
            <StatusTag kind={LOOKS[how][0]} icon={LOOKS[how][1]}>
              {t(`devices.state.${how}`)}
            </StatusTag>
            <Button
              size="sm"
              kind="text"
              aria-label={t('devices.forgetName', { name: deviceText(name) })}
              onClick={() => hub.forget(id)}
            >
              {t('devices.forget')}
            </Button>
          </div>
          {how === 'waiting' && <p className="help">{t('devices.waitingHelp')}</p>}
          {searching && <p className="help">{t('devices.searching')}</p>}
          <LastReadings of={lastOf(id)} state={state} inbox={inbox} />
        </li>
      ))}
      {others.map(({ deviceId, deviceName }) => (
        <li key={deviceId}>
          <div className="row wrap">
            <b className="grow">{deviceName || t('devices.app')}</b>
            {deviceId.startsWith('native:') && <span className="tag">{t('devices.app')}</span>}
          </div>
          <LastReadings of={lastOf(deviceId)} state={state} inbox={inbox} />
        </li>
      ))}
    </ul>
  )
}

function LastReadings({ of, state, inbox }: { of: readonly Arrived[] } & Pick<Props, 'state' | 'inbox'>) {
  return of.map((arrived) => {
    const measured = measuredOf(arrived)
    if (!measured) return null
    const { person } = state
    const own = person !== null && arrived.at >= person.openedAt
    return (
      <div className="row wrap f13" key={arrived.said.dataType}>
        <span className="grow">
          <span className="t3">{t('devices.last')} </span>
          {kindOf(measured, arrived.said)} <b className="num">{valueText(measured)}</b>{' '}
          <span className="t3">{originalText(arrived)}</span>
          <span className="t3 blk">{timeText(arrived)}</span>
        </span>
        {arrived.stream && own && (
          <Button size="sm" kind="soft" onClick={() => inbox.takeNow(arrived)}>
            {t('devices.takeNow', { value: valueText(measured) })}
          </Button>
        )}
      </div>
    )
  })
}
