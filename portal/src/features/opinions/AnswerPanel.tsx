import { postOpinionAnswer } from '@teleward/contract/opinions/endpoints.ts'
import { ANSWER_MAX } from '@teleward/contract/opinions/rules.ts'
import type { OpinionDetail } from '@teleward/contract/opinions/schema.ts'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { isApiError } from '../../api/errors.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useT } from '../../i18n/i18n.ts'
import { Line, useRefusal } from '../../patterns/FormLines.tsx'
import { Button } from '../../ui/Button.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { saidStale } from './steps.ts'

/** The answer: kept as a draft while it is written, signed with the own password as a note is, and then locked. */
export function AnswerPanel({ detail }: { detail: OpinionDetail }) {
  const t = useT()
  const refusal = useRefusal()
  const supplement = detail.state === 'done'
  const { draft, value, at } = useDraft<string>({ screen: 'opinion-answer', subject: detail.id })
  const [text, setText] = useState('')
  const [touched, setTouched] = useState(false)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  // What was begun before comes back, unless something was typed meanwhile.
  useEffect(() => {
    if (value && !touched) setText(value)
  }, [value, touched])
  const write = (next: string) => {
    setText(next)
    setTouched(true)
    draft?.write(next)
    refusal.clear()
  }
  const act = useEndpointMutation(postOpinionAnswer, {
    onDone: () => {
      setText('')
      setPassword('')
      setAsked(false)
      void draft?.clear()
      notify({ kind: 'ok', title: t('opinions.answer.done') })
    },
    onError: (error) => {
      setPassword('')
      if (isApiError(error, 'SIGN_FAILED')) {
        if (asked) refusal.refuse('password', t('opinions.answer.wrong'))
        setAsked(true)
        return true
      }
      if (saidStale(error)) return true
      return refusal.take(error)
    },
  })
  const submit = () => {
    if (text.trim() === '') return refusal.refuse('text', t('common.required'))
    if (asked && password === '') return refusal.refuse('password', t('opinions.answer.passwordHint'))
    refusal.clear()
    act.mutate({
      params: { id: detail.id },
      body: { version: detail.version, text: text.trim(), ...(password ? { password } : {}) },
    })
  }
  return (
    <form
      className="formcol"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!act.isPending) submit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || composing(event)) return
        event.preventDefault()
        if (!act.isPending) submit()
      }}
    >
      <Line
        label={t(supplement ? 'opinions.answer.supplement' : 'opinions.answer.label')}
        required
        error={refusal.of('text')}
        hint={t(supplement ? 'opinions.answer.supplementHint' : 'opinions.answer.hint')}
      >
        {(field, described) => (
          <GrowingArea
            id={field}
            aria-describedby={described}
            lines={supplement ? 3 : 8}
            most={20}
            maxLength={ANSWER_MAX}
            status={refusal.of('text') ? 'error' : ''}
            value={text}
            onChange={(event) => write(event.target.value)}
          />
        )}
      </Line>
      {at > 0 && text !== '' && <p className="t3 f12">{t('opinions.answer.kept')}</p>}
      {asked && (
        <Line
          label={t('opinions.answer.password')}
          required
          error={refusal.of('password')}
          hint={t('opinions.answer.passwordHint')}
        >
          {(field, described) => (
            <Input.Password
              id={field}
              aria-describedby={described}
              autoComplete="current-password"
              autoFocus
              status={refusal.of('password') ? 'error' : ''}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                refusal.clear()
              }}
            />
          )}
        </Line>
      )}
      <Button kind="primary" type="submit" loading={act.isPending}>
        {t(supplement ? 'opinions.act.supplement' : 'opinions.act.sign')}
      </Button>
    </form>
  )
}

/** What was written until the invitation ended, to its author: it can be copied, and goes nowhere. */
export function KeptDraft({ id }: { id: string }) {
  const { value } = useDraft<string>({ screen: 'opinion-answer', subject: id })
  return value ? <p className="optext opseen">{value}</p> : null
}
