import type { Partner } from '@teleward/contract/admin/schema.ts'
import { secondFactorCalls } from '@teleward/contract/admin/rules.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type TestSocket, PASSWORD, until } from '../auth/fixture.ts'
import { issueHandover } from './handover.ts'
import { fromBase32, hotp, stepOf } from './totp.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
  // Dr Wang works at both institutions.
  await office.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${office.mids['dr.wang'] ?? 0}, 32, 1, 'doctor')`,
    )
    await tx.run(
      sql`insert into staff_unit (mid, partner_id, unit_id) values (${office.mids['dr.wang'] ?? 0}, 32, 320)`,
    )
  })
})
afterAll(() => office?.stop())
afterEach(async () => {
  await office.data.db.system.tx(async (tx) => {
    await tx.run(sql`update partner set settings = settings - 'secondStep', version = version + 1`)
    for (const table of ['totp_recovery', 'totp', 'line_binding']) await tx.run(sql`delete from ${sql.table(table)}`)
  })
  for (const id of [0, 1, 32]) await office.data.db.system.tx(async (tx) => office.app.auth.partnerChanged(tx, id))
  office.clock.advance(60_000)
})

type Demand = Partner['settings']['secondStep']
/** As the administrator does it on the screen. */
async function demand(by: 'op' | 'admin', id: number, secondStep: Demand): Promise<void> {
  const all = (await office.as(by, 'GET', 'partners?pageSize=100')).data as Partner[]
  const version = all.find((one) => one.id === id)?.version
  const said = await office.as(by, 'PUT', `partners/${id}`, { version, settings: { secondStep }, confirmed: true })
  expect([said.code, (said.data as Partner).settings.secondStep]).toEqual(['OK', secondStep])
}
const signIn = async (account: string, more: Record<string, unknown> = {}) => office.signIn(account, more)
const code = async (token: string, method = 'GET', path = '/his/api/profile', body?: unknown) =>
  said(await office.send(method, path, body, token))
/** A HEAD has no body: its refusal stands in a header. */
const said = ({ body, headers }: Awaited<ReturnType<Office['send']>>) => String(body.status ?? headers.get('x-refusal'))
const missing = async (token: string) =>
  ((await office.get('/his/api/userinfo/3', token)).body.data as { secondStepMissing?: boolean }).secondStepMissing
const setUp = async (token: string) => {
  const scan = await office.post('/his/api/totps', { password: PASSWORD }, token)
  const { secret } = scan.body.data as { secret: string }
  const on = await office.post('/his/api/totps', { code: hotp(fromBase32(secret), stepOf(office.clock.now())) }, token)
  expect(on.body.status).toBe('OK')
  return secret
}

describe('a second factor that is demanded', () => {
  it('[AUTH-18~] is set up before anything else: until then every call of the product is refused, whoever asks for it how', async () => {
    await demand('admin', 1, 'all')
    const { token } = await signIn('dr.lin')
    expect(await missing(token)).toBe(true)
    const refused: Record<string, string> = {}
    for (const { method, path, permission } of office.app.http.registry) {
      if (['public', 'link', 'linkToken'].includes(permission)) continue
      const name = `${method} ${path}`
      const at = path.replace(/\{\w+\}/g, '1')
      if (/logout|sessions/.test(at)) continue
      refused[name] = await code(token, method, at, ['GET', 'HEAD'].includes(method) ? undefined : {})
    }
    const open = Object.entries(refused)
      .filter(([, said]) => said !== 'SECOND_STEP_SETUP')
      .map(([name]) => name)
    const session = office.app.http.registry
      .filter(({ path, permission }) => permission === 'unverified' && !/logout/.test(path))
      .map(({ method, path }) => `${method} ${path}`)
    expect(open.toSorted()).toEqual([...session, ...secondFactorCalls].toSorted())
    expect(Object.keys(refused).length - open.length).toBeGreaterThan(150)
    // What is open beside it changes nothing but the own second factor.
    expect(open.length).toBeLessThan(12)
    await setUp(token)
    expect([await missing(token), await code(token)]).toEqual([false, 'OK'])
  })

  it('[AUTH-18~] holds for sessions that are open already, by their old token and by the refreshed one, and loses nothing of them', async () => {
    const before = await signIn('dr.lin')
    const saved = await office.post('/his/api/words', { type: 's', word: '先前的字' }, before.token)
    expect(saved.body.status).toBe('OK')
    const socket = await office.connect(before.token)
    const calls = socket.socket.connected
    await demand('admin', 1, 'all')
    await until(async () => (await code(before.token)) === 'SECOND_STEP_SETUP', 'it is told')
    const renewed = await office.post('/his/user/refresh', {
      refresh_token: before.refresh_token,
      device_token: before.device_token,
    })
    expect(renewed.body.status).toBe('OK')
    const fresh = String(renewed.body.access_token)
    expect([await code(before.token), await code(fresh)]).toEqual(['SECOND_STEP_SETUP', 'SECOND_STEP_SETUP'])
    // A line that was open stays open: a call that runs is not cut. A new one hears of the own session alone.
    expect([calls, socket.socket.connected]).toEqual([true, true])
    await setUp(fresh)
    const words = (await office.get('/his/api/words', fresh)).body.data as { s: { word: string }[] }
    expect(JSON.stringify(words)).toContain('先前的字')
    expect(socket.socket.connected).toBe(true)
  })

  it('[AUTH-18~] leaves a new line only the own session; it comes anew once the step is set up', async () => {
    await demand('admin', 1, 'all')
    const { token } = await signIn('dr.lin')
    const socket: TestSocket = await office.connect(token)
    const refused = await new Promise<unknown>((done) => socket.socket.emit('join_room', { room: 'unit:2' }, done))
    expect(JSON.stringify(refused)).toContain('FORBIDDEN')
    await setUp(office.tokens.admin)
    const [unit] = (await office.as('admin', 'GET', 'units')).data as { id: number; version: number }[]
    expect(
      (await office.as('admin', 'PUT', `units/${unit?.id}`, { version: unit?.version, nameEn: 'Main' })).code,
    ).toBe('OK')
    await setUp(token)
    await socket.closing
    expect(socket.received.filter(({ type }) => type === 'admin.changed')).toEqual([])
    const next = await office.connect(token)
    expect(next.socket.connected).toBe(true)
  })

  it('[AUTH-18~] is not gone round by a hand-over, by another institution, or by switching the step off again', async () => {
    await demand('admin', 1, 'all')
    const word = await issueHandover(office.data.db, { account: 'dr.lin', partnerId: 1 }, office.clock.now())
    const brought = (await office.post('/his/api/theseAutoLogin', { token: word })).body
    expect(brought.status).toBe('OK')
    expect(await code(String(brought.token))).toBe('SECOND_STEP_SETUP')
    // At the other institution nothing is demanded; back here it is.
    const there = await signIn('dr.wang', { partnerid: 32 })
    expect(await code(there.token)).toBe('OK')
    const back = await office.send('PUT', '/his/api/sessions/partner', { partnerid: 1 }, there.token)
    const returned = String((back.body as { token?: string; data?: { token?: string } }).token ?? '')
    expect(await code(returned)).toBe('SECOND_STEP_SETUP')
    // And from here one does not leave for there by a call.
    expect(await code(returned, 'PUT', '/his/api/sessions/partner', { partnerid: 32 })).toBe('SECOND_STEP_SETUP')
    const secret = await setUp(returned)
    expect(await code(returned)).toBe('OK')
    office.clock.advance(60_000)
    const off = await office.send(
      'DELETE',
      '/his/api/totps',
      { password: PASSWORD, code: hotp(fromBase32(secret), stepOf(office.clock.now())) },
      returned,
    )
    expect(off.body.status).toBe('OK')
    expect([await code(returned), await missing(returned)]).toEqual(['SECOND_STEP_SETUP', true])
    // A secret that was asked for and never confirmed is no second factor.
    await office.post('/his/api/totps', { password: PASSWORD }, returned)
    expect(await code(returned)).toBe('SECOND_STEP_SETUP')
    expect((await office.post('/his/api/totps', { code: '000000' }, returned)).body.status).toBe('SECOND_STEP_WRONG')
    expect(await code(returned)).toBe('SECOND_STEP_SETUP')
  })

  it('[AUTH-18~] of administrators alone, of the institution’s or by the operator of all institutions’; LINE is one, too', async () => {
    await demand('admin', 1, 'admins')
    expect(await code((await signIn('dr.lin')).token)).toBe('OK')
    expect(await code(office.tokens.admin, 'GET', '/his/api/units')).toBe('SECOND_STEP_SETUP')
    expect(await code(office.tokens['unit.admin'], 'GET', '/his/api/units')).toBe('SECOND_STEP_SETUP')
    expect(await code(office.tokens['admin.sea'], 'GET', '/his/api/units')).toBe('OK')
    // Who administers by a single right is one of them.
    await office.data.db.system.tx(async (tx) => {
      await tx.run(
        sql`update staff_partner set privileges = '{audit.read}' where mid = ${office.mids['nurse.chen'] ?? 0}`,
      )
      office.app.auth.changed(tx, office.mids['nurse.chen'] ?? 0)
    })
    await until(async () => (await code(office.tokens['nurse.chen'])) === 'SECOND_STEP_SETUP', 'it is told')
    await office.data.db.system.tx((tx) =>
      tx.run(
        sql`insert into line_binding (line_id, mid, name, bound_at) values ('U1', ${office.mids.admin ?? 0}, 'x', now())`,
      ),
    )
    await office.data.db.system.tx(async (tx) => office.app.auth.changed(tx, office.mids.admin ?? 0))
    await until(async () => (await code(office.tokens.admin, 'GET', '/his/api/units')) === 'OK', 'it is told')

    await demand('op', 0, 'admins')
    expect(await code(office.tokens.op, 'GET', '/his/api/units')).toBe('SECOND_STEP_SETUP')
    expect(await code(office.tokens['admin.sea'], 'GET', '/his/api/units')).toBe('SECOND_STEP_SETUP')
    expect(await code((await signIn('dr.hua')).token)).toBe('OK')
  })

  it('[AUTH-18~] is taken off by the operator as well: of a lone administrator, and of who works for two institutions', async () => {
    const take = (by: 'op' | 'admin' | 'admin.sea', account: string) =>
      office.as(by, 'DELETE', `staffaccounts/${office.mids[account]}/secondsteps`)
    for (const account of ['admin.sea', 'dr.wang']) {
      const { token } = await signIn(account)
      await setUp(token)
      if (account === 'admin.sea') office.tokens[account] = token
      expect((await office.post('/his/user/login', { id: account, pwd: PASSWORD })).body.status).toBe(
        'SECOND_STEP_REQUIRED',
      )
    }
    for (const by of ['admin', 'admin.sea'] as const) expect((await take(by, 'dr.wang')).code).toBe('FORBIDDEN')
    for (const account of ['admin.sea', 'dr.wang']) {
      expect(await take('op', account)).toMatchObject({ code: 'OK', data: { removed: 1 } })
      expect((await office.post('/his/user/login', { id: account, pwd: PASSWORD })).body.status).toBe('OK')
    }
    expect((await office.as('op', 'DELETE', 'staffaccounts/999999/secondsteps')).code).toBe('NOT_FOUND')
    expect((await take('op', 'op')).code).toBe('FORBIDDEN')
    office.tokens['admin.sea'] = (await signIn('admin.sea')).token
  })

  it('[AUTH-18~] taken off by an administrator it is set up anew; nobody but the institution’s own or the operator demands it', async () => {
    await demand('admin', 1, 'all')
    const first = await signIn('dr.lin')
    await setUp(first.token)
    await setUp(office.tokens.admin)
    const gone = await office.as('admin', 'DELETE', `staffaccounts/${office.mids['dr.lin']}/secondsteps`)
    expect(gone.code).toBe('OK')
    expect(await code(first.token)).toBe('SECOND_STEP_SETUP')
    for (const [by, id] of [
      ['unit.admin', 1],
      ['admin', 32],
      ['admin', 0],
      ['admin.sea', 1],
    ] as const) {
      const said = await office.as(by, 'PUT', `partners/${id}`, { version: 1, settings: { secondStep: 'none' } })
      expect(['NOT_FOUND', 'SECOND_STEP_SETUP'], `${by} ${id}`).toContain(said.code)
    }
    expect(
      (await office.as('admin', 'PUT', 'partners/1', { version: 1, settings: { secondStep: 'maybe' } })).code,
    ).toBe('BAD_INPUT')
  })
})
