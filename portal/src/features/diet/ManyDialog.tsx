import { MAX_ADVICE } from '@teleward/contract/diet/schema.ts'
import type { AdviceOutcome, DietRow } from '@teleward/contract/diet/schema.ts'
import { insertDietDoctor } from '@teleward/contract/diet/endpoints.ts'
import { useId, useRef, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { PhraseArea } from '../../patterns/phrases/PhraseArea.tsx'

/** One word of advice for several. Whoever did not get it stays named with the reason; the others have it. */
export function ManyDialog({ rows: chosen, onClose }: { rows: readonly DietRow[]; onClose: () => void }) {
  // As they were when the words were begun: a meal that comes meanwhile waits.
  const [rows] = useState(chosen)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const [refused, setRefused] = useState<AdviceOutcome['results']>([])
  const nameBy = new Map(rows.map((row) => [row.id, either(row.patient_name, row.patientNameEn)]))
  const post = useEndpointMutation(insertDietDoctor, {
    onDone: ({ results }) => {
      const bad = results.filter(({ code }) => code !== 'OK')
      const done = results.length - bad.length
      if (done > 0) notify({ kind: 'ok', key: 'diet', title: t('diet.many.done', { count: done }) })
      if (bad.length === 0) onClose()
      else setRefused(bad)
    },
  })
  const bad = wrong && !text.trim()
  return (
    <FormModal
      open
      title={t('diet.many.title', { count: rows.length })}
      okText={t('diet.many.send')}
      cancelText={t(refused.length ? 'common.close' : 'common.cancel')}
      okButtonProps={{ disabled: refused.length > 0 }}
      confirmLoading={post.isPending}
      onOk={() =>
        text.trim()
          ? post.mutate({
              body: {
                courses: rows.map((row) => row.id),
                text: text.trim(),
                mealsTo: rows.map((row) => ({ course: row.id, entry: row.mealsTo })),
              },
            })
          : setWrong(true)
      }
      onCancel={onClose}
      destroyOnHidden
    >
      {refused.length > 0 ? (
        <div role="alert">
          <p className="c-bad b">{t('diet.many.refused', { count: refused.length })}</p>
          <ul>
            {refused.map((one) => (
              <li key={one.course}>
                <b>{nameBy.get(one.course)}</b>　{one.message}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="dietform">
          <p className="t2 f13">{[...nameBy.values()].join('　')}</p>
          <div>
            <FieldLabel id={id} required>
              {t('diet.advice.title')}
            </FieldLabel>
            <PhraseArea
              id={id}
              type="diet"
              maxLength={MAX_ADVICE}
              field={field}
              rows={4}
              value={text}
              wrong={bad}
              onChange={setText}
            />
            {bad && (
              <p className="help err" role="alert">
                {errorText('CONTENT_REQUIRED')}
              </p>
            )}
          </div>
        </div>
      )}
    </FormModal>
  )
}
