import { isMobile, normaliseMobile } from '@teleward/contract/core/identity.ts'
import { CODE_PAUSE_MS, maskPhone } from '@teleward/contract/registration/rules.ts'
import type { SmsFate } from '@teleward/contract/registration/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { hasAdmin } from '../admin/scope.ts'
import type { StaffActor } from '../platform/actor.ts'
import { isConflict, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { freshCode, proveCode, type SentCode, useCode, writeCode } from '../verification/codes.ts'
import { countSend } from '../auth/limits.ts'
import { REGISTRATION_TIMER } from './register.ts'
import { reviewStep } from './steps.ts'

export interface PhoneDeps extends Pick<Deps, 'db' | 'clock' | 'timers'> {
  /** Rights of a person changed with this transaction. */
  changed(tx: Parameters<typeof writeCode>[0], mid: number): void
  sms: SmsFate
}
interface Own {
  account: string
  phone: string | null
  mobilecode: number
  corrections: number
}
const subjectOf = (mid: number) => `staff:${mid}`
/** A number other than the one registered with has been sent to: it was corrected. */
const own = (mid: number) => sql<Own>`
  select s.account, s.phone, s.mobilecode, (select count(distinct v.phone)::int from verification_code v
    where v.subject = ${subjectOf(mid)} and v.purpose = 'registration') as corrections
  from staff s where s.mid = ${mid}`

export const codeSentResponse = ({ id, expiresAt, againAt }: SentCode, phone: string) => ({
  id,
  expiresAt: expiresAt.toISOString(),
  againAt: againAt.toISOString(),
  phone: maskPhone(phone),
})

/** The code under way, for a page that was loaded anew. */
export async function codeUnderWay({ db, clock, sms }: PhoneDeps, who: StaffActor) {
  const [administered, [person], [code]] = await Promise.all([
    hasAdmin(db.system.read, who.partnerId),
    db.system.read(own(who.mid)),
    db.system.read(sql<{ id: string; phone: string; created_at: Date; expires_at: Date }>`
      select id, phone, created_at, expires_at from verification_code
      where subject = ${subjectOf(who.mid)} and purpose = 'registration' and used_at is null and dead_at is null
        and expires_at > ${clock.now()} order by created_at desc limit 1`),
  ])
  const sent = code && {
    id: code.id,
    expiresAt: code.expires_at,
    againAt: new Date(code.created_at.getTime() + CODE_PAUSE_MS),
  }
  return {
    code: sent && code ? codeSentResponse(sent, code.phone) : null,
    phone: maskPhone(person?.phone ?? ''),
    corrected: (person?.corrections ?? 0) > 1,
    sms,
    reader: administered ? ('administrator' as const) : ('operator' as const),
  }
}

/**
 * Another code to the own phone; another number is taken once, while none is verified. An account that is a mobile number
 * goes with it: the number that was mistyped is free for its owner again.
 */
export async function sendAgain(
  deps: PhoneDeps,
  who: StaffActor,
  wish: { phone?: string | undefined },
  from: { ip: string; lang: Locale },
) {
  const { db, clock } = deps
  const [person] = await db.system.read(own(who.mid))
  if (!person || person.mobilecode === 1) throw new AppError('ILLEGAL_STEP')
  const phone = wish.phone === undefined ? person.phone : normaliseMobile(wish.phone)
  if (!phone) throw new AppError('PHONE_INVALID', { fields: [{ path: 'phone', code: 'PHONE_INVALID' }] })
  const corrects = phone !== person.phone
  if (corrects && person.corrections > 1) throw new AppError('ILLEGAL_STEP')
  await countSend(deps, { phone, ip: from.ip })
  const fresh = await freshCode()
  const now = clock.now()
  try {
    const sent = await db.system.tx(async (tx) => {
      const row = await tx.one(
        sql<Own>`select account, phone, mobilecode, 0 as corrections from staff where mid = ${who.mid} for update`,
      )
      if (row.mobilecode === 1 || row.phone !== person.phone) throw new AppError('ILLEGAL_STEP')
      if (corrects) {
        const account = isMobile(row.account) ? phone : row.account
        await tx.run(
          sql`update staff set phone = ${phone}, account = ${account}, version = version + 1 where mid = ${who.mid}`,
        )
        if (account !== row.account) deps.changed(tx, who.mid)
      }
      const { partnerId } = who
      return writeCode(
        tx,
        fresh,
        { purpose: 'registration', phone, subject: subjectOf(who.mid), partnerId, lang: from.lang },
        now,
      )
    })
    return codeSentResponse(sent, phone)
  } catch (error) {
    if (isConflict(error)) throw new AppError('ACCOUNT_EXISTS', { cause: error })
    throw error
  }
}

/** The right code: mobilecode 0 → 1, registered → phoneVerified. */
export async function verifyPhone(deps: PhoneDeps, who: StaffActor, id: string, code: string) {
  const { db, clock } = deps
  const right = await proveCode(deps, { id, purpose: 'registration', subject: subjectOf(who.mid), code })
  await db.system.tx(async (tx) => {
    const now = clock.now()
    await useCode(tx, right, now)
    const done = await tx.run(
      sql`update staff set mobilecode = 1, version = version + 1 where mid = ${who.mid} and mobilecode = 0 and phone = ${right.phone}`,
    )
    if (!done) throw new AppError('CODE_EXPIRED')
    await deps.timers.clear(tx, REGISTRATION_TIMER, `${who.mid}`)
    const registered = await tx.many(sql<{ partner_id: number }>`
      select partner_id from staff_partner where mid = ${who.mid} and review = 'registered' for update`)
    for (const { partner_id } of registered)
      await reviewStep(tx, { mid: who.mid, partnerId: partner_id, step: 'verifyPhone', actor: who.mid, at: now })
    deps.changed(tx, who.mid)
  })
}
