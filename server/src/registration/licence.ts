import { addDays, startOfDay } from '@teleward/contract/core/zone.ts'
import { LICENCE_REMINDERS } from '@teleward/contract/registration/rules.ts'
import { queueMessage } from '../outbox/queue.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { reviewState, reviewStep } from './steps.ts'

export interface LicenceDeps extends Pick<Deps, 'db' | 'clock' | 'timers'> {
  changed(tx: Tx, mid: number): void
  /** Not on line any more. */
  away(tx: Tx, mid: number): Promise<void>
}
const REMIND = 'licence.remind'
const OVER = 'licence.over'
/** Reminders come in the morning. */
const MORNING_MS = 9 * 3_600_000
const keyOf = (mid: number, partnerId: number, days?: number) => [partnerId, mid, ...(days ? [days] : [])].join(':')

/** Alarms of a licence that was looked at: reminders 60 and 14 days before its last day, and the day after it. */
export async function watchLicence(
  { timers, clock }: Pick<LicenceDeps, 'timers' | 'clock'>,
  tx: Tx,
  { mid, partnerId, expires, zone }: { mid: number; partnerId: number; expires: string | null; zone: string },
): Promise<void> {
  await forgetLicence({ timers }, tx, mid, partnerId)
  if (!expires) return
  for (const days of LICENCE_REMINDERS) {
    const at = new Date(startOfDay(addDays(expires, -days), zone).getTime() + MORNING_MS)
    if (at > clock.now()) await timers.set(tx, REMIND, keyOf(mid, partnerId, days), at)
  }
  await timers.set(tx, OVER, keyOf(mid, partnerId), startOfDay(addDays(expires, 1), zone))
}

export async function forgetLicence(
  { timers }: Pick<LicenceDeps, 'timers'>,
  tx: Tx,
  mid: number,
  partnerId: number,
): Promise<void> {
  for (const days of LICENCE_REMINDERS) await timers.clear(tx, REMIND, keyOf(mid, partnerId, days))
  await timers.clear(tx, OVER, keyOf(mid, partnerId))
}

export function watchLicences(deps: LicenceDeps): void {
  const { db, clock, timers } = deps
  timers.on(REMIND, ({ key }) =>
    db.system.tx(async (tx) => {
      const [partnerId = 0, mid = 0, days = 0] = key.split(':').map(Number)
      const { review } = await reviewState(tx, mid, partnerId)
      if (review === 'onBoard') await remind(tx, { mid, partnerId, days, at: clock.now() })
    }),
  )
  timers.on(OVER, ({ key }) =>
    db.system.tx(async (tx) => {
      const [partnerId = 0, mid = 0] = key.split(':').map(Number)
      const { review } = await reviewState(tx, mid, partnerId)
      if (review !== 'onBoard') return
      await reviewStep(tx, {
        mid,
        partnerId,
        step: 'licenceOver',
        actor: null,
        at: clock.now(),
        reason: 'LICENCE_OVER',
      })
      await deps.away(tx, mid)
      deps.changed(tx, mid)
    }),
  )
}

async function remind(
  tx: Tx,
  { mid, partnerId, days, at }: { mid: number; partnerId: number; days: number; at: Date },
) {
  const person = await tx.one(sql<{ phone: string | null; expires: string | null; name: string }>`
    select s.phone, r.licence_expires::text as expires, p.name from staff s join staff_review r on r.mid = s.mid
      join partner p on p.id = r.partner_id where s.mid = ${mid} and r.partner_id = ${partnerId}`)
  if (!person.phone || !person.expires) return
  await queueMessage(tx, {
    partnerId,
    channel: 'sms',
    to: person.phone,
    kind: 'notice',
    texts: {
      text: `【${person.name}】您的證照將於 ${person.expires} 到期（${days} 天後），請更新證照資料。Your licence expires on ${person.expires} (in ${days} days). Please send the new one.`,
    },
    key: `licence:${mid}:${person.expires}:${days}`,
    origin: { kind: 'staffReview', id: mid },
    at,
  })
}
