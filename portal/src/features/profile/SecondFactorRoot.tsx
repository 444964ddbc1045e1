import { getTotp } from '@teleward/contract/registration/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { signOut } from '../../api/me.ts'
import { endpointQuery, invalidateTags } from '../../api/query.ts'
import { goToLogin } from '../../shell/navigation.ts'
import { ensureTexts, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import './profile.css'

interface Props {
  /** A second factor is demanded and none is set up. */
  missing: boolean
  onDone: () => void
}

/**
 * The institution demands a second factor: it is set up here before anything else. At sign-in nothing lies beneath; a page
 * that was open already stands as it was, with what was typed and the call that runs.
 */
export default function SecondStepRoot(props: Props) {
  const [ready, setReady] = useState(false)
  useEffect(() => void ensureTexts('profile').then(() => setReady(true)), [])
  return ready ? <Cover {...props} /> : null
}

function Cover({ missing, onDone }: Props) {
  const t = useT()
  const card = useRef<HTMLDivElement>(null)
  const { data } = useQuery(endpointQuery(getTotp, {}))
  const set = data !== undefined && (data.totp || data.line !== null)
  // LINE answers in its own time, and not to this page.
  useEffect(() => {
    if (set && missing) void invalidateTags(['session'])
  }, [set, missing])
  useEffect(() => {
    card.current?.focus()
    // What lies beneath can be neither tabbed to nor read aloud.
    const page = document.getElementById('root')
    page?.toggleAttribute('inert', true)
    return () => page?.removeAttribute('inert')
  }, [])
  return createPortal(
    <div className="lock" role="dialog" aria-modal="true" aria-label={t('profile.demand.title')}>
      <div className="card stepcard" ref={card} tabIndex={-1}>
        <h2>{t('profile.demand.title')}</h2>
        <p className="t2">{t('profile.demand.text')}</p>
        <SecondFactors />
        <div className="row">
          <Button kind="text" onClick={() => void signOut().then(() => goToLogin('signedOut'))}>
            {t('profile.demand.leave')}
          </Button>
          <span className="grow" />
          <Button kind="primary" disabled={missing} onClick={onDone}>
            {t('profile.demand.go')}
          </Button>
        </div>
      </div>
    </div>,
    document.body,
  )
}
