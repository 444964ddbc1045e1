import { login } from '@teleward/contract/auth/endpoints.ts'
import type { LoginType } from '@teleward/contract/core/login-types.ts'
import { isAccountForm, normaliseAccount } from '@teleward/contract/auth/rules.ts'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError, isApiError } from '../../api/errors.ts'
import { queryClient } from '../../api/query.ts'
import { type LoginAnswer, session } from '../../api/session.ts'
import { errorText, language } from '../../i18n/i18n.ts'
import { type Challenge, challengeOf } from '../../patterns/SecondFactor.tsx'
import { rememberAccount } from './remembered.ts'

export interface Entered {
  account: string
  password: string
  role: LoginType
  remember: boolean
  /** With the rights of the profession alone, without the privileges that were granted to the person besides. */
  plain: boolean
  partner: number | undefined
}

/** What can be refused without asking the server; the server checks the same again. */
function refusedHere({ account, password }: Entered): ApiError | null {
  const code = !account || !password ? 'LOGIN_EMPTY' : isAccountForm(account) ? null : 'LOGIN_BAD_INPUT'
  return code && new ApiError(code, errorText(code), 0)
}

/** The state of a sign-in: the refusal that stands, and whether one is under way. */
export function useLogin(onDone: (verified: boolean, mid: number) => void) {
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  /** Half way in: the password was right, and a second factor is on. */
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const entered = useRef<Entered | null>(null)

  const enter = (answer: LoginAnswer) => {
    queryClient.clear()
    session.start(answer)
    const input = entered.current
    if (input?.remember) {
      const { name, partner_id: partner } = answer.data
      rememberAccount({ account: input.account, name, role: input.role, partner })
    }
    onDone(answer.status === 'OK', answer.data.mid)
  }
  /** Back to the password, with what ended the second factor. */
  const leave = (why: unknown) => {
    setChallenge(null)
    setError(isApiError(why) ? why : null)
  }

  const submit = async (typed: Entered) => {
    if (busy) return
    // Spaces around the account and full-width digits are an input method's doing, not a mistake.
    const input = { ...typed, account: normaliseAccount(typed.account) }
    const refused = refusedHere(input)
    setError(refused)
    if (refused) return
    setBusy(true)
    try {
      entered.current = input
      enter(await call(login, { body: bodyOf(input) }))
    } catch (failure) {
      const asked = challengeOf(failure)
      if (asked) return setChallenge(asked)
      setError(isApiError(failure) ? failure : new ApiError('ERROR', errorText('ERROR'), 0))
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, submit, forgive: () => setError(null), challenge, enter, leave }
}

function bodyOf({ account, password, role, remember, plain, partner }: Entered) {
  return {
    id: account,
    pwd: password,
    is_doctor: role === 'doctor',
    loginType: role,
    remember,
    ...(plain ? { privileges: [] } : {}),
    partnerid: partner,
    device_token: session.deviceToken() ?? undefined,
    device_type: session.deviceType(),
    phoneType: 'web',
    ver: __BUILD_VERSION__,
    app: 'portal',
    appLang: language(),
  }
}
