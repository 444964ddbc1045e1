import { login } from '@teleward/contract/auth/endpoints.ts'
import { isOwnAccount } from '@teleward/contract/auth/rules.ts'
import { normaliseMobile } from '@teleward/contract/core/identity.ts'
import { PASSWORD_MIN_DEFAULT, passwordProblems } from '@teleward/contract/core/password.ts'
import { register } from '@teleward/contract/registration/endpoints.ts'
import { accountOf } from '@teleward/contract/registration/rules.ts'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { router } from '../../shell/navigation.ts'
import { errorText, useI18n } from '../../i18n/i18n.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { AgreementBox } from './AgreementBox.tsx'
import { EntryFrame, Steps } from './EntryFrame.tsx'
import { type Fault, faultOf } from './fault.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { type Form, forgetForm, useForm } from './useForm.ts'

const steps = ['account', 'password', 'agree'] as const
type Step = (typeof steps)[number]
const search = z.object({ step: z.enum(steps).default('account'), partner: z.string().max(9).optional() })
/** Which step a refused field stands on. */
const STEP_OF: Readonly<Record<string, Step>> = {
  account: 'account',
  name: 'account',
  phone: 'account',
  partnerid: 'account',
  doctortype: 'account',
  newPassword: 'password',
  repeatPassword: 'password',
  agreement: 'agree',
  privacy: 'agree',
}

/** What can be refused without asking; the server looks at the same again. */
function refusedHere(form: Form): Pick<Fault, 'code' | 'field'> | null {
  const known = accountOf(form.account)
  if (!known) return { code: 'ACCOUNT_FORMAT', field: 'account' }
  if (!form.name.trim()) return { code: 'FIELD_EMPTY', field: 'name' }
  const phone = normaliseMobile(form.phone)
  if (!phone) return { code: 'PHONE_INVALID', field: 'phone' }
  if (!isOwnAccount(known.account, phone)) return { code: 'FIELD_RELATED', field: 'phone' }
  return form.partner ? null : { code: 'FIELD_EMPTY', field: 'partnerid' }
}

export default function RegisterPage() {
  const { t, language } = useI18n()
  const [{ step, partner }, go] = useSearchState(search)
  const [form, change] = useForm()
  const [password, setPassword] = useState({ value: '', repeat: '' })
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  // The password is not kept: after a reload it is asked for again.
  const at: Step = step === 'agree' && !password.value ? 'password' : step
  const refuse = (refused: Pick<Fault, 'code' | 'field'>) => {
    setFault({ ...refused, text: errorText(refused.code, { min: PASSWORD_MIN_DEFAULT }), data: null })
    go({ step: STEP_OF[refused.field ?? ''] ?? at })
  }

  const submit = async () => {
    setBusy(true)
    try {
      const { account, name, phone, partner: chosen } = form
      await call(register, {
        body: {
          account,
          name,
          phone,
          pwd: password.value,
          repeatPwd: password.repeat,
          doctortype: form.doctortype as 'doctor',
          partnerid: chosen?.id ?? 0,
          agreement: form.agreement ?? undefined,
          privacy: form.privacy ?? undefined,
          lang: language,
        },
      })
      // By the account as it is kept, in whatever dress it was typed.
      await enter(accountOf(account)?.account ?? account, password.value)
      forgetForm()
      await router.navigate({ to: '/pages/verify', replace: true })
    } catch (error) {
      const refused = faultOf(error)
      setFault(refused)
      if (refused.code === 'AGREEMENT_REQUIRED') {
        await queryClient.invalidateQueries()
        change(refused.field === 'privacy' ? { privacy: null } : { agreement: null })
      }
      const back = refused.field && STEP_OF[refused.field]
      if (refused.code === 'ACCOUNT_EXISTS' || back) go({ step: back || 'account' })
    } finally {
      setBusy(false)
    }
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    const here = refusedHere(form)
    if (here) return refuse(here)
    if (at === 'account') return go({ step: 'password' }, { push: true })
    const [problem] = passwordProblems(password.value, { min: PASSWORD_MIN_DEFAULT, repeat: password.repeat })
    if (problem)
      return refuse({ code: problem, field: problem === 'PASSWORD_MISMATCH' ? 'repeatPassword' : 'newPassword' })
    if (at === 'password') return go({ step: 'agree' }, { push: true })
    void submit()
  }
  const said = (field: string) => (fault?.field === field ? fault.text : undefined)
  return (
    <EntryFrame
      title={t('entry.register.title')}
      foot={
        <span>
          {t('entry.register.have')}{' '}
          <a className="link" href="/pages/login">
            {t('entry.toLogin')}
          </a>
        </span>
      }
    >
      <Steps steps={steps.map((one) => t(`entry.register.step.${one}`))} at={steps.indexOf(at)} />
      <form onSubmit={next} noValidate>
        {fault && (!fault.field || !STEP_OF[fault.field] || at === 'agree') && (
          <div className="alert bad" role="alert">
            <span>
              {fault.text}{' '}
              {fault.code === 'ACCOUNT_EXISTS' && (
                <>
                  <a className="link" href="/pages/forgetpassword">
                    {t('entry.register.forgot')}
                  </a>{' '}
                  {t('entry.register.joined')}
                </>
              )}
            </span>
          </div>
        )}
        {at === 'account' && <PersonFields form={form} change={change} said={said} asked={partner} />}
        {at === 'password' && (
          <PasswordFields
            min={PASSWORD_MIN_DEFAULT}
            {...password}
            error={said('newPassword')}
            repeatError={said('repeatPassword')}
            onChange={(changed) => setPassword((now) => ({ ...now, ...changed }))}
          />
        )}
        {at === 'agree' &&
          (['agreement', 'privacy'] as const).map((kind) => (
            <AgreementBox
              key={`${kind}.${language}`}
              kind={kind}
              accepted={form[kind]}
              onAccept={(version) => change({ [kind]: version })}
            />
          ))}
        <div className="entryacts">
          {at !== 'account' && (
            <Button onClick={() => go({ step: at === 'agree' ? 'password' : 'account' })}>{t('entry.back')}</Button>
          )}
          <Button
            kind="primary"
            size="lg"
            type="submit"
            loading={busy}
            disabled={at === 'agree' && (!form.agreement || !form.privacy)}
          >
            {t(at === 'agree' ? 'entry.register.submit' : 'entry.next')}
          </Button>
        </div>
      </form>
    </EntryFrame>
  )
}

/** Into the session that only verifies the phone. */
async function enter(account: string, pwd: string): Promise<void> {
  const answer = await call(login, {
    body: {
      id: account,
      pwd,
      device_token: session.deviceToken() ?? undefined,
      device_type: session.deviceType(),
      phoneType: 'web',
      ver: __BUILD_VERSION__,
      app: 'portal',
    },
  })
  queryClient.clear()
  session.start(answer)
}
