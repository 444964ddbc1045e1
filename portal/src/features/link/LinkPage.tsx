import { arrive } from '@teleward/contract/links/endpoints.ts'
import type { LinkStep } from '@teleward/contract/links/schema.ts'
import { lazy, Suspense, useEffect } from 'react'
import { LANGUAGES, language, setLanguage, useT } from '../../i18n/i18n.ts'
import { currentTimeZone, setTimeZone } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { CallStep } from './CallStep.tsx'
import { ConsentStep } from './ConsentStep.tsx'
import { DeviceStep } from './DeviceStep.tsx'
import { EndStep } from './EndStep.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import { LinkOver } from './LinkOver.tsx'
import { StartStep } from './StartStep.tsx'
import { Unreachable } from './Unreachable.tsx'
import { type LinkState, useLink } from './useLink.ts'
import { WaitingStep } from './WaitingStep.tsx'
import './link.css'

/** What a visit costs: those who come for the visit do not wait for it. */
const PayStep = lazy(() => import('./PayStep.tsx'))
/** A conversation, of no visit. */
const ChatStep = lazy(() => import('./ChatStep.tsx'))
/** Leave to open the record, of no visit. */
const AuthoriseStep = lazy(() => import('./AuthoriseStep.tsx'))
/** A questionnaire, of no visit. */
const FormStep = lazy(() => import('./FormStep.tsx'))
/** A third party's, into a call. */
const GuestPage = lazy(() => import('./GuestPage.tsx'))
const PayBack = lazy(() => import('./PayBack.tsx'))

/** Of no visit: their steps are not counted. */
const ofUnit = new Set<string>(['chat', 'authorise', 'form'])
const shown: LinkStep[] = ['identity', 'consents', 'devices', 'waiting']

/** The patient's page: one person, one purpose, an end. What it shows is always the server's view of the link. */
export default function LinkPage() {
  const token = location.pathname.split('/')[2] ?? ''
  // From the provider's page: which link it was, this browser knows.
  if (token === 'back')
    return (
      <Suspense>
        <PayBack />
      </Suspense>
    )
  // Of a third party in a call: another link, with a page of its own. No token has a point in it.
  if (token.startsWith('guest.'))
    return (
      <Suspense>
        <GuestPage token={token.slice('guest.'.length)} />
      </Suspense>
    )
  return <Linked token={token} />
}

function Linked({ token }: { token: string }) {
  const link = useLink(token)
  const t = useT()
  const zone = link.view?.timeZone
  // Before the first step is drawn: a visit's time in another zone than the institution's would send people home.
  if (zone && zone !== currentTimeZone()) setTimeZone(zone)
  useEffect(() => {
    document.title = t('link.title')
  }, [t])
  // A link may say in which language it was sent; whoever changes it on the page has the last word.
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('lang')
    const known = LANGUAGES.find((one) => one === asked)
    if (known && known !== language()) void setLanguage(known)
  }, [])

  if (!link.view)
    return link.failure ? <Unreachable link={link} whom={t('link.over.invalidText')} /> : <LinkFrame link={link} busy />
  // Locked, one still sees what is due and pays it.
  if (link.view.code && !link.view.payment) return <LinkOver link={link} code={link.view.code} />
  return <Step link={link} />
}

function Step({ link }: { link: LinkState }) {
  const view = link.view
  // A new version waits, and nothing reloads by itself, from the waiting room to the end.
  useUnsavedGuard('call', view?.step === 'waiting' || view?.step === 'call' || view?.call?.state === 'answered')
  if (!view) return null
  // While it rings, in either direction, the waiting room shows it: the room opens when somebody has answered.
  if (view.call?.state === 'answered' && view.identity.passed) return <CallStep link={link} view={view} />
  const at = shown.indexOf(view.step === 'call' ? 'waiting' : view.step)
  const progress = at >= 0 && !ofUnit.has(view.kind) ? at + 1 : undefined
  switch (view.step) {
    case 'pay':
      return (
        <Suspense fallback={<LinkFrame link={link} busy />}>
          <PayStep link={link} view={view} />
        </Suspense>
      )
    case 'chat':
      return (
        <Suspense fallback={<LinkFrame link={link} busy />}>
          <ChatStep link={link} />
        </Suspense>
      )
    case 'authorise':
      return (
        <Suspense fallback={<LinkFrame link={link} busy />}>
          <AuthoriseStep link={link} view={view} />
        </Suspense>
      )
    case 'form':
      return (
        <Suspense fallback={<LinkFrame link={link} busy />}>
          <FormStep link={link} />
        </Suspense>
      )
    case 'start':
      return <StartStep link={link} view={view} />
    case 'identity':
      return <IdentityStep link={link} view={view} progress={progress} />
    case 'consents':
      return <ConsentStep link={link} view={view} progress={progress} />
    case 'devices':
      return (
        <DeviceStep
          link={link}
          video={view.visit?.video ?? true}
          progress={progress}
          enter={(body) => link.act(arrive, { body })}
        />
      )
    case 'ended':
      return <EndStep link={link} view={view} />
    default:
      return <WaitingStep link={link} view={view} progress={progress} />
  }
}
