export { refresh, sessionEnded, sessionForcedOut, uiConfigPublished } from '../core/sockets.ts'
