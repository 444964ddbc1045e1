import type { IdentityProof } from '@teleward/contract/links/schema.ts'
import { transition } from '../../appointments/service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LinkActor } from '../../platform/actor.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { type IdentityRefusal, lock, prove } from './service.ts'
import { facts, overCode } from './view.ts'

/**
 * A link that is over opens nothing; it still says whose it was. Who proves to be that patient asks to be called back: a
 * step of the visit, which its desk hears of. One wish stands at a time, and the tries are those of the identity check.
 */
export async function askCallback(
  db: Db,
  { clock }: { clock: Clock },
  actor: LinkActor,
  body: IdentityProof,
): Promise<{ ok: true; askedAt: Date } | IdentityRefusal> {
  if (actor.purpose !== 'visit') throw new AppError('LINK_INVALID')
  const now = clock.now()
  const { linkId, pid, qid } = actor
  return db.system.tx(async (tx) => {
    // The visit before its link, as everywhere.
    const { wish } = await tx.one(
      sql<{ wish: Date | null }>`select callback_at as wish from appointment where qid = ${qid} for update`,
    )
    await lock(tx, linkId)
    const link = await facts(tx.many, linkId)
    if (overCode(link, now) === null) throw new AppError('ILLEGAL_STEP')
    const refused = await prove(tx, link, body)
    if (refused) return refused
    if (wish) return { ok: true, askedAt: wish }
    await transition(tx, { kind: 'patient', pid, qid }, qid, 'askCallback', { now })
    return { ok: true, askedAt: now }
  })
}
