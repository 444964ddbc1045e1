import type { Call } from '@teleward/contract/calls/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { caseLabels } from '@teleward/contract/crm/labels.ts'
import { caseRefusal } from '@teleward/contract/crm/rules.ts'
import type { CaseRow } from '@teleward/contract/crm/schema.ts'
import * as chat from '../chat/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { type Author, oneCase, refuseForeign, tell, write } from './service.ts'

interface Of {
  sn: number
  lang: Locale
}
/**
 * A case that is open and that the caller may write on: from no other is anybody rung or written to. NOT_FOUND: none that the
 * caller sees, or of another patient. FORBIDDEN, CASE_ILLEGAL_STEP.
 */
async function writable(tx: Tx, who: Author, { sn, lang }: Of, pid?: number): Promise<CaseRow> {
  if (who.rights['crm.write'] === '-' || who.rights['crm.read'] === '-') throw new AppError('FORBIDDEN')
  const one = await oneCase(tx.many, sn)
  if (pid !== undefined && one.pid !== pid) throw new AppError('NOT_FOUND')
  refuseForeign(who, one)
  const no = caseRefusal('note', { state: one.state, owner: one.owner?.mid ?? null })
  if (no) throw new AppError(no, { data: { state: caseLabels.state[one.state][lang] } })
  return one
}

/** A call that is made from a case stands in it. */
export async function linkCall(
  tx: Tx,
  who: StaffActor,
  now: Date,
  of: Of,
  { call, pid }: { call: Call; pid: number },
): Promise<void> {
  const one = await writable(tx, who, of, pid)
  // Rung twice at once, it is one call: whoever came first has written it down, perhaps in a case one does not see.
  const written = await write(tx, who, now, one, { kind: 'call', call: call.callID })
  if (written === 0) return
  await tell(tx, one, 'changed', who, now)
}

/** And so does a text message that is sent from one, with its words. */
export async function linkSms(
  tx: Tx,
  who: Author,
  now: Date,
  of: Of,
  { text, pid }: { text: string; pid: number },
): Promise<void> {
  const one = await writable(tx, who, of, pid)
  await write(tx, who, now, one, { kind: 'sms', text })
  await tell(tx, one, 'changed', who, now)
}

/** Written in the patient's conversation, of which the case keeps the place. Sent again, it is the same message. */
export async function linkMessage(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { clientId, textContent, ...of }: Of & { clientId: string; textContent: string },
): Promise<{ conversationId: number; seq: number; pid: number }> {
  const one = await writable(tx, who, of)
  const conversation = await chat.withPatient(tx, who, one.pid, now, one.unitId)
  const sent = await chat.send(tx, who, now, { id: conversation.id, clientId, textContent })
  const written = await write(tx, who, now, one, { kind: 'message', message: sent.id })
  if (written > 0) await tell(tx, one, 'changed', who, now)
  return { conversationId: conversation.id, seq: sent.seq, pid: one.pid }
}
