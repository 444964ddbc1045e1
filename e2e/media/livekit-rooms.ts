import { RoomServiceClient } from 'livekit-server-sdk'
import type { LiveKitTestServer } from '../../server/src/platform/testing/livekit-server.ts'

/** Whom LiveKit itself has in its rooms. */
export async function insideLiveKit({ url, env }: LiveKitTestServer): Promise<string[]> {
  const rooms = new RoomServiceClient(url, env.LIVEKIT_API_KEY, env.LIVEKIT_API_SECRET)
  const all = await rooms.listRooms()
  const people = await Promise.all(all.map(({ name }) => rooms.listParticipants(name)))
  return people.flat().map(({ identity }) => identity)
}
