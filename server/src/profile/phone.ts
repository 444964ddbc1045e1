import { normaliseMobile } from '@teleward/contract/core/identity.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { maskPhone } from '@teleward/contract/registration/rules.ts'
import type { phoneAnswer, phoneBody } from '@teleward/contract/profile/schema.ts'
import type { z } from 'zod'
import { announce } from '../auth/sessions.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { proveCode, sendCode, useCode } from '../verification/codes.ts'

/**
 * First a code to the new number, then the code: whoever types a number has to hold it. The old number hears of it, and is
 * the account's until then, so that nobody is left without a way back in.
 */
export async function changePhone(
  deps: { db: Db; clock: Clock },
  who: StaffActor,
  ask: z.output<typeof phoneBody>,
  from: { lang: Locale; ip: string },
): Promise<z.output<typeof phoneAnswer>> {
  const { db, clock } = deps
  const subject = `staff:${who.mid}`
  if (ask.id === undefined || ask.code === undefined) {
    const phone = normaliseMobile(ask.phone)
    if (!phone) throw new AppError('PHONE_INVALID', { fields: [{ path: 'phone', code: 'PHONE_INVALID' }] })
    const [taken] = await db.system.read(sql`select 1 from staff where phone = ${phone}`)
    if (taken) throw new AppError('PHONE_TAKEN', { fields: [{ path: 'phone', code: 'PHONE_TAKEN' }] })
    const sent = await sendCode(deps, { purpose: 'mobile', phone, subject, partnerId: who.partnerId, ...from })
    return {
      state: 'sent',
      id: sent.id,
      phone: maskPhone(phone),
      expiresAt: sent.expiresAt.toISOString(),
      againAt: sent.againAt.toISOString(),
    }
  }
  const right = await proveCode(deps, { id: ask.id, purpose: 'mobile', subject, code: ask.code })
  const now = clock.now()
  await db.system.tx(async (tx) => {
    await useCode(tx, right, now)
    const before = await tx.one(
      sql<{ phone: string | null }>`select phone from staff where mid = ${who.mid} for update`,
    )
    // Taken meanwhile by another account: the index decides, between any two.
    const changed = await tx.run(sql`update staff set phone = ${right.phone}, mobilecode = 1, version = version + 1
      where mid = ${who.mid} and not exists (select 1 from staff o where o.phone = ${right.phone} and o.mid <> ${who.mid})`)
    if (!changed) throw new AppError('PHONE_TAKEN', { fields: [{ path: 'phone', code: 'PHONE_TAKEN' }] })
    if (before.phone && before.phone !== right.phone)
      await queueMessage(tx, {
        partnerId: who.partnerId,
        channel: 'sms',
        to: before.phone,
        kind: 'phone',
        texts: {
          text: `您的帳號手機號碼已變更。若非本人操作，請立即聯絡管理員。The mobile number of your account was changed. If this was not you, tell your administrator at once.`,
        },
        key: `phone:${who.mid}:${right.id}`,
        at: now,
      })
    announce(db, tx, { kind: 'changed', mid: who.mid })
  })
  return { state: 'changed', id: null, phone: maskPhone(right.phone), expiresAt: null, againAt: null }
}
