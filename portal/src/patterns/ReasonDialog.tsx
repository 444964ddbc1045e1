import { saysSomething, visible } from '@teleward/contract/core/text.ts'
import { Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { FormModal } from './FormModal.tsx'
import { errorText, t } from '../i18n/i18n.ts'
import { FormColumn, Line } from './FormLines.tsx'

interface Props {
  open?: boolean
  title: ReactNode
  /** What the act does, or what it is about. */
  children?: ReactNode
  /** What else it wants, below the reason. */
  below?: ReactNode
  submit: string
  label: string
  hint?: string
  /** Letters of the reason at least, and what is said of fewer. */
  least?: number
  need?: string
  /** The server takes a reason of more than one line, so long. */
  long?: number
  /** There is nothing left to end. */
  gone?: boolean
  back?: string
  busy: boolean
  onSend: (reason: string) => void
  onClose: () => void
}

/** Says what is ended or withdrawn and asks why. What was typed stays until it is done. */
export function ReasonDialog({ open = true, least = 1, gone = false, ...asks }: Props) {
  const { title, children, below, submit, label, hint, need = errorText('REASON_REQUIRED'), long, back, busy } = asks
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  useEffect(() => {
    if (open) return
    setReason('')
    setTried(false)
  }, [open])
  const short = !saysSomething(reason) || [...visible(reason)].length < least
  const wrong = tried && short
  return (
    <FormModal
      open={open}
      title={title}
      okText={submit}
      cancelText={back ?? t('common.cancel')}
      okButtonProps={{ danger: true, loading: busy, disabled: gone }}
      onOk={() => (short ? setTried(true) : asks.onSend(reason.trim()))}
      onCancel={asks.onClose}
      destroyOnHidden
    >
      <FormColumn>
        {children}
        <Line label={label} required error={wrong ? need : undefined} hint={hint}>
          {(id, described) => {
            const field = {
              id,
              autoFocus: true,
              value: reason,
              maxLength: long ?? 300,
              status: wrong ? ('error' as const) : ('' as const),
              'aria-required': true,
              'aria-invalid': wrong,
              'aria-describedby': described,
              onBlur: () => setTried(reason !== ''),
              onChange: (event: { target: { value: string } }) => setReason(event.target.value),
            }
            return long === undefined ? <Input {...field} /> : <Input.TextArea rows={3} {...field} />
          }}
        </Line>
        {below}
      </FormColumn>
    </FormModal>
  )
}
