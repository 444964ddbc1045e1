import type { AppointmentAction } from '@teleward/contract/appointments/rules.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { boardChanged } from '@teleward/contract/links/events.ts'
import type { DeadReason } from '@teleward/contract/links/schema.ts'
import type { Step } from '../../appointments/service.ts'
import { type CallDeps, shutRoom } from '../calls/service.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import { killLinks } from '../../visit-links/links.ts'
import { currentAt } from '../../visits/current.ts'

const ends: Partial<Record<AppointmentAction, DeadReason>> = {
  finish: 'finished',
  cancel: 'cancelled',
  timeoutCancel: 'cancelled',
  close: 'closed',
  timeoutClose: 'closed',
  release: 'cancelled',
}

/** A visit that is over takes its links and its room along, in the same transaction. */
export function followVisit(deps: CallDeps, failed: (error: unknown) => void) {
  return async (tx: Tx, step: Step, now: Date): Promise<void> => {
    const reason = ends[step.action]
    if (reason) {
      await killLinks(tx, step.qid, reason, now)
      const open = await tx.many(
        sql<{ id: string }>`select room_id as id from room where qid = ${step.qid} and state <> 'closed'`,
      )
      for (const { id } of open) await shutRoom(tx, deps, id, 'visitOver')
    }
    if (step.from !== step.to) tx.afterCommit(() => tellWaiting(deps, step, now).catch(failed))
  }
}

/** Those who wait for the same doctor ask for their place again. Whoever made the step may not know of them. */
async function tellWaiting({ db }: CallDeps, step: Step, now: Date): Promise<void> {
  await db.system.tx(async (tx) => {
    const waiting = await tx.many(sql<{ id: string }>`
      select l.link_id as id from video_link l join appointment a on a.qid = l.qid join partner p on p.id = a.partner_id
      where a.did = ${step.did} and a.partner_id = ${step.partnerId} and l.state = 'joined'
        and a.status in ('registered', 'checkedIn', 'redial') and ${currentAt(now)}`)
    if (waiting.length)
      await tx.emit(
        boardChanged,
        waiting.map(({ id }) => audience.link(id)),
        { at: now.toISOString() },
      )
  })
}
