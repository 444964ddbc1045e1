import { WarningOutlined } from '@ant-design/icons'
import { useT } from '../../i18n/i18n.ts'
import { type Framed, LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'

type Unread = Framed & Pick<LinkState, 'failure' | 'reload'>

/** The view itself could not be had: an unknown token, of which it says whom to ask, or no network. */
export function Unreachable({ link, whom }: { link: Unread; whom: string }) {
  const t = useT()
  const invalid = link.failure?.code === 'LINK_INVALID' || link.failure?.http === 404 || link.failure?.http === 400
  return (
    <LinkFrame
      link={link}
      foot={
        invalid ? undefined : (
          <button type="button" className="lk-btn" onClick={link.reload}>
            {t('link.retry')}
          </button>
        )
      }
    >
      <div className="lk-over" role="alert">
        <WarningOutlined className="c-warn" aria-hidden="true" />
        <h1>{invalid ? t('link.over.invalid') : t('link.error.title')}</h1>
        <p>{invalid ? whom : link.failure?.message || t('link.error.network')}</p>
      </div>
    </LinkFrame>
  )
}
