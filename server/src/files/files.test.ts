import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otherSpellings, type TestApp, type TestSocket, until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { jpegOf, pngOf } from '../profile/fixture.ts'
import { type Client, clientOf, openFiles, pdf } from './fixture.ts'

let testApp: TestApp
const people: Record<string, Client> = {}
const as = (account: string): Client => {
  const found = people[account]
  if (!found) throw new Error(account)
  return found
}
let socket: TestSocket
beforeAll(async () => {
  testApp = await openFiles()
  for (const account of ['dr.lin', 'dr.wang', 'nurse.chen', 'nurse.li', 'dr.far', 'dr.hua', 'secretary', 'admin']) {
    const { token } = await testApp.signIn(account)
    people[account] = clientOf(testApp, token)
    if (account === 'dr.wang') socket = await testApp.connect(token)
  }
})
afterAll(() => testApp?.stop())

const thumb = pngOf(32, 24).toString('base64')
const brought = async (
  by = 'nurse.chen',
  more: Record<string, unknown> = {},
  bytes = pngOf(40, 30),
): Promise<MedicalFile> => {
  const { file } = await as(by).send('wound.png', bytes, { thumb, ...more })
  if (!file) throw new Error('it was not stored')
  return file
}
const fetched = async (url: string) => {
  const response = await fetch(testApp.base + url)
  const { headers } = response
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers }
}
const consent = (state: 'active' | 'withdrawn') =>
  testApp.data.db.system.tx((tx) => tx.run(sql`update consent set state = ${state} where pid = 201`))

