import { existsSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionsOf, type FileKind, fileKinds, formatsOf } from '@teleward/contract/core/file-kinds.ts'
import type { Suggestion, Upload } from '@teleward/contract/files/schema.ts'
import { type UiConfigs, uiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, until } from '../auth/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { localStorage, type Storage } from '../storage/index.ts'
import { bombPng, chunk, jpegOf, pngOf, pngWith, segment } from '../profile/fixture.ts'
import { contentOf } from './content.ts'
import { type Client, clientOf, dicom, film, hash, openFiles, pdf, wave } from './fixture.ts'
import { receive } from './uploads.ts'

let testApp: TestApp
let lin: Client
let chen: Client
let far: Client
let hua: Client
let admin: Client
beforeAll(async () => {
  testApp = await openFiles()
  const as = async (account: string) => clientOf(testApp, (await testApp.signIn(account)).token)
  lin = await as('dr.lin')
  chen = await as('nurse.chen')
  far = await as('dr.far')
  hua = await as('dr.hua')
  admin = await as('admin')
})
afterAll(() => testApp?.stop())

const stored = () => {
  const folder = join(testApp.app.deps.config.dataDir, 'files', 'medical', '1')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('.bin')) : []
}
/** As its administrator sets and publishes them. */
const limits = async (uploads: object) => {
  const path = '/his/api/uiconfigs/1'
  const before = (await admin.call<UiConfigs>('GET', path)).data.draft
  const { data } = await admin.call<UiConfigs>('PUT', path, { revision: before?.revision ?? 0, config: { uploads } })
  expect((await admin.call('POST', `${path}/publish`, { revision: data.draft?.revision })).code).toBe('OK')
}
const BIG = film('isom', 3_000_000)

