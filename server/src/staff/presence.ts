import { audience } from '@teleward/contract/core/event.ts'
import { presenceChanged } from '@teleward/contract/staff/events.ts'
import {
  AFTER_ANSWER_MS,
  AFTER_END_MS,
  nextPresence,
  type PresenceCode,
  type PresenceState,
  type PresenceStep,
} from '@teleward/contract/staff/rules.ts'
import type { Clock } from '../platform/clock.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Timers of presence: written with the transaction, alive after a restart. */
export interface PresenceTimers {
  set(tx: Tx, kind: PresenceTimer, key: string, at: Date, payload?: Record<string, unknown>): Promise<void>
  clear(tx: Tx, kind: PresenceTimer, key: string): Promise<void>
}
export type PresenceTimer = 'presence.vanished' | 'presence.callEnded'

export interface Presence {
  /** A call is rung out, answered or started by this person: busy until it ends. Needs a transaction of the system. */
  started(tx: Tx, mid: number, callId: string): Promise<void>
  /** The value before it comes back 1 s after an end or a rejection, 2 s after an answered call. */
  ended(tx: Tx, mid: number, callId: string, answered: boolean): Promise<void>
  /** By hand. PRESENCE_IN_CALL. */
  set(tx: Tx, mid: number, code: 1000 | 3000): Promise<PresenceState>
  step(tx: Tx, mid: number, step: PresenceStep): Promise<PresenceState>
}

interface Row {
  code: PresenceCode
  before_code: PresenceCode | null
  in_call: string | null
  updated_at: Date
}

export function createPresence(clock: Clock, timers: PresenceTimers): Presence {
  async function step(tx: Tx, mid: number, by: PresenceStep): Promise<PresenceState> {
    const now = clock.now()
    await tx.run(sql`insert into presence (mid, updated_at) values (${mid}, ${now}) on conflict (mid) do nothing`)
    const row = await tx.one(
      sql<Row>`select code, before_code, in_call, updated_at from presence where mid = ${mid} for update`,
    )
    const state: PresenceState = { code: row.code, before: row.before_code, inCall: row.in_call }
    const next = nextPresence(state, by)
    if (next === 'PRESENCE_IN_CALL') throw new AppError(next)
    if (next === state) return state
    await tx.run(sql`
      update presence set code = ${next.code}, before_code = ${next.before}::int, in_call = ${next.inCall}::uuid, updated_at = ${now}
      where mid = ${mid}`)
    if (next.code !== state.code) await tell(tx, mid, next.code, now)
    return next
  }
  return {
    step,
    set: (tx, mid, code) => step(tx, mid, { kind: 'set', code }),
    started: async (tx, mid, callId) => {
      await timers.clear(tx, 'presence.callEnded', `${mid}`)
      await step(tx, mid, { kind: 'callStarted', callId })
    },
    ended: async (tx, mid, callId, answered) => {
      const at = new Date(clock.now().getTime() + (answered ? AFTER_ANSWER_MS : AFTER_END_MS))
      await timers.set(tx, 'presence.callEnded', `${mid}`, at, { callId })
    },
  }
}

/** Colleagues of the person's units, and the person's own tabs. */
async function tell(tx: Tx, mid: number, code: PresenceCode, now: Date): Promise<void> {
  const units = await tx.many(sql<{ unit_id: number }>`select unit_id from staff_unit where mid = ${mid}`)
  const to = [audience.staff(mid), ...units.map((row) => audience.unit(row.unit_id))]
  await tx.emit(presenceChanged, to, { id: mid, version: now.getTime(), at: now.toISOString(), code })
}
