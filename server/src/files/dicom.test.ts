import type { DicomContents, DicomStudy } from '@teleward/contract/files/dicom.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../dicom/fixture.ts'
import { sql } from '../platform/db/index.ts'
import type { TestApp } from '../auth/fixture.ts'
import { type Client, clientOf, openFiles, wave } from './fixture.ts'

let testApp: TestApp
let nurse: Client
let other: Client
let secretary: Client
let far: Client
let hua: Client
beforeAll(async () => {
  testApp = await openFiles()
  const of = async (account: string) => clientOf(testApp, (await testApp.signIn(account)).token)
  ;[nurse, other, secretary, far, hua] = await Promise.all([
    of('nurse.chen'),
    of('nurse.li'),
    of('secretary'),
    of('dr.far'),
    of('dr.hua'),
  ])
})
afterAll(() => testApp?.stop())

const study = (who: Client, id: string) => who.call<DicomStudy>('GET', `/his/api/dicoms/${id}`)
const stored = async (who: Client, name: string, bytes: Buffer, more: Record<string, unknown> = {}) => {
  const { file, reason } = await who.send(name, bytes, { kind: 'dicom', ...more })
  if (!file) throw new Error(`${name}: ${reason}`)
  return file.id
}
/** The same image as another of its series: its number is one byte of the file. */
function numbered(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.indexOf(Buffer.concat([Buffer.from('20001300', 'hex'), Buffer.from('IS')]))
  const changed = Buffer.from(bytes)
  expect(changed.toString('latin1', at + 8, at + 9)).toBe(from)
  changed.write(to, at + 8, 'latin1')
  return changed
}

test('[FILE-05~] a study is all its images of this patient that the caller may see, in the order of their numbers', async () => {
  const mr = sample('MR_small')
  const second = await stored(nurse, 'b.dcm', numbered(mr, '1', '2'))
  const first = await stored(nurse, 'c.dcm', mr)
  const elsewhere = await stored(nurse, 'd.dcm', mr, { pid: 202 })
  const { data, code } = await study(nurse, second)
  expect(code).toBe('OK')
  expect(data.instances.map(({ fileId, number }) => [fileId, number])).toEqual([
    [first, 1],
    [second, 2],
  ])
  expect([data.fileId, data.patient?.pid, data.more]).toEqual([second, 201, 0])
  // The member is 吳秀鳳, the file another's: it says so.
  expect(data.matches).toEqual({ name: 'unknown', id: 'differs', birthday: 'unknown' })
  // A picture withdrawn is none of it any more, and opens no study.
  const { data: file } = await nurse.call<{ version: number }>('GET', `/his/api/files/${first}`)
  await nurse.put(first, { action: 'withdraw', version: file.version, reason: 'twice' })
  expect((await study(nurse, second)).data.instances.map(({ fileId }) => fileId)).toEqual([second])
  expect((await study(nurse, first)).code).toBe('NOT_FOUND')
  expect((await study(nurse, elsewhere)).data.instances.map(({ fileId }) => fileId)).toEqual([elsewhere])
})

test('[OPIN-02~] a study that an opinion alone shows says so; it is another’s to work with', async () => {
  const id = await stored(nurse, 'asked.dcm', sample('MR_small'))
  expect((await study(far, id)).code).toBe('NOT_FOUND')
  const { token } = await testApp.signIn('dr.lin')
  const question = { pid: 201, question: '?', invitedMid: testApp.mids['dr.far'], records: { files: [id] } }
  expect((await testApp.post('/his/api/opinions', question, token)).body.status).toBe('OK')
  expect((await study(far, id)).data).toMatchObject({ onlyShown: true, fileId: id })
  expect((await study(nurse, id)).data.onlyShown).toBe(false)
})

