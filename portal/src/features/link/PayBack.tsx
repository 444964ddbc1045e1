import { LinkOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { cameFrom } from './payMemory.ts'

/** Back from the provider: to the page one left, or, in another browser, to the message it came by. */
export default function PayBack() {
  const t = useT()
  const token = cameFrom()
  useEffect(() => {
    document.title = t('link.pay.title')
    if (token) location.replace(`/link/${token}?step=paid`)
  }, [token, t])
  return (
    <div className="lk">
      <main className="lk-body">
        {token ? (
          <p className="lk-loading">{t('link.loading')}</p>
        ) : (
          <div className="lk-over" role="alert">
            <LinkOutlined className="c-warn" aria-hidden="true" />
            <h1>{t('link.pay.lost')}</h1>
            <p>{t('link.pay.lostText')}</p>
          </div>
        )}
      </main>
    </div>
  )
}
