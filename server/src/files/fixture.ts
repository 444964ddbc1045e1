import { createHash } from 'node:crypto'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import { type TestApp, openTestApp, PASSWORD } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** Files of every format that is taken, as small as they can be, and what pretends to be one. */
export const pdf = (more = '') => {
  const body = `%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n${more}`
  return Buffer.from(`${body}xref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1')
}
const element = (group: number, number: number, kind: string, value: string) => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(kind, 4, 'latin1')
  const padded = value.length % 2 ? `${value}\0` : value
  head.writeUInt16LE(padded.length, 6)
  return Buffer.concat([head, Buffer.from(padded, 'latin1')])
}
export const dicom = (preamble = '') =>
  Buffer.concat([
    Buffer.from(preamble.padEnd(128, '\0'), 'latin1'),
    Buffer.from('DICM'),
    element(2, 0x02, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(2, 0x10, 'UI', '1.2.840.10008.1.2.1'),
    element(0x10, 0x20, 'LO', 'A123456789'),
  ])
const box = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
export const film = (brand = 'isom', bytes = 64) =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    box('moov', Buffer.alloc(16)),
    box('mdat', Buffer.alloc(bytes, 7)),
  ])
export const wave = () => {
  const data = Buffer.alloc(32)
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(name, 0, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body])
  }
  const inner = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', Buffer.alloc(16)), chunk('data', data)])
  return chunk('RIFF', inner)
}

/** Two units with a member each, one of them with an authorised record, and another institution. */
export async function openFiles(): Promise<TestApp> {
  const testApp = await openTestApp({ at: 'real' })
  await testApp.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member (pid, member_no, id_number, account, name, gender, birthday) overriding system value values
      (201, 'M-1', 'A223456527', 'a201', '吳秀鳳', 'female', '1958-01-02'), (202, 'M-2', 'A123456789', 'a202', '張振國', 'male', '1963-11-02'),
      (204, 'M-4', 'F131104093', 'a204', '新店人', 'male', '1970-01-01'), (205, 'M-5', null, 'a205', '遠山人', 'male', '1971-01-01')`)
    await tx.run(
      sql`insert into member_unit (pid, partner_id, unit_id) values (201, 1, 2), (202, 1, 2), (204, 1, 3), (205, 32, 320)`,
    )
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at) values
      (gen_random_uuid(), 1, 2, 201, 'record', 'active', '1', '2020-01-01', '2099-01-01')`)
    // A secretary brings files and reads none; another nurse of the unit.
    for (const [account, type, kind] of [
      ['secretary', 4, 'health_secretary'],
      ['nurse.li', 2, 'nurse'],
    ] as const) {
      const { mid } = await tx.one(
        sql<{
          mid: number
        }>`insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid`,
      )
      await tx.run(
        sql`insert into staff_credential (mid, password_hash) select ${mid}, password_hash from staff_credential limit 1`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, review) values (${mid}, 1, ${type}, ${kind}, 'onBoard')`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, 2)`)
      testApp.mids[account] = mid
    }
  })
  return testApp
}
export { PASSWORD }

export interface Told<T> {
  status: number
  code: string
  data: T
  headers: Headers
  total: number
}
export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What a person of the house does with files, by HTTP. */
export function clientOf(testApp: TestApp, token: string) {
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Told<T>> => {
    const bytes = body instanceof Uint8Array
    const response = await fetch(testApp.base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': bytes ? 'application/offset+octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const said = (text.startsWith('{') ? JSON.parse(text) : {}) as { status?: string; data?: T; total?: number }
    return {
      status: response.status,
      code: said.status ?? '',
      data: said.data as T,
      headers: response.headers,
      total: said.total ?? 0,
    }
  }
  const begin = (ask: Record<string, unknown>) => call<Upload>('POST', '/his/api/uploads', ask)
  const patch = (id: string, offset: number, bytes: Uint8Array) =>
    call<Upload>('PATCH', `/his/api/uploads/${id}`, bytes, { 'upload-offset': String(offset) })
  return {
    call,
    begin,
    patch,
    /** From the name to what became of it. */
    send: async (name: string, bytes: Buffer, more: Record<string, unknown> = {}): Promise<Upload> => {
      const made = await begin({ kind: 'photo', pid: 201, name, bytes: bytes.length, ...more })
      if (made.code !== 'OK') throw new Error(`${name}: ${made.code}`)
      return (await patch(made.data.id, 0, bytes)).data
    },
    put: (id: string, body: Record<string, unknown>) => call<MedicalFile>('PUT', `/his/api/files/${id}`, body),
    files: (pid: number, more: Record<string, unknown> = {}) =>
      call<MedicalFile[]>('POST', '/his/api/syncMedicalFile', { pid, ...more }),
    address: (id: string) =>
      call<{ url: string; download: string; mime: string }>('POST', `/his/api/files/${id}/addresses`),
  }
}
export type Client = ReturnType<typeof clientOf>
