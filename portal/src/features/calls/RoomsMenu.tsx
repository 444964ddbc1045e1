import { TeamOutlined } from '@ant-design/icons'
import type { Room } from '@teleward/contract/calls/schema.ts'
import { createPortal } from 'react-dom'
import { CALL_SLOT_ID } from '../../shell/callSlot.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import * as actions from './actions.ts'
import { absentText } from './status.ts'
import type { ActiveCall } from './store.ts'
import { useRooms } from './useRooms.ts'
import { useSlot } from './useSlot.ts'

/** In the top bar: the rooms I can enter, who is in them, and the way in. Follows the rooms live (CALL-24). */
export function RoomsMenu({ active }: { active: ActiveCall | null }) {
  const t = useT()
  const rooms = useRooms()
  const slot = useSlot(CALL_SLOT_ID)
  if (!slot || !rooms?.length) return null
  const stateOf = ({ shows, participants }: Room): string => {
    const inside = participants.filter((one) => one.present).map((one) => one.name)
    return inside.length ? inside.join(t('common.patient.separator')) : absentText(shows)
  }
  return createPortal(
    <div className="rooms">
      <MenuButton
        className={rooms.some(({ shows }) => shows === 'live' || shows === 'waiting') ? 'live' : ''}
        label={t('calls.rooms', { count: rooms.length })}
        head={active ? errorText('CALL_ALREADY') : undefined}
        items={rooms.map((room) => ({
          key: room.roomID,
          label: room.patientName ?? room.participants.map(({ name }) => name).join(t('common.patient.separator')),
          hint: stateOf(room),
          disabled: active !== null,
          onPick: () => void actions.enter(room.roomID, null),
        }))}
      >
        <TeamOutlined aria-hidden="true" />
        <span className="ell">{t('calls.roomsTitle')}</span>
        <b className="num">{rooms.length}</b>
      </MenuButton>
    </div>,
    slot,
  )
}
