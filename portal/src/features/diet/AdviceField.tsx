import { MAX_ADVICE } from '@teleward/contract/diet/schema.ts'
import { insertDietDoctor } from '@teleward/contract/diet/endpoints.ts'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useId, useRef } from 'react'
import { useAct } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useHold } from '../../ui/holds.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { notify } from '../../ui/notify.ts'
import { useDietWords } from './useWords.ts'

interface Props {
  pid: number
  course: number
  /** Changes each time the cursor is asked into it. */
  focus: number
}

/** Advice half written is still there after one has looked at another member. */
export function AdviceField({ pid, course, focus }: Props) {
  const id = useId()
  const field = useRef<TextAreaRef>(null)
  const { draft, value, loaded } = useDraft<string>({ screen: 'diet:advice', subject: `${pid}/${course}` })
  const text = value ?? ''
  const dirty = text.trim() !== ''
  useHold('draft', dirty)
  useEffect(() => {
    if (focus > 0) field.current?.focus()
  }, [focus])
  const post = useAct(insertDietDoctor, {
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
      <Input.TextArea
        id={id}
        ref={field}
        rows={3}
        maxLength={MAX_ADVICE}
        disabled={!loaded}
        value={text}
        placeholder={t('diet.advice.hint')}
        onChange={(event) => draft?.write(event.target.value)}
      />
      <div className="row wrap">
        <CannedWords onPick={(word) => draft?.write(text ? `${text}\n${word}` : word)} />
        <span className="grow t3 f12">{dirty ? t('diet.advice.draft') : ''}</span>
        <Button
          kind="primary"
          disabled={!dirty}
          loading={post.isPending}
          onClick={() => post.mutate({ body: { courses: [course], text: text.trim() } })}
        >
          {t('diet.advice.send')}
        </Button>
      </div>
    </section>
  )
}

export function CannedWords({ onPick }: { onPick: (word: string) => void }) {
  const words = useDietWords()
  if (words.length === 0) return null
  return (
    <MenuButton
      className="btn sm"
      label={t('diet.advice.canned')}
      items={words.map(({ id, word }) => ({ key: String(id), label: word, onPick: () => onPick(word) }))}
    >
      {t('diet.advice.canned')}
    </MenuButton>
  )
}
