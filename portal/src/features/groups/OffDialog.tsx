import { saysSomething } from '@teleward/contract/core/text.ts'
import { putMonitorOff } from '@teleward/contract/monitoring/group-endpoints.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation, errorMessage } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

/** Switches a member's monitoring off, with the reason, or on again. Without a member it asks whose. */
export function OffDialog({ member, off, onClose }: { member?: Picked; off: boolean; onClose: () => void }) {
  const id = useId()
  const [picked, setPicked] = useState<Picked[]>(member ? [member] : [])
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<{ at: 'who' | 'reason'; text: string }>()
  const put = useEndpointMutation(putMonitorOff, {
    onDone: (now) => {
      notify({
        kind: 'ok',
        title: t(now.off ? 'groups.off.isOff' : 'groups.off.isOn', { name: picked[0]?.name ?? '' }),
      })
      onClose()
    },
    onError: (error) => {
      setFault({ at: error.code === 'REASON_REQUIRED' ? 'reason' : 'who', text: errorMessage(error) })
      return true
    },
  })
  const [who] = picked
  const send = () => {
    if (!who) return setFault({ at: 'who', text: errorText('PATIENT_REQUIRED') })
    if (!off && !saysSomething(reason)) return setFault({ at: 'reason', text: errorText('REASON_REQUIRED') })
    setFault(undefined)
    put.mutate({ params: { pid: who.pid }, body: off ? { off: false } : { off: true, reason: reason.trim() } })
  }
  const help = (at: 'who' | 'reason') =>
    fault?.at === at && (
      <p className="help err" role="alert">
        {fault.text}
      </p>
    )
  return (
    <FormModal
      open
      title={
        member ? t(off ? 'groups.off.onTitle' : 'groups.off.offTitle', { name: member.name }) : t('groups.off.add')
      }
      okText={t(off ? 'groups.off.on' : 'groups.off.off')}
      cancelText={t('common.cancel')}
      confirmLoading={put.isPending}
      onCancel={onClose}
      onOk={send}
      destroyOnHidden
    >
      <div className="groupform">
        <p>{t(off ? 'groups.off.onText' : 'groups.off.offText')}</p>
        {!member && (
          <div>
            <label className="lab" htmlFor={`${id}-who`}>
              {t('groups.off.who')}
            </label>
            <MemberPicker
              id={`${id}-who`}
              single
              value={picked}
              status={fault?.at === 'who' ? 'error' : ''}
              onChange={setPicked}
            />
          </div>
        )}
        {help('who')}
        {!off && (
          <div>
            <FieldLabel id={`${id}-why`} required>
              {t('groups.off.reason')}
            </FieldLabel>
            <Input.TextArea
              id={`${id}-why`}
              rows={3}
              maxLength={300}
              value={reason}
              status={fault?.at === 'reason' ? 'error' : ''}
              onChange={(event) => setReason(event.target.value.replace(/[\r\n\t]+/g, ' '))}
            />
            {help('reason')}
          </div>
        )}
      </div>
    </FormModal>
  )
}
