import { type SecondFactorKind, secondFactorData } from '@teleward/contract/registration/second-factor.ts'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { ApiError, codeOf } from '../api/errors.ts'
import { errorMessage } from '../api/query.ts'
import type { LoginAnswer } from '../api/session.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { formatClock, useNow } from '../ui/format.ts'

export type Challenge = z.output<typeof secondFactorData>
/** The challenge that a refused sign-in carries, if that is what it was refused for. */
export function challengeOf(error: unknown): Challenge | null {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_STEP_REQUIRED') return null
  const read = secondFactorData.safeParse(error.data)
  return read.success ? read.data : null
}

/** Nothing helps any more but the password again. */
const OVER: readonly string[] = ['SECOND_STEP_EXPIRED', 'CODE_TRIES_EXCEEDED', 'LOGIN_LOCKED']

/** Between the password and the session. */
export function SecondFactor({
  challenge,
  onDone,
  onBack,
}: {
  challenge: Challenge
  onDone: (answer: LoginAnswer) => void
  onBack: (why: unknown) => void
}) {
  const t = useT()
  const [kind, setKind] = useState<SecondFactorKind>(challenge.kinds[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const left = (Date.parse(challenge.expiresAt) - useNow()) / 1000
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal('')
    try {
      const { answerSecondFactor } = await import('@teleward/contract/registration/endpoints.ts')
      onDone(await call(answerSecondFactor, { body: { challenge: challenge.challenge, kind, code } }))
    } catch (error) {
      if (OVER.includes(codeOf(error))) return onBack(error)
      setRefusal(errorMessage(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <h2>{t('auth.second.title')}</h2>
      <div className="fi codefield">
        <Field
          key={kind}
          id="secondcode"
          name="code"
          label={t(`auth.second.${kind}`)}
          inputMode={kind === 'recovery' ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus
          value={code}
          error={refusal || undefined}
          note={left > 0 && <div className="help num">{t('auth.second.left', { clock: formatClock(left) })}</div>}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
      <Button kind="primary" size="lg" block type="submit" loading={busy} disabled={!code.trim()}>
        {t('auth.second.submit')}
      </Button>
      <p className="secondways">
        {challenge.kinds
          .filter((one) => one !== kind)
          .map((one) => (
            <Button
              key={one}
              kind="text"
              onClick={() => {
                setKind(one)
                setCode('')
                setRefusal('')
              }}
            >
              {t(`auth.second.use.${one}`)}
            </Button>
          ))}
        <Button kind="text" onClick={() => onBack(null)}>
          {t('auth.second.back')}
        </Button>
      </p>
    </form>
  )
}