test('[FILE-05~] a frame is a part of the file, to be had alone by a signed address; the whole study is one row of the log', async () => {
  const bytes = sample('emri_small_RLE')
  const id = await stored(nurse, 'film.dcm', bytes)
  const { data } = await study(nurse, id)
  const [one] = data.instances
  const [at = 0, length = 0] = one?.image?.pieces?.[7] ?? []
  const response = await fetch(testApp.base + one?.url, { headers: { range: `bytes=${at}-${at + length - 1}` } })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(at, at + length))).toBe(true)
  const rows = await testApp.data.db.system.read(
    sql<{ pid: number; images: number }>`select pid, (detail->>'images')::int as images from audit_log
      where action = 'GET /his/api/dicoms/{dicomid}' and target_id = ${id}`,
  )
  expect(rows).toEqual([{ pid: 201, images: 1 }])
})

test('[FILE-05~] [FILE-08~] a study opens to nobody to whom its file does not', async () => {
  const id = await stored(secretary, 'own.dcm', sample('CT_small'))
  const closed = await stored(secretary, 'closed.dcm', sample('CT_small'), { pid: 202 })
  // Who brings files and reads none gets neither pixels nor elements.
  for (const path of [`/his/api/dicoms/${id}`, `/his/api/dicoms/${id}/contents`]) {
    expect((await secretary.call('GET', path)).status).toBe(403)
    expect((await other.call('GET', path)).code).toBe('OK')
  }
  // A record that the patient has not opened: not there, whatever its id.
  for (const path of [`/his/api/dicoms/${closed}`, `/his/api/dicoms/${closed}/contents`])
    expect((await other.call('GET', path)).code).toBe('NOT_FOUND')
  // Nor to somebody of another unit, or of another institution.
  for (const stranger of [far, hua])
    for (const path of [`/his/api/dicoms/${id}`, `/his/api/dicoms/${id}/contents`])
      expect((await stranger.call('GET', path)).code).toBe('NOT_FOUND')
  expect((await other.call('GET', '/his/api/dicoms/00000000-0000-4000-8000-000000000000')).code).toBe('NOT_FOUND')
  const { file } = await nurse.send('heart.wav', wave(), { kind: 'phono' })
  expect((await study(nurse, file?.id ?? '')).code).toBe('DICOM_UNREADABLE')
})

test('[FILE-05~] what is stored without its study is read when it is first opened, and a damaged file says what is wrong', async () => {
  const id = await stored(nurse, 'old.dcm', sample('MR_truncated'))
  await testApp.data.db.system.tx((tx) => tx.run(sql`update medical_file set dicom = null where id = ${id}`))
  const { data } = await study(nurse, id)
  expect(data.instances.find(({ fileId }) => fileId === id)?.problems).toEqual(['truncated'])
  await testApp.data.db.system.tx((tx) => tx.run(sql`update medical_file set dicom = '{"form": 0}' where id = ${id}`))
  expect((await study(nurse, id)).data.instances.find(({ fileId }) => fileId === id)?.object).toBe('image')
})

test('[FILE-05~] elements and the text of a report come by file', async () => {
  const id = await stored(nurse, 'report.dcm', sample('test-SR'))
  const { data } = await nurse.call<DicomContents>('GET', `/his/api/dicoms/${id}/contents`)
  expect(data.report?.some(({ value }) => value === 'A mass of')).toBe(true)
  expect(data.tags.find(({ tag }) => tag === '0008,0060')?.value).toBe('SR')
})

test('[FILE-02~] [FILE-05~] a file without the preamble is taken as what it is, and a page that ends in .dcm is not', async () => {
  const mr = sample('MR_small')
  const bare = mr.subarray(132 + 12 + mr.readUInt32LE(140))
  expect((await study(nurse, await stored(nurse, 'bare.dcm', bare))).data.instances[0]?.image?.rows).toBe(64)
  const page = await nurse.send('page.dcm', Buffer.from('<html><script>alert(1)</script></html>'.padEnd(400)), {
    kind: 'dicom',
  })
  expect([page.state, page.reason]).toEqual(['rejected', 'UPLOAD_CONTENT'])
})
