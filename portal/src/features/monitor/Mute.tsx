import { BellOutlined, StopOutlined } from '@ant-design/icons'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { deleteAlertMute, putAlertMute } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { MOST_MUTED_DAYS, muteRefusal } from '@teleward/contract/monitoring/alert-rules.ts'
import { type Alert, MAX_ALERT_NOTE } from '@teleward/contract/monitoring/alert-schema.ts'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { alertText, SeverityTag } from './labels.tsx'

const DAY_MS = 86_400_000
const DAYS = [1, 3, 7, 14, MOST_MUTED_DAYS]

/** Until when it is muted, by whom and why. */
export function MutedLine({ one: { muted } }: { one: Alert }) {
  if (!muted) return null
  return (
    <span className="blk c-warn f12">
      {t('monitor.mute.until', { name: nameOf(muted.by), time: formatDateTime(muted.until) })}
      {`${t('common.dot')}${muted.note}`}
    </span>
  )
}

/** Mutes a running alert, or ends that; a critical one only once somebody has taken it. */
export function MuteButton({ one }: { one: Alert }) {
  const [asking, setAsking] = useState(false)
  const end = useEndpointMutation(deleteAlertMute, {
    onDone: () => notify({ kind: 'ok', title: t('monitor.mute.ended') }),
  })
  if (one.muted)
    return (
      <Button
        size="sm"
        icon={<BellOutlined />}
        loading={end.isPending}
        onClick={() => end.mutate({ params: { id: one.id } })}
      >
        {t('monitor.mute.end')}
      </Button>
    )
  const first = one.severity === 'critical' && one.state === 'open'
  return (
    <>
      <Button
        size="sm"
        icon={<StopOutlined />}
        disabled={first}
        title={first ? t('monitor.mute.takeFirst') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('monitor.mute.act')}
      </Button>
      {asking && <Asked one={one} onClose={() => setAsking(false)} />}
    </>
  )
}

function Asked({ one, onClose }: { one: Alert; onClose: () => void }) {
  const id = useId()
  const [days, setDays] = useState(1)
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState(false)
  const put = useEndpointMutation(putAlertMute, {
    onDone: () => {
      notify({ kind: 'ok', title: t('monitor.mute.done') })
      onClose()
    },
  })
  const bad = wrong && !saysSomething(note)
  const send = () => {
    const now = Date.now()
    // A minute less than the days: clocks differ.
    const until = now + days * DAY_MS - 60_000
    if (muteRefusal(one, { until, note, now }) === 'REASON_REQUIRED') return setWrong(true)
    put.mutate({ params: { id: one.id }, body: { until: new Date(until).toISOString(), note: note.trim() } })
  }
  return (
    <FormModal
      open
      title={t('monitor.mute.title', { name: either(one.name, one.nameEn) })}
      okText={t('monitor.mute.act')}
      cancelText={t('common.cancel')}
      confirmLoading={put.isPending}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="monform">
        <p className="row wrap">
          <SeverityTag severity={one.severity} />
          <span>{alertText(one)}</span>
        </p>
        <p className="t2 f13">{t(one.severity === 'critical' ? 'monitor.mute.textCritical' : 'monitor.mute.text')}</p>
        <div>
          <FieldLabel id={`${id}-days`}>{t('monitor.mute.days')}</FieldLabel>
          <Select
            id={`${id}-days`}
            className="wide"
            value={days}
            onChange={setDays}
            options={DAYS.map((value) => ({ value, label: t('monitor.mute.forDays', { count: value }) }))}
          />
        </div>
        <div>
          <FieldLabel id={id} required>
            {t('monitor.mute.reason')}
          </FieldLabel>
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={MAX_ALERT_NOTE}
            value={note}
            status={bad ? 'error' : ''}
            aria-describedby={`${id}-help`}
            onChange={(event) => setNote(event.target.value)}
          />
          <p id={`${id}-help`} className={`help ${bad ? 'err' : ''}`} role={bad ? 'alert' : undefined}>
            {bad ? errorText('REASON_REQUIRED') : ''}
          </p>
        </div>
      </div>
    </FormModal>
  )
}
