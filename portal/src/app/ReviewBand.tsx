import { SafetyCertificateOutlined } from '@ant-design/icons'
import type { Me } from '../api/me.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { goToAddress } from '../shell/navigation.ts'

/** Until one is on board: why so little is open, and where it stands. */
export function ReviewBand({ me }: { me: Me }) {
  const t = useT()
  if (me.review === 'onBoard') return null
  return (
    <div className="awayband" role="status">
      <SafetyCertificateOutlined aria-hidden="true" />
      <span className="grow">{t('shell.partner.review.text')}</span>
      <Button onClick={() => void goToAddress('/pages/verify')}>{t('shell.partner.review.open')}</Button>
    </div>
  )
}
