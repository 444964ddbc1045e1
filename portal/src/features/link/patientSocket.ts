import { PATIENT_NAMESPACE } from '@teleward/contract/core/sockets.ts'
import { io, type Socket } from 'socket.io-client'

export interface PatientConnection {
  socket: Socket
  close(): void
}

interface Handlers {
  /** Something about the visit changed: the page asks for its view again. */
  changed: () => void
  lost: (lost: boolean) => void
  /** The link was opened in another browser: this one is out. */
  elsewhere: () => void
}

/** The visit's own socket. It knows no staff session; who it is, the server takes from the link and its cookie. */
export function openPatientSocket(token: string, { changed, lost, elsewhere }: Handlers): PatientConnection {
  const socket = io(PATIENT_NAMESPACE, {
    withCredentials: true,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 4000,
    auth: { token },
  })
  let again: ReturnType<typeof setTimeout> | undefined
  socket.on('connect', () => {
    lost(false)
    changed()
  })
  socket.on('closing', ({ code }: { code: string }) => code === 'REPEAT_LOGIN' && elsewhere())
  socket.on('disconnect', (reason) => {
    lost(true)
    if (reason === 'io server disconnect') {
      // The visit may be over: the view tells, and a living one lets the socket in again.
      changed()
      again = setTimeout(() => socket.connect(), 500 + Math.random() * 1500)
    }
  })
  socket.on('receive_message', changed)
  const offline = () => lost(true)
  const online = () => lost(!socket.connected)
  window.addEventListener('offline', offline)
  window.addEventListener('online', online)
  return {
    socket,
    close() {
      clearTimeout(again)
      window.removeEventListener('offline', offline)
      window.removeEventListener('online', online)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}
