import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { todoArrived, todoChanged } from '@teleward/contract/handoffs/events.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { accountOf } from './staff.ts'

const refused = (code: 'VALUE_INVALID' | 'TODO_SERVICE_STAFF') =>
  new AppError(code, { fields: [{ path: 'todosTo', code }] })

/** All unfinished to-dos of a closed account go to one colleague, who hears of each; so do those who gave them. */
export async function passHandoffs(
  { now }: { now: Date },
  tx: Tx,
  who: StaffActor,
  from: StaffAccount,
  to: number,
): Promise<void> {
  const taker = await accountOf(tx.many, who, now, to, from.partnerId)
  if (!taker) throw new AppError('NOT_FOUND')
  if (taker.staffType === 4 || taker.doctortype === 'customer_service') throw refused('TODO_SERVICE_STAFF')
  const [known] = await tx.many(sql<{ takes: boolean }>`select app_takes_handoff(${to}, ${from.partnerId}) as takes`)
  if (!known?.takes) throw refused('VALUE_INVALID')
  const passed = await tx.many(sql<{ id: string; version: number; giver: number }>`
    select * from app_pass_handoffs(${from.mid}, ${from.partnerId}, ${to}, ${now}::timestamptz)`)
  for (const { id, version, giver } of passed) {
    await tx.emit(todoArrived, [audience.staff(to)], { id, version, by: who.mid, what: 'reassigned' })
    const sides = [giver, to, from.mid].map(audience.staff)
    await tx.emit(todoChanged, sides, { id, version, by: who.mid, what: 'reassigned' })
  }
}
