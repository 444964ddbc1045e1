import { caseRefusal } from '@teleward/contract/crm/rules.ts'
import type { Call } from '@teleward/contract/calls/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { caseWords } from '@teleward/contract/crm/words.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { oneCase, refuseForeign, tell, write } from './service.ts'

/** A call that is made from a case stands in it. NOT_FOUND: none of this patient's that the caller sees. */
export async function linkCall(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { sn, lang }: { sn: number; lang: Locale },
  { call, pid }: { call: Call; pid: number },
): Promise<void> {
  if (who.rights['crm.write'] === '-' || who.rights['crm.read'] === '-') throw new AppError('FORBIDDEN')
  const one = await oneCase(tx.many, who, sn)
  if (one.pid !== pid) throw new AppError('NOT_FOUND')
  refuseForeign(who, one)
  const no = caseRefusal('note', { state: one.state, owner: one.owner?.mid ?? null })
  if (no) throw new AppError(no, { data: { state: caseWords.state[one.state][lang] } })
  // Rung twice at once, it is one call: whoever came first has written it down, perhaps in a case one does not see.
  const written = await write(tx, who, now, one, { kind: 'call', call: call.callID })
  if (written === 0) return
  await tell(tx, one, 'changed', who.mid)
}
