import { canSeeVisit } from '../../access/visible.ts'
import type { Call } from '@teleward/contract/calls/schema.ts'
import { actorOf, transition } from '../../appointments/service.ts'
import type { Viewer } from '../../appointments/viewer.ts'
import { callAnswered } from '../../notifications/service.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import { currentAt } from '../../visits/current.ts'
import { AppError } from '../../platform/errors.ts'
import type { Visit } from '../rooms/service.ts'
import type { CallDeps } from './deps.ts'
import { asCall, ringPatient } from './service.ts'

interface Entry extends Visit {
  status: string
  today: boolean
}
const columns = (now: Date) => sql`
  a.qid, a.pid, a.partner_id as "partnerId", a.unit_id as "unitId", a.status,
  ${currentAt(now)} as today`

export const visitByQid = (qid: number, now: Date) => sql<Entry>`
  select ${columns(now)} from appointment a join partner p on p.id = a.partner_id where a.qid = ${qid} and ${canSeeVisit('a')} for update of a`
/** Of a person the visit of today that is furthest on: who waits, before who has not come. */
export const visitOfPerson = (pid: number, now: Date) => sql<Entry>`
  select ${columns(now)} from appointment a join partner p on p.id = a.partner_id
  where a.pid = ${pid} and ${canSeeVisit('a')} and ${currentAt(now)}
    and a.status in ('registered', 'checkedIn', 'redial', 'autoCancelled')
  order by array_position(array['redial', 'checkedIn', 'autoCancelled', 'registered'], a.status), a.start_at limit 1 for update of a`

/** A visit that was missed is taken up again by calling it: that is the redial. */
export async function callPatient(
  tx: Tx,
  deps: CallDeps,
  entry: Entry | undefined,
  who: { viewer: Viewer; name: string; video: boolean },
): Promise<{ call: Call; pid: number }> {
  const now = deps.clock.now()
  if (!entry) throw new AppError('PATIENT_OFFLINE')
  if (!['registered', 'checkedIn', 'redial', 'autoCancelled'].includes(entry.status))
    throw new AppError('APPT_ILLEGAL_STEP', { data: { state: entry.status } })
  if (!entry.today) throw new AppError('APPT_NOT_TODAY')
  if (entry.status === 'autoCancelled') await transition(tx, actorOf(who.viewer), entry.qid, 'redial', { now })
  const outcome = await ringPatient(tx, deps, entry, { mid: who.viewer.mid, name: who.name, video: who.video })
  if (!outcome.ok) throw new AppError(outcome.code)
  // This call answers the patient's request to be called back.
  await tx.run(sql`update appointment set callback_at = null where qid = ${entry.qid} and callback_at is not null`)
  await callAnswered(tx, who.viewer.mid, entry.qid, now)
  return { call: asCall(outcome.row), pid: entry.pid }
}
