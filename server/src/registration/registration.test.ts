import { normaliseAccount } from '@teleward/contract/auth/rules.ts'
import { normaliseId } from '@teleward/contract/core/identity.ts'
import { accountOf } from '@teleward/contract/registration/rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import {
  asAdmin,
  codeFor,
  enter,
  form,
  house,
  number,
  openDesk,
  register,
  review,
  said,
  valid,
  vectors,
} from './fixture.ts'

beforeAll(openDesk)
afterAll(() => house?.stop())

describe('the account', () => {
  it('[AUTH-07~] takes what the rule of identities takes, of each form, and nothing else', () => {
    expect(new Set(vectors.map(([, kind]) => kind)).size).toBeGreaterThanOrEqual(3)
    // What people type in another dress is read as what it is; the vectors want it bare.
    for (const [value = '', kind, verdict] of vectors.filter(([value = '']) => value === normaliseId(value)))
      expect(accountOf(value)?.kind ?? 'invalid', value).toBe(verdict === 'valid' ? kind : 'invalid')
  })
  it.each([
    ['0912-345-678', { account: '0912345678', kind: 'mobile' }],
    ['+886 912 345 678', { account: '0912345678', kind: 'mobile' }],
    ['dr.lin', null],
    ['A123456788', null],
    ['', null],
  ])('[AUTH-07~] reads %j as %j', (typed, known) => expect(accountOf(typed)).toEqual(known))
  it('[I3] [AUTH-07~] typed with blanks and hyphens is the account to registering and to signing in alike', async () => {
    for (const [bare, typed] of [
      ['C180661564', 'C 180661564'],
      ['Y123456788', ' y123-456-788 '],
      ['A900207177', 'Ａ９００ ２０７ １７７'],
    ] as const) {
      expect(normaliseAccount(typed)).toBe(bare.toLowerCase())
      expect(said(await register(form({ account: typed })))).toBe('200 OK')
      for (const name of [typed, bare, bare.toLowerCase()]) {
        const { body } = await house.post('/his/user/login', { id: name, pwd: 'teleward88' })
        expect([name, body.status]).toEqual([name, 'unfinsh_verify'])
      }
      const asked = await house.post('/his/api/changepwstatus', { account: typed })
      expect([said(asked), asked.body.data?.state]).toEqual(['200 OK', 'sent'])
    }
  })
})

