import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { audience } from '@teleward/contract/core/event.ts'
import { PATIENT_NAMESPACE, STAFF_NAMESPACE } from '@teleward/contract/core/sockets.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkActor, StaffActor } from '../actor.ts'
import { systemClock } from '../clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createSockets, type SocketServer } from './index.ts'

const own = audience.link('a-link')
const log = { warn: () => undefined, error: (what: object) => expect(what).toBeUndefined() }
const staff = (mid: number, secondStepMissing: boolean) =>
  ({
    kind: 'staff',
    mid,
    sid: `s${mid}`,
    partnerId: 1,
    unitIds: [],
    verified: true,
    onBoard: true,
    secondStepMissing,
  }) as unknown as StaffActor
const lines: string[] = []
const hearers: ((said: unknown) => void)[] = []
let data: TestDatabase
let sockets: SocketServer
const server = createServer()
const open: ReturnType<typeof io>[] = []
beforeAll(async () => {
  data = await testDatabase()
  sockets = createSockets({
    ...{ server, db: data.db, clock: systemClock, log, publicUrl: undefined },
    between: { tell: async () => undefined, on: (_, hear) => void hearers.push(hear) },
    onLine: (name, here) => void lines.push(`${name} ${here}`),
    authenticateStaff: async (token) => staff(Number(token), token === '2'),
    staffOfSession: async () => staff(1, false),
  })
  sockets.authenticatePatient(
    async () => ({ kind: 'link', linkId: 'a-link', identified: true }) as unknown as LinkActor,
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of open) socket.disconnect()
  await sockets.close()
  server.close()
  await data.close()
})
async function connect(namespace: string, token: string) {
  const { port } = server.address() as AddressInfo
  const auth = { token }
  const socket = io(`http://127.0.0.1:${port}${namespace}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
  })
  open.push(socket)
  await once(socket as unknown as NodeJS.EventEmitter, 'resume')
  return socket
}

describe('the sockets of one of several processes', () => {
  it('close what another process says, but for lines that came after it said so', async () => {
    const before = await connect(PATIENT_NAMESPACE, 'of-the-link')
    const closing = once(before as unknown as NodeJS.EventEmitter, 'closing')
    const at = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(at)
    const after = await connect(PATIENT_NAMESPACE, 'of-the-link')
    for (const hear of hearers) hear({ name: own, code: 'REPEAT_LOGIN', at })
    expect(await closing).toEqual([{ code: 'REPEAT_LOGIN' }])
    await expect.poll(() => sockets.connections(own).map(({ id }) => id)).toEqual([after.id])
  })

  it('tell the others of whoever is in, and of nobody who has yet to take the second step', async () => {
    lines.length = 0
    for (const token of ['1', '2']) await connect(STAFF_NAMESPACE, token)
    expect(lines).toEqual([`${audience.staff(1)} true`])
    for (const socket of open) socket.disconnect()
    await expect.poll(() => sockets.counts()).toEqual({ staff: 0, patient: 0 })
    expect(lines.filter((line) => !line.startsWith(own))).toEqual([
      `${audience.staff(1)} true`,
      `${audience.staff(1)} false`,
    ])
  })
})
