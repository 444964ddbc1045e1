import { VideoCameraOutlined } from '@ant-design/icons'
import type { Call } from '@teleward/contract/calls/schema.ts'
import { createPortal } from 'react-dom'
import { CALL_SLOT_ID } from '../../shell/callSlot.ts'
import { useT } from '../../i18n/i18n.ts'
import * as actions from './actions.ts'
import { otherSide } from './sides.ts'
import { useSlot } from './useSlot.ts'

/** I am in a call, but not in this tab (or this page lost it): it can be taken over here. */
export function OtherTabChip({ call }: { call: Call }) {
  const t = useT()
  const slot = useSlot(CALL_SLOT_ID)
  if (!slot || call.state !== 'answered') return null
  return createPortal(
    <button
      type="button"
      className="callstate on"
      title={t('calls.takeHere')}
      onClick={() => void actions.enter(call.roomID, call.callID)}
    >
      <VideoCameraOutlined aria-hidden="true" />
      <span className="ell">{t('calls.elsewhere', { name: otherSide(call) })}</span>
    </button>,
    slot,
  )
}
