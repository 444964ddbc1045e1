import { AudioMutedOutlined, AudioOutlined, PhoneFilled, VideoCameraOutlined } from '@ant-design/icons'
import { createPortal } from 'react-dom'
import { showError } from '../../api/query.ts'
import { CALL_SLOT_ID } from '../../shell/callSlot.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatClock, useNow } from '../../ui/format.ts'
import * as actions from './actions.ts'
import { beyondDevices } from '../../media/local-media.ts'
import { ResizeButton } from './ResizeButton.tsx'
import { type ActiveCall, useCallState } from './store.ts'
import { useRoom } from '../../media/useRoom.ts'
import { useSlot } from './useSlot.ts'

/** In the top bar while there is a call: who, the clock; with the overlay hidden, or not there yet, also mute, resize and hang up. */
export function CallChip({ active, alone }: { active: ActiveCall; alone: boolean }) {
  const t = useT()
  const { size } = useCallState()
  const { self } = useRoom(active.room)
  const slot = useSlot(CALL_SLOT_ID)
  const now = useNow()
  if (!slot) return null
  const ringing = active.phase === 'ringing'
  return createPortal(
    <span className={`callstate ${ringing ? 'ring' : 'on'}`}>
      <VideoCameraOutlined aria-hidden="true" />
      <span className="ell">{t(ringing ? 'calls.calling' : 'calls.inCall', { name: active.patientName })}</span>
      {!ringing && <b className="num">{formatClock((now - active.since) / 1000)}</b>}
      {(size === 0 || alone) && (
        <>
          {active.room && (
            <button
              type="button"
              aria-label={t(self?.mic === false ? 'calls.unmute' : 'calls.mute')}
              onClick={() => void active.room?.setMic(!self?.mic).catch(beyondDevices(showError))}
            >
              {self?.mic === false ? <AudioMutedOutlined /> : <AudioOutlined />}
            </button>
          )}
          {!alone && <ResizeButton here />}
          <button
            type="button"
            className="end"
            aria-label={t('calls.hangup')}
            onClick={() => void actions.leave(ringing ? 'cancel' : 'hangup')}
          >
            <PhoneFilled rotate={225} />
          </button>
        </>
      )}
    </span>,
    slot,
  )
}
