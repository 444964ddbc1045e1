/**
 * What a session opens while its screen is covered: the ways out of it, and what a ring or a call that runs needs. Everything
 * else waits for the password, whoever holds the tokens of the session.
 */
export const coveredCalls: ReadonlySet<string> = new Set([
  'POST /his/api/lock',
  'POST /his/api/unlock',
  'POST /his/api/logout',
  'GET /his/api/userinfo/{device_type}',
  'POST /his/api/checkDeviceToken',
  'POST /his/api/getCallList',
  'POST /his/api/callinfo',
  'POST /his/api/updatecallinfostatus',
  'GET /comm/room/dsRoomId/{roomId}',
  'POST /comm/ds/token',
  'POST /comm/room/records',
  'PUT /comm/recordings/{recordingId}/segments/{segmentId}',
])
