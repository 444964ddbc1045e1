import { FontSizeOutlined, GlobalOutlined, PhoneOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language, setLanguage, useI18n } from '../../i18n/i18n.ts'
import { VersionNote } from '../../shell/VersionNote.tsx'
import { Logo } from '../../ui/Logo.tsx'
import type { LinkState } from './useLink.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useLarge } from './useLarge.ts'

/** What the frame shows of whichever link: who answers for it, and whether the line stands. */
export interface Framed extends Pick<LinkState, 'lost'> {
  view: Pick<LinkView, 'institution'> | undefined
}
interface Props {
  link: Framed
  busy?: boolean
  progress?: number | undefined
  steps?: number
  children?: ReactNode
  /** The main actions, at the bottom within the thumb's reach. */
  foot?: ReactNode
}

/** Head with the institution, language and text size; the step's progress; the step; its actions. */
export function LinkFrame({ link, busy, progress, steps = 4, children, foot }: Props) {
  const { t, language } = useI18n()
  const [large, resize] = useLarge()
  const institution = link.view?.institution
  const body = useRef<HTMLElement>(null)
  // A step that follows another is announced and read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes.
  useEffect(() => {
    body.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [progress])
  return (
    <div className={`lk ${large ? 'large' : ''}`}>
      <header className="lk-top">
        <div className="lk-head">
          <Logo src={institution?.logo} />
          <div className="grow">
            <b className="ell">{(language === 'en' && institution?.nameEn) || institution?.name || 'Teleward'}</b>
            <small className="ell">
              {(language === 'en' && institution?.unitNameEn) || institution?.unitName || '\u00a0'}
            </small>
          </div>
          <button
            type="button"
            className="lk-round"
            onClick={resize}
            aria-pressed={large}
            aria-label={large ? t('link.smaller') : t('link.larger')}
          >
            <FontSizeOutlined />
          </button>
          <label className="lk-lang">
            <GlobalOutlined aria-hidden="true" />
            <span className="sr">{t('link.language')}</span>
            <select value={language} onChange={(event) => void setLanguage(event.target.value as Language)}>
              {LANGUAGES.map((one) => (
                <option key={one} value={one}>
                  {LANGUAGE_NAMES[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
        {link.lost && (
          <p className="lk-band" role="status">
            {t('link.line.lost')}
          </p>
        )}
        <VersionNote />
        {progress !== undefined && (
          <div className="lk-steps" role="img" aria-label={t('link.steps', { now: progress, all: steps })}>
            {Array.from({ length: steps }, (_, at) => at + 1).map((step) => (
              <i key={step} className={step <= progress ? 'd' : ''} />
            ))}
          </div>
        )}
      </header>
      <main className="lk-body" ref={body} tabIndex={-1} aria-busy={busy}>
        {busy ? <p className="lk-loading">{t('link.loading')}</p> : children}
      </main>
      {(foot || institution?.phone) && (
        <footer className="lk-foot">
          {foot}
          {institution?.phone && (
            <a className="lk-phone" href={`tel:${institution.phone}`}>
              <PhoneOutlined aria-hidden="true" /> {t('link.call', { phone: institution.phone })}
            </a>
          )}
        </footer>
      )}
    </div>
  )
}
