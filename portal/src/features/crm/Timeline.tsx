import type { CaseEntry } from '@teleward/contract/crm/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { go } from '../../shell/navigation.ts'
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
export function Timeline({ entries, pid }: { entries: readonly CaseEntry[]; pid: number }) {
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
              {entry.message && <Said pid={pid} message={entry.message} />}
              {entry.text && <span className="t2 casesaid">{entry.text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What was written in the conversation, whether the patient has answered since, and the way there. */
function Said({ pid, message }: { pid: number; message: NonNullable<CaseEntry['message']> }) {
  const { conversationId, seq, textContent, recalled, answeredAt } = message
  return (
    <span className="t2 casesaid">
      {recalled ? t('crm.message.recalled') : textContent}
      <span className="t3 f12 block2">
        {answeredAt ? t('crm.message.answered', { time: formatDateTime(answeredAt) }) : t('crm.message.waits')}
        {t('common.dot')}
        <button
          type="button"
          className="link"
          onClick={() => void go('chat', {}, { tab: '0', id: String(pid), c: String(conversationId), m: String(seq) })}
        >
          {t('crm.message.open')}
        </button>
      </span>
    </span>
  )
}
