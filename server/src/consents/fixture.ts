import { randomUUID } from 'node:crypto'
import { AUTHORISE_TEXT } from '@teleward/contract/consents/rules.ts'
import type { Consent, PatientConsents } from '@teleward/contract/consents/schema.ts'
import type { EmrData } from '@teleward/contract/emr/schema.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import type { Upload } from '@teleward/contract/files/schema.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Clinic, openClinic, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { pdf } from '../files/fixture.ts'
import { sql } from '../platform/db/index.ts'

// Two people at the desk, and a patient who has authorised nobody.

export let clinic: Clinic
export let lin: Staff
export let nurse: Staff
/** Without an authorisation; born 1963-11-02, ends in 6789, with a mobile. */
export const ZHANG = 202
export const DAY = 86_400_000
export const signIn = async () => {
  lin = await clinic.staff('dr.lin')
  nurse = await clinic.staff('nurse.chen')
}
/** A clinic of the test file that calls this, with nothing of an earlier test's. */
export function useDesk(): void {
  beforeAll(async () => {
    clinic = await openClinic()
  })
  afterAll(() => clinic.close())
  beforeEach(async () => {
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`delete from video_link where kind = 'authorise'`)
      await tx.run(sql`delete from consent where pid <> 201`)
      await tx.run(sql`delete from address_limit`)
      await tx.run(sql`delete from emergency_access`)
    })
    await signIn()
  })
}

export const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
export const ask = (body: Record<string, unknown> = {}, who = lin) =>
  who.post<Consent>('/his/api/consents', { pid: ZHANG, channel: 'sms', ...body })
export const put = async (id: string, body: unknown, who = lin): Promise<Reply<Consent>> => {
  const response = await who.request(`/his/api/consents/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { status, data } = (await response.json()) as { status: string; data: Consent }
  return { status: response.status, code: status, data, headers: response.headers, text: '' }
}
/** The rules that open a record look at the database's clock, which is far from the one of this test. */
export const lasting = async () => {
  await run(sql`update consent set ends_at = '2099-01-01' where pid = ${ZHANG} and state = 'active'`)
  await run(sql`update emergency_access set until = '2099-01-01' where pid = ${ZHANG}`)
}
export const seen = async (who = lin) => (await who.get<PatientConsents>(`/his/api/consents/${ZHANG}`)).data
export const record = async (who = lin) =>
  (await who.post<EmrData>('/his/api/getEmrData', { pid: ZHANG, qid: 0 })).data.access
/** What was sent for this request. */
export const message = async ({ id }: Pick<Consent, 'id'>) => {
  const [row] = await clinic.data.db.system.read(sql<{
    link: string | null
    body: string
    channel: string
    recipient: string
  }>`select o.link, o.body, o.channel, o.recipient from consent c join outbox_message o
    on (o.origin_kind = 'consent' and o.origin_id = c.id::text) or (o.origin_kind = 'code' and o.origin_id = c.code_id::text)
    where c.id = ${id}`)
  if (!row) throw new Error('nothing was sent')
  return row
}
export const tokenOf = async (made: Pick<Consent, 'id'>) => (await message(made)).link?.split('/link/')[1] ?? ''
export const codeOf = async (made: Pick<Consent, 'id'>) =>
  /(?<!\d)\d{6}(?!\d)/.exec((await message(made)).body)?.[0] ?? ''

/** Whoever holds the message. */
export function holder(token: string) {
  const path = `/his/api/links/${token}`
  const kept = { cookie: '' }
  const call = async (method: string, part: string, body?: unknown): Promise<Reply<LinkView>> => {
    const response = await fetch(`${clinic.base}${path}${part}`, {
      method,
      headers: { cookie: kept.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const set = response.headers.get('set-cookie')
    if (set) kept.cookie = set.split(';')[0] ?? ''
    const { status, data } = (await response.json()) as { status: string; data: LinkView }
    return { status: response.status, code: status, data, headers: response.headers, text: '' }
  }
  return {
    kept,
    look: () => call('GET', ''),
    open: () => call('POST', '/open'),
    identify: (last4 = '6789') => call('POST', '/identity', { birthday: '1963-11-02', last4 }),
    say: (answer: string, more: Record<string, unknown> = {}) =>
      call('POST', '/authorisation', { answer, text: AUTHORISE_TEXT, ...more }),
  }
}
export const asked = async (body: Record<string, unknown> = {}) => {
  const made = await ask(body)
  expect(made.code).toBe('OK')
  const patient = holder(await tokenOf(made.data))
  await patient.open()
  await patient.identify()
  return { patient, id: made.data.id, made: made.data }
}

/** A photograph of the paper, by this person and of this patient. */
export async function photographed(who = lin, pid = ZHANG): Promise<string> {
  const bytes = pdf(randomUUID())
  const made = await who.post<Upload>('/his/api/uploads', {
    kind: 'pe_report',
    pid,
    name: 'paper.pdf',
    bytes: bytes.length,
  })
  const response = await who.request(`/his/api/uploads/${made.data.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  const { data } = (await response.json()) as { data: Upload }
  if (!data.file) throw new Error(`not stored: ${data.state} ${data.reason}`)
  return data.file.id
}
