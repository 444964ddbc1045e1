import { agreementKind } from '@teleward/contract/registration/schema.ts'
import { locale } from '@teleward/contract/core/scalars.ts'
import { useEffect } from 'react'
import { z } from 'zod'
import { setLanguage, useI18n } from '../../i18n/i18n.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useAgreement } from './AgreementBox.tsx'
import { EntryFrame } from './EntryFrame.tsx'

const search = z.object({
  kind: agreementKind.default('agreement'),
  v: z.string().max(20).optional(),
  lang: locale.optional(),
})

/** The text of a version, under an address that stays. */
export default function AgreementPage() {
  const { t } = useI18n()
  const [{ kind, v, lang }] = useSearchState(search)
  useEffect(() => {
    if (lang) void setLanguage(lang)
  }, [lang])
  const { data, error, refetch } = useAgreement(kind, v)
  const other = kind === 'agreement' ? 'privacy' : 'agreement'
  return (
    <EntryFrame
      wide
      title={data?.title ?? t(`entry.agreement.kind.${kind}`)}
      lead={
        data && (
          <span className="num">
            {t('entry.register.version', { version: data.version })}
            {t('common.dot')}
            {t('entry.agreement.published', { date: data.publishedAt })}
          </span>
        )
      }
      foot={
        <a className="link" href={`/pages/agreement?kind=${other}`}>
          {t(`entry.agreement.kind.${other}`)}
        </a>
      }
    >
      {error && <ErrorState title={t('entry.agreement.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && v && v !== data.version && <div className="alert warn">{t('entry.agreement.unknown')}</div>}
      {data && !data.newest && <div className="alert info">{t('entry.agreement.older')}</div>}
      {data && (
        <div className="agreetext">
          <details className="agreetoc">
            <summary>{t('entry.agreement.contents')}</summary>
            <ol>
              {data.sections.map((section, at) => (
                <li key={section.heading}>
                  <a className="link" href={`#part${at}`}>
                    {section.heading}
                  </a>
                </li>
              ))}
            </ol>
          </details>
          {data.sections.map((section, at) => (
            <section key={section.heading} id={`part${at}`}>
              <h2>{section.heading}</h2>
              <p>{section.text}</p>
            </section>
          ))}
          <div className="entryacts">
            <Button onClick={() => window.print()}>{t('entry.agreement.print')}</Button>
          </div>
        </div>
      )}
    </EntryFrame>
  )
}
