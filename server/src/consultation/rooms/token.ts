import type { ParticipantRelation, ParticipantRole } from '@teleward/contract/calls/signalling.ts'

/** What a media token says. It opens one room for one person; the socket has to be that same person's. */
export interface RoomClaims {
  roomId: string
  userId: string
  name: string
  role: ParticipantRole
  mid: number | null
  linkId: string | null
  /** Of a guest. */
  relation?: ParticipantRelation
  exp: number
}
