import '../../ui/styles/login.css'
import {
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  LockOutlined,
  PhoneOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { loginConfigOf } from '@teleward/contract/auth/endpoints.ts'
import { type LoginType, loginTypes } from '@teleward/contract/core/login-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { wayBack } from '../../shell/gate.ts'
import { refusalText } from '../../api/refusal.ts'
import { router } from '../../shell/navigation.ts'
import { LanguageMenu, ThemeMenu } from '../../shell/LooksMenus.tsx'
import { SHOWN_VERSION } from '../../shell/version.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { type TextKey, useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useNow } from '../../ui/format.ts'
import { Logo } from '../../ui/Logo.tsx'
import { setBrand } from '../../ui/theme/theme.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { SecondFactor } from '../../patterns/SecondFactor.tsx'
import { BrandSide } from './BrandSide.tsx'
import { partnerOfBrowser } from './partner.ts'
import { RecentAccounts } from './RecentAccounts.tsx'
import { rememberedAccounts } from './remembered.ts'
import { RolePicker } from './RolePicker.tsx'
import { useLogin } from './useLogin.ts'
import { welcomeText } from './welcome.ts'

const REASONS: Readonly<Record<string, TextKey>> = {
  forcedOut: 'auth.reason.forcedOut',
  expired: 'auth.reason.expired',
  signedOut: 'auth.reason.signedOut',
  device: 'auth.reason.device',
  cancelled: 'auth.reason.cancelled',
  closed: 'auth.reason.closed',
  config: 'shell.config.title',
}
/** Codes that are about the password field; all others stand above the button. */
const PASSWORD_CODES: readonly string[] = ['WRONG_PASSWORD', 'LOGIN_LOCKED']

export default function LoginPage() {
  const { t, language } = useI18n()
  const search = useSearchOnce()
  const partner = partnerOfBrowser(search.partner)
  const { data: config } = useQuery({
    ...endpointQuery(loginConfigOf, { params: { partnerid: partner ?? 1 } }),
    staleTime: 300_000,
    retry: false,
  })
  const brand = config?.primaryColour ?? null
  useEffect(() => setBrand(brand), [brand])
  useTitle(t('auth.title'))
  const name = config?.name[language] ?? ''
  return (
    <main className="login">
      <BrandSide partner={name} logo={config?.logo} text={welcomeText(partner ?? 1, config, language)} />
      <section className="formside">
        <div className="tr">
          <LanguageMenu long />
          <ThemeMenu />
        </div>
        <div className="fm">
          <div className="m-brand">
            <Logo src={config?.logo} />
            <div>
              Teleward
              <small>{name}</small>
            </div>
          </div>
          <h1>{t('auth.title')}</h1>
          <p>{t('auth.chooseRole')}</p>
          <LoginForm
            roles={config?.loginTypes ?? loginTypes}
            partner={partner}
            reason={search.reason ? REASONS[search.reason] : undefined}
            phone={config?.phone ?? null}
            way={search}
          />
        </div>
        <div className="ftx">
          <span className="num">{SHOWN_VERSION}</span>
        </div>
      </section>
    </main>
  )
}

/** The reason is said once: it leaves the address, so that a reload does not say it again. */
/**
 * The address as the page was opened with; and why one is here, which leaves the address once it is read. It may come a moment
 * later: a page without a session leads here by itself, before the call is refused that says why.
 */
function useSearchOnce() {
  const now = useRouterState({ select: (state): Record<string, string> => state.location.search })
  const [search] = useState(() => Object.fromEntries(new URLSearchParams(location.search)))
  const [reason, setReason] = useState(search.reason)
  useEffect(() => queryClient.clear(), [])
  useEffect(() => {
    const { reason: told, ...rest } = now
    if (!told) return
    setReason(told)
    void router.navigate({ to: '/pages/login', search: rest, replace: true })
  }, [now])
  return { ...search, reason } as { to?: string; of?: string; reason?: string; partner?: string }
}

interface FormProps {
  roles: readonly LoginType[]
  partner: number | undefined
  reason: TextKey | undefined
  phone: string | null
  way: { to?: string; of?: string }
}

function LoginForm({ roles, partner, reason, phone, way }: FormProps) {
  const { t } = useI18n()
  const [known, setKnown] = useState(rememberedAccounts)
  const last = known[0]
  const [role, setRole] = useState<LoginType>(last?.role ?? 'doctor')
  const [account, setAccount] = useState(last?.account ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(known.length > 0)
  const [plain, setPlain] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const { error, busy, submit, forgive, challenge, enter, leave } = useLogin(
    (verified, mid) => void router.navigate({ href: verified ? wayBack(way, mid) : '/pages/verify', replace: true }),
  )
  const now = useNow()
  const refusal = error ? refusalText(error, now) : ''
  const atPassword = error !== null && PASSWORD_CODES.includes(error.code)
  const locked = error?.code === 'LOGIN_LOCKED' && refusal !== ''
  const chosen = roles.includes(role) ? role : (roles[0] ?? 'doctor')

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit({ account, password, role: chosen, remember, plain, partner }).then(() =>
      passwordField.current?.select(),
    )
  }
  const onKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  if (challenge) return <SecondFactor challenge={challenge} onDone={enter} onBack={leave} />
  return (
    <form onSubmit={onSubmit} noValidate>
      {reason && !error && (
        <div className="alert warn note" role="status">
          <ExclamationCircleOutlined />
          {t(reason)}
        </div>
      )}
      <RolePicker roles={roles} value={chosen} onChange={setRole} />
      <div className="fi">
        <Field
          id="account"
          name="username"
          label={t('auth.account')}
          icon={<UserOutlined />}
          autoFocus={!account}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={account}
          onChange={(event) => {
            setAccount(event.target.value)
            forgive()
          }}
        />
        <RecentAccounts
          known={known}
          current={account}
          onPick={(one) => {
            setAccount(one.account)
            setRole(one.role)
            passwordField.current?.focus()
          }}
          onForget={setKnown}
        />
      </div>
      <div className="fi">
        <Field
          id="password"
          ref={passwordField}
          name="password"
          type="password"
          label={t('auth.password')}
          icon={<LockOutlined />}
          autoFocus={account !== ''}
          autoComplete="current-password"
          maxLength={200}
          error={atPassword ? refusal : undefined}
          note={
            capsLock && (
              <div className="help c-warn">
                <ExclamationCircleOutlined />
                {t('auth.capsLock')}
              </div>
            )
          }
          value={password}
          onKeyDown={onKey}
          onKeyUp={onKey}
          onChange={(event) => {
            setPassword(event.target.value)
            if (!locked) forgive()
          }}
        />
      </div>
      <div className="fi">
        <label className="check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t('auth.remember')}
        </label>
      </div>
      <div className="fi">
        <label className="check">
          <input type="checkbox" checked={plain} onChange={(event) => setPlain(event.target.checked)} />
          {t('auth.plain')}
        </label>
      </div>
      {refusal && !atPassword && (
        <div className="alert bad note" role="alert">
          <CloseCircleOutlined />
          <span>
            {refusal}
            {phone && (error?.code === 'NO_INSTITUTION' || error?.code === 'ACCOUNT_CLOSED') && (
              <a className="link" href={`tel:${phone}`}>
                <PhoneOutlined /> {t('auth.callService', { phone })}
              </a>
            )}
          </span>
        </div>
      )}
      <Button kind="primary" size="lg" block type="submit" loading={busy} disabled={locked}>
        {t('auth.submit')}
      </Button>
      <p className="secondways">
        <a className="link" href="/pages/forgetpassword">
          {t('auth.forgotten')}
        </a>
        <a className="link" href="/pages/register">
          {t('auth.register')}
        </a>
      </p>
    </form>
  )
}
