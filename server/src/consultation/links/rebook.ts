import { type BookingDeps, book } from '../../appointments/booking.ts'
import type { LinkActor } from '../../platform/actor.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { tellPayment } from '../../visit-links/links.ts'
import { lock } from './service.ts'
import { facts, type Read } from './view.ts'

/** Of a place that was let go because nothing was paid: the page offers others, and one of them is a booking of its own. */
export async function isLetGo(read: Read, qid: number): Promise<boolean> {
  const found = await read(
    sql`select 1 from appointment where qid = ${qid} and status = 'released' and payment = 'expired'`,
  )
  return found.length > 0
}

/**
 * The same doctor and kind of visit at another time, with its own half hour to pay in. The page goes on with the new visit;
 * of several at once one books, and whoever comes after it finds the link with that one (`VERSION_STALE`).
 */
export async function rebook(
  tx: Tx,
  deps: BookingDeps,
  { linkId, pid, qid, partnerId }: LinkActor,
  { date, time }: { date: string; time: string },
): Promise<void> {
  await lock(tx, linkId)
  const link = await facts(tx.many, linkId)
  if (link.qid !== qid) throw new AppError('VERSION_STALE')
  const old = await tx.one(sql<{
    unitId: number
    did: number
    site: 'video' | 'voice' | 'onsite'
    serviceItem: string | null
    consultProblem: string | null
    callTarget: 'patient' | 'family' | 'cs' | null
    currency: 'TWD' | 'CNY'
  }>`select unit_id as "unitId", did, site, service_item as "serviceItem", consult_problem as "consultProblem", call_target as "callTarget", currency
    from appointment where qid = ${qid}`)
  const { unitId, did, site, currency } = old
  const { booked } = await book(
    tx,
    deps,
    { kind: 'patient', pid, qid, partnerId, unitId },
    {
      kind: 'general',
      pid,
      did,
      unit: unitId,
      date,
      time,
      site,
      serviceItem: old.serviceItem ?? undefined,
      consultProblem: old.consultProblem ?? undefined,
      callTarget: old.callTarget ?? undefined,
      currency,
      payOnSite: false,
      confirm: [],
    },
  )
  // Asked for no fee of its own, a booking costs what the doctor takes, and warns of nothing.
  if (!booked) throw new AppError('BOOKING_INVALID')
  await tx.run(sql`update video_link set qid = ${booked.qid} where link_id = ${linkId}`)
  await tellPayment(tx, booked.qid, deps.clock.now())
}
