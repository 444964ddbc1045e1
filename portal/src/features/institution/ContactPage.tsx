import { CheckCircleOutlined, ClockCircleOutlined, PhoneOutlined } from '@ant-design/icons'
import type { InstitutionContact } from '@teleward/contract/institution/schema.ts'
import { getContact } from '@teleward/contract/institution/endpoints.ts'
import { weekday } from '@teleward/contract/core/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { either } from '../../patterns/Patient.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { weekdayName } from '../../patterns/weekdays.ts'
import { Card } from '../../ui/Card.tsx'
import { formatDateOfWeek, isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { Feedbacks } from './Feedbacks.tsx'
import './institution.css'

const search = z.object({ of: z.enum(['own', 'all']).catch('own').default('own') })

/** `/setting/contact`: how the institution is reached, and what one writes to it. */
export default function ContactPage() {
  const t = useT()
  const [{ of }, change] = useSearchState(search)
  const administers = useRight('admin.partner') !== '-'
  return (
    <>
      <div className="pagehead">
        <h1>{t('screens.name.contact')}</h1>
      </div>
      {administers && (
        <UrlTabs
          label={t('screens.name.contact')}
          tabs={(['own', 'all'] as const).map((key) => ({ key, name: t(`institution.feedback.of.${key}`) }))}
          tab={of}
          parameter="of"
          onTab={(next) => change({ of: next })}
        />
      )}
      {administers && of === 'all' ? (
        <Feedbacks of="all" />
      ) : (
        <div className="contactpair">
          <div className="instpane">
            <FeedbackForm />
            <Feedbacks of="own" />
          </div>
          <House />
        </div>
      )}
    </>
  )
}

function House() {
  const t = useT()
  const { data, error, refetch } = useQuery(endpointQuery(getContact, {}))
  return (
    <Card title={data ? either(data.name, data.nameEn) : t('institution.contact.title')} className="contactside">
      <div className="contactcard">
        {error && !data && <FailedLine error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonBlock lines={5} />}
        {data && <Reach contact={data} />}
      </div>
    </Card>
  )
}

function Reach({ contact: { phone, hours, holidays, open } }: { contact: InstitutionContact }) {
  const t = useT()
  const today = weekday(isoDay())
  return (
    <>
      {phone ? (
        <a className="btn" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          <PhoneOutlined /> <span className="num">{phone}</span>
        </a>
      ) : (
        <p className="t3">{t('institution.contact.noPhone')}</p>
      )}
      <h3>
        {t('institution.contact.hours')}{' '}
        {open !== null && (
          <StatusTag kind={open ? 'ok' : 'neutral'} icon={open ? <CheckCircleOutlined /> : <ClockCircleOutlined />}>
            {t(open ? 'institution.contact.open' : 'institution.contact.closed')}
          </StatusTag>
        )}
      </h3>
      {hours ? (
        <table>
          <tbody>
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <tr key={day} className={day === today ? 'now' : ''}>
                <th scope="row">{weekdayName(day)}</th>
                <td className="num">
                  {hours
                    .filter((one) => one.weekday === day)
                    .map(({ from, to }) => `${from}–${to}`)
                    .join('　') || t('institution.contact.rest')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="t3">{t('institution.contact.noHours')}</p>
      )}
      {holidays.length > 0 && (
        <>
          <h3>{t('institution.contact.holidays')}</h3>
          <ul>
            {holidays.map(({ date, name }) => (
              <li key={date}>
                <span className="num">{formatDateOfWeek(date)}</span> {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
