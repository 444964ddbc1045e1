import { getAgreement } from '@teleward/contract/registration/endpoints.ts'
import type { Agreement } from '@teleward/contract/registration/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { ErrorState } from '../../ui/states.tsx'

export function useAgreement(kind: Agreement['kind'], v?: string) {
  const { language } = useI18n()
  return useQuery(
    endpointQuery(getAgreement, { params: { kind }, query: { lang: language, ...(v === undefined ? {} : { v }) } }),
  )
}

/** To be scrolled to its end before it can be accepted; the version accepted is told. */
export function AgreementBox({
  kind,
  accepted,
  onAccept,
}: {
  kind: Agreement['kind']
  accepted: string | null
  onAccept: (version: string | null) => void
}) {
  const { t } = useI18n()
  const { data, error, refetch } = useAgreement(kind)
  const box = useRef<HTMLElement>(null)
  const [read, setRead] = useState(accepted !== null)
  const look = useCallback(() => {
    const at = box.current
    if (at && at.scrollTop + at.clientHeight >= at.scrollHeight - 8) setRead(true)
  }, [])
  // A text that needs no scrolling is read as it stands.
  useEffect(() => {
    if (data) requestAnimationFrame(look)
  }, [data, look])
  if (error) return <ErrorState title={t('entry.agreement.failed')} onRetry={() => void refetch()} />
  return (
    <div>
      <div className="agreehead">
        {t(`entry.agreement.kind.${kind}`)}
        {data && <span className="num">{t('entry.register.version', { version: data.version })}</span>}
      </div>
      <section
        className="agreebox"
        ref={box}
        onScroll={look}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too
        tabIndex={0}
        aria-label={t(`entry.agreement.kind.${kind}`)}
      >
        {data?.sections.map((section) => (
          <div key={section.heading}>
            <h3>{section.heading}</h3>
            <p>{section.text}</p>
          </div>
        ))}
      </section>
      <label className="check agreecheck">
        <input
          type="checkbox"
          disabled={!read || !data}
          checked={data !== undefined && accepted === data.version}
          onChange={(event) => onAccept(event.target.checked && data ? data.version : null)}
        />
        {t('entry.register.agree')}
        {!read && <span className="t3 f13">{t('entry.register.readFirst')}</span>}
      </label>
    </div>
  )
}
