import {
  BellOutlined,
  CheckCircleOutlined,
  CloseCircleOutlined,
  InfoCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Ago } from '../ui/Ago.tsx'
import { askForDeskAlerts, deskAlertsUndecided } from '../ui/DeskAlert.ts'
import { type Alert, alertStore } from '../ui/notify.ts'
import { EmptyState } from '../ui/states.tsx'
import { closeOverlay, toggleOverlay, useOverlay } from './overlays.ts'

const ICONS: Record<Alert['kind'], ReactNode> = {
  ok: <CheckCircleOutlined className="c-ok" />,
  info: <InfoCircleOutlined className="c-info" />,
  warn: <WarningOutlined className="c-warn" />,
  bad: <CloseCircleOutlined className="c-bad" />,
}

/** The alerts of this tab: what a notification said stays readable here after it has gone. */
export function Bell() {
  const t = useT()
  const alerts = useSyncExternalStore(alertStore.subscribe, alertStore.get)
  const open = useOverlay() === 'bell'
  const unread = alerts.filter((alert) => !alert.seen).length
  const label = unread > 0 ? t('shell.bell.unread', { count: unread }) : t('shell.bell.title')
  useEffect(() => {
    if (open) alertStore.markSeen()
  }, [open])
  return (
    <>
      <button type="button" className="icbtn" aria-label={label} title={label} onClick={() => toggleOverlay('bell')}>
        <BellOutlined />
        {unread > 0 && <span className="badge">{unread > 99 ? '99+' : unread}</span>}
      </button>
      <Drawer
        open={open}
        onClose={closeOverlay}
        title={t('shell.bell.title')}
        size={360}
        styles={{ body: { padding: 0 } }}
        extra={
          alerts.length > 0 && (
            <Button size="small" type="text" onClick={alertStore.clear}>
              {t('shell.bell.clear')}
            </Button>
          )
        }
      >
        <AskDesktop />
        {alerts.length === 0 ? (
          <EmptyState icon={<BellOutlined />} title={t('shell.bell.empty')} text={t('shell.bell.emptyText')} />
        ) : (
          <ul className="alertlist">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </Drawer>
    </>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const body = (
    <>
      {ICONS[alert.kind]}
      <span className="grow">
        <span className="b">{alert.title}</span>
        {alert.text && <span className="t2">{alert.text}</span>}
      </span>
      <span className="t3 f12">
        <Ago at={alert.at} />
      </span>
    </>
  )
  const { open } = alert
  if (!open) return <li className="alertrow">{body}</li>
  return (
    <li>
      <button
        type="button"
        className="alertrow"
        onClick={() => {
          closeOverlay()
          open()
        }}
      >
        {body}
      </button>
    </li>
  )
}

/** Offered here, where somebody is thinking of alerts, and never asked out of the blue. */
function AskDesktop() {
  const t = useT()
  const [asking, setAsking] = useState(deskAlertsUndecided)
  if (!asking) return null
  return (
    <div className="asker">
      <Button block onClick={() => void askForDeskAlerts().then(() => setAsking(false))}>
        {t('shell.bell.allow')}
      </Button>
    </div>
  )
}
