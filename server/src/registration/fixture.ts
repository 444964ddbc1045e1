import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type TestApp, openTestApp, type SignedIn } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** People who register, and the administrator who looks at them: one world a test file. */
export let house: TestApp
export let admin: SignedIn
export async function openDesk(): Promise<void> {
  house = await openTestApp()
  await asAdmin()
}
/** The administrator's session is over after a day of the clock. */
export async function asAdmin(): Promise<void> {
  admin = await house.signIn('admin')
}

export const vectors = readFileSync(
  new URL('../../../contract/src/core/fixtures/tw_id_vectors.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
export const valid = vectors.filter(([, , verdict]) => verdict === 'valid').map(([value = '']) => value)
let at = 0
export const number = () => {
  at += 1
  return `09${String(20_000 + at)}${String(at % 1000).padStart(3, '0')}`
}
export const form = (more: Record<string, unknown> = {}) => {
  const phone = number()
  return {
    account: phone,
    name: '周以安',
    phone,
    pwd: 'teleward88',
    repeatPwd: 'teleward88',
    doctortype: 'doctor',
    partnerid: 1,
    agreement: '2026-01',
    privacy: '2026-01',
    lang: 'zh-TW',
    ...more,
  }
}
export const said = ({ status, body }: { status: number; body: { status?: string } }) => `${status} ${body.status}`
/** A minute goes by, so that the limits of one address and number do not count here. */
export const register = async (body: unknown) => {
  house.clock.advance(10 * 60_000)
  return house.post('/his/api/register', body)
}
export const codeFor = async (id: unknown) => {
  const [row] = await house.data.db.system.read(
    sql<{ body: string }>`select body from outbox_message where origin_id = ${String(id)} and kind = 'code'`,
  )
  return /\d{6}/.exec(row?.body ?? '')?.[0] ?? ''
}
export const enter = (account: string) => house.signIn(account, { pwd: 'teleward88' })
export const review = (token: string) =>
  house.get('/his/api/staffreviews/own', token).then(({ body }) => body.data ?? {})

/** Registered, the phone verified, photo and licence there. */
export async function applicant(more: Record<string, unknown> = {}) {
  const body = form(more)
  const made = await register(body)
  expect(said(made)).toBe('200 OK')
  const first = await enter(body.account)
  const code = await codeFor(made.body.data?.id)
  const checked = await house.send(
    'PUT',
    `/his/api/verificationcodes/${String(made.body.data?.id)}`,
    { code },
    first.token,
  )
  expect(said(checked)).toBe('200 OK')
  const { token } = first
  const [person] = await house.data.db.system.read(
    sql<{ mid: number }>`select mid from staff where account = ${body.account}`,
  )
  const mid = person?.mid ?? 0
  await house.data.db.system.tx(async (tx) => {
    await tx.run(sql`update staff set avatar = gen_random_uuid()::text where mid = ${mid}`)
    await tx.run(sql`insert into staff_profile (mid, license_image) values (${mid}, gen_random_uuid()::text)`)
  })
  return { ...body, token, mid }
}
export const papers = { doctortype: 'doctor', unitId: 2, licenceNumber: '醫字第012345號', licenceExpires: '2027-03-01' }
export const submit = async (token: string, more: Record<string, unknown> = {}) =>
  house.post('/his/api/staffreviews', { version: (await review(token)).version, ...papers, ...more }, token)
export async function waiting(more: Record<string, unknown> = {}) {
  const one = await applicant(more)
  await asAdmin()
  expect(said(await submit(one.token))).toBe('200 OK')
  return one
}
export const versionOf = async (mid: number) => {
  const [row] = await house.data.db.system.read(
    sql<{ version: number }>`select version from staff_review where mid = ${mid}`,
  )
  return row?.version ?? 1
}
export const decide = async (mid: number, action: string, more: Record<string, unknown> = {}, token = admin.token) =>
  house.send('PUT', `/his/api/staffreviews/${mid}`, { version: await versionOf(mid), action, ...more }, token)
