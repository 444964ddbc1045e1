import { type ScreenName, screenNames } from '@teleward/contract/uiconfig/names.ts'
import { screenCalls } from '@teleward/contract/uiconfig/screens.ts'
import { alwaysShown, closedCalls, everywhere, usersOf } from '@teleward/contract/uiconfig/rules.ts'
import type { UiConfigs } from '@teleward/contract/uiconfig/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const as: Office['as'] = (...call) => office.as(...call)
type Who = keyof Office['tokens']
const read = async (by: Who = 'admin') => (await as(by, 'GET', 'uiconfigs/1')).data as UiConfigs
const revision = async () => (await read()).draft?.revision ?? 0
const save = async (config: unknown, by: Who = 'admin', at?: number) =>
  as(by, 'PUT', 'uiconfigs/1', { revision: at ?? (await revision()), config })
const publish = async (by: Who = 'admin', at?: number) =>
  as(by, 'POST', 'uiconfigs/1/publish', { revision: at ?? (await revision()) })
const put = async (config: unknown) => {
  expect((await save(config)).code).toBe('OK')
  const { status, data } = await publish()
  expect(status).toBe(200)
  return (data as { number: number }).number
}
const mine = async (who: Who) => (await office.get('/his/api/userinfo/3', office.tokens[who])).body.data ?? {}

