import type { Partner, Unit } from '@teleward/contract/admin/schema.ts'
import type { OutboxMessage } from '@teleward/contract/outbox/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Office, openOffice, SETUP } from '../admin/fixture.ts'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import type { StaffActor } from '../platform/actor.ts'
import { readConfig } from '../platform/config.ts'
import { type Scope, sql } from '../platform/db/index.ts'
import { type MessagesDeps, outboxMessages } from './messages.ts'
import { smsFate } from './providers.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const as: Office['as'] = (...call) => office.as(...call)
const read = async (who: keyof Office['tokens']) =>
  ((await as(who, 'GET', 'outboxmessages?kind=code&pageSize=50')).data ?? []) as OutboxMessage[]

/** As the operator does it on the screens; the first administrator has signed in, and waits for the code. */
async function founded(name: string, account: string, mobile: string) {
  const made = (await as('op', 'POST', 'partners', { name, rootUnit: '本部' })).data as Partner
  const [root] = (await as('op', 'GET', `units?partner=${made.id}`)).data as Unit[]
  const asked = { partner: made.id, account, name: '周管理', mobile, doctortype: 'admin', units: [root?.id] }
  const invited = await as('op', 'POST', 'staffaccounts', asked)
  const { token } = await office.signIn(account, { pwd: (invited.data as { initialPassword: string }).initialPassword })
  expect((await office.post('/his/api/accountsetups', SETUP, token)).status).toBe(200)
  const sent = await office.post('/his/api/verificationcodes', {}, token)
  expect(sent.status).toBe(200)
  return { id: made.id, unit: root?.id ?? 0, token, code: String(sent.body.data?.id) }
}
const state = async (token: string) => (await office.get('/his/api/verificationcodes', token)).body.data

it('[I1] the operator reads the code of a founded institution’s first administrator, until there is one; nobody else does', async () => {
  const { id, unit, token, code } = await founded('晨光診所', 'admin.chou', '0955123456')
  expect(await state(token)).toMatchObject({ sms: 'kept', reader: 'operator' })
  const [kept, ...more] = await read('op')
  expect([kept?.institution, more]).toEqual([{ id, name: '晨光診所', nameEn: null }, []])
  const [logged] = await office.data.db.system.read(sql<{ detail: unknown; mid: number }>`
    select detail, mid from audit_log where action = 'GET /his/api/outboxmessages' order by id desc limit 1`)
  expect(logged).toEqual({ detail: { institutions: [id] }, mid: office.mids.op })
  for (const who of ['admin', 'admin.two', 'unit.admin', 'admin.sea'] as const)
    expect(
      (await read(who)).filter(({ institution }) => institution !== null),
      who,
    ).toEqual([])
  expect((await as('dr.lin', 'GET', 'outboxmessages')).code).toBe('FORBIDDEN')

  // What a message says of patients is their unit's, whoever founded the institution.
  await office.data.db.system.tx((tx) =>
    tx.run(sql`insert into outbox_message (id, partner_id, for_unit, channel, recipient, kind, secret, dedupe, state, created_at, updated_at)
      values (gen_random_uuid(), ${id}, ${unit}, 'sms', '0911', 'code', true, 'of-a-patient', 'sent', now(), now())`),
  )
  expect(await read('op')).toHaveLength(1)
  const digits = /(?<!\d)\d{6}(?!\d)/.exec(kept?.text ?? '')?.[0]
  const proved = await office.send('PUT', `/his/api/verificationcodes/${code}`, { code: digits }, token)
  expect(proved.body.status).toBe('OK')
  expect(await read('op')).toEqual([])
})

it('[I1] policy and service hold it each by itself: the operator alone, an institution nobody administers alone, no patient’s messages', async () => {
  const { id, unit } = await founded('暮光診所', 'admin.wu', '0955123457')
  const { db } = office.data
  await db.system.tx((tx) =>
    tx.run(sql`insert into outbox_message (id, partner_id, for_unit, channel, recipient, kind, secret, dedupe, state, created_at, updated_at)
      values (gen_random_uuid(), ${id}, ${unit}, 'sms', '0911', 'code', true, 'of-a-patient', 'sent', now(), now()),
        (gen_random_uuid(), 32, null, 'sms', '0911', 'code', true, 'administered', 'sent', now(), now())`),
  )
  const operator = {
    mid: office.mids.op ?? 0,
    partnerId: 0,
    unitIds: [] as number[],
    rights: permissionsOf({ doctortype: 'admin', onBoard: true }),
  }
  type Asking = typeof operator
  const without = (right: 'admin.partner' | 'outbox.read'): Asking => ({
    ...operator,
    rights: { ...operator.rights, [right]: '-' },
  })
  const elsewhere: Asking = { ...operator, mid: office.mids.admin ?? 0, partnerId: 1, unitIds: [1, 2, 3] }
  const scope = ({ mid, partnerId, unitIds, rights }: Asking): Scope => ({
    ...{ kind: 'staff', mid, partnerId, unitIds, pid: null, qid: null },
    'emr.read': '-',
    'appointment.read': '-',
    'outbox.read': rights['outbox.read'] === 'y' ? 'y' : '-',
    'admin.partner': rights['admin.partner'] === 'y' ? 'y' : '-',
    'admin.review': 'y',
  })
  const byPolicy = async (who: Asking) =>
    (
      await db.read(
        scope(who),
        sql<{ partner: number }>`select partner_id as partner from outbox_message where partner_id in (32, ${id})`,
      )
    ).length
  expect(await byPolicy(operator)).toBe(1)
  for (const who of [without('admin.partner'), without('outbox.read'), elsewhere]) expect(await byPolicy(who)).toBe(0)

  const deps = { db, clock: office.clock, development: false } as unknown as MessagesDeps
  const byService = async (who: Asking) =>
    (
      await outboxMessages(
        deps,
        (q) => db.system.read(q),
        { ...who, kind: 'staff', doctortype: 'admin' } as unknown as StaffActor,
        {
          page: 1,
          pageSize: 50,
        },
      )
    ).data.filter(({ institution }) => institution !== null)
  expect((await byService(operator)).map(({ institution }) => institution?.id)).toEqual([id])
  for (const who of [without('admin.partner'), elsewhere]) expect(await byService(who)).toEqual([])
})

it('[I1] whoever waits for a code is told whether it leaves the installation', () => {
  const of = (env: Record<string, string>) =>
    smsFate(readConfig({ PORT: '0', DATA_DIR: '/nowhere', PUBLIC_URL: 'https://clinic.example.org', ...env }))
  expect([of({}), of({ SMS_URL: 'https://sms.example.org' }), of({ OUTBOX: 'live' })]).toEqual(['kept', 'sent', 'none'])
})
