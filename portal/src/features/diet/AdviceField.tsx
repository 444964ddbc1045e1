import { MAX_ADVICE } from '@teleward/contract/diet/schema.ts'
import { insertDietDoctor } from '@teleward/contract/diet/endpoints.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import { PhraseArea } from '../../patterns/phrases/PhraseArea.tsx'

interface Props {
  pid: number
  course: number
  /** The last entry of a meal that the page knows of. */
  mealsTo: number
  /** Changes each time the cursor is asked into it. */
  focus: number
}

/** Advice half written is still there after one has looked at another member. */
export function AdviceField({ pid, course, mealsTo, focus }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, value, loaded } = useDraft<string>({ screen: 'diet:advice', subject: `${pid}/${course}` })
  const text = value ?? ''
  const dirty = text.trim() !== ''
  useUnsavedGuard('draft', dirty)
  // What comes while somebody writes is not what is written about: it waits, unless they look again.
  const [seen, setSeen] = useState(mealsTo)
  if (!dirty && seen !== mealsTo) setSeen(mealsTo)
  useEffect(() => {
    if (focus > 0) field.current?.focus()
  }, [focus])
  const post = useEndpointMutation(insertDietDoctor, {
    onDone: ({ results: [only] }) => {
      if (only?.code !== 'OK') return notify({ kind: 'bad', title: only?.message ?? '' })
      void draft?.clear()
      notify({ kind: 'ok', key: `diet-${course}`, title: t('diet.advice.sent') })
    },
  })
  return (
    <section className="dietnote">
      <label className="lab" htmlFor={id}>
        {t('diet.advice.title')}
      </label>
      <PhraseArea
        id={id}
        type="diet"
        maxLength={MAX_ADVICE}
        field={field}
        rows={3}
        disabled={!loaded}
        value={text}
        placeholder={t('diet.advice.hint')}
        onChange={(next) => draft?.write(next)}
      >
        <span className="grow t3 f12">{dirty ? t('diet.advice.draft') : ''}</span>
        <Button
          kind="primary"
          disabled={!dirty}
          loading={post.isPending}
          onClick={() =>
            post.mutate({ body: { courses: [course], text: text.trim(), mealsTo: [{ course, entry: seen }] } })
          }
        >
          {t('diet.advice.send')}
        </Button>
      </PhraseArea>
      {seen < mealsTo && (
        <p className="t2 f12" role="status">
          {t('diet.advice.later')}
        </p>
      )}
    </section>
  )
}
