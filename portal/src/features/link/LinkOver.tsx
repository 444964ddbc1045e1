import { LinkOutlined, LockOutlined, PhoneOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { EndStep } from './EndStep.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'

const Callback = lazy(() => import('./Callback.tsx'))

/** A link that opens nothing any more says why, and whom to ask. */
export function LinkOver({ link, code }: { link: LinkState; code: 'LINK_EXPIRED' | 'LINK_DEAD' | 'IDENTITY_LOCKED' }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  if (asking && link.view)
    return (
      <Suspense fallback={<LinkFrame link={link} busy />}>
        <Callback link={link} view={link.view} onBack={() => setAsking(false)} />
      </Suspense>
    )
  if (link.view?.deadReason === 'finished' && link.view) return <EndStep link={link} view={link.view} />
  const cancelled = link.view?.deadReason === 'cancelled'
  const texts = {
    LINK_EXPIRED: [t('link.over.expired'), t('link.over.expiredText')],
    LINK_DEAD: [cancelled ? t('link.over.cancelled') : t('link.over.dead'), cancelled ? '' : t('link.over.deadText')],
    IDENTITY_LOCKED: [t('link.over.locked'), t('link.identity.locked')],
  } as const
  const offered = link.view?.canAskCallback === true
  const [title, text] = texts[code]
  return (
    <LinkFrame
      link={link}
      foot={
        offered ? (
          <button type="button" className="lk-btn" onClick={() => setAsking(true)}>
            <PhoneOutlined aria-hidden="true" /> {t('link.callback.ask')}
          </button>
        ) : undefined
      }
    >
      <div className="lk-over" role="alert">
        {code === 'IDENTITY_LOCKED' ? (
          <LockOutlined className="c-bad" aria-hidden="true" />
        ) : (
          <LinkOutlined className="c-warn" aria-hidden="true" />
        )}
        <h1>{title}</h1>
        {text && <p>{text}</p>}
        {offered && <p>{t('link.callback.text')}</p>}
      </div>
    </LinkFrame>
  )
}
