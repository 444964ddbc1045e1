import { errorMessage } from '../api/query.ts'
import { errorText } from '../i18n/i18n.ts'
import { ConnectionLost, SignalRefused } from './socket-signalling.ts'

/** Why a room could not be entered, in words: the room's own refusals and the line's, beside those of the calls. */
export function roomLabels(error: unknown): string {
  if (error instanceof ConnectionLost) return errorText('NETWORK_FAILED')
  // Some refusals are of the protocol, not for people: those have no text of their own.
  if (error instanceof SignalRefused)
    return errorText(error.code.startsWith('ROOM_') && error.code !== 'ROOM_NOT_JOINED' ? error.code : 'CALL_FAILED')
  return errorMessage(error)
}
