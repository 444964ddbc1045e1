import { type TestApp, openTestApp, PASSWORD } from '../auth/fixture.ts'
import { quickHash } from '../platform/testing/password.ts'
import { sql } from '../platform/db/index.ts'

/** The house with administrators of each reach: the operator, two of the whole institution 1, one of unit 2, one of 32. */
export interface Office extends TestApp {
  tokens: Record<'op' | 'admin' | 'admin.two' | 'unit.admin' | 'admin.sea' | 'dr.lin' | 'nurse.chen', string>
  as(who: keyof Office['tokens'], method: string, path: string, body?: unknown): Promise<Said>
}
export interface Said {
  status: number
  code: string
  // The tests read answers as a client without types would.
  data: never
  body: Record<string, unknown>
}

/** What somebody who was invited answers at the first sign-in. */
export const SETUP = {
  ...{ agreement: '2026-01', privacy: '2026-01', lang: 'zh-TW' },
  ...{ newPassword: 'teleward88', repeatPassword: 'teleward88' },
}

const more = [
  { account: 'op', partner: 0, units: [] },
  { account: 'admin.two', partner: 1, units: [1, 2, 3] },
  { account: 'unit.admin', partner: 1, units: [2] },
  { account: 'admin.sea', partner: 32, units: [320] },
] as const

export async function openOffice(): Promise<Office> {
  const testApp = await openTestApp({ dist: '/nowhere' })
  const hash = await quickHash(PASSWORD)
  await testApp.data.db.system.tx(async (tx) => {
    // What the house gives to everybody hides where a right comes from.
    await tx.run(
      sql`update staff_partner set privileges = case when doctortype = 'doctor' then '{medical_decision}'::text[] else '{}' end`,
    )
    for (const { account, partner, units } of more) {
      const { mid } = await tx.one(sql<{ mid: number }>`
        insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid`)
      testApp.mids[account] = mid
      await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, ${partner}, 5, 'admin')`,
      )
      for (const unit of units)
        await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, ${partner}, ${unit})`)
    }
  })
  const tokens: Record<string, string> = {}
  for (const account of ['op', 'admin', 'admin.two', 'unit.admin', 'admin.sea', 'dr.lin', 'nurse.chen'])
    tokens[account] = (await testApp.signIn(account)).token
  return {
    ...testApp,
    tokens: tokens as Office['tokens'],
    as: async (who, method, path, body) => {
      const reply = await testApp.send(method, `/his/api/${path}`, body, tokens[who])
      return { status: reply.status, code: String(reply.body.status), data: reply.body.data as never, body: reply.body }
    },
  }
}
