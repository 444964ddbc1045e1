import { normaliseMobile } from '@teleward/contract/core/identity.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { maskPhone, PHONE_UNDO_MS } from '@teleward/contract/registration/rules.ts'
import type { phoneAnswer, phoneBody } from '@teleward/contract/profile/schema.ts'
import type { z } from 'zod'
import { countSend } from '../auth/limits.ts'
import { provePassword } from '../auth/password.ts'
import { announce } from '../auth/sessions.ts'
import { hashOf, secret } from '../auth/tokens.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { freshCode, proveCode, useCode, writeCode } from '../verification/codes.ts'

/**
 * First, by the password, a code to the new number, then the code: a number sets the password anew, so that an open session
 * alone must not change it, and whoever types one has to hold it. The old number hears of it before anything has changed and
 * when it has, and is the account's until then, so that nobody is left without a way back in; for three days it can take the
 * change back by the link that it is sent.
 */
export async function changePhone(
  deps: { db: Db; clock: Clock; config: Pick<Config, 'publicUrl'> },
  who: StaffActor,
  ask: z.output<typeof phoneBody>,
  from: { lang: Locale; ip: string },
): Promise<z.output<typeof phoneAnswer>> {
  const { db, clock } = deps
  const subject = `staff:${who.mid}`
  if (ask.id === undefined || ask.code === undefined) {
    const phone = normaliseMobile(ask.phone)
    await provePassword(deps, who, ask.password)
    if (!phone) throw new AppError('PHONE_INVALID', { fields: [{ path: 'phone', code: 'PHONE_INVALID' }] })
    const [[taken], [own]] = await Promise.all([
      db.system.read(sql`select 1 from staff where phone = ${phone}`),
      db.system.read(sql<{ phone: string | null }>`select phone from staff where mid = ${who.mid}`),
    ])
    if (taken) throw new AppError('PHONE_TAKEN', { fields: [{ path: 'phone', code: 'PHONE_TAKEN' }] })
    const { partnerId } = who
    const { lang, ip } = from
    await countSend(deps, { phone, ip })
    const fresh = await freshCode()
    const now = clock.now()
    const sent = await db.system.tx(async (tx) => {
      const code = await writeCode(tx, fresh, { purpose: 'mobile', phone, subject, partnerId, lang }, now)
      if (own?.phone) await tellNumber(tx, who, own.phone, asked(phone), `phoneAsked:${who.mid}:${code.id}`, now)
      return code
    })
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
    if (before.phone && before.phone !== right.phone) {
      const token = secret()
      const until = new Date(now.getTime() + PHONE_UNDO_MS)
      await tx.run(sql`insert into phone_undo (token_hash, mid, phone, made_at, expires_at)
        values (${hashOf(token)}, ${who.mid}, ${before.phone}, ${now}, ${until})`)
      // Behind the sharp sign it is in no log of a server that the page is fetched from.
      const link = `${deps.config.publicUrl ?? ''}/pages/forgetpassword#undo=${token}`
      await queueMessage(tx, {
        partnerId: who.partnerId,
        channel: 'sms',
        to: before.phone,
        kind: 'link',
        texts: { text: changedText(link), link },
        key: `phone:${who.mid}:${right.id}`,
        notAfter: until,
        at: now,
      })
    }
    announce(db, tx, { kind: 'changed', mid: who.mid })
  })
  return { state: 'changed', id: null, phone: maskPhone(right.phone), expiresAt: null, againAt: null }
}

const asked = (phone: string) =>
  `有人要把您帳號的手機號碼改為 ${maskPhone(phone)}，輸入驗證碼後生效。若非本人操作，請立即變更密碼並聯絡管理員。Somebody is changing the mobile number of your account to ${maskPhone(phone)}. If this is not you, change your password and tell your administrator at once.`
const changedText = (link: string) =>
  `您的帳號手機號碼已變更。若非本人操作，請於 72 小時內開啟連結收回帳號：${link} The mobile number of your account was changed. If this was not you, open the link within 72 hours to take your account back.`

async function tellNumber(tx: Tx, who: StaffActor, to: string, text: string, key: string, at: Date): Promise<void> {
  await queueMessage(tx, { partnerId: who.partnerId, channel: 'sms', to, kind: 'phone', texts: { text }, key, at })
}
