import { CopyOutlined, DisconnectOutlined, InboxOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from './Button.tsx'
import { type ReactNode, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { formatTime } from './format.ts'

/** Of a whole page it is the page's heading; under one, the next level. */
type Heading = 'h1' | 'h2'

interface EmptyProps {
  heading?: Heading
  title: string
  /** What can be done about it. */
  text?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

export function EmptyState({ title, text, icon, actions, heading: H = 'h2' }: EmptyProps) {
  return (
    <div className="state">
      <span className="mark" aria-hidden="true">
        {icon ?? <InboxOutlined />}
      </span>
      <H>{title}</H>
      {text && <p>{text}</p>}
      {actions && <div className="act">{actions}</div>}
    </div>
  )
}

interface ErrorProps {
  heading?: Heading
  /** What did not work: 'The appointments did not load'. */
  title: string
  /** Why, in the user's language. */
  text?: ReactNode
  code?: string
  onRetry?: () => void
  actions?: ReactNode
}

/** What happened and what to do: try again, or give the code to whoever helps. */
export function ErrorState({ title, text, code, onRetry, actions, heading: H = 'h2' }: ErrorProps) {
  const [at] = useState(() => Date.now())
  const line = code && t('common.error.code', { code, time: formatTime(at) })
  return (
    <div className="state bad" role="alert">
      <span className="mark" aria-hidden="true">
        {code === 'NETWORK_FAILED' ? <DisconnectOutlined /> : <WarningOutlined />}
      </span>
      <H>{title}</H>
      {text && <p>{text}</p>}
      {line && <p className="small">{line}</p>}
      <div className="act">
        {line && (
          <Button icon={<CopyOutlined />} onClick={() => void navigator.clipboard?.writeText(line)}>
            {t('common.copyCode')}
          </Button>
        )}
        {actions}
        {onRetry && (
          <Button kind="primary" icon={<ReloadOutlined />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
