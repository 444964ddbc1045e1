import type { CaseEntry } from '@teleward/contract/crm/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatClock, formatDateTime, formatShortDate, formatTime, isoDay } from '../../ui/format.ts'

const entryText = ({ kind, to }: CaseEntry) =>
  kind === 'assign' ? t('crm.entry.assign', { name: to ? nameOf(to) : '' }) : t(`crm.entry.${kind}`)

/** How a call that was made from here ended, and how long it was. */
function callText({ call }: CaseEntry): string {
  if (!call) return ''
  if (call.state === 'ended' && call.answeredAt && call.endedAt) {
    const seconds = (Date.parse(call.endedAt) - Date.parse(call.answeredAt)) / 1000
    return t('crm.call.ended', { time: formatClock(seconds) })
  }
  return t(`crm.call.${call.state === 'ended' ? 'missed' : call.state}`)
}

/** What was done, the last on top: notes, steps and the calls that were made from the case. */
export function Timeline({ entries }: { entries: readonly CaseEntry[] }) {
  return (
    <section className="casepart" aria-label={t('crm.detail.timeline')}>
      <h2 className="sech">{t('crm.detail.timeline')}</h2>
      <ol className="tl">
        {entries.toReversed().map((entry, index) => (
          <li key={entry.id} className={index === 0 ? 'cur' : ''}>
            <time className="h" dateTime={entry.at} title={formatDateTime(entry.at)}>
              {isoDay(entry.at) === isoDay() ? formatTime(entry.at) : formatShortDate(entry.at)}
            </time>
            <span className="d" aria-hidden="true" />
            <span>
              <span className={index === 0 ? 'b' : ''}>{entryText(entry)}</span>
              <span className="t3">{`${t('common.dot')}${nameOf(entry.by)}`}</span>
              {entry.call && <span className="t2">{`${t('common.dot')}${callText(entry)}`}</span>}
              {entry.text && <span className="t2 casesaid">{entry.text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
