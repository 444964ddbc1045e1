import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Upload } from '@teleward/contract/files/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { pngOf } from '../profile/fixture.ts'
import { type Client, clientOf, hash, openFiles } from './fixture.ts'

let testApp: TestApp
let lin: Client
let chen: Client
beforeAll(async () => {
  testApp = await openFiles()
  lin = clientOf(testApp, (await testApp.signIn('dr.lin')).token)
  chen = clientOf(testApp, (await testApp.signIn('nurse.chen')).token)
})
afterAll(() => testApp?.stop())

const raw = (name: string) => readFileSync(new URL(`../../seeds/samples/${name}`, import.meta.url))
const sample = (name: string) => gunzipSync(raw(`${name}.gz`))
const AECG = sample('hl7_aecg_subject1_0.xml')
const ecg = (name: string, bytes: Buffer, more: Record<string, unknown> = {}, by = chen) =>
  by.send(name, bytes, { kind: 'ecg', ...more })
const header = (data: string, frames = 4) => Buffer.from(`r 1 360 ${frames}\n${data} 16 200 12 0 0 0 0 II\n`)
const numbers = (samples = 4) => Buffer.alloc(samples * 2, 3)
const bytesOf = async (url: string) => {
  const response = await fetch(testApp.base + url)
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers, status: response.status }
}

it('[FILE-07~] HL7’s annotated ECG is known by its content, and handed out as bytes that nothing runs', async () => {
  const stored = await ecg('rest.xml', AECG)
  expect(stored).toMatchObject({ state: 'stored', file: { kind: 'ecg', number: 5, format: 'xml', data: null } })
  const { data } = await lin.address(stored.file?.id ?? '')
  expect(data.mime).toBe('application/octet-stream')
  for (const url of [data.url, data.download]) {
    const { bytes, headers } = await bytesOf(url)
    expect(hash(bytes)).toBe(hash(AECG))
    expect([headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
      'application/octet-stream',
      "default-src 'none'; sandbox",
    ])
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  }
})

