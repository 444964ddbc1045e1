import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { jwtVerify, SignJWT } from 'jose'
import type { LiveKitTestServer } from './livekit-server.ts'
import { passesOn } from './passing-on.ts'

const KEY = 'egress-key'
const SECRET = 'a-secret-of-these-tests-alone-32b'
const secretOf = (secret: string) => new TextEncoder().encode(secret)

/** As Twirp in Go writes it: names of the fields as in the protocol, enums by name, whole numbers of 64 bits as text. */
export interface StandInEgress {
  egress_id: string
  room_name: string
  status: string
  room_composite: { room_name: string; layout: string; file_outputs: { filepath: string; file_type: string }[] }
  file_results: { filename: string; size: string }[]
}
/** `refuses`: no worker is free; `silent`: it begins and the answer gets lost; `dies`: it is taken on and fails at once. */
export type Behaviour = 'works' | 'refuses' | 'silent' | 'dies'

const egressOf = (
  room_name: string,
  layout: string,
  file_outputs: StandInEgress['room_composite']['file_outputs'],
  status: string,
): StandInEgress => ({
  ...{ egress_id: `EG_${randomUUID().slice(0, 12)}`, room_name, status },
  room_composite: { room_name, layout, file_outputs },
  file_results: [],
})

/**
 * What LiveKit answers to who drives its egress service, by its protocol; what a worker would write the test writes. `before`: it
 * stands before a real LiveKit, which is asked for everything else and has the rooms.
 */
