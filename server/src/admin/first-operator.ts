import { normaliseAccount } from '@teleward/contract/auth/rules.ts'
import { hashPassword } from '../auth/passwords.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { isLogin } from './import-read.ts'
import { establish } from './partners.ts'
import { OPERATOR } from './scope.ts'
import { initialPassword } from './staff-change.ts'

export interface FirstOperator {
  account: string
  name: string
  /**
   * An institution that is founded with it, of which the same person is the first administrator. Its members are asked for codes that go
   * to their phones, and as long as no gateway sends any, somebody of the institution has to be there who reads them.
   */
  institution?: string | undefined
}

/**
 * The person a fresh installation begins with: the operator, who founds institutions and invites their administrators.
 * Answers the password, which is kept nowhere. Refused in words where there is an operator already: whoever can run this
 * has the database, and yet an account that nobody asked for must not come to be by running it twice.
 */
export async function firstOperator(db: Db, wish: FirstOperator, now: Date): Promise<string> {
  const account = normaliseAccount(wish.account)
  if (!isLogin(account)) throw new Error(`"${wish.account}" is no account as people sign in by`)
  const password = initialPassword()
  const hash = await hashPassword(password)
  await db.system.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7300, 0)`)
    const [one] = await tx.many(sql<{ account: string }>`
      select s.account from staff_partner sp join staff s on s.mid = sp.mid
      where sp.partner_id = ${OPERATOR} and sp.status = 'active' and s.status = 'active' limit 1`)
    if (one) throw new Error(`There is an operator already: ${one.account}`)
    const [taken] = await tx.many(sql<{ mid: number }>`select mid from staff where account = ${account}`)
    if (taken) throw new Error(`The account ${account} is somebody's already`)
    await tx.run(sql`insert into partner (id, name) values (${OPERATOR}, 'Operator') on conflict (id) do nothing`)
    const { mid } = await tx.one(sql<{ mid: number }>`
      insert into staff (account, name, mobilecode, created_at) values (${account}, ${wish.name}, 1, ${now}) returning mid`)
    await tx.run(sql`insert into staff_credential (mid, password_hash, changed_at) values (${mid}, ${hash}, ${now})`)
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, review)
      values (${mid}, ${OPERATOR}, 5, 'admin', 'onBoard')`)
    await tx.audit({ action: 'staff.firstOperator', kind: 'auth', target: { kind: 'staff', id: mid } })
    if (wish.institution) await foundFor(tx, mid, wish.institution)
  })
  return password
}

/** As an operator who is signed in founds one and invites its administrator. */
async function foundFor(tx: Tx, mid: number, name: string): Promise<void> {
  const { partner, unit } = await establish(tx, { name, rootUnit: name })
  await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, review)
    values (${mid}, ${partner.id}, 5, 'admin', 'onBoard')`)
  await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, ${partner.id}, ${unit})`)
  const target = { kind: 'partner', id: partner.id }
  await tx.audit({ action: 'POST /his/api/partners', kind: 'write', target, detail: { before: null, after: partner } })
}
