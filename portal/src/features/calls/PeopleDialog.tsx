import './people.css'
import { PhoneOutlined, SearchOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { inviteToCall, transferCall } from '@teleward/contract/calls/endpoints.ts'
import { RING_MAX } from '@teleward/contract/calls/schema.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { AWAY, BUSY } from '@teleward/contract/staff/rules.ts'
import type { PresenceRow } from '@teleward/contract/staff/schema.ts'
import { Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Colleague, useColleagues } from '../../patterns/presence.tsx'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import * as actions from './actions.ts'
import { GuestInvite } from './GuestInvite.tsx'
import { type Asking, setState, useCallState } from './store.ts'
import { useRoom } from '../../media/useRoom.ts'

/** Over the call's own window, also where that fills the screen. */
const ABOVE = 1200
const SHOWN = 60

/** Whoever waits first, then who talks, then who is away. */
const rank = ({ code }: PresenceRow) => (code === AWAY ? 2 : code === BUSY ? 1 : 0)

/** Colleagues to call, to bring into the call, or to hand it over to. */
export default function PeopleDialog({ asking }: { asking: Asking }) {
  const t = useT()
  const me = useMe()
  const { active } = useCallState()
  const { participants } = useRoom(active?.room ?? null)
  const { data, error, refetch } = useColleagues()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly PresenceRow[]>([])
  const [attended, setAttended] = useState(false)
  const [byLink, setByLink] = useState(false)
  const close = () => setState({ asking: null })
  const calling = asking === 'call'
  const callID = active?.callID ?? ''
  const [one] = chosen
  const invite = useEndpointMutation(inviteToCall, { onDone: close })
  const transfer = useEndpointMutation(transferCall, {
    onDone: (made) => {
      if (made && attended && one) setState({ handing: { callID: made.callID, mid: one.mid, name: nameOf(one) } })
      close()
    },
  })
  const inside = new Set(participants.map(({ id }) => id))
  const word = searchKey(q)
  const people = (data ?? [])
    .filter(({ mid }) => mid !== me.mid && ![...inside].some((id) => id.endsWith(`_${mid}`)))
    .filter((row) => word === '' || searchKey(`${row.name} ${row.nameEn ?? ''}`).includes(word))
    .sort((a, b) => rank(a) - rank(b))
  const pick = (row: PresenceRow, on: boolean) => {
    if (!calling) return setChosen(on ? [row] : [])
    setChosen(on ? [...chosen, row] : chosen.filter(({ mid }) => mid !== row.mid))
  }
  const call = (video: boolean) => {
    close()
    void actions.start({ mids: chosen.map(({ mid }) => mid), video })
  }
  const busy = invite.isPending || transfer.isPending
  const none = chosen.length === 0
  return (
    <Modal
      open
      title={t(`callpeople.title.${asking}`)}
      zIndex={ABOVE}
      width={byLink ? 560 : 480}
      onCancel={close}
      footer={
        byLink ? (
          <div className="row end">
            <Button onClick={close}>{t('common.close')}</Button>
          </div>
        ) : calling ? (
          <div className="row end">
            <span className="grow t3 f13">{chosen.length > 1 && t('callpeople.first', { count: chosen.length })}</span>
            <Button disabled={none} icon={<PhoneOutlined />} onClick={() => call(false)}>
              {t('callpeople.voice')}
            </Button>
            <Button kind="primary" disabled={none} icon={<VideoCameraOutlined />} onClick={() => call(true)}>
              {t('callpeople.video')}
            </Button>
          </div>
        ) : (
          <div className="row end">
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button
              kind="primary"
              disabled={none || busy || callID === ''}
              onClick={() =>
                one &&
                (asking === 'invite'
                  ? invite.mutate({ body: { callID, mid: one.mid } })
                  : transfer.mutate({ body: { callID, mid: one.mid, attended } }))
              }
            >
              {t(`callpeople.do.${asking}`)}
            </Button>
          </div>
        )
      }
    >
      {asking === 'invite' && (
        <Segmented
          aria-label={t('callpeople.who.label')}
          value={byLink ? 'link' : 'colleague'}
          options={(['colleague', 'link'] as const).map((one) => ({ value: one, label: t(`callpeople.who.${one}`) }))}
          onChange={(one) => setByLink(one === 'link')}
        />
      )}
      {byLink ? (
        <GuestInvite callID={callID} />
      ) : (
        <>
          <Input
            value={q}
            allowClear
            prefix={<SearchOutlined />}
            placeholder={t('callpeople.search')}
            aria-label={t('callpeople.search')}
            onChange={(event) => setQ(event.target.value)}
          />
          {error && !data && <FailedLine error={error} onRetry={() => void refetch()} />}
          {!data && !error && <SkeletonBlock lines={5} />}
          <ul className="callpeople">
            {people.slice(0, SHOWN).map((row) => (
              <li key={row.mid}>
                <label>
                  <input
                    type={calling ? 'checkbox' : 'radio'}
                    name="colleague"
                    checked={chosen.some(({ mid }) => mid === row.mid)}
                    disabled={calling && chosen.length >= RING_MAX && !chosen.some(({ mid }) => mid === row.mid)}
                    onChange={(event) => pick(row, event.target.checked)}
                  />
                  <Colleague person={row} plain />
                </label>
              </li>
            ))}
          </ul>
          {data && people.length === 0 && <p className="t3">{t('callpeople.nobody')}</p>}
          {people.length > SHOWN && <p className="t3 f13">{t('callpeople.more', { count: people.length - SHOWN })}</p>}
          {asking === 'transfer' && (
            <fieldset className="callhow">
              {([false, true] as const).map((how) => (
                <label key={String(how)}>
                  <input type="radio" name="how" checked={attended === how} onChange={() => setAttended(how)} />
                  {t(how ? 'callpeople.attended' : 'callpeople.blind')}
                </label>
              ))}
            </fieldset>
          )}
        </>
      )}
    </Modal>
  )
}
