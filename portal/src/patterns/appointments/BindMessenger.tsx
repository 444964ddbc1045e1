import {
  deleteMemberMessenger,
  getMemberMessengers,
  postMemberMessenger,
} from '@teleward/contract/messengers/endpoints.ts'
import type { MessengerChannel, MessengerOffer } from '@teleward/contract/messengers/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatClock, formatDateTime, useNow } from '../../ui/format.ts'
import { QrImage } from '../QrImage.tsx'

/** A provider tells the server, not this page: until then it looks again. */
const LOOK_MS = 2000

/** Whether a member's account at LINE or WeChat is known; where it is not, the code by which they bind it. */
export function BindMessenger({
  pid,
  channel,
  onBound,
}: {
  pid: number
  channel: MessengerChannel
  onBound: (bound: boolean) => void
}) {
  const [asked, setAsked] = useState<MessengerOffer>()
  const { data, error } = useQuery({
    ...endpointQuery(getMemberMessengers, { params: { pid } }),
    refetchInterval: ({ state }) => (asked && !state.data?.[channel].bound ? LOOK_MS : false),
  })
  const known = Boolean(data?.[channel].bound)
  useEffect(() => onBound(known), [known, onBound])
  const offer = useEndpointMutation(postMemberMessenger, {
    onDone: (answer) => setAsked(answer.state === 'waiting' ? answer : undefined),
  })
  const unbind = useEndpointMutation(deleteMemberMessenger, { onDone: () => setAsked(undefined) })
  const name = t(`referrals.toPatient.way.${channel}`)
  if (error && !data) return <p className="c-warn">{errorMessage(error)}</p>
  if (!data) return <p className="t3">{t('referrals.toPatient.bind.looking')}</p>
  const { bound, offered } = data[channel]
  if (bound)
    return (
      <p className="row wrap">
        <span className="grow" role="status">
          {t('referrals.toPatient.bind.bound', { way: name, name: bound.name || '–', at: formatDateTime(bound.at) })}
        </span>
        <Button size="sm" loading={unbind.isPending} onClick={() => unbind.mutate({ params: { pid, channel } })}>
          {t('referrals.toPatient.bind.unbind')}
        </Button>
      </p>
    )
  if (!offered) return <p className="c-warn">{t('referrals.toPatient.bind.notOffered', { way: name })}</p>
  const ask = () => offer.mutate({ params: { pid }, body: { channel } })
  return (
    <div className="reasonbox">
      <p>{t('referrals.toPatient.bind.none', { way: name })}</p>
      {asked ? (
        <Waiting
          asked={asked}
          name={name}
          busy={offer.isPending}
          onAgain={ask}
          onAnswer={() => offer.mutate({ params: { pid }, body: { channel, code: asked.code ?? '' } })}
        />
      ) : (
        <Button loading={offer.isPending} onClick={ask}>
          {t('referrals.toPatient.bind.offer')}
        </Button>
      )}
    </div>
  )
}

interface WaitingProps {
  asked: MessengerOffer
  name: string
  busy: boolean
  onAgain: () => void
  onAnswer: () => void
}
/** The code that the member sends to the institution's account, as text and as a picture for their phone. */
function Waiting({ asked, name, busy, onAgain, onAnswer }: WaitingProps) {
  const left = (Date.parse(asked.expiresAt ?? '') - useNow()) / 1000
  return (
    <>
      {asked.address && left > 0 && (
        <QrImage value={asked.address} label={t('referrals.toPatient.bind.qr', { way: name })} />
      )}
      <p>
        {asked.account
          ? t('referrals.toPatient.bind.sendTo', { way: name, account: asked.account })
          : t('referrals.toPatient.bind.send', { way: name })}{' '}
        <b className="code">{asked.code}</b>
      </p>
      <p className="t2 num" role="status">
        {left > 0
          ? t('referrals.toPatient.bind.left', { clock: formatClock(left) })
          : t('referrals.toPatient.bind.over')}
      </p>
      <div className="row wrap">
        {left <= 0 && (
          <Button loading={busy} onClick={onAgain}>
            {t('referrals.toPatient.bind.offer')}
          </Button>
        )}
        {left > 0 && asked.development && (
          <Button loading={busy} onClick={onAnswer}>
            {t('referrals.toPatient.bind.answer', { way: name })}
          </Button>
        )}
      </div>
    </>
  )
}
