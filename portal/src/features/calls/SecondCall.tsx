import { PhoneOutlined } from '@ant-design/icons'
import type { Call, RejectReason } from '@teleward/contract/calls/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'

/** A second call during a call: a slim strip, silent, in place of the popup. */
export function SecondCall({
  call,
  busy,
  onReject,
}: {
  call: Call
  busy: boolean
  onReject: (reason: RejectReason) => void
}) {
  const t = useT()
  return (
    <div className="secondcall" role="status">
      <PhoneOutlined aria-hidden="true" />
      <span className="ell">{t('calls.second', { name: call.caller })}</span>
      {call.kind !== 'patient' && (
        <Button size="sm" disabled={busy} onClick={() => onReject('soon')}>
          {t('calls.soon')}
        </Button>
      )}
      <Button size="sm" disabled={busy} onClick={() => onReject('later')}>
        {t('calls.later')}
      </Button>
    </div>
  )
}
