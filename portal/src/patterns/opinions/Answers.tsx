import type { OpinionAnswer } from '@teleward/contract/opinions/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'
import './opinions.css'

/** What was answered and signed, and what was added to it. */
export function Answers({ answers }: { answers: readonly OpinionAnswer[] }) {
  if (answers.length === 0) return <p className="quiet">{t('opinions.answer.none')}</p>
  return (
    <ol className="opanswers">
      {answers.map((one) => (
        <li key={one.version}>
          {one.version > 1 && <b className="f12">{t('opinions.answer.supplement')}</b>}
          <p className="optext">{one.text}</p>
          <p className="t3 f12 num">
            {t('opinions.shown.signed', { name: nameOf(one.by), time: formatDateTime(one.at) })}
          </p>
        </li>
      ))}
    </ol>
  )
}
