import { PhoneOutlined } from '@ant-design/icons'
import type { Call } from '@teleward/contract/calls/schema.ts'
import { Button } from 'antd'
import { useT } from '../../i18n/i18n.ts'

/** A second call during a call: a slim strip, silent, in place of the popup. */
export function SecondCall({ call, busy, onReject }: { call: Call; busy: boolean; onReject: () => void }) {
  const t = useT()
  return (
    <div className="secondcall" role="status">
      <PhoneOutlined aria-hidden="true" />
      <span className="ell">{t('calls.second', { name: call.caller })}</span>
      <Button size="small" disabled={busy} onClick={onReject}>
        {t('calls.later')}
      </Button>
    </div>
  )
}
