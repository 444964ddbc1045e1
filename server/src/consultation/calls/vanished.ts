import type { CallActor } from '@teleward/contract/calls/rules.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { isAppError } from '../../platform/errors.ts'
import { type CallDeps, cancel, neverCame } from './service.ts'

/** A dropped line is back well within this; a closed page is not. */
const GONE_MS = 10_000

/** Whoever rings and closes the page has given up: nobody answers into an empty room. */
export function watchVanished({ sockets, db, log, onStop }: Deps, deps: CallDeps): void {
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const later = (work: () => Promise<void>) => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      work().catch((err: unknown) => log.error({ err }, 'a call whose caller is gone could not be ended'))
    }, GONE_MS)
    waiting.add(timer)
  }
  const giveUp = async (callId: string, who: CallActor & { kind: 'staff' | 'patient' }) => {
    const actor = who.kind === 'staff' ? { ...who, name: '' } : { ...who, pid: 0, qid: 0, name: '' }
    try {
      await db.system.tx((tx) => cancel(tx, deps, callId, actor))
    } catch (error) {
      // Answered or over in the meantime.
      if (!isAppError(error)) throw error
    }
  }
  sockets.onPatient((connection, { linkId, qid }) =>
    connection.onClosed(() =>
      later(async () => {
        if (deps.online(audience.link(linkId))) return
        const ringing = await db.system.read(sql<{ id: string }>`
          select call_id as id from call where qid = ${qid} and state = 'ringing' and direction = 'inbound'`)
        for (const { id } of ringing) await giveUp(id, { kind: 'patient' })
      }),
    ),
  )
  sockets.onStaff((connection, { mid }) =>
    connection.onClosed(() =>
      later(async () => {
        if (deps.online(audience.staff(mid))) return
        const ringing = await db.system.read(sql<{ id: string }>`
          select call_id as id from call where caller_mid = ${mid} and state = 'ringing' and direction = 'outbound'`)
        for (const { id } of ringing) await giveUp(id, { kind: 'staff', mid })
        await db.system.tx((tx) => neverCame(tx, deps, mid))
      }),
    ),
  )
  onStop(() => {
    for (const timer of waiting) clearTimeout(timer)
  })
}
