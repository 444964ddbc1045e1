export { HEARTBEAT, type Heartbeat } from './heartbeat.ts'
export { createSockets, type SocketServer, type SocketsDeps } from './sockets.ts'
export type {
  ClosingCode,
  Connection,
  LinkConnection,
  Message,
  OutgoingEvent,
  Sockets,
  StaffConnection,
} from './types.ts'
