import { LockOutlined } from '@ant-design/icons'
import { type FormEvent, useRef, useState } from 'react'
import { codeOf } from '../api/errors.ts'
import { refusalText } from '../api/refusal.ts'
import type { LoginAnswer } from '../api/session.ts'
import { useT } from '../i18n/i18n.ts'
import type { Challenge } from '../patterns/SecondFactor.tsx'
import { loadChunk } from '../shell/chunks.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { useNow } from '../ui/format.ts'

/** Asked of few, and after the password: it is loaded then. */
const secondStep = () => loadChunk(() => import('../patterns/SecondFactor.tsx'))
type SecondStep = Awaited<ReturnType<typeof secondStep>> & { challenge: Challenge }

interface Props {
  text: string
  name: string
  seed: number
  submit: string
  /** Resolves when the password was right; throws the refusal. */
  onPassword: (password: string) => Promise<void>
  /** Where a second factor is on: what signs in after it. */
  onSecond?: (answer: LoginAnswer) => Promise<void>
  onOther: () => void
}
/** The password of the person whose page this is: after a lock, and after an expired session. */
export function PasswordAgain({ text, name, seed, submit, onPassword, onSecond, onOther }: Props) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [second, setSecond] = useState<SecondStep | null>(null)
  const now = useNow()
  const field = useRef<HTMLInputElement>(null)
  const refusal = error ? refusalText(error, now) : ''

  const refused = async (failure: unknown) => {
    let why = failure
    try {
      const part = onSecond && codeOf(failure) === 'SECOND_STEP_REQUIRED' ? await secondStep() : null
      const challenge = part?.challengeOf(failure)
      if (part && challenge) return setSecond({ ...part, challenge })
    } catch (lost) {
      why = lost
    }
    setError(why)
    setPassword('')
    field.current?.focus()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!password || busy) return
    setBusy(true)
    try {
      await onPassword(password)
    } catch (failure) {
      await refused(failure)
    } finally {
      setBusy(false)
    }
  }
  if (second && onSecond)
    return (
      <div className="again">
        <second.SecondFactor
          challenge={second.challenge}
          onDone={(answer) => void onSecond(answer)}
          onBack={(why) => {
            setSecond(null)
            setError(why)
          }}
        />
      </div>
    )
  return (
    <form className="again" onSubmit={(event) => void onSubmit(event)}>
      <div className="row">
        <Avatar name={name} seed={seed} size="lg" />
        <div>
          <div className="b">{name}</div>
          <div className="t3 f13">{text}</div>
        </div>
      </div>
      <Field
        id="password-again"
        ref={field}
        type="password"
        autoFocus
        icon={<LockOutlined />}
        autoComplete="current-password"
        aria-label={t('auth.password')}
        placeholder={t('auth.password')}
        error={refusal}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button kind="primary" size="lg" block type="submit" loading={busy} disabled={!password}>
        {submit}
      </Button>
      <Button kind="text" block onClick={onOther}>
        {t('shell.over.other')}
      </Button>
    </form>
  )
}
