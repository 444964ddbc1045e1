import { CheckCircleOutlined, LinkOutlined, LockOutlined } from '@ant-design/icons'
import { guestToken } from '@teleward/contract/calls/guest-endpoints.ts'
import type { GuestView } from '@teleward/contract/calls/guest-schema.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Language, LANGUAGES, setLanguage, useI18n, useT } from '../../i18n/i18n.ts'
import { currentTimeZone, setTimeZone } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { CallRoom } from './CallRoom.tsx'
import { DeviceStep } from './DeviceStep.tsx'
import { GuestAgree, GuestCode } from './GuestSteps.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import { Unreachable } from './Unreachable.tsx'
import { type GuestState, useGuest } from './useGuest.ts'
import { useLinkRoom, useOneTab } from './usePatientRoom.ts'

/** `/link/guest.{token}`: a relative, an interpreter, somebody without an account comes into a running call. */
export default function GuestPage({ token }: { token: string }) {
  const guest = useGuest(token)
  const t = useT()
  const { view } = guest
  if (view && view.timeZone !== currentTimeZone()) setTimeZone(view.timeZone)
  useEffect(() => {
    document.title = t('link.guest.title')
  }, [t])
  useInvitedLanguage(view)
  // A page that was reloaded in the call comes back into it; whoever says the code here tries their devices first.
  const again = useRef<boolean>(undefined)
  if (view) again.current ??= view.step === 'ready' && view.state === 'joined'
  if (!view)
    return guest.failure ? (
      <Unreachable link={guest} whom={t('link.guest.over.invalid')} />
    ) : (
      <LinkFrame link={guest} busy />
    )
  if (view.code) return <Over guest={guest} view={view} code={view.code} />
  if (view.step === 'identity') return <GuestCode guest={guest} view={view} />
  if (view.step === 'agree') return <GuestAgree guest={guest} view={view} />
  return <Inside guest={guest} view={view} again={again.current === true} />
}

/** The language they were asked in, once: whoever changes it on the page has the last word. */
function useInvitedLanguage(view: GuestView | undefined): void {
  const asked = view?.language
  useEffect(() => {
    const known = LANGUAGES.find((one) => one === asked)
    if (known) void setLanguage(known as Language)
  }, [asked])
}

/** Past the agreement: the devices, the call, and out of it and back again as long as it runs. */
function Inside({ guest, view, again }: { guest: GuestState; view: GuestView; again: boolean }) {
  const t = useT()
  const [at, setAt] = useState<'devices' | 'in' | 'out'>(again ? 'in' : 'devices')
  // By hand into the call, on this very page.
  const [came, setCame] = useState(false)
  const enter = () => {
    setCame(true)
    setAt('in')
  }
  if (at === 'in') return <Talking guest={guest} view={view} came={came} onOut={() => setAt('out')} />
  if (at === 'out')
    return (
      <LinkFrame
        link={guest}
        foot={
          <button type="button" className="lk-btn sec" onClick={enter}>
            {t('link.guest.back')}
          </button>
        }
      >
        <div className="lk-over">
          <CheckCircleOutlined className="c-ok" aria-hidden="true" />
          <h1>{t('link.guest.left')}</h1>
          <p>{t('link.guest.leftText')}</p>
        </div>
      </LinkFrame>
    )
  return (
    <DeviceStep
      link={guest}
      video={view.video}
      progress={3}
      steps={3}
      go={{ all: t('link.guest.enter'), without: t('link.guest.without') }}
      enter={async () => enter()}
    />
  )
}

interface TalkingProps {
  guest: GuestState
  view: GuestView
  came: boolean
  onOut: () => void
}
function Talking({ guest, view, came, onOut }: TalkingProps) {
  const { t, language } = useI18n()
  const { token } = guest
  useUnsavedGuard('call', true)
  const ask = useCallback(() => call(guestToken, { params: { token } }), [token])
  const held = useLinkRoom(guest.line?.socket ?? null, ask, view.video, useOneTab(`guest.${token}`, came))
  const inviter = (language === 'en' && view.invitedBy.nameEn) || view.invitedBy.name
  return (
    <CallRoom
      held={held}
      video={view.video}
      main={(one) => one.role === 'moderator'}
      nameOf={(main) => (main && main.name !== view.invitedBy.name ? main.name : inviter)}
      waiting={t('link.guest.waiting')}
      silent={(why, name) => t(why === 'lost' ? 'mediafaults.audio.other' : 'link.guest.silent', { name })}
      fault={null}
      lost={guest.lost}
      onHangup={onOut}
    />
  )
}

/** Why the link opens nothing any more, and whom to ask. */
function Over({ guest, view, code }: { guest: GuestState; view: GuestView; code: NonNullable<GuestView['code']> }) {
  const { t, language } = useI18n()
  const word =
    code === 'IDENTITY_LOCKED'
      ? 'locked'
      : code === 'LINK_EXPIRED'
        ? 'expired'
        : view.state === 'revoked'
          ? 'revoked'
          : 'over'
  const name = (language === 'en' && view.invitedBy.nameEn) || view.invitedBy.name
  return (
    <LinkFrame link={guest}>
      <div className="lk-over" role="alert">
        {word === 'locked' ? (
          <LockOutlined className="c-bad" aria-hidden="true" />
        ) : word === 'over' ? (
          <CheckCircleOutlined className="c-ok" aria-hidden="true" />
        ) : (
          <LinkOutlined className="c-warn" aria-hidden="true" />
        )}
        <h1>{t(`link.guest.over.${word}`)}</h1>
        <p>{t(word === 'over' ? 'link.guest.over.close' : 'link.guest.over.ask', { name })}</p>
      </div>
    </LinkFrame>
  )
}
