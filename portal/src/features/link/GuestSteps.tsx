import { InfoCircleOutlined, LockOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { agreeAsGuest, identifyGuest } from '@teleward/contract/calls/guest-endpoints.ts'
import type { GuestView } from '@teleward/contract/calls/guest-schema.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { type FormEvent, useId, useState } from 'react'
import { useI18n, useT } from '../../i18n/i18n.ts'
import { ConsentBox } from './ConsentBox.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import { PinField } from './PinField.tsx'
import { Fault, useStep } from './step.tsx'
import type { GuestState } from './useGuest.ts'

interface Props {
  guest: GuestState
  view: GuestView
}

/** Who invites, and the end of the number it was sent to, or the code that was told. */
export function GuestCode({ guest, view }: Props) {
  const { t, language } = useI18n()
  const { run, busy, fault, setFault } = useStep()
  const [code, setCode] = useState('')
  const form = useId()
  const length = view.asks === 'code' ? 6 : 4
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = toHalfWidth(code).replace(/\D/g, '')
    if (typed.length !== length)
      return setFault({ code: 'FIELD_EMPTY', words: t('link.guest.code.incomplete', { length }) })
    if (!(await run(() => guest.act(identifyGuest, { body: { code: typed } })))) setCode('')
  }
  const name = (language === 'en' && view.invitedBy.nameEn) || view.invitedBy.name
  return (
    <LinkFrame
      link={guest}
      progress={1}
      steps={3}
      foot={
        <button type="submit" form={form} className="lk-btn" disabled={busy}>
          {t('link.identity.next')}
        </button>
      }
    >
      <h1>{t('link.guest.invited', { name })}</h1>
      <p>{t(view.video ? 'link.guest.invitedVideo' : 'link.guest.invitedVoice')}</p>
      {guest.elsewhere && (
        <p className="lk-note warn" role="alert">
          <InfoCircleOutlined aria-hidden="true" /> {t('link.guest.elsewhere')}
        </p>
      )}
      <form id={form} onSubmit={submit} className="lk-form">
        <fieldset>
          <legend>{t(`link.guest.code.${view.asks}`)}</legend>
          <PinField value={code} onChange={setCode} length={length} label={(at) => t('link.identity.digit', { at })} />
        </fieldset>
      </form>
      <Fault
        fault={
          fault?.code === 'IDENTITY_MISMATCH' ? { words: t('link.guest.code.wrong', { count: view.triesLeft }) } : fault
        }
      />
      <p className="lk-note info">
        <LockOutlined aria-hidden="true" /> {t('link.guest.code.why')}
      </p>
    </LinkFrame>
  )
}

/** What is said stays there; and where it may be recorded, that one is recorded with it. Neither is ticked for them. */
export function GuestAgree({ guest, view }: Props) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const recorded = view.recording !== 'never'
  const [given, setGiven] = useState({ confidential: false, recording: false })
  const send = () => run(() => guest.act(agreeAsGuest, { body: { ...given, texts: view.texts } }))
  const kinds = recorded ? (['confidential', 'recording'] as const) : (['confidential'] as const)
  return (
    <LinkFrame
      link={guest}
      progress={2}
      steps={3}
      foot={
        <button type="button" className="lk-btn" disabled={busy || !kinds.every((kind) => given[kind])} onClick={send}>
          {t('link.guest.agree.go')}
        </button>
      }
    >
      <h1>
        {t('link.guest.agree.title', {
          name: view.guest?.name ?? '',
          relation: view.guest ? t(`link.relation.${view.guest.relation}`) : '',
        })}
      </h1>
      {view.recording === 'running' && (
        <p className="lk-note warn">
          <VideoCameraOutlined aria-hidden="true" /> {t('link.guest.agree.running')}
        </p>
      )}
      {kinds.map((kind) => (
        <ConsentBox
          key={kind}
          given={given[kind]}
          title={t(`link.guest.agree.${kind}`)}
          text={t(`link.guest.agree.${kind}Text`)}
          onChange={(now) => setGiven({ ...given, [kind]: now })}
        />
      ))}
      <p className="lk-small">{t('link.guest.agree.refuse')}</p>
      <Fault fault={fault} />
    </LinkFrame>
  )
}
