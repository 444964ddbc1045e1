import type { Room, RoomShows } from '@teleward/contract/calls/schema.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import type { Participant } from '../../media/types.ts'
import type { ActiveCall } from './store.ts'

/** Where the patient is who is not in the room; of a room that is not known yet, not there (CALL-12). */
export const absentText = (shows: RoomShows | undefined): string => {
  if (shows === 'invited') return errorText('ROOM_INVITED')
  return errorText(shows === 'waiting' ? 'ROOM_WAITING' : 'ROOM_PATIENT_ABSENT')
}

type Active = Pick<ActiveCall, 'phase' | 'kind' | 'waiting' | 'patientName' | 'problem' | 'video'>
type Patient = Pick<Participant, 'name' | 'state' | 'cam' | 'unavailable'>

/** Never a black frame without a word: what stands over the other side's picture; null where it is to be seen. */
export function statusOf(
  active: Active,
  patient: Patient | undefined,
  room: Pick<Room, 'pid' | 'shows'> | undefined,
): string | null {
  if (active.phase === 'ringing')
    return t(
      active.kind !== 'staff' ? 'calls.state.ringing' : active.waiting ? 'calls.state.waiting' : 'calls.calling',
      { name: active.patientName },
    )
  if (active.phase === 'failed') return active.problem ?? errorText('CALL_FAILED')
  if (active.phase === 'joining') return t('calls.state.joining')
  if (!patient && (active.kind === 'staff' || room?.pid === null)) return t('calls.state.joining')
  if (!patient) return absentText(room?.shows)
  if (patient.state === 'failed') return errorText('CALL_NO_VIDEO')
  if (patient.state === 'connecting') return t('calls.state.joining')
  if (patient.state === 'reconnecting') return t('calls.state.reconnecting')
  if (!active.video || patient.cam) return null
  return patient.unavailable.includes('cam')
    ? t('mediafaults.video.other', { name: patient.name })
    : t('calls.state.camOff')
}
