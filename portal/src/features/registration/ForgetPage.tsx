import { CheckCircleOutlined } from '@ant-design/icons'
import { loginConfigOf } from '@teleward/contract/auth/endpoints.ts'
import { changePasswordStatus } from '@teleward/contract/registration/endpoints.ts'
import type { EndpointData, EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CodeField } from './CodeField.tsx'
import { EntryFrame, Steps } from './EntryFrame.tsx'
import { CODE_FAULTS, type Fault, faultOf } from './fault.ts'
import { PasswordFields } from './PasswordFields.tsx'

type Reset = EndpointData<typeof changePasswordStatus>
const steps = ['account', 'code', 'password'] as const
const BUTTONS = { account: 'entry.forget.send', sent: 'entry.check', checked: 'entry.forget.set' } as const

/** The word by which the number before takes an account back; it does not stay in the address. */
function undoOf(): string | null {
  const undo = new URLSearchParams(location.hash.slice(1)).get('undo')
  if (undo) history.replaceState(history.state, '', location.pathname + location.search)
  return undo
}

/**
 * Account, code, new password. Nothing of it stands in the address or outlives the page. Whoever comes by the link that the
 * number before was sent takes the number back by a button, so that a preview does not, and sets the password.
 */
export default function ForgetPage() {
  const t = useT()
  const [undo] = useState(undoOf)
  const [account, setAccount] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState({ value: '', repeat: '' })
  const [reset, setReset] = useState<Reset | null>(null)
  const [sent, setSent] = useState<Reset | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const state = reset?.state ?? 'account'

  const ask = async (body: EndpointInput<typeof changePasswordStatus>['body']) => {
    setBusy(true)
    setFault(null)
    try {
      const answer = await call(changePasswordStatus, { body })
      setReset(answer)
      if (answer.state === 'sent') {
        setSent(answer)
        setCode('')
      }
    } catch (error) {
      setFault(faultOf(error))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!reset) void ask(undo ? { undo } : { account })
    else if (reset.state === 'sent') void ask({ id: reset.id, code })
    else if (reset.state === 'checked' && reset.ticket)
      void ask({ id: reset.id, ticket: reset.ticket, newPassword: password.value, repeatPassword: password.repeat })
  }
  const title = t(undo ? 'entry.forget.undo.title' : 'entry.forget.title')
  if (state === 'set')
    return (
      <EntryFrame title={title}>
        <EmptyState
          icon={<CheckCircleOutlined />}
          title={t('entry.forget.done')}
          text={t('entry.forget.doneText')}
          actions={
            <a className="btn pri" href="/pages/login">
              {t('entry.toLogin')}
            </a>
          }
        />
      </EntryFrame>
    )
  const atCode = fault && CODE_FAULTS.includes(fault.code) ? fault.text : undefined
  const atField = (name: string) => (fault?.field === name ? fault.text : undefined)
  const above = fault && !(state === 'sent' && atCode) && !atField('newPassword') && !atField('repeatPassword')
  return (
    <EntryFrame title={title} foot={<Lost />}>
      {!undo && (
        <Steps
          steps={steps.map((one) => t(`entry.forget.step.${one}`))}
          at={state === 'account' ? 0 : state === 'sent' ? 1 : 2}
        />
      )}
      <form onSubmit={onSubmit} noValidate>
        {above && (
          <div className="alert bad" role="alert">
            {fault.text}
          </div>
        )}
        {state === 'account' && undo && <p>{t('entry.forget.undo.text')}</p>}
        {state === 'account' && !undo && (
          <div className="fi">
            <Field
              id="account"
              label={t('entry.forget.account')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              autoFocus
              value={account}
              onChange={(event) => setAccount(event.target.value)}
            />
          </div>
        )}
        {state === 'sent' && (
          <CodeField
            value={code}
            onChange={setCode}
            error={atCode}
            expiresAt={sent?.expiresAt ?? null}
            againAt={sent?.againAt ?? null}
            onAgain={() => void ask({ account })}
            busy={busy}
            note={<div className="help num">{t('entry.forget.sent', { phone: sent?.phone ?? '' })}</div>}
          />
        )}
        {state === 'checked' && (
          <PasswordFields
            min={reset?.passwordMin ?? 8}
            {...password}
            error={atField('newPassword')}
            repeatError={atField('repeatPassword')}
            onChange={(next) => setPassword((now) => ({ ...now, ...next }))}
          />
        )}
        <div className="entryacts">
          {state !== 'account' && (
            <Button
              onClick={() => {
                setReset(null)
                setFault(null)
              }}
            >
              {t('entry.back')}
            </Button>
          )}
          <Button kind="primary" size="lg" type="submit" loading={busy}>
            {t(undo && state === 'account' ? 'entry.forget.undo.go' : BUTTONS[state])}
          </Button>
        </div>
      </form>
    </EntryFrame>
  )
}

/** Whom to ask without the phone: the institution this browser signed in to last. */
function Lost() {
  const t = useT()
  const partner = Number(localStorage.getItem('partnerid') ?? '1')
  const { data } = useQuery({
    ...endpointQuery(loginConfigOf, { params: { partnerid: Number.isInteger(partner) ? partner : 1 } }),
    retry: false,
  })
  return (
    <>
      <span>{data?.phone ? t('entry.forget.lost', { phone: data.phone }) : t('entry.forget.lostAsk')}</span>
      <a className="link" href="/pages/login">
        {t('entry.toLogin')}
      </a>
    </>
  )
}
