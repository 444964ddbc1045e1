import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type Clinic, openClinic } from '../consultation/calls/fixture.ts'

let clinic: Clinic | undefined
afterEach(async () => {
  await clinic?.close()
  clinic = undefined
})

it('[SYS-04~] a process that stops answers what comes while it is looked for elsewhere, then refuses in clear words', async () => {
  clinic = await openClinic({ DRAIN_MS: '1500' })
  const lin = await clinic.staff('dr.lin')
  const socket = await lin.online()
  const told = new Promise((resolve) => socket.socket.on('closing', resolve))
  const gone = new Promise((resolve) => socket.socket.on('disconnect', resolve))
  expect((await lin.get('/his/api/words')).headers.get('connection')).not.toBe('close')
  const draining = clinic.app.drain()
  expect(await told).toEqual({ code: 'UNAVAILABLE' })
  expect(await gone).toBe('io server disconnect')
  const ready = await fetch(`${clinic.base}/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ draining: true })
  // A connection ends with its next answer; a socket would only be sent away again.
  const during = await lin.get('/his/api/words')
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close'])
  await expect(lin.line()).rejects.toThrow()
  await draining
  const after = await lin.post('/his/api/words', { type: 's', word: '太晚了' })
  expect([after.status, after.code, after.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2'])
  // Nothing was begun.
  await clinic.restart()
  expect((await lin.get<unknown[]>('/his/api/words')).data).toEqual([])
})

it('[SYS-04~] who was just asking on a connection that is kept open is answered once more, and not cut off', async () => {
  clinic = await openClinic({ DRAIN_MS: '0' })
  const { base, app } = clinic
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asked = () =>
    new Promise<[status: number | undefined, connection: string | undefined, reused: boolean]>((resolve, reject) => {
      const asking = request(`${base}/version.json`, { agent }, (answer: IncomingMessage) => {
        answer.resume()
        answer.on('end', () => resolve([answer.statusCode, answer.headers.connection, asking.reusedSocket]))
      })
      asking.on('error', reject).end()
    })
  await asked()
  // A busy machine: the next request comes when the process has long begun to stop.
  const stopping = app.drain().then(() => app.close())
  await sleep(400)
  expect(await asked()).toEqual([503, 'close', true])
  await stopping
  agent.destroy()
})
