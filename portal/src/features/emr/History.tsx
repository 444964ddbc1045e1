import type { EmrData } from '@teleward/contract/emr/schema.ts'
import type { HistoryEntry, HistoryKind } from '@teleward/contract/members/schema.ts'
import { language, t } from '../../i18n/i18n.ts'
import { formatShortDate } from '../../ui/format.ts'

const KINDS = ['person_sick', 'parents_sick', 'parents_cancer', 'life_type'] as const satisfies HistoryKind[]

const words = ({ note, ename, mh_other_value }: HistoryEntry) =>
  [language() === 'en' ? (ename ?? note) : note, mh_other_value].filter(Boolean).join(' ')

/** What the patient and their family had, and how they live. Allergies stand in the header. */
export function History({ history }: { history: NonNullable<EmrData['history']> }) {
  const shown = KINDS.map((kind) => ({ kind, entries: history[kind] ?? [] })).filter(
    ({ entries }) => entries.length > 0,
  )
  const last = shown
    .flatMap(({ entries }) => entries.map(({ recordedAt }) => recordedAt))
    .sort()
    .at(-1)
  return (
    <section className="card c2" aria-label={t('emr.history.title')}>
      <div className="hd">
        <h2>{t('emr.history.title')}</h2>
        {last && <span className="rt f12 num">{t('emr.history.recorded', { date: formatShortDate(last) })}</span>}
      </div>
      {shown.length === 0 ? (
        <p className="quiet">{t('emr.history.empty')}</p>
      ) : (
        <dl className="hx">
          {shown.map(({ kind, entries }) => (
            <div key={kind}>
              <dt>{t(`emr.history.${kind}`)}</dt>
              <dd>{entries.map(words).join(t('common.patient.separator'))}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