describe('an upload', () => {
  it('[FILE-04~] goes on where the line broke: at most a chunk comes twice, and the whole is what was sent', async () => {
    const begun = await chen.begin({ kind: 'video', pid: 201, name: 'gait.mp4', bytes: BIG.length })
    expect(begun.headers.get('location')).toBe(`/his/api/uploads/${begun.data.id}`)
    const { id } = begun.data
    const chunk = (n: number) => BIG.subarray(n * 1_048_576, (n + 1) * 1_048_576)
    expect((await chen.patch(id, 0, chunk(0))).data).toMatchObject({ state: 'uploading', received: 1_048_576 })
    // The answer was lost: the same piece again is refused, and told where to go on.
    const again = await chen.patch(id, 0, chunk(0))
    expect([again.status, again.code, again.headers.get('upload-offset')]).toEqual([409, 'UPLOAD_OFFSET', '1048576'])
    expect((await chen.patch(id, 2 * 1_048_576, chunk(2))).code).toBe('UPLOAD_OFFSET')
    const head = await chen.call('HEAD', `/his/api/uploads/${id}`)
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '1048576',
      String(BIG.length),
    ])
    await chen.patch(id, 1_048_576, chunk(1))
    const done = await chen.patch(id, 2 * 1_048_576, chunk(2))
    expect(done.data).toMatchObject({
      state: 'stored',
      patient: { pid: 201, memberNo: 'M-1' },
      file: { format: 'mp4', mime: 'video/mp4' },
    })
    // Asked once more after its end, as a client does that has not heard.
    expect((await chen.patch(id, BIG.length, chunk(2))).data).toMatchObject({ state: 'stored' })
    const { data } = await chen.address(done.data.file?.id ?? '')
    const saved = Buffer.from(await (await fetch(testApp.base + data.download)).arrayBuffer())
    expect(hash(saved)).toBe(hash(BIG))
    const part = await fetch(testApp.base + data.url, { headers: { range: 'bytes=8-11' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'isom',
      `bytes 8-11/${BIG.length}`,
    ])
  })

  it('[Vw8] the same file chosen again after a reload goes on where it was; another file, patient or person does not', async () => {
    // Its own bytes: what is stored already is named by the first that has them.
    const walk = film('isom', 2_999_999)
    const ask = { kind: 'video', pid: 201, name: 'walk.mp4', bytes: walk.length, sha256: hash(walk) } as const
    const { data: begun } = await chen.begin(ask)
    await chen.patch(begun.id, 0, walk.subarray(0, 1_000_000))
    const again = await chen.begin({ ...ask, thumb: pngOf(8, 8).toString('base64') })
    expect([again.code, again.data.id, again.data.received]).toEqual(['OK', begun.id, 1_000_000])
    expect(again.headers.get('location')).toBe(`/his/api/uploads/${begun.id}`)
    // Both pages send: each is told where it stands, and one whole file comes of it.
    expect((await chen.patch(begun.id, 0, walk.subarray(0, 1_000_000))).code).toBe('UPLOAD_OFFSET')
    const others = [
      { ...ask, sha256: hash(Buffer.from('other')) },
      { ...ask, name: 'walk2.mp4' },
      { ...ask, pid: 202 },
      // Unknown bytes of the same length may be another film.
      { kind: ask.kind, pid: ask.pid, name: ask.name, bytes: ask.bytes },
    ]
    for (const other of others) {
      const { data } = await chen.begin(other)
      expect([data.id === begun.id, data.received], JSON.stringify(other)).toEqual([false, 0])
      await chen.call('DELETE', `/his/api/uploads/${data.id}`)
    }
    const { data: lins } = await lin.begin(ask)
    expect(lins.id).not.toBe(begun.id)
    await lin.call('DELETE', `/his/api/uploads/${lins.id}`)
    const done = await chen.patch(begun.id, 1_000_000, walk.subarray(1_000_000, 2_000_000))
    expect(done.data.received).toBe(2_000_000)
    expect((await chen.patch(begun.id, 2_000_000, walk.subarray(2_000_000))).data.state).toBe('stored')
    // Stored it is over: chosen once more it is another upload, of what is there already.
    const once = (await chen.begin(ask)).data
    expect([once.id === begun.id, once.duplicate?.name]).toEqual([false, 'walk.mp4'])
    await chen.call('DELETE', `/his/api/uploads/${once.id}`)
  })

  it('[FILE-04~] two pieces of one place at once: one is written, the other is told', async () => {
    const { id } = (await chen.begin({ kind: 'video', pid: 201, name: 'a.mp4', bytes: BIG.length })).data
    const both = await Promise.all([
      chen.patch(id, 0, BIG.subarray(0, 1_000_000)),
      chen.patch(id, 0, BIG.subarray(0, 1_000_000)),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'UPLOAD_OFFSET'])
    const given = await chen.call<Upload>('DELETE', `/his/api/uploads/${id}`)
    expect(given.data.state).toBe('failed')
    expect(stored().filter((name) => name.startsWith(id))).toEqual([])
    expect((await chen.patch(id, 1_000_000, BIG.subarray(1_000_000, 1_100_000))).code).toBe('UPLOAD_GONE')
    expect((await chen.call<Upload>('DELETE', `/his/api/uploads/${id}`)).code).toBe('ILLEGAL_STEP')
  })

  it('[FILE-04~] is kept a day after its last piece, and then over', async () => {
    const { id } = (await chen.begin({ kind: 'video', pid: 201, name: 'b.mp4', bytes: BIG.length })).data
    const set = (hours: number) =>
      testApp.data.db.system.tx(async (tx) => {
        await tx.run(sql`update upload set expires_at = now() + make_interval(hours => ${hours}) where id = ${id}`)
        await testApp.app.deps.timers.set(tx, 'upload.expire', id, testApp.clock.now())
      })
    const due = () => testApp.app.deps.timers.runDue()
    await set(1)
    const { expiresAt } = (await chen.patch(id, 0, BIG.subarray(0, 1000))).data
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    await due()
    expect((await chen.call('HEAD', `/his/api/uploads/${id}`)).headers.get('upload-offset')).toBe('1000')
    await testApp.data.db.system.tx((tx) => tx.run(sql`update upload set expires_at = now() where id = ${id}`))
    expect((await chen.patch(id, 1000, BIG.subarray(1000, 2000))).code).toBe('UPLOAD_GONE')
    expect(stored().filter((name) => name.startsWith(id))).not.toEqual([])
    await set(0)
    await due()
    await until(() => stored().filter((name) => name.startsWith(id)).length === 0, 'the bytes to go')
    expect((await chen.call('HEAD', `/his/api/uploads/${id}`)).status).toBe(410)
  })

  it('[FILE-04~] a process that dies while it looks at the bytes: they are looked at again, and stored once', async () => {
    const bytes = pngOf(6, 5)
    const { id } = (await chen.begin({ kind: 'photo', pid: 201, name: 'late.png', bytes: bytes.length })).data
    const storage = localStorage(testApp.app.deps.config.dataDir)
    const key = `medical/1/${id}.bin`
    await storage.append(key, 0, bytes)
    // It died behind the last step but the row's: the file is there already.
    await storage.finish(key, bytes.length)
    await testApp.data.db.system.tx(async (tx) => {
      await tx.run(sql`update upload set received = bytes, state = 'checking' where id = ${id}`)
      await testApp.app.deps.timers.set(tx, 'upload.check', id, testApp.clock.now())
    })
    await testApp.app.deps.timers.runDue()
    const rows = () =>
      chen
        .call<Upload[]>('GET', '/his/api/uploads?state=stored&pageSize=200')
        .then(({ data }) => data.filter((row) => row.id === id))
    await until(async () => (await rows()).length, 'the file')
    expect(await rows()).toMatchObject([{ state: 'stored', file: { width: 6, height: 5 } }])
  })

  it('[FILE-04~] who comes late with a piece that another has sent meanwhile writes nothing into the file', async () => {
    for (const received of [1_000_000, 0]) {
      const { id } = (await chen.begin({ kind: 'video', pid: 201, name: 'late.mp4', bytes: BIG.length })).data
      if (received) await chen.patch(id, 0, BIG.subarray(0, received))
      const place = join(testApp.app.deps.config.dataDir, 'files', 'medical', '1', `${id}.bin.coming`)
      // Somebody has the file open and writes; their time ran out, and they do not know yet.
      const late = await open(place, received ? 'r+' : 'w')
      await late.write(Buffer.alloc(100, 1), 0, 100, received)
      await testApp.data.db.system.tx((tx) =>
        tx.run(
          sql`update upload set lease = gen_random_uuid(), leased_until = now() - interval '1 second' where id = ${id}`,
        ),
      )
      const pieces = [received, 1_000_000, 2_000_000].filter((at, n) => n === 0 || at > received)
      let data: Upload | undefined
      for (const [n, at] of pieces.entries()) data = (await chen.patch(id, at, BIG.subarray(at, pieces[n + 1]))).data
      expect(data?.state).toBe('stored')
      await late.write(Buffer.alloc(100, 2), 0, 100, received)
      await late.close()
      const { download } = (await chen.address(data?.file?.id ?? '')).data
      expect(hash(Buffer.from(await (await fetch(testApp.base + download)).arrayBuffer()))).toBe(hash(BIG))
    }
  })

  it('[FILE-04~] the same file twice is told before a byte goes, and kept all the same where one wants it', async () => {
    const bytes = pngOf(31, 7)
    const first = await chen.send('wound.png', bytes, { sha256: hash(bytes) })
    expect(first).toMatchObject({ state: 'stored', duplicate: null, reason: null })
    const second = await lin.begin({
      kind: 'photo',
      pid: 201,
      name: 'copy.png',
      bytes: bytes.length,
      sha256: hash(bytes),
    })
    expect(second.data.duplicate).toMatchObject({ id: first.file?.id, name: 'wound.png' })
    const kept = await lin.patch(second.data.id, 0, bytes)
    expect(kept.data).toMatchObject({ state: 'stored', reason: 'UPLOAD_DUPLICATE', file: { duplicate: true } })
    // Without having said what it is, it is told at the end.
    expect(await chen.send('third.png', bytes)).toMatchObject({ reason: 'UPLOAD_DUPLICATE' })
  })

  it('[FILE-02] is refused by name, size and number before a byte goes, each with its own code and what would do, and by its content when it is there', async () => {
    const said = async (ask: Record<string, unknown>) => {
      const { code, data } = await chen.begin({ kind: 'photo', pid: 201, name: 'a.jpg', bytes: 10, ...ask })
      return [code, data]
    }
    expect(await said({ bytes: 0 })).toEqual(['UPLOAD_EMPTY', {}])
    expect(await said({ name: 'a.pdf' })).toEqual(['UPLOAD_IMAGE_ONLY', { types: 'jpg, jpeg, png' }])
    expect(await said({ name: 'a.html' })).toEqual(['UPLOAD_IMAGE_ONLY', { types: 'jpg, jpeg, png' }])
    expect(await said({ kind: 'pe_report', name: 'a.svg' })).toEqual(['UPLOAD_TYPE', { types: 'pdf' }])
    expect(await said({ bytes: 20 * 1_048_576 })).toEqual(['OK', expect.objectContaining({ state: 'queued' })])
    expect(await said({ bytes: 20 * 1_048_576 + 1 })).toEqual(['UPLOAD_TOO_LARGE', { max: 20 }])
    // Of every kind, as long as nothing else is set.
    for (const kind of fileKinds) {
      const name = `a.${extensionsOf[formatsOf[kind][0] ?? 'jpg'][0]}`
      expect(await said({ kind, name, bytes: 20 * 1_048_576 + 1 }), kind).toEqual(['UPLOAD_TOO_LARGE', { max: 20 }])
    }
    for (const name of ['../../etc/passwd.jpg', 'a\\b.jpg', ''])
      expect((await said({ name }))[0], name).toBe('BAD_INPUT')
    try {
      await limits({
        maxMb: 5,
        perExtension: { mp4: 1000 },
        perKind: { photo: { maxMb: 1, atOnce: 2, extensions: ['png'] } },
      })
      expect(await said({ bytes: 1_048_577, name: 'a.png' })).toEqual(['UPLOAD_TOO_LARGE', { max: 1 }])
      expect(await said({ name: 'a.jpg' })).toEqual(['UPLOAD_IMAGE_ONLY', { types: 'png' }])
      expect(await said({ kind: 'skin', name: 'a.jpg', bytes: 5 * 1_048_576 + 1 })).toEqual([
        'UPLOAD_TOO_LARGE',
        { max: 5 },
      ])
      expect((await said({ kind: 'video', name: 'a.mp4', bytes: 1000 * 1_048_576 }))[0]).toBe('OK')
      // More than that nothing may have, whatever is set.
      expect((await said({ kind: 'video', name: 'a.mp4', bytes: 1000 * 1_048_576 + 1 }))[0]).toBe('BAD_INPUT')
      const set = (maxMb: number) => uiConfig.safeParse({ uploads: { perKind: { video: { maxMb } } } }).success
      expect([set(1000), set(1001)]).toEqual([true, false])
      // One of the photos above is still on its way; of two at once one is too many.
      const more = await Promise.all([said({ name: 'b.png' }), said({ name: 'c.png' })])
      expect(more.map(([code]) => code).sort()).toEqual(['OK', 'UPLOAD_COUNT'])
    } finally {
      await limits({})
    }
    // What its name says lets it begin; what it is decides.
    expect(await chen.send('page.jpg', Buffer.from('<!doctype html><script>alert(1)</script>'))).toMatchObject({
      state: 'rejected',
      reason: 'UPLOAD_CONTENT',
      file: null,
    })
    expect(await chen.send('picture.jpg', jpegOf())).toMatchObject({ state: 'stored', file: { format: 'jpg' } })
    expect(await chen.send('picture.png', pngOf(5, 4))).toMatchObject({ state: 'stored', file: { format: 'png' } })
  })

  it('[FILE-01] every kind is taken with its number, and number at once, extensions and size of each are settings of the institution', async () => {
    const numbers = { photo: 1, dicom: 2, ultrasound: 4, ecg: 5, sti: 12, eye: 13 }
    const byName = ['pe_report', 'video', 'face', 'ear', 'nasal', 'throat', 'oral', 'skin', 'phono']
    expect([...fileKinds].sort()).toEqual([...Object.keys(numbers), ...byName].sort())
    const examples: Partial<Record<FileKind, [string, Buffer]>> = {
      dicom: ['a.dcm', dicom()],
      pe_report: ['a.pdf', pdf('% k')],
      video: ['a.mov', film('qt  ')],
      phono: ['a.wav', wave()],
    }
    for (const [at, kind] of fileKinds.entries()) {
      const [name, bytes] = examples[kind] ?? ['a.png', pngOf(40, at + 3)]
      const { file } = await chen.send(name, bytes, { kind })
      expect(file, kind).toMatchObject({ kind, number: (numbers as Record<string, number>)[kind] ?? null })
    }
    const extensionOf = (kind: FileKind) => extensionsOf[formatsOf[kind].at(-1) ?? 'jpg'][0] ?? ''
    try {
      const own = fileKinds.map((kind) => [kind, { maxMb: 3, atOnce: 1, extensions: [extensionOf(kind)] }])
      await limits({ perKind: Object.fromEntries(own) })
      for (const kind of fileKinds) {
        const extension = extensionOf(kind)
        const other = formatsOf[kind].length > 1 ? (extensionsOf[formatsOf[kind][0] ?? 'jpg'][0] ?? '') : 'html'
        const said = async (name: string, bytes: number) => {
          const { code, data } = await lin.begin({ kind, pid: 201, name, bytes })
          return [code, (data as { max?: number } | undefined)?.max]
        }
        expect(await said(`a.${extension}`, 3 * 1_048_576 + 1), kind).toEqual(['UPLOAD_TOO_LARGE', 3])
        expect((await said(`a.${other}`, 10))[0], kind).toMatch(/^UPLOAD_(TYPE|IMAGE_ONLY)$/)
        expect((await said(`a.${extension}`, 3 * 1_048_576))[0], kind).toBe('OK')
        expect(await said(`b.${extension}`, 10), kind).toEqual(['UPLOAD_COUNT', 1])
      }
    } finally {
      await limits({})
    }
  })

  it('[FILE-02~] the content counts, not the name: what is something else is refused, and its bytes are gone', async () => {
    const jpeg = jpegOf()
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const bad: [string, string, Buffer][] = [
      ['photo', 'page.jpg', page],
      ['photo', 'film.jpg', film()],
      ['photo', 'cut.jpg', jpeg.subarray(0, 200)],
      ['photo', 'bomb.png', bombPng()],
      ['photo', 'drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['pe_report', 'page.pdf', page],
      ['pe_report', 'begins.pdf', Buffer.from('%PDF-1.7\n<html>')],
      ['pe_report', 'behind.pdf', Buffer.concat([pdf(), page])],
      ['pe_report', 'before.pdf', Buffer.concat([page, pdf()])],
      ['dicom', 'page.dcm', dicom('<html><script>alert(1)</script>')],
      ['dicom', 'program.dcm', dicom('MZ')],
      ['dicom', 'short.dcm', dicom().subarray(0, 150)],
      ['video', 'behind.mp4', Buffer.concat([film(), page])],
      ['video', 'other.mov', film('isom')],
      ['video', 'short.mp4', film().subarray(0, 40)],
      ['phono', 'page.wav', page],
      ['phono', 'long.wav', Buffer.concat([wave(), page])],
    ]
    for (const [kind, name, bytes] of bad) {
      const outcome = await chen.send(name, bytes, { kind })
      const reason = name === 'short.dcm' ? 'UPLOAD_BROKEN' : 'UPLOAD_CONTENT'
      expect(outcome, name).toMatchObject({ state: 'rejected', reason, file: null })
      expect(
        stored().filter((one) => one.startsWith(outcome.id)),
        name,
      ).toEqual([])
    }
    // What came is not what was meant to come.
    expect(await chen.send('other.png', pngOf(3, 3), { sha256: hash(pngOf(4, 4)) })).toMatchObject({
      state: 'rejected',
      reason: 'UPLOAD_CHECKSUM',
    })
    const good: [string, string, Buffer, string][] = [
      ['photo', 'a.JPEG', jpeg, 'jpg'],
      ['pe_report', '健檢 報告.pdf', pdf(), 'pdf'],
      ['dicom', 'ct.dcm', dicom(), 'dcm'],
      ['dicom', 'tiff.dcm', dicom('II*\0'), 'dcm'],
      ['video', 'a.mov', film('qt  '), 'mov'],
      ['phono', 'heart.wav', wave(), 'wav'],
    ]
    for (const [kind, name, bytes, format] of good)
      expect(await chen.send(name, bytes, { kind }), name).toMatchObject({
        state: 'stored',
        name,
        file: { format, kind, name },
      })
  })

  it("[FILE-08~] another's upload, another unit's member, another institution: none of them is there", async () => {
    const { id } = (await chen.begin({ kind: 'photo', pid: 201, name: 'a.png', bytes: 100 })).data
    for (const stranger of [lin, far, hua]) {
      expect((await stranger.call('HEAD', `/his/api/uploads/${id}`)).status).toBe(404)
      expect((await stranger.patch(id, 0, Buffer.alloc(10))).code).toBe('NOT_FOUND')
      expect((await stranger.call('DELETE', `/his/api/uploads/${id}`)).code).toBe('NOT_FOUND')
      expect((await stranger.call<Upload[]>('GET', '/his/api/uploads')).data.map((row) => row.id)).not.toContain(id)
    }
    for (const pid of [204, 205, 999_999])
      expect((await chen.begin({ kind: 'photo', pid, name: 'a.png', bytes: 100 })).code, `${pid}`).toBe('NOT_FOUND')
    expect((await chen.begin({ kind: 'photo', pid: 201, unitId: 3, name: 'a.png', bytes: 100 })).code).toBe('NOT_FOUND')
    expect(
      (
        await chen.begin({
          kind: 'photo',
          pid: 201,
          name: 'a.png',
          bytes: 100,
          thumb: Buffer.from('<svg>').toString('base64'),
        })
      ).code,
    ).toBe('UPLOAD_CONTENT')
    const wrong = await chen.call('PATCH', `/his/api/uploads/${id}`, Buffer.alloc(10), { 'upload-offset': '-1' })
    expect(wrong.code).toBe('BAD_INPUT')
    expect((await chen.patch(id, 0, Buffer.alloc(101))).code).toBe('UPLOAD_TOO_LARGE')
    expect((await chen.patch(id, 0, Buffer.alloc(0))).code).toMatch(/UPLOAD_EMPTY|BAD_INPUT/)
    expect((await chen.call<Upload>('DELETE', `/his/api/uploads/${id}`)).code).toBe('OK')
  })

  it('[FILE-03] the name of a batch tells the patient and the eye, its extension the kind; what fits nobody is listed and assigned by hand, never guessed', async () => {
    const batch = (name: string, more: Record<string, unknown> = {}, by = chen) =>
      by.send(name, pngOf(9, 9), { pid: undefined, kind: 'eye', ...more })
    expect(await batch('A223456527_L_0001.png')).toMatchObject({
      state: 'stored',
      eye: 'L',
      patient: { pid: 201 },
      reason: null,
      name: 'A223456527_L_0001.png',
    })
    expect(await batch('a202_r_x.png')).toMatchObject({ state: 'stored', eye: 'R', patient: { pid: 202 } })
    expect(await batch('a202_0001.png')).toMatchObject({ state: 'stored', eye: null, reason: 'UPLOAD_EYE' })
    // A letter that comes second speaks of an eye in pictures of eyes alone.
    expect(await batch('a202_L_1.png', { kind: 'skin' })).toMatchObject({ eye: null, patient: { pid: 202 } })
    // Reports are PDF, DICOM is DCM, a film may be MOV; another one's extension is refused before a byte goes.
    const kinds = [
      ['pe_report', 'A223456527_report.pdf', pdf('% b')],
      ['dicom', 'A223456527_0001.dcm', dicom()],
      ['video', 'a201_gait.mov', film('qt  ', 99)],
    ] as const
    for (const [kind, name, bytes] of kinds) {
      expect(await chen.send(name, bytes, { pid: undefined, kind }), name).toMatchObject({
        state: 'stored',
        patient: { pid: 201 },
        // The patient id inside the DICOM file is another member's: told, and stored where its name says.
        reason: kind === 'dicom' ? 'UPLOAD_PERSON' : null,
      })
      const wrong = await chen.begin({ kind, name: name.replace(/\.\w+$/, '.wav'), bytes: 10 })
      expect([wrong.status, wrong.code], name).toEqual([415, 'UPLOAD_TYPE'])
    }
    // A member of another unit, of another institution, a wrong id, a name of a person, none at all.
    const strangers = ['F131104093_L_1.png', 'a205_L_1.png', 'A223456528_L_1.png', '吳秀鳳_L_1.png', 'IMG1234.png']
    for (const name of [...strangers, 'a202.png', 'a202-L-1.png'])
      expect(await batch(name), name).toMatchObject({ state: 'unassigned', reason: 'UPLOAD_NAME', patient: null })
    const row = await batch('nobody_L_1.png')
    const file = row.file
    if (!file) throw new Error('no file')
    const listed = async (by = chen) =>
      (await by.call<Upload[]>('GET', '/his/api/uploads?state=unassigned&pageSize=200')).data.map(({ id }) => id)
    expect(await listed()).toContain(row.id)
    // Nobody else knows of it.
    expect(await listed(lin)).not.toContain(row.id)
    expect((await lin.put(file.id, { action: 'assign', version: 1, pid: 201 })).code).toBe('NOT_FOUND')
    expect((await chen.put(file.id, { action: 'assign', version: 1, pid: 204 })).code).toBe('MEMBER_NOT_FOUND')
    expect((await chen.put(file.id, { action: 'assign', version: 1 })).code).toBe('MEMBER_NOT_FOUND')
    expect((await chen.put(file.id, { action: 'assign', version: 1, pid: 201 })).data).toMatchObject({
      state: 'stored',
      patient: { pid: 201 },
    })
    expect((await chen.put(file.id, { action: 'assign', version: 2, pid: 202 })).code).toBe('ILLEGAL_STEP')
    const left = await listed()
    expect(left).not.toContain(row.id)
    expect(left.length).toBeGreaterThanOrEqual(7)
    expect((await chen.files(201)).data.map(({ id }) => id)).toContain(file.id)
  })

  it('[FILE-03~] whom an unassigned file may mean is suggested: one slip away, by name, by what a DICOM file says; of other units nobody', async () => {
    const suggested = async (name: string, more: Record<string, unknown> = {}, bytes = pngOf(8, 8)) => {
      const { file } = await chen.send(name, bytes, { pid: undefined, ...more })
      expect(file?.state, name).toBe('unassigned')
      const { code, data } = await chen.call<Suggestion[]>('GET', `/his/api/files/${file?.id}/suggestions`)
      expect(code).toBe('OK')
      return data.map(({ pid, by }) => [pid, by])
    }
    // One sign wrong, missing, too many, two swapped.
    for (const who of ['A223456528', 'A22345652', 'A2234565270', 'A232456527'])
      expect(await suggested(`${who}_1.png`), who).toEqual([[201, 'number']])
    expect(await suggested('吳秀鳳_1.png')).toEqual([[201, 'name']])
    expect(await suggested('scan.dcm', { kind: 'dicom' }, dicom())).toEqual([[202, 'dicom']])
    for (const name of [
      'F131104094_1.png',
      '新店人_1.png',
      'IMG_0001.png',
      '.*_1.png',
      '(((((_x.png',
      `${'A'.repeat(90)}1_.png`,
    ])
      expect(await suggested(name), name).toEqual([])
    // Another's file says nothing to others.
    const { file } = await chen.send('A223456528_2.png', pngOf(8, 8), { pid: undefined })
    expect((await lin.call('GET', `/his/api/files/${file?.id}/suggestions`)).code).toBe('NOT_FOUND')
  })
})