it('[FILE-07~] what is XML and no ECG, or could declare entities, is refused', async () => {
  const document = (inside: string, head = '') =>
    Buffer.from(`${head}<AnnotatedECG xmlns="urn:hl7-org:v3">${inside}</AnnotatedECG>\n`)
  expect((await ecg('good.xml', document('<x/>', '\ufeff<?xml version="1.0"?>\n<!-- a -->\n'))).state).toBe('stored')
  for (const [name, bytes] of [
    ['page.xml', Buffer.from('<html><script>alert(1)</script></html>')],
    ['bomb.xml', document('&b;', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]>')],
    ['remark.xml', Buffer.from('<!-- <AnnotatedECG> --><html></html><!-- </AnnotatedECG> -->')],
    ['cut.xml', AECG.subarray(0, 100_000)],
    ['behind.xml', Buffer.concat([AECG, Buffer.from('<html/>')])],
    ['picture.xml', pngOf(4, 4)],
    ['words.hea', Buffer.from('dear colleague, the patient is well\n')],
    ['elsewhere.hea', header('../../etc/passwd')],
    ['huge.hea', Buffer.from('r 1 360 999999999999\nr.dat 16 200\n')],
  ] as const)
    expect((await ecg(name, bytes)).reason, name).toBe('UPLOAD_CONTENT')
  // Of another kind it is no file.
  expect((await chen.begin({ kind: 'photo', pid: 201, name: 'rest.xml', bytes: 10 })).code).toBe('UPLOAD_IMAGE_ONLY')
})

it('[FILE-07~] a WFDB pair is one file: the header, and its data under an address of their own', async () => {
  const [text, data] = [raw('100.hea'), sample('100.dat')]
  const head = await ecg('100.hea', text)
  expect(head).toMatchObject({ state: 'stored', file: { format: 'hea', data: null } })
  const id = head.file?.id ?? ''
  expect((await lin.address(id)).data).toMatchObject({ data: null })
  const { data: begun } = await chen.begin({ kind: 'ecg', pid: 201, name: '100.dat', bytes: data.length })
  let done: Upload | undefined
  for (let at = 0; at < data.length; at += 1_048_576)
    done = (await chen.patch(begun.id, at, data.subarray(at, at + 1_048_576))).data
  expect(done).toMatchObject({ state: 'stored', file: { id, data: { name: '100.dat', bytes: 1_950_000 } } })
  // One file in the record, not two.
  const files = (await lin.files(201, { kind: 'ecg' })).data.filter(({ format }) => format === 'hea')
  expect(files.map((one) => one.id)).toEqual([id])
  const address = (await lin.call<{ url: string; data: string }>('POST', `/his/api/files/${id}/addresses`)).data
  const [shown, beside] = [await bytesOf(address.url), await bytesOf(address.data)]
  expect([hash(shown.bytes), hash(beside.bytes)]).toEqual([hash(text), hash(data)])
  expect(beside.headers.get('content-disposition')).toContain('file.dat')
  expect(beside.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const looked = await testApp.data.db.system.read(
    sql<{ detail: unknown }>`select detail from audit_log where target_id = ${id} and action = 'file.view' order by id`,
  )
  expect(looked.map(({ detail }) => detail)).toMatchObject([{ kind: 'ecg' }, { kind: 'ecg', part: 'data' }])
  // To the right patient both go.
  const moved = await lin.put(id, { action: 'wrongPatient', version: 2, reason: '拿錯病人', pid: 202 })
  expect(moved.data).toMatchObject({ data: { name: '100.dat' }, patient: { pid: 202 } })
  expect((await bytesOf(address.data)).status).toBe(404)
})

it('[FILE-07~] data without a header that names them and their length are refused, and leave nothing behind', async () => {
  const refused = async (name: string, bytes: Buffer, more = {}, by = chen) => (await ecg(name, bytes, more, by)).reason
  expect(await refused('r.dat', numbers())).toBe('UPLOAD_HEADER')
  await ecg('r.hea', header('r.dat'))
  // Of another name, cut, much longer, another person's, another patient's, a picture in disguise.
  expect(await refused('s.dat', numbers())).toBe('UPLOAD_HEADER')
  expect(await refused('r.dat', numbers(3))).toBe('UPLOAD_HEADER')
  expect(await refused('r.dat', numbers(4000))).toBe('UPLOAD_HEADER')
  expect(await refused('r.dat', numbers(), {}, lin)).toBe('UPLOAD_HEADER')
  expect(await refused('r.dat', numbers(), { pid: 202 })).toBe('UPLOAD_HEADER')
  expect((await ecg('r.dat', numbers())).state).toBe('stored')
  // There is one data file to a header.
  expect(await refused('r.dat', numbers())).toBe('UPLOAD_HEADER')
  const picture = pngOf(4, 4)
  await ecg('p.hea', header('p.dat', picture.length / 2))
  expect(await refused('p.dat', picture)).toBe('UPLOAD_CONTENT')
})

it('[FILE-07~] two data files for one header at once: one is kept', async () => {
  await ecg('q.hea', header('q.dat'))
  const begun = await Promise.all(
    [1, 2].map(() => chen.begin({ kind: 'ecg', pid: 201, name: 'q.dat', bytes: numbers().length })),
  )
  const done = await Promise.all(begun.map(({ data }) => chen.patch(data.id, 0, numbers())))
  expect(done.map(({ data }) => data.state).sort()).toEqual(['rejected', 'stored'])
})

it('[FILE-07~] in a batch the name tells the patient of both', async () => {
  const send = (name: string, bytes: Buffer) => ecg(name, bytes, { pid: undefined })
  expect(await send('a201_w.hea', header('w.dat'))).toMatchObject({ patient: { pid: 201 }, state: 'stored' })
  expect(await send('a201_w.dat', numbers())).toMatchObject({
    patient: { pid: 201 },
    file: { data: { name: 'w.dat' } },
  })
  // Of nobody yet: the data wait with their header.
  expect(await send('nobody_z.hea', header('z.dat'))).toMatchObject({ state: 'unassigned' })
  const data = await send('nobody_z.dat', numbers())
  expect(data).toMatchObject({ state: 'unassigned', file: { data: { name: 'z.dat' } } })
  const assigned = await chen.put(data.file?.id ?? '', { action: 'assign', version: 2, pid: 201 })
  expect(assigned.data).toMatchObject({ state: 'stored', data: { name: 'z.dat' } })
})