export async function startEgressService(before?: LiveKitTestServer) {
  const key = before?.env.LIVEKIT_API_KEY ?? KEY
  const secret = before?.env.LIVEKIT_API_SECRET ?? SECRET
  const onwards = before && passesOn(before.url)
  const asked: { method: string; body: Record<string, unknown>; grants: Record<string, unknown> }[] = []
  const rooms = new Set<unknown>()
  const egresses = new Map<string, StandInEgress>()
  const so = {
    behaviour: 'works' as Behaviour,
    /** Added to whatever is listed. */ others: [] as StandInEgress[],
    /** Before it answers whether one has begun. */ hold: undefined as Promise<void> | undefined,
    /** Before it answers what one of them does. */ holdFind: undefined as
      | { egressId: string; until: Promise<void> }
      | undefined,
    /** Those whose worker was killed: nobody says so, and nothing that is told reaches them. */ dead: new Set<string>(),
    /** Those that a word to end does not reach. */ deaf: new Set<string>(),
  }

  let held = 0
  /** By LiveKit's account of who is connected, which it keeps itself. */
  const isInRoom = ({ egress_id, status }: StandInEgress) =>
    !so.dead.has(egress_id) && ['EGRESS_STARTING', 'EGRESS_ACTIVE'].includes(status)

  const fail = (answer: ServerResponse, status: number, code: string, msg: string) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, msg }))
  const say = (answer: ServerResponse, body: unknown) =>
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function start(request: IncomingMessage, answer: ServerResponse, body: Record<string, unknown>) {
    if (!rooms.has(body.roomName)) return fail(answer, 404, 'not_found', 'requested room does not exist')
    if (so.behaviour === 'refuses') {
      await so.hold
      return fail(answer, 503, 'unavailable', 'no response from servers')
    }
    const { fileOutputs, roomName, layout } = body as {
      roomName: string
      layout: string
      fileOutputs: { filepath: string; fileType: string }[]
    }
    await so.hold
    const outputs = fileOutputs.map(({ filepath, fileType }) => ({ filepath, file_type: fileType }))
    const made = egressOf(roomName, layout, outputs, so.behaviour === 'dies' ? 'EGRESS_ABORTED' : 'EGRESS_STARTING')
    egresses.set(made.egress_id, made)
    if (so.behaviour === 'silent') request.socket.destroy()
    else say(answer, made)
    return undefined
  }
  const server = createServer((request, answer) => {
    const hear = async () => {
      const method = /^\/twirp\/livekit\.(\w+\/\w+)$/.exec(request.url ?? '')?.[1] ?? ''
      const said = await text(request)
      const body = (method ? JSON.parse(said) : {}) as Record<string, unknown>
      if (onwards && !method.startsWith('Egress/') && !egresses.has(String(body.identity))) {
        if (method === 'RoomService/CreateRoom') rooms.add(body.name)
        return onwards.request(request, said, answer)
      }
      const token = (request.headers.authorization ?? '').replace('Bearer ', '')
      const { payload } = await jwtVerify(token, secretOf(secret), { issuer: key }).catch(() => ({
        payload: { video: undefined },
      }))
      if (payload.video === undefined) return fail(answer, 401, 'unauthenticated', 'invalid token')
      const grants = payload.video as Record<string, unknown>
      asked.push({ method, body, grants })
      const needed = method.startsWith('Egress/') ? 'roomRecord' : method === 'RoomService/CreateRoom' && 'roomCreate'
      if (needed && grants[needed] !== true) return fail(answer, 403, 'permission_denied', 'requires permission')
      if (method === 'Egress/StartRoomCompositeEgress') return start(request, answer, body)
      if (method === 'Egress/ListEgress') {
        const fits = (one: StandInEgress) =>
          (body.egressId === undefined || one.egress_id === body.egressId) &&
          (body.roomName === undefined || one.room_name === body.roomName)
        if (so.holdFind && so.holdFind.egressId === body.egressId) {
          held += 1
          answer.once('close', () => {
            held -= 1
          })
          await so.holdFind.until
        }
        const found = [...so.others, ...[...egresses.values()].filter(fits)]
        if (body.egressId && !found.length) return fail(answer, 404, 'not_found', 'egress does not exist')
        return say(answer, { items: found })
      }
      if (method === 'Egress/StopEgress') {
        const one = egresses.get(String(body.egressId))
        if (!one) return fail(answer, 404, 'not_found', 'egress not found')
        if (!['EGRESS_STARTING', 'EGRESS_ACTIVE'].includes(one.status))
          return fail(answer, 412, 'failed_precondition', `egress with status ${one.status} cannot be stopped`)
        if (so.dead.has(one.egress_id) || so.deaf.has(one.egress_id))
          return fail(answer, 408, 'deadline_exceeded', 'request timed out')
        one.status = 'EGRESS_ENDING'
        return say(answer, one)
      }
      const one = egresses.get(String(body.identity))
      if (one && method.endsWith('Participant')) {
        if (grants.roomAdmin !== true || grants.room !== one.room_name)
          return fail(answer, 403, 'permission_denied', 'requires permission')
        if (!isInRoom(one) || one.room_name !== body.room)
          return fail(answer, 404, 'not_found', 'participant does not exist')
        if (method === 'RoomService/RemoveParticipant') one.status = 'EGRESS_ENDING'
        return say(answer, { identity: one.egress_id })
      }
      if (method === 'RoomService/GetParticipant') return fail(answer, 404, 'not_found', 'participant does not exist')
      if (method === 'RoomService/CreateRoom') rooms.add(body.name)
      return say(answer, {})
    }
    hear().catch((error: unknown) => fail(answer, 500, 'internal', String(error)))
  })
  if (onwards) server.on('upgrade', onwards.upgrade)
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret, LIVEKIT_EGRESS: '1' },
    asked,
    egresses,
    so,
    /** How many who asked what it does wait for the answer. */
    held: () => held,
    /** One that a worker has taken on, whoever has heard of it. */
    begins(roomId: string, filepath: string): StandInEgress {
      const made = egressOf(roomId, 'grid', [{ filepath, file_type: 'MP4' }], 'EGRESS_ACTIVE')
      egresses.set(made.egress_id, made)
      return made
    },
    of: (roomId: string) => [...egresses.values()].findLast((one) => one.room_name === roomId),
    calls: (method: string, roomId?: string) =>
      asked.filter((one) => one.method === method && (!roomId || one.body.roomName === roomId)),
    /** LiveKit's message, as it signs it; `body` and `secret` as a forger has them. */
    async tell(base: string, info: Partial<StandInEgress>, forged: { secret?: string; body?: string } = {}) {
      const { egress_id: egressId, room_name: roomName, status } = info
      const event = { event: 'egress_ended', egressInfo: { egressId, roomName, status }, id: `EV_${randomUUID()}` }
      const body = JSON.stringify(event)
      const token = await new SignJWT({ sha256: createHash('sha256').update(body).digest('base64') })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(key)
        .setExpirationTime('5 minutes')
        .sign(secretOf(forged.secret ?? secret))
      const answer = await fetch(`${base}/his/livekitwebhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/webhook+json', authorization: token },
        body: forged.body ?? body,
      })
      return answer.status
    },
    close: () => {
      onwards?.close()
      return new Promise<void>((down) => server.close(() => down()).closeAllConnections())
    },
  }
}
export type EgressService = Awaited<ReturnType<typeof startEgressService>>
