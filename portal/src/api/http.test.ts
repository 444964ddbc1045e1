import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint } from '@teleward/contract/core/endpoint.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { send } from './http.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
/** An endpoint of a server that behaves as told. */
async function behaving(listener: RequestListener) {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const path = `http://127.0.0.1:${port}/his/api/thing` as `/${string}`
  return endpoint({
    method: 'GET',
    path,
    summary: 't',
    permission: 'public',
    audit: 'none',
    response: z.object({}),
    tags: [],
  })
}

describe('[SHELL-16~] a line that fails in the middle', () => {
  it('of an answer is no line, as one that fails before it: what was being sent is tried again', async () => {
    const broken = await behaving((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"status":"OK",')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(send(broken, {})).rejects.toMatchObject({ code: 'NETWORK_FAILED', http: 0 })
  })
  it.each([
    ['before', false],
    ['within', true],
  ])('and stays open and silent %s the answer is given up', async (_, begun) => {
    const silent = await behaving((_request, response) => {
      if (begun) response.writeHead(200).write('{')
    })
    await expect(send(silent, {}, { within: 200 })).rejects.toMatchObject({ code: 'NETWORK_FAILED', http: 0 })
  })
  it('is not told of a call that its own screen gave up', async () => {
    const silent = await behaving(() => undefined)
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), 20)
    await expect(send(silent, {}, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('[MEMB-03~] a number that nobody could read', () => {
  it('keeps the whole call from being sent, and says where it stands', async () => {
    let asked = 0
    const thing = await behaving((_request, response) => {
      asked += 1
      response.end('{"status":"OK","data":{}}')
    })
    const change = {
      ...thing,
      method: 'PUT',
      body: z.object({ rules: z.array(z.object({ value: z.number() })) }),
    } as const
    const wrong = send(change, { body: { rules: [{ value: 1 }, { value: Number.NaN }] } })
    await expect(wrong).rejects.toMatchObject({
      code: 'NUMBER_UNCLEAR',
      fields: [{ path: 'rules.1.value', code: 'NUMBER_UNCLEAR' }],
    })
    expect(asked).toBe(0)
    await send(change, { body: { rules: [{ value: 1.5 }] } })
    expect(asked).toBe(1)
  })
})
