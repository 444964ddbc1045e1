import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, otherSpellings, PASSWORD, type Reply, type TestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp?.stop())
// Limits of an hour are not the next test's.
beforeEach(() => testApp.clock.advance(3_600_000))

const OWN = '0912345678'
const THIEF = '0977000111'
const said = ({ status, body }: Reply) => `${status} ${body.status}`
const reset = (body: object) => testApp.post('/his/api/changepwstatus', body)
const mid = () => testApp.mids['dr.lin'] ?? 0
const sent = async (to: string, kind: string) => {
  const [row] = await testApp.data.db.system.read(sql<{ body: string; link: string | null }>`
    select body, link from outbox_message where recipient = ${to} and kind = ${kind} order by created_at desc, id limit 1`)
  return row
}
const numberOf = async () => {
  const [row] = await testApp.data.db.system.read(sql<{ phone: string }>`select phone from staff where mid = ${mid()}`)
  return row?.phone
}
/** As whoever has the session and the password does it. Answers the word that the number before was sent. */
async function change(token: string, from: string, to: string): Promise<string> {
  const asked = await testApp.post('/his/api/editdoctorphone', { phone: to, password: PASSWORD }, token)
  const code = /\d{6}/.exec((await sent(to, 'code'))?.body ?? '')?.[0]
  const done = await testApp.post('/his/api/editdoctorphone', { id: asked.body.data?.id, code }, token)
  expect(said(done)).toBe('200 OK')
  return /#undo=([\w-]+)/.exec((await sent(from, 'link'))?.link ?? '')?.[1] ?? ''
}
/** Back to how the tests of this file begin. */
async function restore(ticket: unknown, id: unknown): Promise<void> {
  const again = { id, ticket, newPassword: 'teleward77', repeatPassword: 'teleward77' }
  expect(said(await reset(again))).toBe('200 OK')
  const { token } = await testApp.signIn('dr.lin', { pwd: 'teleward77' })
  await testApp.post(
    '/his/api/changepw',
    { oldPassword: 'teleward77', newPassword: PASSWORD, repeatPassword: PASSWORD },
    token,
  )
}

describe('a mobile number that was changed', () => {
  it('[S1] is taken back by the link that the number before was sent: the thief is out, with password, sessions and second factor', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const phone = await testApp.signIn('dr.lin', { device_type: 1 })
    const word = await change(token, OWN, THIEF)
    expect([await numberOf(), word.length]).toEqual([THIEF, 43])
    // Of the account it says nothing, and in the database it lies as a hash.
    const told = await sent(OWN, 'link')
    expect(told?.body).toContain(`#undo=${word}`)
    expect(told?.body).not.toMatch(/dr\.lin|林書妍|0912345678|0977/)
    const kept = await testApp.data.db.system.read(
      sql<{ row: string }>`select row_to_json(u)::text as row from phone_undo u`,
    )
    expect(JSON.stringify(kept)).not.toContain(word)
    testApp.clock.advance(60_000)
    await testApp.data.db.system.tx((tx) =>
      tx.run(
        sql`insert into line_binding (line_id, mid, name, bound_at) values ('U-thief', ${mid()}, 'x', ${testApp.clock.now()})`,
      ),
    )

    for (const wrong of ['x', word.slice(0, -1), `${word}=`, ...otherSpellings(word)])
      expect(said(await reset({ undo: wrong })), wrong).toBe('400 CODE_WRONG')
    expect(await numberOf()).toBe(THIEF)
    // Five at once are one.
    const all = await Promise.all(Array.from({ length: 5 }, () => reset({ undo: word })))
    expect(all.map(said).toSorted()).toEqual(['200 OK', ...Array<string>(4).fill('400 CODE_USED')])
    const { data } = all.find(({ status }) => status === 200)?.body ?? {}
    expect([data?.state, data?.phone, await numberOf()]).toEqual(['checked', null, OWN])
    for (const gone of [token, phone.token]) expect((await testApp.get('/his/api/profile', gone)).status).toBe(401)
    expect(said(await testApp.post('/his/user/login', { id: 'dr.lin', pwd: PASSWORD }))).toBe('401 WRONG_PASSWORD')
    const left = await testApp.data.db.system.read(sql`select 1 from line_binding where mid = ${mid()}`)
    expect(left).toEqual([])
    await restore(data?.ticket, data?.id)
  })

  it('[S1] the thief, who is sent a link by the next change, cannot take it back again; an earlier owner’s holds until it is over', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const word = await change(token, OWN, THIEF)
    testApp.clock.advance(3_600_000)
    const theirs = await change((await testApp.signIn('dr.lin')).token, THIEF, '0977000222')
    const { body } = await reset({ undo: word })
    expect([body.status, await numberOf()]).toEqual(['OK', OWN])
    expect(said(await reset({ undo: theirs }))).toBe('400 CODE_USED')
    expect(await numberOf()).toBe(OWN)
    await restore(body.data?.ticket, body.data?.id)

    testApp.clock.advance(3_600_000)
    const late = await change((await testApp.signIn('dr.lin')).token, OWN, '0977000333')
    testApp.clock.advance(72 * 3_600_000)
    expect(said(await reset({ undo: late }))).toBe('400 CODE_EXPIRED')
    expect(await numberOf()).toBe('0977000333')
  })
})