describe('the interface of an institution', () => {
  it('[SHELL-07~] is a draft until it is published; open sessions hear of it and get it without signing in anew', async () => {
    const socket = await office.connect(office.tokens['dr.lin'])
    const saved = await save({ menu: { hidden: ['crm'] }, primaryColour: '2b5c9e', login: { loginTypes: ['doctor'] } })
    expect(saved).toMatchObject({
      status: 200,
      data: { draft: { number: 1, revision: 1 }, config: { primaryColour: '#2B5C9E' } },
    })
    expect(await mine('dr.lin')).toMatchObject({ ui_config: { menu: { hidden: [] } } })
    expect((await office.get('/his/api/loginconfigs/1')).body.data).toMatchObject({ primaryColour: null })
    expect(await publish()).toMatchObject({ status: 200, data: { number: 1 } })
    await until(() => socket.received.find(({ type }) => type === 'uiconfig.published'), 'the word to the open page')
    expect(socket.received.at(-1)?.payload).toMatchObject({ id: 1, version: 1 })
    expect(await mine('dr.lin')).toMatchObject({
      ui_config: { menu: { hidden: ['crm'] } },
      brand: { primaryColour: '#2B5C9E' },
    })
    expect((await office.get('/his/api/loginconfigs/1')).body.data).toMatchObject({
      primaryColour: '#2B5C9E',
      loginTypes: ['doctor'],
    })
    expect(await mine('admin.sea')).toMatchObject({ ui_config: { menu: { hidden: [] } } })
  })
  it('[SHELL-07~] keeps every version as it was published; rolling back publishes the same contents as a new one', async () => {
    const first = (await read()).versions.find(({ number }) => number === 1)
    const second = await put({ menu: { hidden: ['chat'] } })
    expect((await save({ menu: { hidden: ['monitor'] } })).code).toBe('OK')
    const back = await as('admin', 'POST', 'uiconfigs/1/rollback', { number: 1, published: second, remark: '選單改回' })
    expect(back).toMatchObject({ status: 200, data: { number: 3 } })
    const { versions, published, draft } = await read()
    expect([published, draft?.number]).toEqual([3, 4])
    expect(versions.map(({ number, state }) => [number, state])).toEqual([
      [4, 'draft'],
      [3, 'published'],
      [2, 'superseded'],
      [1, 'superseded'],
    ])
    expect(versions[1]).toMatchObject({
      config: first?.config,
      rolledBackFrom: 1,
      remark: '選單改回',
      publishedBy: { name: 'admin' },
    })
    expect(versions[0]?.config.menu.hidden).toEqual(['monitor'])
    expect(await mine('dr.lin')).toMatchObject({ ui_config: { menu: { hidden: ['crm'] } } })
    await expect(
      office.data.db.system.tx((tx) =>
        tx.run(sql`update ui_config_version set config = '{}' where partner_id = 1 and number = 1`),
      ),
    ).rejects.toThrow()
    expect((await as('admin', 'POST', 'uiconfigs/1/rollback', { number: 2, published: 2 })).code).toBe('VERSION_STALE')
    expect((await as('admin', 'POST', 'uiconfigs/1/rollback', { number: 4, published: 3 })).code).toBe('NOT_FOUND')
    expect((await save(null)).data).toEqual({ draft: null, config: null })
    expect((await read()).draft).toBeNull()
  })
  it('[SHELL-07~] of two who save or publish at once one is told that it changed, with what stands now', async () => {
    const at = await revision()
    const saves = await Promise.all([save({ logo: '/a.svg' }, 'admin', at), save({ logo: '/b.svg' }, 'admin.two', at)])
    expect(saves.map(({ code }) => code).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    const lost = saves.find(({ code }) => code === 'VERSION_STALE')
    expect(lost?.data).toMatchObject({
      draft: { revision: 1 },
      config: { logo: expect.stringMatching(/^\/[ab]\.svg$/) },
    })
    const both = await Promise.all([publish('admin', 1), publish('admin.two', 1)])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    const counted = await office.data.db.system.read(sql<{ n: number }>`
      select count(*)::int as n from ui_config_version where partner_id = 1 and state = 'published'`)
    expect(counted).toEqual([{ n: 1 }])
  })
  it('[SHELL-07~] a lost answer asked again publishes nothing twice', async () => {
    await save({ logo: '/c.svg' })
    const ask = { revision: await revision() }
    const again = () =>
      office.post('/his/api/uiconfigs/1/publish', ask, office.tokens.admin, { 'idempotency-key': 'publish-once-0001' })
    const [one, two] = [await again(), await again()]
    expect([one.status, two.status, two.body.data]).toEqual([200, 200, one.body.data])
  })
  it.each([
    ['an unknown screen', { menu: { hidden: ['nowhere'] } }, 'menu.hidden.0'],
    ['home hidden', { menu: { hidden: ['crm', 'home'] } }, 'menu.hidden.1'],
    ['the own profile hidden', { menu: { hidden: ['profile'] } }, 'menu.hidden.0'],
    ['this very screen hidden', { menu: { hidden: ['adminUiconfig'] } }, 'menu.hidden.0'],
    [
      'this very screen for doctors alone',
      { menu: { seenBy: { adminUiconfig: ['doctor'] } } },
      'menu.seenBy.adminUiconfig',
    ],
    [
      'a label that fills the menu',
      { menu: { labels: { crm: { 'zh-TW': '字'.repeat(13) } } } },
      'menu.labels.crm.zh-TW',
    ],
    ['a logo of another host', { logo: 'https://evil.example/x.svg' }, 'logo'],
    ['a logo that is a page', { logo: 'data:text/html;base64,PHNjcmlwdD4=' }, 'logo'],
    ['no login type at all', { login: { loginTypes: [] } }, 'login.loginTypes'],
    ['an upload without end', { uploads: { maxMb: 1001 } }, 'uploads.maxMb'],
    ['an extension with a path', { uploads: { extensions: ['../sh'] } }, 'uploads.extensions.0'],
    ['a section that does not exist', { emr: { hidden: ['everything'] } }, 'emr.hidden.0'],
    ['nothing at all', 'x', ''],
  ])('[SHELL-07~] refuses %s, and says where', async (_what, config, path) => {
    expect(await save(config)).toMatchObject({
      code: 'CONFIG_INVALID',
      body: { fields: [{ path: ['config', path].filter(Boolean).join('.') }] },
    })
  })
  it('[SHELL-06~] a colour that is none has its own word', async () => {
    expect((await save({ primaryColour: 'blue' })).body).toMatchObject({
      status: 'CONFIG_INVALID',
      fields: [{ code: 'COLOUR_INVALID' }],
    })
  })
})

describe('hidden screens', () => {
  it('[SHELL-06~] their calls are refused at once, by everyone’s session, and answer again after', async () => {
    const words = () => as('dr.lin', 'GET', 'authorizations')
    expect((await words()).status).toBe(200)
    await put({ menu: { hidden: ['authorization'] } })
    expect(await words()).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    await put({})
    expect((await words()).status).toBe(200)
  })
  it('[SHELL-06~] a call that several screens make goes only with the last of them', async () => {
    const words = () => as('dr.lin', 'GET', 'words')
    await put({ menu: { hidden: ['setword'] } })
    expect((await words()).status).toBe(200)
    await put({ menu: { hidden: usersOf('GET /his/api/words') } })
    expect((await words()).code).toBe('FORBIDDEN')
    await put({})
  })
  it('[SHELL-06~] hidden from a staff type, they are hidden from nobody else', async () => {
    await put({ menu: { seenBy: { authorization: ['nurse'] } } })
    expect((await as('dr.lin', 'GET', 'authorizations')).code).toBe('FORBIDDEN')
    expect((await as('nurse.chen', 'GET', 'authorizations')).code).not.toBe('FORBIDDEN')
    await put({})
  })
  it('[SHELL-06~] the session, home, the own profile and the way back stay, whatever is hidden', async () => {
    const all = screenNames.filter((screen) => !(alwaysShown as readonly ScreenName[]).includes(screen))
    await put({ menu: { hidden: all } })
    for (const path of ['userinfo/3', 'counts', 'uiconfigs/1', 'doctorstatus?mids=1'])
      expect((await as('admin', 'GET', path)).code, path).not.toBe('FORBIDDEN')
    expect((await as('admin', 'GET', 'units')).code).toBe('FORBIDDEN')
    await put({})
    expect((await as('admin', 'GET', 'units')).status).toBe(200)
  })
  it('[Iw11] the audit log cannot be hidden, from everybody or from a staff type, nor is it by an interface of before', async () => {
    for (const menu of [{ hidden: ['adminAudit'] }, { seenBy: { adminAudit: ['nurse'] } }])
      expect((await save({ menu })).code).toBe('CONFIG_INVALID')
    await office.data.db.system.tx(async (tx) => {
      await tx.run(
        sql`update partner set ui_config = jsonb_set(ui_config, '{menu}', '{"hidden": ["adminAudit"]}') where id = 1`,
      )
      await office.app.auth.partnerChanged(tx, 1)
    })
    expect((await as('admin', 'GET', 'auditlogs')).code).toBe('OK')
    await put({})
  })
  it('[SHELL-07~] say with whom they are open now', async () => {
    const { token, device_token } = await office.signIn('dr.wang')
    await office.connect(token)
    await office.post('/his/api/checkDeviceToken', { device_token, type: 3, screen: 'crm' }, token)
    const open = async () => (await read()).openNow
    // A line is connected before its row is written.
    await expect
      .poll(open)
      .toEqual([{ screen: 'crm', people: [{ mid: office.mids['dr.wang'], name: 'dr.wang', nameEn: null }] }])
    await office.post('/his/api/logout', {}, token)
    expect(await open()).toEqual([])
  })
})

describe('the table of screens and calls', () => {
  it('[SHELL-06~] knows every call of the product, and each as what it is', () => {
    const named = new Set([...everywhere, ...Object.values(screenCalls).flat()])
    const lost = office.app.http.registry
      .filter(({ permission }) => !['public', 'link', 'linkToken'].includes(permission))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !named.has(name))
    expect(lost).toEqual([])
  })
  it('[SHELL-06~] a call of the frame is never closed, a call of one screen goes with it', () => {
    const all = closedCalls(screenNames)
    for (const call of everywhere) expect(all.has(call), call).toBe(false)
    for (const screen of alwaysShown) for (const call of screenCalls[screen]) expect(all.has(call), call).toBe(false)
    expect(closedCalls(['adminReview']).has('GET /his/api/staffreviews')).toBe(true)
    expect(closedCalls([]).size).toBe(0)
  })
})
