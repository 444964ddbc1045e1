import type { Profile } from '@teleward/contract/profile/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { nextSettlement } from './bank.ts'
import { banks } from './banks.ts'
import { bankOf, house, lin, local, mid, openOwn } from './own-fixture.ts'

beforeAll(openOwn)
afterAll(() => house?.stop())

describe('the own bank account', () => {
  it('[SET-01~] says first whether it is local or foreign, then everything that is missing, and takes the names from the list', async () => {
    const fields = (reply: { body: Record<string, unknown> }) =>
      (reply.body.fields as { path: string }[]).map(({ path }) => path)
    expect((await bankOf({})).body.status).toBe('BANK_KIND_REQUIRED')
    const empty = await bankOf({ kind: 'local' })
    expect(empty.body.status).toBe('BANK_INCOMPLETE')
    expect(fields(empty)).toEqual([
      'bank.bankCode',
      'bank.branchName',
      'bank.address',
      'bank.accountName',
      'bank.account',
    ])
    expect(fields(await bankOf({ kind: 'foreign' }))).toEqual([
      'bank.bankName',
      'bank.address',
      'bank.accountName',
      'bank.swift',
      'bank.account',
    ])
    expect((await bankOf({ ...local(), bankCode: '999' })).body.status).toBe('VALUE_INVALID')
    expect((await bankOf({ ...local(), branchCode: '9999999' })).body.status).toBe('VALUE_INVALID')
    expect((await bankOf({ ...local(), account: '12ab' })).body.status).toBe('VALUE_INVALID')
    const saved = await bankOf({ ...local(), bankName: '假銀行', branchName: '假分行' })
    const { bank } = saved.body.data as unknown as Profile
    expect(bank).toMatchObject({ bankName: banks().all[0]?.name, accountLast: '8901', swift: null })
    expect(JSON.stringify(saved.body)).not.toContain('012345678901')
    const foreign = {
      kind: 'foreign',
      bankName: 'Deutsche Bank',
      address: 'Frankfurt',
      accountName: 'Lin',
      swift: 'deutdeff',
    }
    expect((await bankOf({ ...foreign, account: 'DE89 3704 0044 0532 0130 01' })).body.status).toBe('VALUE_INVALID')
    expect((await bankOf({ ...foreign, account: 'DE89370400440532013000', swift: 'DEUT' })).body.status).toBe(
      'VALUE_INVALID',
    )
    const abroad = await bankOf({ ...foreign, account: 'DE89 3704 0044 0532 0130 00' })
    expect((abroad.body.data as unknown as Profile).bank).toMatchObject({ swift: 'DEUTDEFF', accountLast: '3000' })
  })
  it('[SET-01~] takes the password, tells by SMS, and keeps the account before; nobody else reads it but who settles', async () => {
    expect((await bankOf(local(), 'wrong-password')).body.status).toBe('WRONG_PASSWORD')
    expect((await bankOf(local(), '')).status).toBeGreaterThanOrEqual(400)
    const count = async () =>
      (
        await house.data.db.system.read(sql<{ banks: number; told: number }>`
        select (select count(*)::int from staff_bank where mid = ${mid('dr.lin')}) as banks,
          (select count(*)::int from outbox_message where kind = 'bank' and recipient = '0912345678') as told`)
      )[0]
    const before = await count()
    expect((await bankOf(local())).status).toBe(200)
    expect(await count()).toEqual({ banks: (before?.banks ?? 0) + 1, told: (before?.told ?? 0) + 1 })
    const settler = scopeOf(await house.app.auth.staff((await house.signIn('admin')).token))
    expect((await house.data.db.read(settler, sql`select 1 from staff_bank`)).length).toBeGreaterThan(0)
    for (const account of ['dr.wang', 'dr.hua']) {
      const who = await house.app.auth.staff((await house.signIn(account)).token)
      expect(await house.data.db.read(scopeOf(who), sql`select 1 from staff_bank`), account).toEqual([])
    }
    // Nobody's account but one's own can be planted.
    const wang = scopeOf(await house.app.auth.staff((await house.signIn('dr.wang')).token))
    await expect(
      house.data.db.tx(wang, (tx) =>
        tx.run(sql`insert into staff_bank (mid, partner_id, kind, bank_code, branch_name, bank_name, address, account, account_name, valid_from, created_at)
        values (${mid('dr.lin')}, 1, 'local', '004', 'x', 'x', 'x', '666666', 'x', now(), now())`),
      ),
    ).rejects.toThrow()
  })
  it('[SET-01~] keeps the account before where none is typed only at the very bank, at home and abroad', async () => {
    const foreign = {
      kind: 'foreign',
      bankName: 'Deutsche Bank',
      address: 'Frankfurt',
      accountName: 'Lin',
      swift: 'DEUTDEFF',
    }
    const [first, second] = banks().all.filter(({ code }) => (banks().branches.get(code)?.length ?? 0) > 0)
    const at = (code = '') => ({ ...local(), bankCode: code, branchCode: banks().branches.get(code)?.[0]?.code })
    const kept = async (bank: object) => {
      const { body } = await bankOf({ ...bank, account: '' })
      const fields = (body.fields as { path: string }[] | undefined)?.map(({ path }) => path)
      return fields ?? (body.data as unknown as Profile).bank?.accountLast
    }
    expect((await bankOf({ ...foreign, account: 'DE89 3704 0044 0532 0130 00' })).status).toBe(200)
    expect(await kept({ ...foreign, address: 'Berlin', swift: 'deut deff', bankName: ' deutsche  bank ' })).toBe('3000')
    // Another bank has no such account.
    expect(await kept({ ...foreign, bankName: 'Banque de Paris', swift: 'BNPAFRPP' })).toEqual(['bank.account'])
    expect(await kept({ ...foreign, swift: 'BNPAFRPP' })).toEqual(['bank.account'])
    expect(await kept({ ...foreign, bankName: 'Commerzbank' })).toEqual(['bank.account'])
    expect(await kept(at(first?.code))).toEqual(['bank.account'])
    expect((await bankOf({ ...at(first?.code), account: '012345678901' })).status).toBe(200)
    expect(await kept(at(first?.code))).toBe('8901')
    expect(await kept(at(second?.code))).toEqual(['bank.account'])
    expect(await kept(foreign)).toEqual(['bank.account'])
  })
  it('holds from the next settlement on, by the day of the institution', () => {
    expect(nextSettlement('2026-03-09', 10)).toBe('2026-03-10')
    expect(nextSettlement('2026-03-10', 10)).toBe('2026-04-10')
    expect(nextSettlement('2026-12-31', 15)).toBe('2027-01-15')
  })
  it('[SET-01~] the lists are the official ones', async () => {
    const all = (await house.get('/his/api/banks', lin)).body.data as unknown as { code: string; name: string }[]
    expect(all.find(({ code }) => code === '004')?.name).toContain('臺灣銀行')
    expect(all.length).toBeGreaterThan(50)
    const branches = (await house.get('/his/api/banks/004', lin)).body.data as unknown as { code: string }[]
    expect(branches.length).toBeGreaterThan(100)
    expect((await house.get('/his/api/banks/999', lin)).body.status).toBe('NOT_FOUND')
  })
})
