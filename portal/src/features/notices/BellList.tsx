import { BellOutlined } from '@ant-design/icons'
import { getNotifications } from '@teleward/contract/notifications/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { ensureTexts, useT } from '../../i18n/i18n.ts'
import { go } from '../../shell/navigation.ts'
import { closeOverlay } from '../../shell/overlays.ts'
import { Ago } from '../../ui/Ago.tsx'
import { Button } from '../../ui/Button.tsx'
import { askForDeskAlerts, deskAlertsUndecided } from '../../ui/DeskAlert.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { jump } from './jump.ts'
import { aboutText, beginning, kindIcon, sentence } from './kinds.tsx'

const SHOWN = 20

/** The bell: what is unread. It lies with the server: every device and every reload shows the same. */
export default function BellList() {
  const t = useT()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void ensureTexts('notices').then(() => setReady(true))
  }, [])
  const leave = (act: () => void) => () => {
    closeOverlay()
    act()
  }
  return (
    <Drawer
      open
      onClose={closeOverlay}
      title={t('shell.bell.title')}
      size={360}
      styles={{ body: { padding: 0 } }}
      extra={
        <Button size="sm" kind="text" onClick={leave(() => void go('notify'))}>
          {t('shell.bell.all')}
        </Button>
      }
    >
      <AskDesktop />
      {ready && <Entries leave={leave} />}
    </Drawer>
  )
}

function Entries({ leave }: { leave: (act: () => void) => () => void }) {
  const t = useT()
  const { data, isPending, error, refetch } = useQuery(
    endpointQuery(getNotifications, { query: { unread: '1', pageSize: SHOWN } }),
  )
  if (error && !data)
    return (
      <ErrorState
        title={t('notices.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (isPending) return null
  if (!data.data.length)
    return <EmptyState icon={<BellOutlined />} title={t('shell.bell.empty')} text={t('shell.bell.emptyText')} />
  return (
    <ul className="alertlist">
      {data.data.map((entry) => (
        <Row
          key={entry.id}
          icon={kindIcon[entry.kind]}
          title={sentence(entry.what)}
          at={entry.at}
          {...(entry.gone ? {} : { open: leave(() => jump(entry)) })}
        >
          {entry.gone ? t('notices.gone') : [beginning(entry), aboutText(entry)].filter(Boolean).join(t('common.dot'))}
        </Row>
      ))}
      {data.total > data.data.length && (
        <li className="alertrow t3">{t('notices.more', { count: data.total - data.data.length })}</li>
      )}
    </ul>
  )
}

interface RowProps {
  icon: ReactNode
  title: string
  at: string
  open?: () => void
  children: ReactNode
}
function Row({ icon, title, at, open, children }: RowProps) {
  const body = (
    <>
      {icon}
      <span className="grow">
        <span className="b">{title}</span>
        {children && <span className="t2">{children}</span>}
      </span>
      <span className="t3 f12">
        <Ago at={at} />
      </span>
    </>
  )
  if (!open) return <li className="alertrow">{body}</li>
  return (
    <li>
      <button type="button" className="alertrow" onClick={open}>
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
