import { CalendarOutlined, CheckCircleOutlined } from '@ant-design/icons'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { formatDay, formatTime } from '../../ui/format.ts'
import { LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'

export function EndStep({ link, view }: { link: LinkState; view: LinkView }) {
  const { t, language } = useI18n()
  const at = view.visit?.endedAt
  return (
    <LinkFrame link={link}>
      <div className="lk-over">
        <CheckCircleOutlined className="c-ok" aria-hidden="true" />
        <h1>{t('link.end.title')}</h1>
        {at && <p>{t('link.end.at', { time: formatTime(at) })}</p>}
        <p>{t('link.end.text')}</p>
        {view.next && (
          <p className="lk-note info">
            <CalendarOutlined aria-hidden="true" />{' '}
            {t('link.end.next', {
              name: (language === 'en' && view.next.doctorNameEn) || view.next.doctorName,
              time: `${formatDay(view.next.startAt)} ${formatTime(view.next.startAt)}`,
              how: t(view.next.site === 'onsite' ? 'link.end.onsite' : `link.visit.${view.next.site}`),
            })}
          </p>
        )}
        <p className="lk-small">{t('link.end.close')}</p>
      </div>
    </LinkFrame>
  )
}