describe('what is left behind', () => {
  it('[FILE-04~] nothing of an upload that is given up while a piece of it is being written', async () => {
    const { token } = await testApp.signIn('nurse.chen')
    chen = clientOf(testApp, token)
    const who = await testApp.app.auth.staff(token)
    const { data } = await chen.begin({ kind: 'video', pid: 201, name: 'gone.mp4', bytes: 100 })
    const disk = localStorage(testApp.app.deps.config.dataDir)
    const slow: Storage = {
      ...disk,
      append: async (...piece) => {
        expect((await chen.call('DELETE', `/his/api/uploads/${data.id}`)).code).toBe('OK')
        await disk.append(...piece)
      },
    }
    const { deps } = testApp.app
    const sent = receive(
      { db: deps.db, storage: slow, timers: deps.timers, now: () => deps.clock.now() },
      (work) => deps.db.tx(scopeOf(who), work),
      who,
      { id: data.id, offset: 0, bytes: Buffer.alloc(60) },
    )
    await expect(sent).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    expect(stored().filter((name) => name.startsWith(data.id))).toEqual([])
  })

  it('[FILE-02~] a picture that calls itself a film is not read whole, however long a film may be', async () => {
    const head = pngOf(2, 2)
    const read: number[] = []
    const found = await contentOf({
      size: 900 * 1024 * 1024,
      read: async (at, length) => {
        read.push(length)
        return Buffer.concat([head, Buffer.alloc(4096)]).subarray(at, at + length)
      },
      close: async () => undefined,
    })
    expect(found).toBeNull()
    expect(Math.max(...read)).toBeLessThan(100_000)
  })
})

