import { afterAll, expect, it } from 'vitest'
import { type Clinic, openClinic } from '../calls/fixture.ts'

let clinic: Clinic | undefined
afterAll(() => clinic?.close())

it('[SYS-04~] a process that stops answers what comes while it is looked for elsewhere, then refuses in clear words', async () => {
  clinic = await openClinic({ DRAIN_MS: '1500' })
  const lin = await clinic.staff('dr.lin')
  const line = await lin.online()
  const told = new Promise((resolve) => line.socket.on('closing', resolve))
  const gone = new Promise((resolve) => line.socket.on('disconnect', resolve))
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