describe('registering', () => {
  it('[AUTH-07~] stores the account with its phone unverified, sends a code, and keeps what was agreed to and when', async () => {
    const body = form({ account: valid[0], lang: 'en' })
    const made = await register(body)
    expect(said(made)).toBe('200 OK')
    expect(made.body.data).toMatchObject({ phone: `···· ··· ${body.phone.slice(-3)}` })
    const { db } = house.data
    const [person] = await db.system.read(sql<Record<string, unknown>>`
      select s.mobilecode, sp.review, sp.doctortype, sp.staff_type from staff s join staff_partner sp on sp.mid = s.mid where s.account = ${body.account}`)
    expect(person).toEqual({ mobilecode: 0, review: 'registered', doctortype: 'doctor', staff_type: 1 })
    const agreed = await db.system.read(sql<Record<string, unknown>>`
      select a.kind, a.version, a.lang, a.accepted_at as at from agreement_acceptance a join staff s on s.mid = a.mid where s.account = ${body.account} order by 1`)
    const when = house.clock.now()
    expect(agreed).toEqual([
      { kind: 'agreement', version: '2026-01', lang: 'en', at: when },
      { kind: 'privacy', version: '2026-01', lang: 'en', at: when },
    ])
    await expect(db.system.tx((tx) => tx.run(sql`update agreement_acceptance set version = 'x'`))).rejects.toThrow()
    expect((await enter(String(body.account))).status).toBe('unfinsh_verify')
  })
  it.each([
    ['ACCOUNT_FORMAT', { account: 'A123456788' }, 'account'],
    ['ACCOUNT_FORMAT', { account: 'dr.lin' }, 'account'],
    ['PHONE_INVALID', { account: valid[1], phone: '0212345678' }, 'phone'],
    ['FIELD_RELATED', { account: '0900111222' }, 'phone'],
    ['PASSWORD_RULE', { pwd: 'short1', repeatPwd: 'short1' }, 'newPassword'],
    ['PASSWORD_MISMATCH', { repeatPwd: 'teleward89' }, 'repeatPassword'],
    ['PASSWORD_COMMON', { pwd: 'password1', repeatPwd: 'password1' }, 'newPassword'],
    ['AGREEMENT_REQUIRED', { agreement: undefined }, 'agreement'],
    ['AGREEMENT_REQUIRED', { privacy: '2019-01' }, 'privacy'],
    ['NOT_FOUND', { partnerid: 0 }, 'partnerid'],
    ['NOT_FOUND', { partnerid: 4711 }, 'partnerid'],
    ['BAD_INPUT', { doctortype: 'admin' }, 'doctortype'],
    ['BAD_INPUT', { name: '' }, 'name'],
  ])('[AUTH-07~] [AUTH-05~] answers %s to %j, and stores nothing', async (code, more, path) => {
    const body = form(more)
    const refused = await register(body)
    expect(refused.body.status).toBe(code)
    expect(JSON.stringify(refused.body.fields)).toContain(`"${path}"`)
    const rows = await house.data.db.system.read(sql`select mid from staff where phone = ${body.phone}`)
    expect(rows).toEqual([])
  })
  it.each(['高\u202e小晴', '\u2067高\u2069小\u200b晴', '\ufeff高小晴\u200f'])(
    '[Iw10] keeps of the name %j what is seen of it',
    async (name) => {
      const body = form({ name })
      expect(said(await register(body))).toBe('200 OK')
      const rows = await house.data.db.system.read(
        sql<{ name: string }>`select name from staff where phone = ${body.phone}`,
      )
      expect(rows).toEqual([{ name: '高小晴' }])
    },
  )
  it('[I13] offers an institution once it has an active administrator who can sign in, and no longer than that', async () => {
    const offered = async () =>
      ((await house.get('/his/api/institutions')).body.data as unknown as { id: number }[]).map(({ id }) => id)
    const at32 = () => register(form({ partnerid: 32 }))
    expect(await offered()).toEqual([1])
    expect(said(await at32())).toBe('404 NOT_FOUND')
    const { system } = house.data.db
    // Invited, and has yet to prove the mobile.
    const mid = await system.tx(async (tx) => {
      const { mid } = await tx.one(
        sql<{
          mid: number
        }>`insert into staff (account, name, mobilecode) values ('admin.sea', '海管理', 0) returning mid`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 32, 5, 'admin')`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 32, 320)`)
      return mid
    })
    expect(await offered()).toEqual([1])
    await system.tx((tx) => tx.run(sql`update staff set mobilecode = 1 where mid = ${mid}`))
    expect(await offered()).toEqual([1, 32])
    expect(said(await at32())).toBe('200 OK')
    await system.tx((tx) => tx.run(sql`update staff_partner set status = 'disabled' where mid = ${mid}`))
    expect(await offered()).toEqual([1])
  })
  // The form itself, with both texts to be read to their end, is the journey `registration`; limits of codes: `codes.test.ts`.
  it('[AUTH-07] takes each form of account with its checksum, shows both texts, keeps what was accepted and when, and verifies the mobile', async () => {
    const shown = async (kind: string, lang: string) => {
      const { body } = await house.get(`/his/api/agreements/${kind}?lang=${lang}`)
      const text = body.data as { version: string; newest: boolean; sections: { text: string }[] }
      expect([text.newest, text.sections.length > 2], `${kind} ${lang}`).toEqual([true, true])
      return text.version
    }
    const kinds = ['national_id', 'arc_new', 'arc_old'] as const
    const one = (kind: string, verdict: 'valid' | 'invalid') =>
      vectors.filter((row) => row[1] === kind && (row[2] === 'valid') === (verdict === 'valid')).at(-1)?.[0] ?? ''
    const langs = { national_id: 'zh-TW', arc_new: 'zh-CN', arc_old: 'en', mobile: 'zh-TW' } as const
    for (const kind of [...kinds, 'mobile'] as const) {
      const lang = langs[kind]
      const [agreement, privacy] = [await shown('agreement', lang), await shown('privacy', lang)]
      const body = form({ agreement, privacy, lang })
      if (kind !== 'mobile') {
        expect((await register({ ...body, account: one(kind, 'invalid') })).body.status, kind).toBe('ACCOUNT_FORMAT')
        body.account = one(kind, 'valid')
      }
      house.clock.advance(3_600_000)
      const made = await register(body)
      expect(said(made), `${kind} ${body.account}`).toBe('200 OK')
      const at = house.clock.now()
      const accepted = await house.data.db.system.read(sql<Record<string, unknown>>`
        select a.kind, a.version, a.lang, a.accepted_at as at from agreement_acceptance a join staff s on s.mid = a.mid
        where s.phone = ${body.phone} order by 1`)
      expect(accepted, kind).toEqual([
        { kind: 'agreement', version: agreement, lang, at },
        { kind: 'privacy', version: privacy, lang, at },
      ])
      const { token, status } = await enter(body.account)
      expect(status).toBe('unfinsh_verify')
      const id = String(made.body.data?.id)
      const sent = await house.data.db.system.read(
        sql<{ recipient: string }>`select recipient from outbox_message where origin_id = ${id} and kind = 'code'`,
      )
      expect(sent).toEqual([{ recipient: body.phone }])
      const put = await house.send('PUT', `/his/api/verificationcodes/${id}`, { code: await codeFor(id) }, token)
      expect(put.body.data, kind).toMatchObject({ review: 'phoneVerified' })
    }
  })
  it('[AUTH-07~] of ten at once with one account one is made, and what is taken is said', async () => {
    const account = valid[1] ?? ''
    house.clock.advance(3_600_000)
    const all = await Promise.all(Array.from({ length: 10 }, () => house.post('/his/api/register', form({ account }))))
    expect(all.map(said).toSorted()).toEqual(['200 OK', ...Array(9).fill('409 ACCOUNT_EXISTS')])
    house.clock.advance(3_600_000)
    expect(said(await register(form({ phone: '0912345678', account: '0912345678' })))).toBe('409 ACCOUNT_EXISTS')
  })
  it('[AUTH-07~] costs a send whether the account is taken or not: nobody goes through a list', async () => {
    house.clock.advance(3_600_000)
    const all: string[] = []
    for (let n = 0; n < 31; n += 1) all.push(said(await house.post('/his/api/register', form({ account: valid[0] }))))
    expect(all.slice(0, 30).every((one) => one === '409 ACCOUNT_EXISTS')).toBe(true)
    expect(all[30]).toBe('429 CODE_SEND_LIMIT')
    house.clock.advance(3_600_000)
  })
  it('[AUTH-08~] lets an account go whose phone nobody verified in a day, with its session', async () => {
    const body = form({ account: valid[2] ?? number() })
    expect(said(await register(body))).toBe('200 OK')
    const { token } = await enter(body.account)
    // A second before the day is over, when `register` has let its ten minutes go by.
    house.clock.advance(24 * 3_600_000 - 10 * 60_000 - 1000)
    await house.app.deps.timers.runDue()
    expect(said(await register(form({ account: body.account })))).toBe('409 ACCOUNT_EXISTS')
    house.clock.advance(3_600_000)
    await house.app.deps.timers.runDue()
    expect((await house.get('/his/api/verificationcodes', token)).status).toBe(401)
    expect(said(await register(form({ account: body.account, phone: body.phone })))).not.toContain('ACCOUNT_EXISTS')
    await asAdmin()
  })
})

