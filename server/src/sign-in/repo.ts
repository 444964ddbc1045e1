import { type Runner, sql } from '../platform/db/index.ts'

export interface Account {
  mid: number
  account: string
  name: string
  status: string
  mobilecode: number
  password_hash: string | null
}
export interface Membership {
  partner_id: number
  partner_name: string
  doctortype: string
  staff_type: number
  privileges: string[]
  review: string
}
type Read = Pick<Runner, 'many'>['many']

/** By account, else by phone; the account comes first where a number is one person's account and another's phone. */
export async function findAccount(read: Read, account: string): Promise<Account | undefined> {
  const rows = await read(sql<Account>`
    select s.mid, s.account, s.name, s.status, s.mobilecode, c.password_hash
    from staff s left join staff_credential c on c.mid = s.mid
    where lower(s.account) = ${account} or s.phone = ${account}
    order by (lower(s.account) = ${account}) desc limit 1`)
  return rows[0]
}

/** Institutions one can work for, the one of the last session first. */
export const memberships = (read: Read, mid: number): Promise<Membership[]> =>
  read(sql<Membership>`
    select sp.partner_id, p.name as partner_name, sp.doctortype, sp.staff_type, sp.privileges, sp.review
    from staff_partner sp join partner p on p.id = sp.partner_id
    where sp.mid = ${mid} and sp.status = 'active' and p.status = 'active'
    order by (select max(se.created_at) from session se where se.mid = sp.mid and se.partner_id = sp.partner_id) desc nulls last,
      sp.partner_id`)

/** Does any institution hide whether an account exists? `mid`: one of this person's. */
export async function hidesAccounts(read: Read, mid: number | null): Promise<boolean> {
  const rows = await read(sql<{ one: number }>`
    select 1 as one from partner p where p.status = 'active' and (p.settings ->> 'oneLoginMessage')::boolean
      and (${mid}::int is null or exists (select 1 from staff_partner sp where sp.mid = ${mid}::int and sp.partner_id = p.id))
    limit 1`)
  return rows.length > 0
}

export interface NewSession {
  sid: string
  mid: number
  partner_id: number
  device_type: number
  device_token: string
  remember: boolean
  doctortype: string
  privileges: string[] | null
  draft_key: string
  refresh_secret: string
  expires_at: Date
  ip: string | null
  user_agent: string | null
}
export const insertSession = (s: NewSession, now: Date) => sql`
  insert into session (sid, mid, partner_id, device_type, device_token, remember, doctortype, privileges, draft_key,
    refresh_secret, expires_at, ip, user_agent, created_at, last_seen_at)
  values (${s.sid}, ${s.mid}, ${s.partner_id}, ${s.device_type}, ${s.device_token}, ${s.remember}, ${s.doctortype},
    ${s.privileges}::text[], ${s.draft_key}, ${s.refresh_secret}, ${s.expires_at}, ${s.ip}, ${s.user_agent}, ${now}, ${now})`

export const insertRefresh = (token_hash: string, sid: string, now: Date, expires: Date) => sql`
  insert into refresh_token (token_hash, sid, issued_at, expires_at) values (${token_hash}, ${sid}, ${now}, ${expires})`

export interface LoginRow {
  mid: number | null
  account: string | null
  outcome: string
  ip: string | null
  user_agent: string | null
}
export const insertLogin = (row: LoginRow, now: Date) => sql`
  insert into login_log (mid, account, outcome, ip, user_agent, at)
  values (${row.mid}, ${row.account}, ${row.outcome}, ${row.ip}, ${row.user_agent}, ${now})`
