import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { consentTexts } from '../../contract/src/links/schema.ts'

type Send = (path: string, body: object, headers?: Record<string, string>) => Promise<Response>
const send =
  (url: () => string): Send =>
  (path, body, headers = {}) =>
    fetch(url() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

/** A page in a room: its line may go from one process to another, it remains the same page. */
export interface Seat {
  /** What came over its lines under the room's names. */
  heard: { name: string; payload: Record<string, unknown> }[]
  /** Its line, to this address from now on. */
  line(url: string): Promise<void>
  post(path: string, body: object): Promise<{ status: string; data: Record<string, unknown> }>
  /** Into the room, by a token fetched for it; answers who else is there. */
  enter(): Promise<{ id: string; instance: string }[]>
  emit(name: string, payload: object): Promise<{ ok: boolean; code?: string; data?: Record<string, unknown> }>
  readonly instance: string
  /** Its line stands. */
  readonly up: boolean
  close(): void
}

interface Kind {
  namespace: '/staff' | '/patient'
  auth: Record<string, string>
  headers: Record<string, string>
  token(seat: Seat): Promise<{ token: string; roomID: string }>
}

function seatOf({ namespace, auth, headers, token }: Kind): Seat {
  const heard: Seat['heard'] = []
  const instance = randomUUID()
  let socket: Socket | undefined
  let at = ''
  const seat: Seat = {
    heard,
    instance,
    async line(url) {
      at = url
      socket?.disconnect()
      const opened = io(url + namespace, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth,
        extraHeaders: headers.cookie ? { cookie: headers.cookie } : {},
      })
      socket = opened
      opened.onAny((name: string, payload) => name.startsWith('room.') && heard.push({ name, payload }))
      await new Promise<void>((resolve, reject) => opened.on('connect', resolve).on('connect_error', reject))
    },
    async post(path, body) {
      const answer = await send(() => at)(path, body, headers)
      return (await answer.json()) as { status: string; data: Record<string, unknown> }
    },
    async enter() {
      const { token: own, roomID } = await token(seat)
      const media = { mic: true, cam: true }
      const answer = await seat.emit('room.join', { roomId: roomID, token: own, instance, media })
      if (!answer.ok) throw new Error(`not in the room: ${answer.code}`)
      return answer.data?.participants as { id: string; instance: string }[]
    },
    emit: (name, payload) => {
      if (!socket) throw new Error('no line')
      return socket.timeout(5000).emitWithAck(name, payload)
    },
    get up() {
      return socket?.connected === true
    },
    close: () => void socket?.disconnect(),
  }
  return seat
}

export const staffSeat = (bearer: string, roomID: () => string): Seat =>
  seatOf({
    namespace: '/staff',
    auth: { token: bearer },
    headers: { authorization: `Bearer ${bearer}` },
    token: async (seat) =>
      (await seat.post('/comm/ds/token', { teamId: 1, roomId: roomID() })).data as { token: string; roomID: string },
  })

/** The holder of a link who has come as far as the waiting room. */
export async function patientSeat(url: string, link: string, who: { birthday: string; last4: string }): Promise<Seat> {
  const path = `/his/api/links/${link}`
  const post = send(() => url)
  await post(`${path}/open`, {})
  const passed = await post(`${path}/identity`, who)
  const cookie = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const given = { consultation: true, recording: true, record: true, texts: consentTexts }
  await post(`${path}/consents`, given, { cookie })
  const arrived = await post(`${path}/arrivals`, { camera: 'ok', microphone: 'ok', speaker: 'ok' }, { cookie })
  if (arrived.status !== 200) throw new Error(`no arrival: ${await arrived.text()}`)
  return seatOf({
    namespace: '/patient',
    auth: { token: link },
    headers: { cookie },
    token: async (seat) => (await seat.post(`${path}/tokens`, {})).data as { token: string; roomID: string },
  })
}
