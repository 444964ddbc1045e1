import { changePassword } from '@teleward/contract/auth/endpoints.ts'
import { postEditDoctorPhone } from '@teleward/contract/profile/endpoints.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { SessionsPart } from './SessionsPart.tsx'

/** How one signs in: password, mobile, second factors; where one is signed in, and who tried to. */
export function SecurityPart({ profile }: { profile: Profile }) {
  return (
    <>
      <PasswordForm />
      <PhoneForm phone={profile.phone} />
      <SecondFactors />
      <SessionsPart />
    </>
  )
}

const EMPTY = { oldPassword: '', newPassword: '', repeatPassword: '' }
function PasswordForm() {
  const t = useT()
  const [value, setValue] = useState(EMPTY)
  const [fault, setFault] = useState<{ field: keyof typeof EMPTY; text: string }>()
  const act = useEndpointMutation(changePassword, {
    onDone: () => {
      setValue(EMPTY)
      notify({ kind: 'ok', title: t('profile.security.passwordDone') })
    },
    onError: (error) => {
      const field =
        error.code === 'PASSWORD_MISMATCH'
          ? 'repeatPassword'
          : error.code.startsWith('PASSWORD')
            ? 'newPassword'
            : 'oldPassword'
      setFault({ field, text: error.message })
      return true
    },
  })
  const one = (key: keyof typeof EMPTY, label: string, complete: string) => (
    <Line label={label} required error={fault?.field === key ? fault.text : undefined}>
      {(id, described) => (
        <Input.Password
          id={id}
          aria-describedby={described}
          autoComplete={complete}
          value={value[key]}
          status={fault?.field === key ? 'error' : ''}
          onChange={(event) => {
            setFault(undefined)
            setValue({ ...value, [key]: event.target.value })
          }}
        />
      )}
    </Line>
  )
  const filled = Object.values(value).every(Boolean)
  return (
    <form
      className="card pcard pgrid"
      onSubmit={(event) => {
        event.preventDefault()
        if (filled) act.mutate({ body: value })
      }}
    >
      <h2 className="sech pwide">{t('profile.security.password')}</h2>
      {one('oldPassword', t('profile.security.old'), 'current-password')}
      <span className="pgap" />
      {one('newPassword', t('profile.security.fresh'), 'new-password')}
      {one('repeatPassword', t('profile.security.repeat'), 'new-password')}
      <div className="pwide">
        <Button kind="primary" type="submit" disabled={!filled} loading={act.isPending}>
          {t('profile.security.password')}
        </Button>
      </div>
    </form>
  )
}

/** By the password a code to the new number, then the code. The old number stays the account's until then, and is told. */
function PhoneForm({ phone }: { phone: string | null }) {
  const t = useT()
  const [fresh, setFresh] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<{ id: string; phone: string }>()
  const [fault, setFault] = useState<{ at: 'phone' | 'password' | 'code'; text: string }>()
  const at = (field: 'phone' | 'password' | 'code') => (fault?.at === field ? fault.text : undefined)
  const act = useEndpointMutation(postEditDoctorPhone, {
    onDone: (answer) => {
      setFault(undefined)
      setPassword('')
      if (answer.state === 'sent' && answer.id) return setSent({ id: answer.id, phone: answer.phone })
      setSent(undefined)
      setFresh('')
      setCode('')
      notify({ kind: 'ok', title: t('profile.security.mobileDone') })
    },
    onError: ({ code: reason, message }) => {
      const proof = reason === 'WRONG_PASSWORD' || reason === 'LOGIN_LOCKED'
      setFault({ at: sent ? 'code' : proof ? 'password' : 'phone', text: message })
      return true
    },
  })
  return (
    <form
      className="card pcard pgrid"
      onSubmit={(event) => {
        event.preventDefault()
        act.mutate({ body: sent ? { id: sent.id, code } : { phone: fresh, password } })
      }}
    >
      <h2 className="sech pwide">{t('profile.security.mobile')}</h2>
      <p className="pwide f13 num">
        {phone ? t('profile.security.mobileNow', { phone }) : t('profile.security.mobileNone')}
      </p>
      <Line label={t('profile.security.newMobile')} required error={at('phone')}>
        {(id, described) => (
          <Input
            id={id}
            aria-describedby={described}
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={fresh}
            disabled={sent !== undefined}
            status={at('phone') ? 'error' : ''}
            onChange={(event) => {
              setFault(undefined)
              setFresh(event.target.value)
            }}
          />
        )}
      </Line>
      {!sent && (
        <Line label={t('common.ownPassword')} required error={at('password')} hint={t('profile.security.mobileWhy')}>
          {(id, described) => (
            <Input.Password
              id={id}
              aria-describedby={described}
              autoComplete="current-password"
              value={password}
              status={at('password') ? 'error' : ''}
              onChange={(event) => {
                setFault(undefined)
                setPassword(event.target.value)
              }}
            />
          )}
        </Line>
      )}
      {sent && (
        <Line
          label={t('profile.security.code')}
          error={at('code')}
          hint={t('profile.security.sentTo', { phone: sent.phone })}
        >
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              autoFocus
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Line>
      )}
      <div className="pwide row">
        <Button kind="primary" type="submit" disabled={sent ? !code : !fresh || !password} loading={act.isPending}>
          {t(sent ? 'profile.security.check' : 'profile.security.send')}
        </Button>
        {sent && (
          <Button
            kind="text"
            onClick={() => {
              setSent(undefined)
              setCode('')
              setFault(undefined)
            }}
          >
            {t('common.back')}
          </Button>
        )}
      </div>
    </form>
  )
}
