import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { type Line, lineTo } from './proxy.ts'
import { startServer, type TestServer } from './server.ts'

/** 200 MB over a line that is cut five times: it arrives whole, and no more than a piece a cut is sent again. */

const MEGABYTE = 1024 * 1024
const SIZE = 200 * MEGABYTE
const CUTS = [20, 60, 100, 140, 180]

let server: TestServer
let line: Line
let page: Page
let folder: string
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  line = await lineTo(server.url)
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  folder = await mkdtemp(join(tmpdir(), 'upload-line-'))
})
test.afterAll(async () => {
  await page?.context().close()
  await line?.close()
  await server?.remove()
  if (folder) await rm(folder, { recursive: true })
})

const ask = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([how, where, said]) => {
      const answer = await fetch(where as string, {
        method: how as string,
        headers: {
          authorization: `Bearer ${localStorage.getItem('jwt')}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        ...(said === undefined ? {} : { body: JSON.stringify(said) }),
      })
      const told = (await answer.json()) as { status: string; data: unknown }
      if (told.status !== 'OK') throw new Error(`${where as string}: ${told.status}`)
      return told.data as never
    },
    [method, path, body] as const,
  )

/** A film of a length, no megabyte of it like another. */
async function film(path: string): Promise<string> {
  const box = (name: string, length: number, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(length, 0)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const brand = Buffer.from('isom\0\0\0\0isom', 'latin1')
  const start = Buffer.concat([box('ftyp', 8 + brand.length, brand), box('moov', 24, Buffer.alloc(16))])
  const head = Buffer.concat([start, box('mdat', SIZE - start.length, Buffer.alloc(0))])
  const file = await open(path, 'w')
  for (let at = 0; at < SIZE; at += MEGABYTE) {
    const piece = Buffer.alloc(MEGABYTE, `${at / MEGABYTE} of a film `)
    if (at === 0) head.copy(piece)
    await file.write(piece)
  }
  await file.close()
  return digest(createReadStream(path))
}
async function digest(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of stream) hash.update(piece)
  return hash.digest('hex')
}

test('[FILE-04~] 200 MB over a line cut five times arrive whole, with at most five pieces sent again; progress is seen', async () => {
  test.setTimeout(240_000)
  await signIn(page, server, 'admin')
  const { draft, published, versions } = await ask<{
    draft: object | null
    published: number | null
    versions: { number: number; config: object }[]
  }>('GET', '/his/api/uiconfigs/1')
  expect(draft).toBeNull()
  // An institution decides how large its films may be.
  const config = versions.find(({ number }) => number === published)?.config ?? {}
  const uploads = { perExtension: { mp4: 300 } }
  const saved = await ask<{ draft: { revision: number } }>('PUT', '/his/api/uiconfigs/1', {
    revision: 0,
    config: { ...config, uploads },
  })
  await ask('POST', '/his/api/uiconfigs/1/publish', { revision: saved.draft.revision })

  await signIn(page, { url: line.url }, 'nurse.chen', '/setting/upload?kind=video')
  const path = join(folder, 'A000000000_gait.mp4')
  const sent = await film(path)
  let pieces = 0
  const cuts = [...CUTS]
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return
    pieces += 1
    if (pieces !== cuts[0]) return
    cuts.shift()
    line.cut()
    line.mend()
  })
  const began = Date.now()
  await page.locator('.udrop input[type=file]').first().setInputFiles(path)
  const row = page.locator('.ulist li').filter({ hasText: 'gait.mp4' })
  const progress = row.getByRole('progressbar')
  const share = async () => Number((await progress.getAttribute('value')) ?? 0)
  await expect.poll(share).toBeGreaterThan(5)
  await expect.poll(share).toBeGreaterThan(50)
  await expect(row).toContainText('待指定會員', { timeout: 200_000 })
  const ms = Date.now() - began
  expect(cuts).toEqual([])
  const again = pieces - SIZE / MEGABYTE
  console.log(`200 MB, 5 cuts: ${pieces} pieces of 1 MB, ${again} of them sent again, ${(ms / 1000).toFixed(1)} s`)
  expect(again).toBeLessThanOrEqual(CUTS.length)
  // What lies at the server is what was sent, to the byte.
  const [upload] = await ask<{ file: { id: string } }[]>('GET', '/his/api/uploads?state=unassigned')
  const { download } = await ask<{ download: string }>('POST', `/his/api/files/${upload?.file.id}/addresses`)
  const answer = await fetch(server.url + download)
  expect(await digest(answer.body as unknown as AsyncIterable<Uint8Array>)).toBe(sent)
})