describe('a picture', () => {
  it('[Vw4] is what it is, whatever an app called it, and so is a file of a disc without an ending', async () => {
    const named: [string, string, Buffer, string][] = [
      ['photo', 'picture.jpg', pngOf(6, 5), 'picture.png'],
      ['photo', 'picture.png', jpegOf([segment(0xfe, 'one')]), 'picture.jpg'],
      ['photo', 'photo.HEIC', jpegOf([segment(0xfe, 'two')]), 'photo.jpg'],
      ['dicom', 'IM000001', dicom(), 'IM000001.dcm'],
      [
        'dicom',
        'x.ima',
        Buffer.from(dicom().toString('latin1').replace('A123456789', 'B123456789'), 'latin1'),
        'x.dcm',
      ],
      ['photo', 'a', pngOf(11, 1), 'a.png'],
      ['photo', 'a.', pngOf(11, 2), 'a.png'],
      ['photo', 'image:100001', pngOf(11, 3), 'image:100001.png'],
      ['photo', 'a.jpg.tmp', pngOf(11, 4), 'a.jpg.png'],
      ['photo', 'a.png.tmp', pngOf(11, 5), 'a.png'],
      ['photo', 'a.webp', pngOf(11, 6), 'a.png'],
      ['photo', 'a.tif', pngOf(11, 7), 'a.png'],
      ['photo', 'a.bmp', pngOf(11, 8), 'a.png'],
      ['pe_report', '報告', pdf('% bare'), '報告.pdf'],
      ['pe_report', '報告.jpg', pdf('% jpg'), '報告.pdf'],
    ]
    for (const [kind, name, bytes, stored] of named)
      expect(await chen.send(name, bytes, { kind }), name).toMatchObject({ state: 'stored', file: { name: stored } })
    const none: [string, string, Buffer, string][] = [
      ['photo', 'photo.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'UPLOAD_IMAGE_ONLY'],
      ['dicom', 'IM000002', Buffer.from('no disc'), 'UPLOAD_TYPE'],
      ['dicom', 'IM000003', dicom().subarray(0, 150), 'UPLOAD_BROKEN'],
      ['pe_report', 'photo.jpg', jpegOf([segment(0xfe, 'four')]), 'UPLOAD_TYPE'],
    ]
    for (const [kind, name, bytes, reason] of none)
      expect(await chen.send(name, bytes, { kind }), name).toMatchObject({ state: 'rejected', reason })
    try {
      await limits({ perKind: { photo: { extensions: ['png'] } } })
      expect(await chen.send('picture.png', jpegOf([segment(0xfe, 'three')]))).toMatchObject({
        state: 'rejected',
        reason: 'UPLOAD_IMAGE_ONLY',
      })
    } finally {
      await limits({})
    }
  })

  it('[Vw4] of too many pixels is refused for them, with how many there may be', async () => {
    // The header says 10000 x 6001 and 12000 x 9000; what is behind it is not asked any more.
    for (const [width, height] of [
      [10_000, 6001],
      [12_000, 9000],
    ] as const) {
      const jpeg = jpegOf()
      const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
      jpeg.writeUInt16BE(height, frame + 5)
      jpeg.writeUInt16BE(width, frame + 7)
      expect(await chen.send('large.jpg', jpeg), `${width} x ${height}`).toMatchObject({
        state: 'rejected',
        reason: 'UPLOAD_PIXELS',
        reasonData: { side: 16_000, max: 60 },
      })
    }
  })

  it('[V11] of a PNG keeps which way up it was taken, and its width and height are as one sees it', async () => {
    const tiff = Buffer.from(
      '4d4d002a00000008' + '0002' + '01120003000000010006' + '0000' + '882500040000000100000000' + '00000000',
      'hex',
    )
    const { file } = await chen.send('turned.png', pngWith(200, 100, chunk('eXIf', tiff)))
    expect(file).toMatchObject({ width: 100, height: 200 })
    const { data } = await chen.address(file?.id ?? '')
    const shown = Buffer.from(await (await fetch(testApp.base + data.url)).arrayBuffer())
    expect(shown.includes(Buffer.from('01120003000000010006', 'hex'))).toBe(true)
    expect(shown.includes(Buffer.from('8825', 'hex')), 'no place').toBe(false)
    // Behind the pixels no browser obeys it, and its small picture lies.
    expect((await chen.send('late.png', pngOf(200, 100, [chunk('eXIf', tiff)]))).file).toMatchObject({ width: 200 })
    const exif = `Exif\0\0${tiff.toString('latin1')}`
    const lying = jpegOf([segment(0xe1, exif)])
    const frame = lying.indexOf(Buffer.from('ffc0', 'hex'))
    lying.writeUInt16BE(100, frame + 5)
    lying.writeUInt16BE(200, frame + 7)
    expect((await chen.send('o6.jpg', lying)).file).toMatchObject({ width: 100, height: 200 })
  })

  it('[FILE-10~] is shown without what the camera wrote but which way up, and its original stays as it came', async () => {
    const exif = Buffer.from(
      '457869660000' +
        '4d4d002a00000008' +
        '0002' +
        '0112000300000001' +
        '00060000' +
        '8825000400000001' +
        '00000000' +
        '00000000',
      'hex',
    ).toString('latin1')
    const bytes = jpegOf([segment(0xe1, exif), segment(0xfe, 'GPS 25.03 121.56 <script>')], '%PDF-1.7 <html>')
    const { file } = await chen.send('phone.jpg', bytes)
    const { data } = await chen.address(file?.id ?? '')
    const shown = Buffer.from(await (await fetch(testApp.base + data.url)).arrayBuffer())
    expect(shown.toString('latin1')).not.toMatch(/GPS|script|PDF/)
    // Orientation 6, alone.
    expect(shown.includes(Buffer.from('01120003000000010006', 'hex'))).toBe(true)
    const kept = Buffer.from(await (await fetch(testApp.base + data.download)).arrayBuffer())
    expect(kept.equals(bytes)).toBe(true)
  })
})
