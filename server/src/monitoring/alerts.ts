import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import type { putAlert } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { alertRefusal, alertSteps } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { alertChanged } from '@teleward/contract/monitoring/events.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './alert-repo.ts'

/** How many nobody has seen to: the length of the list as it opens. */
export const openAlerts = async (read: Read): Promise<number> =>
  (await repo.list(read, { state: 'open', page: 1, pageSize: 1 })).total

type Ask = EndpointParsed<typeof putAlert>['body']
/**
 * One step of an alert, under its lock. NOT_FOUND; ALERT_TAKEN with the name of who was first and the alert as it is;
 * CONTENT_REQUIRED. Acknowledged once more by the same person it is theirs as before, and what they say besides is a further note.
 */
export async function step(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  { action, note }: Ask,
  lang: Locale,
): Promise<Alert> {
  const state = await repo.lockForUpdate(tx.many, id)
  const before = state && (await repo.byId(tx.many, id))
  if (!before) throw new AppError('NOT_FOUND')
  if (action === 'acknowledge' && state === 'acknowledged' && before.acknowledged?.by.mid === who.mid)
    return isSaid(before, who, note) ? before : noted(tx, who, now, before, note.trim())
  const no = alertRefusal(action, state, note)
  if (no === 'CONTENT_REQUIRED') throw new AppError(no, { fields: [{ path: 'note', code: no }] })
  if (no) {
    const first = (before.resolved ?? before.acknowledged)?.by
    const name = (lang === 'en' ? first?.nameEn : null) ?? first?.name ?? ''
    throw new AppError(no, { data: { name, alert: before } })
  }
  const text = note.trim()
  const set =
    action === 'acknowledge'
      ? sql`acked_by = ${who.mid}, acked_at = ${now}::timestamptz, ack_note = ${text}`
      : sql`resolved_by = ${who.mid}, resolved_at = ${now}::timestamptz, resolution = ${text}`
  await tx.run(sql`update monitor_alert set state = ${alertSteps[action].to}, ${set} where id = ${id}::uuid`)
  const after = await repo.byId(tx.many, id)
  if (!after) throw new AppError('NOT_FOUND')
  const what = { id, pid: after.pid, state: after.state, by: who.mid }
  await tx.emit(alertChanged, [audience.unit(after.unitId)], what)
  return after
}

/** There is nothing in the words, or the person has said them of this alert before: a page that sends them again adds none. */
const isSaid = ({ acknowledged, notes }: Alert, { mid }: StaffActor, note: string): boolean =>
  note.trim() === '' || [acknowledged, ...notes].some((act) => act?.by.mid === mid && act.note === note.trim())

/** What somebody did besides, of an alert in any state. NOT_FOUND; CONTENT_REQUIRED. */
export async function remark(tx: Tx, who: StaffActor, now: Date, id: string, note: string): Promise<Alert> {
  const state = await repo.lockForUpdate(tx.many, id)
  if (!state) throw new AppError('NOT_FOUND')
  const text = note.trim()
  if (!saysSomething(text))
    throw new AppError('CONTENT_REQUIRED', { fields: [{ path: 'note', code: 'CONTENT_REQUIRED' }] })
  return noted(tx, who, now, { id }, text)
}
async function noted(tx: Tx, who: StaffActor, now: Date, { id }: Pick<Alert, 'id'>, text: string): Promise<Alert> {
  await repo.addNote(tx, id, who.mid, now, text)
  const after = await repo.byId(tx.many, id)
  if (!after) throw new AppError('NOT_FOUND')
  await tx.emit(alertChanged, [audience.unit(after.unitId)], { id, pid: after.pid, state: after.state, by: who.mid })
  return after
}
