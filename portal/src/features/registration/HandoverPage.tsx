import { theseAutoLogin } from '@teleward/contract/registration/endpoints.ts'
import { LoadingOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { signOut } from '../../api/me.ts'
import { queryClient, errorMessage } from '../../api/query.ts'
import { type LoginAnswer, session } from '../../api/session.ts'
import { safeReturn } from '../../shell/gate.ts'
import { router } from '../../shell/navigation.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Challenge, challengeOf, SecondFactor } from '../../patterns/SecondFactor.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { EntryFrame } from './EntryFrame.tsx'

/** Taken out of the address as it is read: no reload, no history and no referrer holds it. */
function takeToken(): { token: string; to: string | null } {
  const search = new URLSearchParams(location.search)
  const hash = new URLSearchParams(location.hash.slice(1))
  const token = hash.get('token') ?? search.get('token') ?? ''
  const to = hash.get('to') ?? search.get('to')
  if (token) history.replaceState(history.state, '', location.pathname)
  return { token, to }
}
const targetOf = (error: unknown): string | null => {
  const data: unknown = typeof error === 'object' && error ? Reflect.get(error, 'data') : null
  const to: unknown = typeof data === 'object' && data ? Reflect.get(data, 'to') : null
  return typeof to === 'string' ? to : null
}

/** From a partner's system into a session: a preview of the address uses nothing up, this script does. */
export default function HandoverPage() {
  const t = useT()
  const [{ token, to }] = useState(takeToken)
  const [other, setOther] = useState(() => (session.standing() === 'none' ? null : session.user()))
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [refusal, setRefusal] = useState('')
  const target = useRef(to)
  const begun = useRef(false)

  const enter = async (answer: LoginAnswer) => {
    queryClient.clear()
    session.start(answer)
    const href = answer.status === 'OK' ? safeReturn(target.current ?? '/') : '/pages/verify'
    await router.navigate({ href, replace: true })
  }
  const exchange = async () => {
    try {
      const device_token = session.deviceToken() ?? undefined
      const answer = await call(theseAutoLogin, {
        body: { token, device_token, device_type: session.deviceType() },
      })
      target.current = answer.to ?? target.current
      await enter(answer)
    } catch (error) {
      target.current = targetOf(error) ?? target.current
      const asked = challengeOf(error)
      if (asked) setChallenge(asked)
      else setRefusal(errorMessage(error))
    }
  }
  useEffect(() => {
    if (other || begun.current) return
    begun.current = true
    void exchange()
  })
  const title = t('screens.name.theseAutoLogin')
  if (challenge)
    return (
      <EntryFrame title={title}>
        <SecondFactor
          challenge={challenge}
          onDone={(answer) => void enter(answer)}
          onBack={(why) => {
            setChallenge(null)
            setRefusal(why ? errorMessage(why) : t('entry.handover.tell'))
          }}
        />
      </EntryFrame>
    )
  if (other)
    return (
      <EntryFrame title={title}>
        <EmptyState
          title={t('entry.handover.other', { name: other.name })}
          text={t('entry.handover.otherText', { name: other.name })}
          actions={
            <>
              <Button onClick={() => void router.navigate({ to: '/', replace: true })}>
                {t('entry.handover.stay')}
              </Button>
              <Button kind="primary" onClick={() => void signOut().then(() => setOther(null))}>
                {t('entry.handover.goOn')}
              </Button>
            </>
          }
        />
      </EntryFrame>
    )
  return (
    <EntryFrame title={title}>
      {refusal ? (
        <EmptyState
          title={refusal}
          text={t('entry.handover.tell')}
          actions={
            <a className="btn pri" href="/pages/login">
              {t('entry.toLogin')}
            </a>
          }
        />
      ) : (
        <p role="status">
          <LoadingOutlined /> {t('entry.handover.going')}
        </p>
      )}
    </EntryFrame>
  )
}
