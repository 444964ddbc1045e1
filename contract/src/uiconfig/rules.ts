import { alwaysShown, type ScreenName, screenNames } from './names.ts'
import { screenCalls } from './screens.ts'

export { alwaysShown, hiddenScreens } from './names.ts'

/** Session, frame, palette, calls and the bell: they belong to no screen that could be hidden. */
export const everywhere: readonly string[] = [
  'POST /his/api/checkDeviceToken',
  'POST /his/api/logout',
  'POST /his/api/lock',
  'POST /his/api/unlock',
  'POST /his/api/changepw',
  'POST /his/api/login_log',
  'PUT /his/api/preferences',
  'PUT /his/api/sessions/partner',
  'POST /his/api/accountsetups',
  'GET /his/api/verificationcodes',
  'POST /his/api/verificationcodes',
  'PUT /his/api/verificationcodes/{id}',
  'GET /his/api/staffreviews/own',
  'GET /his/api/staffinvitations/own',
  'PUT /his/api/staffinvitations/{id}',
  'POST /his/api/staffreviews',
  'GET /his/api/userinfo/{device_type}',
  'GET /his/api/doctorstatus',
  'POST /his/api/doctorstatus',
  'GET /his/api/counts',
  'GET /his/api/notifications',
  'PUT /his/api/notifications',
  'PUT /his/api/notifications/{id}',
  'GET /his/api/pushsubscriptions',
  'POST /his/api/pushsubscriptions',
  'DELETE /his/api/pushsubscriptions',
  'POST /comm/room/create',
  'GET /comm/room/dsRoomId/{roomId}',
  'GET /comm/room/objectData/{roomId}',
  'POST /comm/ds/token',
  'POST /comm/call',
  'POST /comm/room/records',
  'PUT /comm/recordings/{recordingId}/segments/{segmentId}',
  'GET /his/api/rooms/{roomId}',
  'POST /his/api/getRoomList',
  'POST /his/api/getCallList',
  'POST /his/api/call',
  'POST /his/api/callinfo',
  'POST /his/api/callout',
  'POST /his/api/callout2',
  'POST /his/api/invite',
  'GET /his/api/calls/{callID}/guests',
  'POST /his/api/calls/{callID}/guests',
  'DELETE /his/api/calls/{callID}/guests/{guest}',
  'POST /his/api/transfer',
  'POST /his/api/updatecallinfostatus',
  'GET /his/api/getPatientInfoByMid/{mid}',
  'GET /his/api/getPatientInfoByQid/{queueID}',
  'POST /partner/searchmember',
  'POST /partner/getPatientByAccount',
]

const users = new Map<string, ScreenName[]>()
for (const screen of screenNames)
  for (const call of screenCalls[screen]) users.set(call, [...(users.get(call) ?? []), screen])

/** The screens that make a call; none for one of the frame. */
export const usersOf = (call: string): readonly ScreenName[] =>
  everywhere.includes(call) ? [] : (users.get(call) ?? [])

/** `METHOD path` of the calls that only hidden screens make. */
export function closedCalls(hidden: readonly string[]): ReadonlySet<string> {
  const gone = new Set(hidden.filter((screen) => !(alwaysShown as readonly string[]).includes(screen)))
  if (gone.size === 0) return nothing
  return new Set(
    [...users].flatMap(([call, screens]) =>
      !everywhere.includes(call) && screens.every((screen) => gone.has(screen)) ? [call] : [],
    ),
  )
}
const nothing: ReadonlySet<string> = new Set()
