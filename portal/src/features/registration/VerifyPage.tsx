import { userinfo } from '@teleward/contract/auth/endpoints.ts'
import {
  getVerificationCode,
  postVerificationCode,
  putVerificationCode,
} from '@teleward/contract/registration/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { signOut, useUser } from '../../api/me.ts'
import { endpointQuery, invalidateTags, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { router } from '../../shell/navigation.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { CodeField } from './CodeField.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { CODE_FAULTS, type Fault, faultOf } from './fault.ts'
import { ReviewPanel } from './ReviewPanel.tsx'
import { SetupPanel } from './SetupPanel.tsx'

/** Where a sign-in ends whose phone is not verified; then what the review needs, until the person is on board. */
export default function VerifyPage() {
  const t = useT()
  const user = useUser()
  const signedIn = user !== null
  const [unclaimed, setUnclaimed] = useState(false)
  useEffect(() => {
    if (session.standing() === 'none') void router.navigate({ to: '/pages/login', replace: true })
  }, [])
  const leave = async () => {
    await signOut()
    await router.navigate({ to: '/pages/login', replace: true })
  }
  return (
    <EntryFrame
      title={t(
        unclaimed ? 'entry.setup.title' : user?.verified === false ? 'entry.verify.title' : 'entry.verify.review',
      )}
      lead={user?.name}
      wide={unclaimed || user?.verified !== false}
      foot={
        <Button kind="text" onClick={() => void leave()}>
          {t('entry.verify.signOut')}
        </Button>
      }
    >
      {signedIn && (user.verified ? <ReviewPanel /> : <PhonePanel onUnclaimed={setUnclaimed} />)}
    </EntryFrame>
  )
}

function PhonePanel({ onUnclaimed }: { onUnclaimed: (unclaimed: boolean) => void }) {
  const t = useT()
  const query = endpointQuery(getVerificationCode, {})
  const { data, error: failed } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY })
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const [correcting, setCorrecting] = useState<string | null>(null)
  // Somebody else made the account: before the phone come what is agreed to and a password of their own.
  const unclaimed = isApiError(failed, 'ACCOUNT_SETUP')
  useEffect(() => onUnclaimed(unclaimed), [unclaimed, onUnclaimed])
  // An administrator, or another page of this browser, may have seen to it.
  useEffect(() => {
    if (!failed || isApiError(failed, 'ACCOUNT_SETUP')) return
    void call(userinfo, { params: { device_type: session.deviceType() } }).then(
      (me) => me.mobilecode === 1 && session.verified(),
      (error: unknown) => setFault(faultOf(error)),
    )
  }, [failed])

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      setFault(faultOf(error))
    } finally {
      setBusy(false)
    }
  }
  const send = (phone?: string) =>
    attempt(async () => {
      const sent = await call(postVerificationCode, { body: phone === undefined ? {} : { phone } })
      queryClient.setQueryData(
        query.queryKey,
        (now) => now && { ...now, code: sent, phone: sent.phone, corrected: phone !== undefined || now.corrected },
      )
      setCode('')
      setCorrecting(null)
    })
  const check = (event: FormEvent) => {
    event.preventDefault()
    const id = data?.code?.id
    if (id)
      void attempt(async () => {
        await call(putVerificationCode, { params: { id }, body: { code } })
        session.verified()
        await invalidateTags(['session'])
      })
  }
  if (unclaimed) return <SetupPanel onDone={() => void queryClient.resetQueries({ queryKey: query.queryKey })} />
  if (!data) return fault ? <Refused fault={fault} /> : <SkeletonBlock lines={3} />
  const atCode = fault && CODE_FAULTS.includes(fault.code) ? fault.text : undefined
  return (
    <form onSubmit={check} noValidate>
      <p className="t3">{t('entry.verify.text')}</p>
      {data.sms !== 'sent' && (
        <div className="alert warn">{t(`entry.verify.sms.${data.sms === 'none' ? 'none' : data.reader}`)}</div>
      )}
      {fault && !atCode && <Refused fault={fault} />}
      {data.code ? (
        <>
          <CodeField
            value={code}
            onChange={setCode}
            error={atCode}
            expiresAt={data.code.expiresAt}
            againAt={data.code.againAt}
            onAgain={() => void send()}
            busy={busy}
            note={<div className="help num">{t('entry.codeSent', { phone: data.phone })}</div>}
          />
          <div className="entryacts">
            {!data.corrected && correcting === null && (
              <Button kind="text" onClick={() => setCorrecting('')}>
                {t('entry.verify.wrongPhone')}
              </Button>
            )}
            <Button kind="primary" size="lg" type="submit" loading={busy} disabled={!code.trim()}>
              {t('entry.check')}
            </Button>
          </div>
        </>
      ) : (
        <div className="entryacts">
          <span className="t2 num">{data.phone}</span>
          <Button kind="primary" size="lg" loading={busy} onClick={() => void send()}>
            {t('entry.verify.send')}
          </Button>
        </div>
      )}
      {correcting !== null && (
        <div className="fi">
          <Field
            id="otherphone"
            type="tel"
            inputMode="tel"
            label={t('entry.register.phone')}
            note={<div className="help">{t('entry.verify.correctHint')}</div>}
            maxLength={30}
            autoFocus
            value={correcting}
            onChange={(event) => setCorrecting(event.target.value)}
          />
          <div className="entryacts">
            <Button loading={busy} disabled={!correcting} onClick={() => void send(correcting)}>
              {t('entry.verify.correct')}
            </Button>
          </div>
        </div>
      )}
    </form>
  )
}

const Refused = ({ fault }: { fault: Fault }) => (
  <div className="alert bad" role="alert">
    {fault.text}
  </div>
)
