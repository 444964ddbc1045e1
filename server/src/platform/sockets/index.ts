export { HEARTBEAT, type Heartbeat } from './heartbeat.ts'
export { createSockets, type SocketServer, type SocketsDeps } from './sockets.ts'
export type {
  ClosingCode,
  Connection,
  GuestConnection,
  LinkConnection,
  Message,
  OutgoingEvent,
  SocketActor,
  Sockets,
  StaffConnection,
} from './types.ts'
