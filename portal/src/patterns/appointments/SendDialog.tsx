import { sendingWay, type SendingWay } from '@teleward/contract/appointments/schema.ts'
import { MAX_MESSAGE, sendNotifyAndVideoLink } from '@teleward/contract/appointments/send-endpoints.ts'
import { Input, Segmented } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { BindMessenger } from './BindMessenger.tsx'

/** Whose mobile, by which unfinished visit. */
export interface SendTo {
  qid: number
  pid: number
  site: string
  name: string
  /** The case it is sent from. */
  sn?: number
}
interface Props {
  to: SendTo
  what: 'link' | 'message'
  onClose: () => void
}
const USUAL = ['late', 'bring', 'online'] as const

/** To the patient, by mobile, mail or an account that is bound: a link to come now, or a word. */
export default function SendDialog({ to: visit, what, onClose }: Props) {
  const [room, setRoom] = useState<2 | 4>(visit.site === 'voice' ? 4 : 2)
  const [way, setWay] = useState<SendingWay>('sms')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate, isPending } = useEndpointMutation(sendNotifyAndVideoLink)
  const id = useId()
  const [bound, setBound] = useState(false)
  const messenger = way === 'line' || way === 'wechat' ? way : null
  const wrong = missing && text.trim() === ''
  const send = () => {
    if (what === 'message' && text.trim() === '') return setMissing(true)
    mutate(
      {
        body: {
          queueID: visit.qid,
          way,
          ...(what === 'link' ? { sms_room: room } : { sms_room: 0, text: text.trim(), sn: visit.sn }),
        },
      },
      {
        onSuccess: ({ to, heldUntil }) => {
          notify({
            kind: heldUntil ? 'info' : 'ok',
            title: heldUntil
              ? t('referrals.toPatient.held', { to, time: formatDateTime(heldUntil) })
              : t(`referrals.toPatient.${what}.sent`, { to }),
          })
          onClose()
        },
      },
    )
  }
  return (
    <FormModal
      open
      title={t(`referrals.toPatient.${what}.title`, { name: visit.name })}
      okText={t(`referrals.toPatient.${what}.send`)}
      cancelText={t('common.cancel')}
      confirmLoading={isPending}
      okButtonProps={{ disabled: messenger !== null && !bound }}
      onOk={send}
      onCancel={onClose}
    >
      <p>
        <Segmented<SendingWay>
          aria-label={t('referrals.toPatient.way.title')}
          value={way}
          options={sendingWay.options.map((one) => ({ value: one, label: t(`referrals.toPatient.way.${one}`) }))}
          onChange={(next) => {
            setBound(false)
            setWay(next)
          }}
        />
      </p>
      {messenger && <BindMessenger key={messenger} pid={visit.pid} channel={messenger} onBound={setBound} />}
      {what === 'link' ? (
        <div className="reasonbox">
          <p>{t('referrals.toPatient.link.text')}</p>
          <Segmented
            aria-label={t('referrals.toPatient.link.way')}
            value={room}
            options={[
              { value: 2, label: t('referrals.toPatient.link.video') },
              { value: 4, label: t('referrals.toPatient.link.voice') },
            ]}
            onChange={(next) => setRoom(next === 4 ? 4 : 2)}
          />
        </div>
      ) : (
        <div className="reasonbox">
          <FieldLabel id={id} required>
            {t('referrals.toPatient.message.text')}
          </FieldLabel>
          <div className="quick">
            {USUAL.map((key) => (
              <button
                key={key}
                type="button"
                className={`chip ${text === t(`referrals.toPatient.message.${key}`) ? '' : 'o'}`}
                onClick={() => setText(t(`referrals.toPatient.message.${key}`))}
              >
                {t(`referrals.toPatient.message.${key}`)}
              </button>
            ))}
          </div>
          <Input.TextArea
            id={id}
            autoFocus
            rows={4}
            maxLength={MAX_MESSAGE}
            value={text}
            status={wrong ? 'error' : ''}
            aria-required
            aria-invalid={wrong}
            aria-describedby={`${id}-help`}
            onChange={(event) => setText(event.target.value)}
          />
          <p id={`${id}-help`} className={`help ${wrong ? 'err' : ''}`}>
            {wrong ? errorText('CONTENT_REQUIRED') : t('referrals.toPatient.message.hint')}
          </p>
        </div>
      )}
    </FormModal>
  )
}
