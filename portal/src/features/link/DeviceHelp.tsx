import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { browserOf, outside } from '../../media/browser.ts'

/** What to press in this very browser, and the way out of an app's own, which may lend no camera. `again`: beside a button to try again. */
export function DeviceHelp({ again = true }: { again?: boolean }) {
  const t = useT()
  const [copied, setCopied] = useState<boolean | null>(null)
  const agent = navigator.userAgent
  const kind = browserOf(agent)
  const elsewhere = outside(agent, location.href)
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const inApp = kind === 'line' || kind === 'inApp'
  return (
    <>
      <p>
        {t(`link.device.steps.${kind}`)} {again && !inApp && t('link.device.again')}
      </p>
      {inApp && (
        <div className="lk-pair">
          {elsewhere && (
            <a className="lk-mini lk-out" href={elsewhere}>
              {t('link.device.outside')}
            </a>
          )}
          <button type="button" className="lk-mini" onClick={() => void copy()}>
            {t(copied ? 'link.device.copied' : 'link.device.copy')}
          </button>
        </div>
      )}
      {copied === false && <p className="lk-copy">{location.href}</p>}
    </>
  )
}
