import type { CalculationFault } from '@teleward/contract/forms/calculate.ts'
import type { Form } from '@teleward/contract/forms/compile.ts'
import { textOf } from '@teleward/contract/forms/fhir.ts'
import type { MeaningSaid, ScoreSaid } from '@teleward/contract/forms/schema.ts'
import { t, useI18n } from '../../i18n/i18n.ts'
import { formatTime } from '../../ui/format.ts'
import type { Answering } from './answering.ts'

export function meaningText(meaning: MeaningSaid | null, language: string): string | null {
  if (!meaning) return null
  if (meaning.kind === 'band') return meaning.texts[language] || meaning.text
  return t(`forms.${meaning.kind}`)
}
export const namesOf = (form: Form, linkIds: readonly string[], language: string): string =>
  linkIds
    .map((linkId) => {
      const node = form.byId.get(linkId.split('\u001f')[0] ?? '')
      return (node && textOf(node.item, 'text', language)) || linkId
    })
    .join(t('common.patient.separator'))

/** The score with what it means; with answers missing it is said to be incomplete, and means nothing. */
export function ScoreLine({ score, meaning }: { score: ScoreSaid | null; meaning: MeaningSaid | null }) {
  const { t: say, language } = useI18n()
  if (!score) return null
  const words = meaningText(meaning, language)
  return (
    <p className="fm-score">
      <span className="t3">{say('forms.score')}</span>{' '}
      <b className="num">
        {score.most === null ? score.value : say('forms.scoreOf', { value: score.value, most: score.most })}
      </b>{' '}
      {score.missing > 0 ? (
        <span className="c-warn">{say('forms.missing', { count: score.missing })}</span>
      ) : (
        words && <span className={meaning?.over ? 'c-bad b' : ''}>{words}</span>
      )}
    </p>
  )
}
export function CalculationNote({ form, fault }: { form: Form; fault: CalculationFault | null }) {
  const { language } = useI18n()
  if (!fault) return null
  return (
    <p className="fm-note warn" role="alert">
      {t(`forms.calculation.${fault.code}`, { names: namesOf(form, fault.linkIds, language) })}
    </p>
  )
}
export function SavedLine({ now, savedAt }: { now: Answering; savedAt: string | null }) {
  const { refused, lost, saving, saved } = now
  const text = () => {
    if (refused !== null) return t('forms.saved.refused', { why: refused })
    if (lost) return t('forms.saved.here')
    if (saving || !saved) return t('forms.saved.saving')
    return savedAt ? t('forms.saved.at', { time: formatTime(savedAt) }) : ''
  }
  return (
    <span className={`f13 ${refused !== null ? 'c-bad' : lost ? 'c-warn' : 't3'}`} role="status">
      {text()}
    </span>
  )
}
export function MergedNote({ form, now, onTheirs }: { form: Form; now: Answering; onTheirs: () => void }) {
  const { language } = useI18n()
  if (!now.differs.length) return null
  return (
    <div className="fm-note warn" role="alert">
      <p>{t('forms.merged', { names: namesOf(form, now.differs, language) })}</p>
      <button type="button" className="fm-clear" onClick={onTheirs}>
        {t('forms.theirs')}
      </button>
    </div>
  )
}
