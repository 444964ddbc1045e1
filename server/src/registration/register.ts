import { isOwnAccount } from '@teleward/contract/auth/rules.ts'
import { accountOf, REGISTRATION_MS } from '@teleward/contract/registration/rules.ts'
import { staffTypeOf } from '@teleward/contract/admin/rules.ts'
import { normaliseMobile } from '@teleward/contract/core/identity.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { register as definition } from '@teleward/contract/registration/endpoints.ts'
import { hashPassword, type PasswordPartner, passwordRules, refuseUnfitPassword } from '../auth/passwords.ts'
import { type Db, isConflict, sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { keepAccepted, refuseUnread } from './agreements.ts'
import { freshCode, type SentCode, writeCode } from '../verification/codes.ts'
import { countSend } from '../auth/limits.ts'

type Body = EndpointParsed<typeof definition>['body']
export type RegisterDeps = Pick<Deps, 'db' | 'clock' | 'timers'>
interface From {
  ip: string
  userAgent: string
}

export const REGISTRATION_TIMER = 'registration.over'
const field = (code: ErrorCode, path: string) => new AppError(code, { fields: [{ path, code }] })

interface Partner extends PasswordPartner {
  id: number
}
/** Institutions that take registrations: all that are active and have somebody to review them, unless one says no. */
const open = sql`p.status = 'active' and coalesce((p.settings ->> 'registration')::boolean, true) and p.id <> 0
  and institution_administered(p.id)`

export const institutions = (db: Db, q: string) =>
  db.system.read(sql<{ id: number; name: string; nameEn: string | null }>`
    select p.id, p.name, p.name_en as "nameEn" from partner p
    where ${open} and (${q} = '' or p.id::text = ${q} or strpos(lower(p.name || ' ' || coalesce(p.name_en, '')), lower(${q})) > 0)
    order by (p.id::text = ${q}) desc, p.id limit 20`)

/** What stands in the form, looked at in the order of the form; the first that is wrong is named. */
async function checked(db: Db, body: Body) {
  const known = accountOf(body.account)
  if (!known) throw field('ACCOUNT_FORMAT', 'account')
  const phone = normaliseMobile(body.phone)
  if (!phone) throw field('PHONE_INVALID', 'phone')
  if (!isOwnAccount(known.account, phone)) throw field('FIELD_RELATED', 'phone')
  const [partner] = await db.system.read(
    sql<Partner>`select p.id, p.name, p.name_en, p.settings from partner p where p.id = ${body.partnerid} and ${open}`,
  )
  if (!partner) throw field('NOT_FOUND', 'partnerid')
  await refuseUnfitPassword(body.pwd, body.repeatPwd, passwordRules([partner]))
  refuseUnread(body)
  return { account: known.account, phone }
}

/**
 * Stores the account (mobilecode 0) and sends the code, in one transaction. Asking costs a send of the limits whether the
 * account is taken or not: nobody goes through a list of them.
 */
export async function register(
  deps: RegisterDeps,
  body: Body,
  from: From,
): Promise<SentCode & { mid: number; phone: string }> {
  const { db, clock } = deps
  const { account, phone } = await checked(db, body)
  await countSend(deps, { phone, ip: from.ip })
  const [hash, fresh] = await Promise.all([hashPassword(body.pwd), freshCode()])
  const now = clock.now()
  try {
    return await db.system.tx(async (tx) => {
      const mid = await store(tx, { ...body, account, phone }, hash, now)
      await keepAccepted(tx, { mid, lang: body.lang, at: now, ...from })
      await deps.timers.set(tx, REGISTRATION_TIMER, `${mid}`, new Date(now.getTime() + REGISTRATION_MS))
      const wish = {
        purpose: 'registration' as const,
        phone,
        subject: `staff:${mid}`,
        partnerId: body.partnerid,
        lang: body.lang,
      }
      return { ...(await writeCode(tx, fresh, wish, now)), mid, phone }
    })
  } catch (error) {
    // The indexes of account and phone decide, also between two at once.
    if (isConflict(error)) throw new AppError('ACCOUNT_EXISTS', { cause: error })
    throw error
  }
}

async function store(tx: Tx, body: Body, hash: string, now: Date): Promise<number> {
  const { mid } = await tx.one(sql<{ mid: number }>`
    insert into staff (account, phone, name, mobilecode, created_at) values (${body.account}, ${body.phone}, ${body.name}, 0, ${now})
    returning mid`)
  await tx.run(sql`insert into staff_credential (mid, password_hash, changed_at) values (${mid}, ${hash}, ${now})`)
  await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, review)
    values (${mid}, ${body.partnerid}, ${staffTypeOf(body.doctortype)}, ${body.doctortype}, 'registered')`)
  await tx.run(
    sql`insert into staff_review (mid, partner_id, doctortype) values (${mid}, ${body.partnerid}, ${body.doctortype})`,
  )
  await tx.run(sql`insert into staff_review_event (mid, partner_id, to_state, action, actor_mid, at)
    values (${mid}, ${body.partnerid}, 'registered', 'register', ${mid}, ${now})`)
  return mid
}

/** A registration whose phone nobody verified in a day is let go: account and number are free again. */
export async function letGo(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mid: number,
  end: (tx: Tx, mid: number) => Promise<void>,
) {
  await db.system.tx(async (tx) => {
    const old = await tx.maybe(
      sql<{ mobilecode: number }>`select mobilecode from staff where mid = ${mid} and status = 'active' for update`,
    )
    if (old?.mobilecode !== 0) return
    await tx.run(
      sql`update staff set status = 'closed', account = 'unverified.' || mid, phone = null, version = version + 1 where mid = ${mid}`,
    )
    await tx.run(
      sql`update verification_code set dead_at = ${clock.now()} where subject = ${`staff:${mid}`} and used_at is null and dead_at is null`,
    )
    await end(tx, mid)
  })
}
