import { type Body, type TestApp, type TestAppOptions, openTestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** For tests: two dietitians of unit 2, one of unit 3, and members whose records are open, closed, elsewhere and held back. */
export interface Kitchen extends TestApp {
  as<T = Record<string, never>>(
    who: Account,
    path: string,
    body?: object,
    more?: { method?: string; headers?: Record<string, string> },
  ): Promise<Said<T>>
  token(who: Account): string
}
export interface Said<T> {
  status: number
  code: string
  data: T
  body: Body
}
const accounts = {
  hsu: 'diet.hsu',
  kuo: 'diet.kuo',
  far: 'diet.far',
  lin: 'dr.lin',
  chen: 'nurse.chen',
  admin: 'admin',
  hua: 'dr.hua',
} as const
export type Account = keyof typeof accounts
const more = [
  ['diet.hsu', 2],
  ['diet.kuo', 2],
  ['diet.far', 3],
] as const
export const WU = 201
/** Has opened nothing. */
export const CHANG = 202
export const FAR = 203
export const SEA = 204
export const HELD = 205

export async function openKitchen(options: TestAppOptions = {}): Promise<Kitchen> {
  const testApp = await openTestApp({ dist: '/nowhere', ...options })
  await testApp.data.db.system.tx(async (tx) => {
    for (const [account, unit] of more) {
      const { mid } = await tx.one(sql<{ mid: number }>`
        insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid`)
      testApp.mids[account] = mid
      await tx.run(
        sql`insert into staff_credential (mid, password_hash) select ${mid}, password_hash from staff_credential limit 1`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 1, 2, 'dietitian')`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, ${unit})`)
    }
    await tx.run(sql`insert into member (pid, member_no, name, gender, birthday, height, weight) overriding system value values
      (${WU}, 'M-201', '吳秀鳳', 'female', '1958-01-02', 158, 61), (${CHANG}, 'M-202', '張振國', 'male', '1963-11-02', 170, 72),
      (${FAR}, 'M-203', '陳遠', 'male', '1970-01-01', null, null), (${SEA}, 'M-204', '林海', 'male', '1970-01-01', null, null),
      (${HELD}, 'M-205', '李停', 'male', '1970-01-01', null, null), (206, 'M-206', '周缺', null, null, null, null)`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values
      (${WU}, 1, 2), (${CHANG}, 1, 2), (${FAR}, 1, 3), (${SEA}, 32, 320), (${HELD}, 1, 2), (206, 1, 2)`)
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      select gen_random_uuid(), mu.partner_id, mu.unit_id, mu.pid, 'record', 'active', '1', '2020-01-01'
      from member_unit mu where mu.pid <> ${CHANG}`)
  })
  const tokens = new Map<string, string>()
  for (const account of Object.values(accounts)) tokens.set(account, (await testApp.signIn(account)).token)
  return {
    ...testApp,
    token: (who) => tokens.get(accounts[who]) ?? '',
    as: async <T>(
      who: Account,
      path: string,
      body: object = {},
      { method = 'POST', headers }: { method?: string; headers?: Record<string, string> } = {},
    ) => {
      const token = tokens.get(accounts[who])
      const reply =
        method === 'POST'
          ? await testApp.post(`/his/api/${path}`, body, token, headers)
          : await testApp.send(method, `/his/api/${path}`, body, token)
      return { status: reply.status, code: String(reply.body.status), data: reply.body.data as T, body: reply.body }
    },
  }
}
