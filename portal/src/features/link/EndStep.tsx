import { CheckCircleOutlined } from '@ant-design/icons'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatTime } from '../../ui/format.ts'
import { LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'

export function EndStep({ link, view }: { link: LinkState; view: LinkView }) {
  const t = useT()
  const at = view.visit?.endedAt
  return (
    <LinkFrame link={link}>
      <div className="lk-over">
        <CheckCircleOutlined className="c-ok" aria-hidden="true" />
        <h1>{t('link.end.title')}</h1>
        {at && <p>{t('link.end.at', { time: formatTime(at) })}</p>}
        <p>{t('link.end.text')}</p>
        <p className="lk-small">{t('link.end.close')}</p>
      </div>
    </LinkFrame>
  )
}
