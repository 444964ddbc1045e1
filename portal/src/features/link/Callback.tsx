import { CheckCircleOutlined } from '@ant-design/icons'
import { askCallback } from '@teleward/contract/links/endpoints.ts'
import type { IdentityProof, LinkView } from '@teleward/contract/links/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatTime } from '../../ui/format.ts'
import { IdentityStep } from './IdentityStep.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'

/** Whoever came too late proves to be the patient, and the desk is told to call back. */
export default function Callback({ link, view, onBack }: { link: LinkState; view: LinkView; onBack: () => void }) {
  const t = useT()
  const [askedAt, setAskedAt] = useState<string | null>(null)
  const send = async (body: IdentityProof) => {
    try {
      setAskedAt((await call(askCallback, { params: { token: link.token }, body })).askedAt)
    } catch (error) {
      // How many tries are left, or that there is nothing to call back about any more, the view says.
      link.reload()
      throw error
    }
  }
  if (!askedAt)
    return (
      <IdentityStep
        link={link}
        view={view}
        onBack={onBack}
        ask={{ title: t('link.callback.title'), go: t('link.callback.go'), send }}
      />
    )
  return (
    <LinkFrame link={link}>
      <div className="lk-over" role="status">
        <CheckCircleOutlined className="c-ok" aria-hidden="true" />
        <h1>{t('link.callback.done')}</h1>
        <p>{t('link.callback.doneText', { time: formatTime(askedAt) })}</p>
        <p className="lk-small">{t('link.end.close')}</p>
      </div>
    </LinkFrame>
  )
}
