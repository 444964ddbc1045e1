import { EditOutlined } from '@ant-design/icons'
import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { isNone } from '@teleward/contract/members/allergies.ts'
import { askedOf } from '@teleward/contract/members/history.ts'
import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import { lazy, Suspense, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { entryText } from '../../patterns/history/entryText.ts'
import { sureText } from '../../patterns/history/factText.ts'
import { kinds } from '../../patterns/history/form.ts'
import { recordedText } from '../../patterns/recorded.ts'
import { formatShortDate } from '../../ui/format.ts'

const Drawer = lazy(() =>
  import('../../patterns/history/HistoryDrawer.tsx').then((one) => ({ default: one.HistoryDrawer })),
)

const whole = (fact: HistoryFact) => [sureText(fact), recordedText(fact)].filter(Boolean).join(t('common.dot'))

interface Props {
  pid: number
  /** The visit in which it is asked; 0 without one. */
  qid: number
  history: NonNullable<EmrData['history']>
}

/** What the patient and their family had, how they live, and what they do not bear; and of what nobody has asked. */
export function History({ pid, qid, history }: Props) {
  const right = useRight('emr.write')
  const [open, setOpen] = useState(false)
  const facts = kinds.flatMap((kind) => history[kind] ?? [])
  const last = facts
    .map(({ recordedAt }) => recordedAt)
    .sort()
    .at(-1)
  return (
    <section className="card c2" aria-label={t('emr.history.title')}>
      <div className="hd">
        <h2>{t('emr.history.title')}</h2>
        <span className="rt f12 num">
          {last && t('emr.history.recorded', { date: formatShortDate(last) })}
          {right !== '-' && (
            <button
              type="button"
              className="icbtn sm"
              aria-label={t('safety.edit')}
              title={t('safety.edit')}
              onClick={() => setOpen(true)}
            >
              <EditOutlined />
            </button>
          )}
        </span>
      </div>
      <dl className="hx">
        {kinds.map((kind) => {
          const mine = history[kind] ?? []
          return (
            <div key={kind}>
              <dt>{t(kind === 'sensitive_matters' ? 'common.patient.allergy' : `emr.history.${kind}`)}</dt>
              <dd>
                {askedOf(mine, kind) === 'notAsked' && (
                  <span className={kind === 'sensitive_matters' ? 'c-warn' : 't3'}>{t('safety.notAsked')}</span>
                )}
                {mine.map((fact, at) => (
                  <span key={fact.id} title={whole(fact)}>
                    {at > 0 && t('common.patient.separator')}
                    {entryText(fact)}
                    {kind === 'sensitive_matters' && fact.verification && !isNone(fact) && (
                      <span className="t3 f12">（{t(`safety.verif.${fact.verification}`)}）</span>
                    )}
                  </span>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
      {open && (
        <Suspense fallback={null}>
          <Drawer pid={pid} qid={qid || undefined} open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
