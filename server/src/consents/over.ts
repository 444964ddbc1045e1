import { canConsent } from '@teleward/contract/consents/rules.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { type Alarms, CONSENT_OVER, end } from './give.ts'
import { type ConsentRow, consentColumns, lockAuthorisation, lockConsent } from './rows.ts'

/**
 * A request that nobody answered, or an authorisation whose end is reached. The rules that open a record look at the clock
 * themselves; this marks it, and tells whoever has the record open.
 */
export async function consentOver(db: Db, alarms: Alarms, now: Date, id: string): Promise<void> {
  await db.system.tx(async (tx) => {
    const find = sql<ConsentRow>`select ${consentColumns} from consent c where c.id = ${id}`
    const seen = await tx.maybe(find)
    if (!seen) return
    await lockAuthorisation(tx, seen)
    const row = await tx.one(find)
    if (!canConsent('expire', row.state).ok) return
    const until = row.state === 'active' ? row.endsAt : row.answerUntil
    if (!until) return
    // Moved meanwhile: it rings again.
    if (until > now) return alarms.set(tx, CONSENT_OVER, id, until)
    await end(tx, alarms, row, 'expire', { now })
  })
}

/**
 * The photograph of the paper is withdrawn, or was another person's: what stands on it ends with it, and whoever withdrew it
 * stands as who ended it.
 */
export async function paperGone(
  tx: Tx,
  alarms: Alarms,
  fileId: string,
  { mid, now }: { mid: number; now: Date },
): Promise<void> {
  const held = await tx.maybe(
    sql<{ id: string }>`select c.id from consent c where c.file_id = ${fileId} and c.state = 'active'`,
  )
  const row = held && (await lockConsent(tx, held.id))
  if (row?.state === 'active') await end(tx, alarms, row, 'withdraw', { now, by: mid })
}
