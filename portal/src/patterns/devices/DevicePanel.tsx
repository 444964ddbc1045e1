import { LinkOutlined } from '@ant-design/icons'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../api/me.ts'
import type { Person } from '../../devices/assignment.ts'
import type { PersonReading } from '../../devices/inbox.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { notify } from '../../ui/notify.ts'
import { type Desk, deskOf } from './desk.ts'
import { DeviceRows } from './DeviceRows.tsx'
import { ReadingLists } from './ReadingLists.tsx'
import './devices.css'

export interface DevicePanelProps {
  /** Whose readings these are from now on; `openedAt` in milliseconds since 1970. What is older is held back. */
  person: Person | null
  /** A reading has its person, and may be shown in the fields, whether or not the line is there. Look at its `pid`. */
  onAccepted?: (reading: PersonReading) => void
  /** The server has it: stored now, or there before (`duplicate`). */
  onStored: (reading: PersonReading) => void
  /** How many are kept in this page alone: to be asked about before the page is left. */
  onUnsent?: (count: number) => void
}

/** Devices of the venue, and whose their readings are. While it is on the screen it listens; there is one of it on a page. */
export function DevicePanel(props: DevicePanelProps) {
  const user = useUser()
  return user && <Listening key={user.mid} desk={deskOf(user.mid)} {...props} />
}

function Listening({ desk, person, onAccepted, onStored, onUnsent }: DevicePanelProps & { desk: Desk }) {
  const { inbox, hub } = desk
  const unsent = useStore(inbox.store).entries.filter(({ state }) => state === 'unsent').length
  const accepted = useEffectEvent((reading: PersonReading) => onAccepted?.(reading))
  const stored = useEffectEvent((reading: PersonReading) => onStored(reading))
  const tellUnsent = useEffectEvent((count: number) => onUnsent?.(count))
  // Before anything is listened to: what comes first already has its person.
  useEffect(() => inbox.setPerson(person), [inbox, person])
  useEffect(() => {
    const off = inbox.on((event) => {
      if (event.kind === 'accepted') accepted(event.reading)
      if (event.kind === 'stored') stored(event.reading)
    })
    hub.open()
    return () => {
      off()
      hub.close()
      inbox.setPerson(null)
    }
  }, [inbox, hub])
  useEffect(() => tellUnsent(unsent), [unsent])
  return <DevicePanelView desk={desk} />
}

/** What the panel shows of its desk. */
export function DevicePanelView({ desk: { inbox, hub } }: { desk: Pick<Desk, 'inbox' | 'hub'> }) {
  const { t, errorText } = useI18n()
  const state = useStore(inbox.store)
  const devices = useStore(hub.store)
  const connect = () => {
    hub.add().catch((error: unknown) => {
      console.warn('The browser refused a device', error)
      notify({ kind: 'bad', key: 'bluetooth', title: t('devices.refused') })
    })
  }
  return (
    <Card
      title={t('devices.title')}
      className="devpanel"
      extra={
        hub.supported && (
          <Button size="sm" icon={<LinkOutlined />} onClick={connect}>
            {t('devices.connect')}
          </Button>
        )
      }
    >
      <div className="devbody">
        <p className={state.person ? 'b' : 't2'} aria-live="polite">
          {state.person ? t('devices.forPerson', { name: state.person.name }) : t('devices.forNobody')}
        </p>
        {!hub.supported && (
          <p className="t2 f13">
            {errorText('DEVICE_NOT_SUPPORTED')} <span className="blk">{t('devices.nativeOnly')}</span>
          </p>
        )}
        {hub.supported && devices.length === 0 && <p className="t2 f13">{t('devices.none')}</p>}
        <DeviceRows devices={devices} state={state} hub={hub} inbox={inbox} />
        <ReadingLists state={state} inbox={inbox} />
      </div>
    </Card>
  )
}
