import { PASSWORD_MIN_DEFAULT, passwordProblems } from '@teleward/contract/core/password.ts'
import { getAgreement, postAccountSetup } from '@teleward/contract/registration/endpoints.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/query.ts'
import { errorText, useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { AgreementBox } from './AgreementBox.tsx'
import { Steps } from './EntryFrame.tsx'
import { type Fault, faultOf } from './fault.ts'
import { PasswordFields } from './PasswordFields.tsx'

const steps = ['agree', 'password'] as const
const kinds = ['agreement', 'privacy'] as const

/** The first sign-in of an account that an administrator made: what is agreed to, and a password that nobody else has read. */
export function SetupPanel({ onDone }: { onDone: () => void }) {
  const { t, language } = useI18n()
  const [step, setStep] = useState<(typeof steps)[number]>('agree')
  const [accepted, setAccepted] = useState<Record<(typeof kinds)[number], string | null>>({
    agreement: null,
    privacy: null,
  })
  const [password, setPassword] = useState({ value: '', repeat: '' })
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await call(postAccountSetup, {
        body: {
          agreement: accepted.agreement ?? undefined,
          privacy: accepted.privacy ?? undefined,
          lang: language,
          newPassword: password.value,
          repeatPassword: password.repeat,
        },
      })
      onDone()
    } catch (error) {
      const refused = faultOf(error)
      setFault(refused)
      // Another version has come meanwhile: it is read before anything goes on.
      if (refused.code === 'AGREEMENT_REQUIRED') {
        await queryClient.invalidateQueries({ queryKey: [getAgreement.method, getAgreement.path] })
        setAccepted((now) => ({ ...now, [refused.field === 'privacy' ? 'privacy' : 'agreement']: null }))
        setStep('agree')
      }
    } finally {
      setBusy(false)
    }
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    if (step === 'agree') return setStep('password')
    const [problem] = passwordProblems(password.value, { min: PASSWORD_MIN_DEFAULT, repeat: password.repeat })
    if (!problem) return void send()
    const field = problem === 'PASSWORD_MISMATCH' ? 'repeatPassword' : 'newPassword'
    setFault({ code: problem, field, text: errorText(problem, { min: PASSWORD_MIN_DEFAULT }), data: null })
  }
  const said = (field: string) => (fault?.field === field ? fault.text : undefined)
  const atPassword = fault?.field === 'newPassword' || fault?.field === 'repeatPassword'
  return (
    <>
      <Steps steps={steps.map((one) => t(`entry.register.step.${one}`))} at={steps.indexOf(step)} />
      <p className="t3">{t('entry.setup.text')}</p>
      <form onSubmit={next} noValidate>
        {fault && !(step === 'password' && atPassword) && (
          <div className="alert bad" role="alert">
            {fault.text}
          </div>
        )}
        {step === 'agree' &&
          kinds.map((kind) => (
            <AgreementBox
              key={`${kind}.${language}`}
              kind={kind}
              accepted={accepted[kind]}
              onAccept={(version) => setAccepted((now) => ({ ...now, [kind]: version }))}
            />
          ))}
        {step === 'password' && (
          <PasswordFields
            min={PASSWORD_MIN_DEFAULT}
            {...password}
            error={said('newPassword')}
            repeatError={said('repeatPassword')}
            onChange={(changed) => setPassword((now) => ({ ...now, ...changed }))}
          />
        )}
        <div className="entryacts">
          {step === 'password' && <Button onClick={() => setStep('agree')}>{t('entry.back')}</Button>}
          <Button
            kind="primary"
            size="lg"
            type="submit"
            loading={busy}
            disabled={step === 'agree' && !(accepted.agreement && accepted.privacy)}
          >
            {t(step === 'agree' ? 'entry.next' : 'entry.setup.submit')}
          </Button>
        </div>
      </form>
    </>
  )
}