describe('who may see a medical file', () => {
  it('[FILE-08~] readers of the unit with the patient’s authorisation, who brought it, and nobody else', async () => {
    const file = await brought()
    for (const reader of ['dr.lin', 'dr.wang', 'nurse.li', 'nurse.chen']) {
      expect(
        (await as(reader).files(201)).data.map(({ id }) => id),
        reader,
      ).toContain(file.id)
      expect((await as(reader).address(file.id)).code, reader).toBe('OK')
    }
    for (const stranger of ['dr.far', 'dr.hua']) {
      expect((await as(stranger).files(201)).code, stranger).toBe('NOT_FOUND')
      expect((await as(stranger).call('GET', `/his/api/files/${file.id}`)).code, stranger).toBe('NOT_FOUND')
      expect((await as(stranger).address(file.id)).code, stranger).toBe('NOT_FOUND')
      expect((await as(stranger).put(file.id, { action: 'withdraw', version: 1, reason: 'x' })).code, stranger).toBe(
        'NOT_FOUND',
      )
    }
    // An administrator and a secretary read no files; a secretary brings them.
    for (const other of ['admin', 'secretary']) expect((await as(other).address(file.id)).code, other).toBe('FORBIDDEN')
    const own = await as('secretary').send('card.png', pngOf(8, 8), { thumb })
    expect(own).toMatchObject({ state: 'stored', file: { opens: false, thumb: null } })
    await consent('withdrawn')
    try {
      expect((await as('dr.lin').files(201)).code).toBe('EMR_NOT_AUTHORISED')
      expect((await as('dr.lin').address(file.id)).code).toBe('NOT_FOUND')
      // What one brought oneself stays one's own to look at, as a note does.
      expect((await as('nurse.chen').files(201)).data.map(({ id }) => id)).toEqual([file.id])
    } finally {
      await consent('active')
    }
  })

  it('[FILE-08] an address opens one file, for a while, and nothing that it serves can run as a page', async () => {
    const file = await brought('nurse.chen', {}, pngOf(41, 30, [], '<html><script>alert(1)</script>'))
    const report = (await as('nurse.chen').send('<b>報告"; x.pdf', pdf(), { kind: 'pe_report' })).file
    const { data } = await as('dr.lin').address(file.id)
    const shown = await fetched(data.url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(shown.bytes.toString('latin1')).not.toContain('<html>')
    const saved = await fetched(data.download)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
    const small = await fetched((await as('dr.lin').files(201)).data.find(({ id }) => id === file.id)?.thumb?.url ?? '')
    expect([small.status, small.bytes.equals(pngOf(32, 24))]).toEqual([200, true])
    for (const { headers } of [shown, saved, small]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
    const paper = await fetched((await as('dr.lin').address(report?.id ?? '')).data.url)
    expect(paper.headers.get('content-type')).toBe('application/pdf')
    expect(paper.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(paper.headers.get('content-disposition')).toMatch(
      /^inline; filename="file\.pdf"; filename\*=UTF-8''[\w.%-]+$/,
    )
    // Of another file, without a ticket, made longer, cut, over.
    const ticket = new URL(data.url, testApp.base).searchParams.get('ticket') ?? ''
    const [body = '', signature = ''] = ticket.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const forged = `${Buffer.from(JSON.stringify({ ...claims, exp: 4_102_444_800, as: 'original' })).toString('base64url')}.${signature}`
    for (const url of [
      `/his/api/files/${report?.id}/content?ticket=${ticket}`,
      `/his/api/files/${file.id}/content`,
      `/his/api/files/${file.id}/content?ticket=${forged}`,
      `/his/api/files/${file.id}/content?ticket=${ticket.slice(0, -2)}`,
      ...otherSpellings(ticket).map((spelling) => `/his/api/files/${file.id}/content?ticket=${spelling}`),
    ])
      expect((await fetched(url)).status, url).toBe(403)
    testApp.clock.advance(12 * 60_000)
    expect((await fetched(data.url)).status).toBe(403)
    testApp.clock.set(new Date())
    // Who opened and who saved it is kept.
    const kept = await testApp.data.db.system.read(sql<{ action: string; mid: number; pid: number }>`
      select action, mid, pid from audit_log where target_id = ${file.id} and action in ('file.view', 'file.save') order by id`)
    expect(kept).toEqual([
      { action: 'file.view', mid: testApp.mids['dr.lin'], pid: 201 },
      { action: 'file.save', mid: testApp.mids['dr.lin'], pid: 201 },
    ])
  })
})

describe('who opened a file', () => {
  const rowsOf = async (id: string) =>
    (
      await testApp.data.db.system.read(sql<{ action: string; pid: number | null; mid: number }>`
        select action, pid, mid from audit_log where target_id = ${id} and kind = 'read' order by id`)
    ).map(({ action, pid, mid }) => `${action} ${pid} ${mid === testApp.mids['dr.lin'] ? 'lin' : mid}`)

  it.each<[part: string, status: number, rows: string[]]>([
    ['bytes=-999999999', 206, ['file.save 201 lin']],
    ['bytes=-1', 206, ['file.save 201 lin']],
    ['bytes=1-', 206, ['file.save 201 lin']],
    ['bytes=5-7', 206, ['file.save 201 lin']],
    ['bytes=0-0', 206, ['file.save 201 lin']],
    // No ranges that are known here: the whole file.
    ['bytes=1-2,4-9', 200, ['file.save 201 lin']],
    ['pieces=1-', 200, ['file.save 201 lin']],
    ['bytes=99999999-', 416, []],
  ])('[FILE-08~] is kept by the first piece that leaves, whatever range it is: %s', async (range, status, rows) => {
    const file = await brought('nurse.chen', {}, pngOf(30, 30))
    const { data } = await as('dr.lin').address(file.id)
    const get = () => fetch(testApp.base + data.download, { headers: { range } })
    const answer = await get()
    await answer.arrayBuffer()
    expect(answer.status).toBe(status)
    const kept = async () => (await rowsOf(file.id)).filter((row) => row.startsWith('file.'))
    expect(await kept()).toEqual(rows)
    // A piece from the middle of what was opened is no second opening; the next address is.
    await fetch(testApp.base + data.download, { headers: { range: 'bytes=3-4' } })
    expect(await kept()).toEqual(['file.save 201 lin'])
    testApp.clock.advance(60_000)
    const { data: next } = await as('dr.lin').address(file.id)
    await fetch(testApp.base + next.download, { headers: { range: 'bytes=3-4' } })
    testApp.clock.set(new Date())
    expect(await kept()).toEqual(['file.save 201 lin', 'file.save 201 lin'])
  })
  it('[FILE-08~] what is known of a file is read by a row, and its small picture once a session', async () => {
    const file = await brought('nurse.chen', {}, pngOf(31, 30))
    const { data } = await as('dr.lin').call<{ thumb: { url: string } | null }>('GET', `/his/api/files/${file.id}`)
    for (let time = 0; time < 3; time += 1) {
      const small = await fetched(data.thumb?.url ?? '')
      expect([small.status, small.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect(await rowsOf(file.id)).toEqual(['GET /his/api/files/{id} 201 lin', 'file.thumbnail 201 lin'])
  })
})

describe('an address that was given', () => {
  it('[FILE-08~] opens no more than its holder may see now: the patient takes the authorisation back, or the session ends', async () => {
    const file = await brought('dr.wang')
    const { token } = await testApp.signIn('nurse.li', { device_token: 'another' })
    const li = clientOf(testApp, token)
    const { data } = await li.address(file.id)
    const small = (await li.files(201)).data.find(({ id }) => id === file.id)?.thumb?.url ?? ''
    const all = [data.url, data.download, small]
    const answers = async () => Promise.all(all.map(async (url) => (await fetched(url)).status))
    expect(await answers()).toEqual([200, 200, 200])
    await consent('withdrawn')
    expect(await answers()).toEqual([404, 404, 404])
    await consent('active')
    expect(await answers()).toEqual([200, 200, 200])
    // Another profession meanwhile, which reads no files.
    const become = (doctortype: string) =>
      testApp.data.db.system.tx((tx) =>
        tx.run(sql`update staff_partner set doctortype = ${doctortype} where mid = ${testApp.mids['nurse.li'] ?? 0}`),
      )
    await become('health_secretary')
    testApp.clock.advance(31_000)
    expect(await answers()).toEqual([403, 403, 403])
    expect(JSON.parse((await fetched(data.url)).bytes.toString())).toMatchObject({ status: 'FORBIDDEN' })
    await become('nurse')
    testApp.clock.advance(31_000)
    expect(await answers()).toEqual([200, 200, 200])
    expect((await li.call('POST', '/his/api/logout', {})).code).toBe('OK')
    expect(await answers()).toEqual([403, 403, 403])
    // A new session of the same person has addresses of its own.
    people['nurse.li'] = clientOf(testApp, (await testApp.signIn('nurse.li')).token)
    expect(await answers()).toEqual([403, 403, 403])
    expect((await fetched((await as('nurse.li').address(file.id)).data.url)).status).toBe(200)
  })
})

describe('an answer that is kept for a repeat', () => {
  it('[API-07~] says no more than its holder may see now, and each time leaves a row', async () => {
    const file = await brought('dr.wang')
    const mid = testApp.mids['nurse.li'] ?? 0
    people['nurse.li'] = clientOf(testApp, (await testApp.signIn('nurse.li')).token)
    const change = { action: 'change', version: 1, remark: '有膿、有味道' }
    const again = () =>
      as('nurse.li').call<MedicalFile>('PUT', `/his/api/files/${file.id}`, change, { 'idempotency-key': 'nurse-li-1' })
    const told = async () => {
      const { status, code, data, headers } = await again()
      return [status, code, data?.remark, headers.get('idempotent-replayed')]
    }
    const rows = () =>
      testApp.data.db.system.read(sql<{ action: string; detail: unknown }>`
        select action, detail from audit_log where mid = ${mid} and pid = 201 and target_id = ${file.id} and detail ->> 'repeated' = 'true'`)
    expect(await told()).toEqual([200, 'OK', change.remark, null])
    expect(await told()).toEqual([200, 'OK', change.remark, 'true'])
    expect(await rows()).toEqual([{ action: 'PUT /his/api/files/{id}', detail: { repeated: true } }])
    await consent('withdrawn')
    expect(await told()).toEqual([409, 'DUPLICATE', undefined, null])
    await consent('active')
    expect((await told())[0]).toBe(200)
    const move = async (unit: number) => {
      await testApp.data.db.system.tx((tx) => tx.run(sql`update staff_unit set unit_id = ${unit} where mid = ${mid}`))
      testApp.clock.advance(31_000)
    }
    await move(3)
    expect(await told()).toEqual([409, 'DUPLICATE', undefined, null])
    await move(2)
    expect((await told())[0]).toBe(200)
    expect(await rows()).toHaveLength(3)
  })
})

describe('what is said of a file', () => {
  it('[FILE-10] is turned, named and remarked on by every reader, with its history; the bytes stay as they came', async () => {
    const file = await brought('nurse.chen', {}, pngOf(50, 20))
    const before = await fetched((await as('dr.lin').address(file.id)).data.download)
    const turned = await as('dr.wang').put(file.id, {
      action: 'change',
      version: 1,
      rotation: 90,
      name: '左手 傷口.png',
      remark: '第三天',
    })
    expect(turned.data).toMatchObject({
      rotation: 90,
      name: '左手 傷口.png',
      remark: '第三天',
      version: 2,
      by: { mid: testApp.mids['nurse.chen'] },
    })
    const stale = await as('dr.lin').put(file.id, { action: 'change', version: 1, rotation: 180 })
    expect([stale.code, stale.data.rotation]).toEqual(['VERSION_STALE', 90])
    expect((await as('dr.lin').put(file.id, { action: 'change', version: 2, rotation: 45 })).code).toBe('BAD_INPUT')
    expect((await as('dr.lin').put(file.id, { action: 'change', version: 2, kind: 'pe_report' })).code).toBe(
      'UPLOAD_TYPE',
    )
    const skin = await as('dr.lin').put(file.id, { action: 'change', version: 2, kind: 'eye', eye: 'L' })
    expect(skin.data).toMatchObject({ kind: 'eye', number: 13, eye: 'L', version: 3 })
    const after = await fetched((await as('dr.lin').address(file.id)).data.download)
    expect(after.bytes.equals(before.bytes)).toBe(true)
    const [kept] = await testApp.data.db.system.read(
      sql<{ history: unknown[] }>`select history from medical_file where id = ${file.id}`,
    )
    expect(kept?.history).toMatchObject([
      { version: 1, rotation: 0, name: 'wound.png', remark: '', mid: testApp.mids['dr.wang'] },
      { version: 2, rotation: 90, kind: 'photo' },
    ])
    await until(
      () =>
        socket.received.some(
          ({ type, payload }) => type === 'file.changed' && payload.id === file.id && payload.version === 3,
        ),
      'word of it',
    )
  })

  it('[FILE-10~] a small picture is what its bytes are, whole and small, or there is none', async () => {
    const said = async (bytes: Buffer) =>
      (
        await as('nurse.chen').begin({
          kind: 'photo',
          pid: 201,
          name: 'a.png',
          bytes: 10,
          thumb: bytes.toString('base64'),
        })
      ).code
    expect(await said(jpegOf())).toBe('OK')
    expect(await said(pngOf(321, 10))).toBe('UPLOAD_CONTENT')
    expect(await said(Buffer.from('GIF89a'))).toBe('UPLOAD_CONTENT')
    expect(await said(Buffer.alloc(200_000, 1))).toBe('BAD_INPUT')
  })

  it('[FILE-08~] is withdrawn with a reason by who brought it or a doctor: hidden, and closed at once to open addresses', async () => {
    const file = await brought()
    const { data } = await as('dr.lin').address(file.id)
    expect((await as('nurse.li').put(file.id, { action: 'withdraw', version: 1, reason: '重複' })).code).toBe(
      'FORBIDDEN',
    )
    for (const said of [{}, { reason: '.' }, { reason: '\u2800' }])
      expect((await as('dr.lin').put(file.id, { action: 'withdraw', version: 1, ...said })).code).toBe(
        'REASON_REQUIRED',
      )
    const gone = await as('dr.lin').put(file.id, { action: 'withdraw', version: 1, reason: '重複' })
    expect(gone.data).toMatchObject({
      state: 'withdrawn',
      opens: false,
      thumb: null,
      withdrawn: { reason: '重複', by: { mid: testApp.mids['dr.lin'] } },
    })
    expect((await fetched(data.url)).status).toBe(404)
    expect((await as('dr.lin').address(file.id)).code).toBe('NOT_FOUND')
    expect((await as('dr.lin').put(file.id, { action: 'change', version: 2, rotation: 90 })).code).toBe('ILLEGAL_STEP')
    expect((await as('dr.lin').files(201)).data.map(({ id }) => id)).not.toContain(file.id)
    expect((await as('dr.lin').files(201, { withdrawn: true })).data.map(({ id }) => id)).toContain(file.id)
    const { data: mine } = await as('nurse.chen').call<Upload[]>('GET', '/his/api/uploads?state=withdrawn')
    expect(mine.map((row) => row.file?.id)).toContain(file.id)
  })

  it('[FILE-08~] a file of the wrong patient goes to the right one, and leaves a mark at both', async () => {
    const file = await brought('nurse.chen', {}, pngOf(17, 9))
    const { data: address } = await as('dr.lin').address(file.id)
    const wrong = (more: object, by = 'dr.lin') => as(by).put(file.id, { action: 'wrongPatient', version: 1, ...more })
    expect((await wrong({ pid: 202 })).code).toBe('REASON_REQUIRED')
    expect((await wrong({ pid: 201, reason: 'x' })).code).toBe('VALUE_INVALID')
    for (const pid of [204, 205]) expect((await wrong({ pid, reason: 'x' })).code).toBe('MEMBER_NOT_FOUND')
    const moved = await wrong({ pid: 202, reason: '拿錯病人' })
    expect(moved.data).toMatchObject({ state: 'stored', moved: true, patient: { pid: 202 }, rotation: 0 })
    expect(moved.data.id).not.toBe(file.id)
    expect((await fetched(address.url)).status).toBe(404)
    const left = (await as('dr.lin').files(201, { withdrawn: true })).data.find(({ id }) => id === file.id)
    expect(left).toMatchObject({ state: 'withdrawn', withdrawn: { wrongPatient: true, reason: '拿錯病人' } })
    // Of nobody known: it waits with who took it away, and nobody else.
    const other = await brought('nurse.chen', {}, pngOf(18, 9))
    const nobody = await as('dr.lin').put(other.id, { action: 'wrongPatient', version: 1, reason: '不知是誰' })
    expect(nobody.data).toMatchObject({ state: 'unassigned', patient: null })
    expect((await as('nurse.chen').call('GET', `/his/api/files/${nobody.data.id}`)).code).toBe('NOT_FOUND')
    const { data: mine } = await as('dr.lin').call<Upload[]>('GET', '/his/api/uploads?state=unassigned')
    expect(mine.map((row) => row.file?.id)).toEqual([nobody.data.id])
  })

  it('[FILE-08~] the tables themselves say the same: no file, no upload of another unit or person, whoever asks', async () => {
    const { scopeOf } = await import('../platform/actor.ts')
    const scope = async (account: string) =>
      scopeOf(await testApp.app.auth.staff((await testApp.signIn(account)).token))
    const seen = async (account: string) =>
      testApp.data.db.read(await scope(account), sql<{ pid: number }>`select pid from medical_file`)
    expect(await seen('dr.far')).toEqual([])
    expect(await seen('dr.hua')).toEqual([])
    expect((await seen('nurse.li')).map(({ pid }) => pid)).toContain(201)
    expect((await seen('nurse.li')).map(({ pid }) => pid)).not.toContain(202)
    expect(await testApp.data.db.read(await scope('nurse.li'), sql`select 1 from upload`)).toEqual([])
    const write = async (account: string, what: Parameters<typeof testApp.data.db.read>[1]) =>
      testApp.data.db
        .tx(await scope(account), (tx) => tx.run(what))
        .then(
          (rows) => rows,
          () => 'refused',
        )
    expect(await write('dr.far', sql`update medical_file set rotation = 90`)).toBe(0)
    expect(await write('dr.lin', sql`update medical_file set key = 'medical/1/x.bin' where pid = 201`)).toBe('refused')
    expect(await write('dr.lin', sql`update medical_file set pid = 202 where pid = 201 and state = 'stored'`)).toBe(
      'refused',
    )
    expect(await write('dr.lin', sql`delete from medical_file`)).toBe('refused')
  })
})
