import { createSND } from '@teleward/contract/crm/endpoints.ts'
import { type CaseDetail, MAX_TEXT } from '@teleward/contract/crm/schema.ts'
import { useEffect, useId, useRef } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { t } from '../../i18n/i18n.ts'
import { PhraseArea } from '../../patterns/phrases/PhraseArea.tsx'
import { Button } from '../../ui/Button.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'

interface Props {
  one: CaseDetail
  /** Changes each time the cursor is asked into it. */
  focus: number
}

/** What was done on a case, half written as well: it is still there after one has looked at another case. */
export function NoteField({ one, focus }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, value, loaded } = useDraft<string>({ screen: 'case:note', subject: `${one.pid}/${one.sn}` })
  const text = value ?? ''
  const dirty = text.trim() !== ''
  useUnsavedGuard('draft', dirty)
  useEffect(() => {
    if (focus > 0) field.current?.focus()
  }, [focus])
  const post = useEndpointMutation(createSND, {
    onDone: () => {
      void draft?.clear()
      notify({ kind: 'ok', key: `case-${one.sn}`, title: t('crm.detail.noted') })
    },
  })
  return (
    <section className="casenote">
      <label className="lab" htmlFor={id}>
        {t('crm.detail.note')}
      </label>
      <PhraseArea
        id={id}
        type="note"
        field={field}
        rows={3}
        maxLength={MAX_TEXT}
        disabled={!loaded}
        value={text}
        placeholder={t('crm.detail.noteHint')}
        onChange={(next) => draft?.write(next)}
      >
        <span className="grow t3 f12">{dirty ? t('crm.detail.draft') : ''}</span>
        <Button
          kind="primary"
          disabled={!dirty}
          loading={post.isPending}
          onClick={() => post.mutate({ body: { sn: one.sn, text: text.trim() } })}
        >
          {t('crm.detail.saveNote')}
        </Button>
      </PhraseArea>
    </section>
  )
}
