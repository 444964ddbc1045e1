import type { LinkView } from '@teleward/contract/links/schema.ts'
import { language, useI18n } from '../../i18n/i18n.ts'
import { formatDay, formatTime } from '../../ui/format.ts'

type Visit = NonNullable<LinkView['visit']>
/** The doctor in the patient's script, where both are stored. */
export const doctorOf = (visit: Visit) => (language() === 'en' && visit.doctorNameEn) || visit.doctorName

/** Who, when, how: the card at the top of the first steps and of the waiting room. */
export function VisitCard({ visit }: { visit: Visit }) {
  const { t, language } = useI18n()
  const name = doctorOf(visit)
  const division = (language === 'en' && visit.divisionEn) || visit.division
  return (
    <div className="lk-visit">
      <span className="av a" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <div>
        <b>{t('link.visit.with', { name })}</b>
        <span className="s">
          {[
            division,
            `${formatDay(visit.startAt)} ${formatTime(visit.startAt)} ${t(visit.video ? 'link.visit.video' : 'link.visit.voice')}`,
          ]
            .filter(Boolean)
            .join('　')}
        </span>
      </div>
    </div>
  )
}