describe('the phone', () => {
  it('[AUTH-08~] verified by the right code, makes 0 a 1, and the person goes on to the review; nothing else opened before', async () => {
    const body = form()
    const made = await register(body)
    const { token } = await enter(body.account)
    const id = String(made.body.data?.id)
    expect(said(await house.get('/his/api/staffreviews/own', token))).toBe('403 VERIFY_FIRST')
    expect((await house.get('/his/api/verificationcodes', token)).body.data).toMatchObject({
      code: { id },
      corrected: false,
    })
    const code = await codeFor(id)
    const wrong = code.replace(/./, (digit) => String((Number(digit) + 1) % 10))
    const put = (given: string, which = token, whose = id) =>
      house.send('PUT', `/his/api/verificationcodes/${whose}`, { code: given }, which)
    expect(said(await put(wrong))).toBe('400 CODE_WRONG')
    const stranger = await enter(
      (
        await (async () => {
          const other = form()
          await register(other)
          return other
        })()
      ).account,
    )
    // Ten minutes went by for the other one: the first code is over, for whoever brings it.
    expect(said(await put(code, stranger.token))).toBe('400 CODE_WRONG')
    const again = await house.post('/his/api/verificationcodes', {}, token)
    expect(said(again)).toBe('200 OK')
    const fresh = await codeFor(again.body.data?.id)
    expect(said(await put(fresh, stranger.token, String(again.body.data?.id)))).toBe('400 CODE_WRONG')
    const right = await put(fresh, token, String(again.body.data?.id))
    expect(right.body.data).toEqual({ account: body.account, review: 'phoneVerified' })
    expect(said(await put(fresh, token, String(again.body.data?.id)))).toBe('400 CODE_USED')
    expect(said(await house.post('/his/api/verificationcodes', {}, token))).toBe('409 ILLEGAL_STEP')
    expect((await review(token)).state).toBe('phoneVerified')
    // Own settings, and nothing of patients.
    expect(said(await house.get('/his/api/operationlogs', token))).toBe('200 OK')
    expect(said(await house.post('/partner/getMemberList', {}, token))).toBe('403 STAFF_NOT_VERIFIED')
    expect(said(await house.post('/his/api/doctorstatus', { doctorStatus: 1000 }, token))).toBe(
      '403 STAFF_NOT_VERIFIED',
    )
  })
  it('[AUTH-08~] that was mistyped is corrected once', async () => {
    const body = form({ account: valid[3] ?? number() })
    if (!valid[3]) body.phone = body.account
    await register(body)
    const { token } = await enter(body.account)
    house.clock.advance(60_000)
    const right = number()
    expect(said(await house.post('/his/api/verificationcodes', { phone: '0912345678' }, token))).toBe(
      '409 ACCOUNT_EXISTS',
    )
    const sent = await house.post('/his/api/verificationcodes', { phone: right }, token)
    expect([said(sent), sent.body.data?.phone]).toEqual(['200 OK', `···· ··· ${right.slice(-3)}`])
    house.clock.advance(60_000)
    expect(said(await house.post('/his/api/verificationcodes', { phone: number() }, token))).toBe('409 ILLEGAL_STEP')
    expect(said(await house.post('/his/api/verificationcodes', {}, token))).toBe('200 OK')
  })
  it('[I10] corrected takes the account along where that is the number, whose owner then registers', async () => {
    const body = form()
    await register(body)
    const { token } = await enter(body.account)
    house.clock.advance(60_000)
    // Somebody's already: neither number nor account moves.
    expect(said(await house.post('/his/api/verificationcodes', { phone: '0912345678' }, token))).toBe(
      '409 ACCOUNT_EXISTS',
    )
    const right = number()
    const sent = await house.post('/his/api/verificationcodes', { phone: right }, token)
    const id = String(sent.body.data?.id)
    const put = await house.send('PUT', `/his/api/verificationcodes/${id}`, { code: await codeFor(id) }, token)
    expect(put.body.data).toEqual({ account: right, review: 'phoneVerified' })
    expect((await enter(right)).status).toBe('OK')
    expect(said(await house.post('/his/user/login', { id: body.account, pwd: 'teleward88' }))).toBe(
      '404 USER_NOT_FOUND',
    )
    expect(said(await register(form({ account: body.account, phone: body.account })))).toBe('200 OK')
  })
  it('[I10] corrected leaves an account that is no number as it is', async () => {
    const body = form({ account: 'L122544270' })
    await register(body)
    const { token } = await enter(body.account)
    house.clock.advance(60_000)
    const sent = await house.post('/his/api/verificationcodes', { phone: number() }, token)
    const id = String(sent.body.data?.id)
    const put = await house.send('PUT', `/his/api/verificationcodes/${id}`, { code: await codeFor(id) }, token)
    expect(put.body.data).toEqual({ account: 'L122544270', review: 'phoneVerified' })
  })
})
