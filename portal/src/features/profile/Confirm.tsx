import { Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Line } from '../../patterns/FormLines.tsx'

interface Props {
  text: string
  ok: string
  fault: string | undefined
  busy: boolean
  /** Asks for a code beside the password. */
  withCode?: string
  /** What is wrong is the code's, not the password's. */
  atCode?: boolean
  good?: boolean
  onType: () => void
  onOk: (typed: { password: string; code: string }) => void
  onBack: () => void
}

/** The password again, before what stands between it and a session is changed. */
export function Confirm({ text, ok, fault, busy, withCode, atCode, good, onType, onOk, onBack }: Props) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <form
      className="pgrid secform"
      onSubmit={(event) => {
        event.preventDefault()
        onOk({ password, code })
      }}
    >
      <p className={`pwide f13 ${good ? 't2' : 'c-warn'}`}>{text}</p>
      <Line label={t('common.ownPassword')} required error={atCode ? undefined : fault}>
        {(id, described) => (
          <Input.Password
            id={id}
            aria-describedby={described}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => {
              onType()
              setPassword(event.target.value)
            }}
          />
        )}
      </Line>
      {withCode && (
        <Line label={withCode} required error={atCode ? fault : undefined}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              autoComplete="one-time-code"
              maxLength={20}
              value={code}
              onChange={(event) => {
                onType()
                setCode(event.target.value)
              }}
            />
          )}
        </Line>
      )}
      <div className="pwide row">
        <Button
          kind={good ? 'primary' : 'badSolid'}
          type="submit"
          disabled={!password || (withCode !== undefined && !code.trim())}
          loading={busy}
        >
          {ok}
        </Button>
        <Button kind="text" onClick={onBack}>
          {t('common.back')}
        </Button>
      </div>
    </form>
  )
}
