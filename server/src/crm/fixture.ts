import { type Body, type TestApp, type TestAppOptions, openTestApp, PASSWORD } from '../auth/fixture.ts'
import { quickHash } from '../platform/testing/password.ts'
import { sql } from '../platform/db/index.ts'

/** For tests: a house with a case manager, service staff and partner staff of unit 2, and members of several units. */
export interface Desk extends TestApp {
  /** A person has one session: this one's. */
  token(who: Account): string
  /** So much later, with everybody signed in anew. */
  later(ms: number): Promise<void>
  as<T = Record<string, never>>(
    who: Account,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Said<T>>
}
export interface Said<T> {
  status: number
  code: string
  data: T
  body: Body
}
const accounts = {
  tsai: 'case.tsai',
  liu: 'cs.liu',
  lin: 'dr.lin',
  chen: 'nurse.chen',
  ext: 'ext.ho',
  far: 'dr.far',
  hua: 'dr.hua',
  admin: 'admin',
  agent: 'agent.kao',
} as const
type Account = keyof typeof accounts
const more = [
  { account: 'case.tsai', kind: 'case_manager', type: 2 },
  { account: 'cs.liu', kind: 'customer_service', type: 2 },
  { account: 'ext.ho', kind: 'partner_staff', type: 2 },
  { account: 'agent.kao', kind: 'agent', type: 4 },
] as const
/** 吳秀鳳 and 張振國 of unit 2, 陳遠 of unit 3, 林海 of the other institution, 李停 whose membership of unit 2 was disabled. */
export const WU = 201
export const CHANG = 202
export const FAR = 203
export const SEA = 204
export const HELD = 205

export async function openDesk(options: TestAppOptions = {}): Promise<Desk> {
  const testApp = await openTestApp({ dist: '/nowhere', ...options })
  const hash = await quickHash(PASSWORD)
  await testApp.data.db.system.tx(async (tx) => {
    for (const { account, kind, type } of more) {
      const { mid } = await tx.one(sql<{ mid: number }>`
        insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid`)
      testApp.mids[account] = mid
      await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 1, ${type}, ${kind})`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, 2)`)
    }
    await tx.run(sql`insert into member (pid, member_no, name, gender, birthday, id_number, account, mobile) overriding system value values
      (${WU}, 'M-201', '吳秀鳳', 'female', '1958-01-02', 'F224736527', 'F224736527', '0912345601'),
      (${CHANG}, 'M-202', '張振國', 'male', '1963-11-02', null, null, null),
      (${FAR}, 'M-203', '陳遠', 'male', '1970-01-01', null, null, null),
      (${SEA}, 'M-204', '林海', 'male', '1970-01-01', null, null, null),
      (${HELD}, 'M-205', '李停', 'male', '1970-01-01', null, null, null)`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values
      (${WU}, 1, 2), (${CHANG}, 1, 2), (${FAR}, 1, 3), (${SEA}, 32, 320), (${HELD}, 1, 2)`)
  })
  const tokens = new Map<string, string>()
  const signAll = async () => {
    for (const account of Object.values(accounts)) tokens.set(account, (await testApp.signIn(account)).token)
  }
  await signAll()
  return {
    ...testApp,
    token: (who) => tokens.get(accounts[who]) ?? '',
    later: async (ms) => {
      testApp.clock.advance(ms)
      await signAll()
    },
    as: async <T>(who: Account, path: string, body?: object, headers?: Record<string, string>) => {
      const token = tokens.get(accounts[who])
      const reply =
        body === undefined
          ? await testApp.get(`/his/api/${path}`, token)
          : await testApp.post(`/his/api/${path}`, body, token, headers)
      return { status: reply.status, code: String(reply.body.status), data: reply.body.data as T, body: reply.body }
    },
  }
}
