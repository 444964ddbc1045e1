import { LinkOutlined } from '@ant-design/icons'
import { postGuest } from '@teleward/contract/calls/guest-endpoints.ts'
import {
  type GuestChannel,
  type GuestRelation,
  guestChannel,
  guestRelation,
} from '@teleward/contract/calls/guest-schema.ts'
import { Input, Segmented, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { errorMessage, useEndpointMutation } from '../../api/query.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import Guests from './Guests.tsx'

/** Somebody without an account is asked into the call by a link: a relative, an interpreter. Below, who was asked so far. */
export function GuestInvite({ callID }: { callID: string }) {
  const { t, language: own } = useI18n()
  const [name, setName] = useState('')
  const [relation, setRelation] = useState<GuestRelation>('family')
  const [language, setLanguage] = useState<Language>(own)
  const [channel, setChannel] = useState<GuestChannel>('sms')
  const [to, setTo] = useState('')
  const [told, setTold] = useState<{ name: string; code: string }>()
  const [missing, setMissing] = useState(false)
  const asking = useEndpointMutation(postGuest, {
    // It stands under the fields.
    onError: () => true,
    onDone: (made) => {
      setTold(made.code ? { name: made.name, code: made.code } : undefined)
      setName('')
      setTo('')
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const empty = name.trim() === '' || to.trim() === ''
    setMissing(empty)
    if (empty || asking.isPending) return
    asking.mutate({ params: { callID }, body: { name, relation, language, channel, to } })
  }
  const wrong = asking.error
  const wrongTo = wrong instanceof ApiError && (wrong.code === 'PHONE_INVALID' || wrong.code === 'VALUE_INVALID')
  return (
    <>
      <form className="formcol callguest" onSubmit={send}>
        <div className="two">
          <div>
            <FieldLabel id="guest-name" required>
              {t('callpeople.guest.name')}
            </FieldLabel>
            <Input
              id="guest-name"
              value={name}
              maxLength={60}
              autoComplete="off"
              aria-required
              status={missing && name.trim() === '' ? 'error' : ''}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          <div>
            <FieldLabel id="guest-relation">{t('callpeople.guest.relation')}</FieldLabel>
            <Select
              id="guest-relation"
              className="wide"
              value={relation}
              options={guestRelation.options.map((one) => ({
                value: one,
                label: t(`callpeople.guest.relations.${one}`),
              }))}
              onChange={setRelation}
            />
          </div>
        </div>
        <Segmented
          aria-label={t('callpeople.guest.way')}
          value={channel}
          options={guestChannel.options.map((one) => ({ value: one, label: t(`callpeople.guest.${one}`) }))}
          onChange={(one) => {
            setChannel(one)
            setTo('')
          }}
        />
        <div className="two">
          <div>
            <FieldLabel id="guest-to" required>
              {t(`callpeople.guest.to.${channel}`)}
            </FieldLabel>
            <Input
              id="guest-to"
              value={to}
              maxLength={200}
              autoComplete="off"
              inputMode={channel === 'sms' ? 'tel' : 'email'}
              aria-required
              aria-describedby="guest-help"
              status={wrongTo || (missing && to.trim() === '') ? 'error' : ''}
              onChange={({ target }) => setTo(target.value)}
            />
          </div>
          <div>
            <FieldLabel id="guest-language">{t('callpeople.guest.language')}</FieldLabel>
            <Select
              id="guest-language"
              className="wide"
              value={language}
              options={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
              onChange={setLanguage}
            />
          </div>
        </div>
        <p id="guest-help" className={wrong || missing ? 'c-bad' : 't3 f13'} aria-live="polite">
          {wrong
            ? errorMessage(wrong)
            : missing
              ? t('callpeople.guest.missing')
              : t(`callpeople.guest.hint.${channel}`)}
        </p>
        {told && (
          <p className="banner info" role="status">
            {t('callpeople.guest.tell', { name: told.name })} <b className="num">{told.code}</b>
          </p>
        )}
        <Button kind="primary" type="submit" icon={<LinkOutlined />} disabled={asking.isPending || callID === ''}>
          {t('callpeople.guest.send')}
        </Button>
      </form>
      {callID !== '' && <Guests callID={callID} />}
    </>
  )
}
