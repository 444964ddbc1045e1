import type { Tx } from '../platform/db/index.ts'
import type { DemoAppointment } from './days.ts'
import { insertRows } from './rows.ts'
import { suited } from './suits.ts'

/** Inserts entries with the history their state implies; answers them with their ids. */
export async function seedAppointments(
  tx: Tx,
  drawn: DemoAppointment[],
): Promise<(DemoAppointment & { qid: number })[]> {
  const entries = await suited(tx, drawn)
  const qids = await insertRows(
    tx,
    'appointment',
    entries.map((entry) => ({ ...entry, created_at: new Date(entry.start_at.getTime() - 86_400_000) })),
    'qid',
  )
  const planted = entries.map((entry, index) => ({ ...entry, qid: Number(qids[index]) }))
  const events = planted.flatMap((entry) => {
    const base = { qid: entry.qid, partner_id: entry.partner_id, unit_id: entry.unit_id, pid: entry.pid }
    const step = (
      action: string,
      from_status: string | null,
      to_status: string,
      actor_kind: string,
      at: Date,
      actor_mid: number | null = null,
      reason: string | null = null,
    ) => ({ ...base, action, from_status, to_status, reason, actor_kind, actor_mid, at })
    const list = [
      step('book', null, 'registered', 'staff', new Date(entry.start_at.getTime() - 86_400_000), entry.booked_by),
    ]
    if (entry.checked_in_at) list.push(step('checkIn', 'registered', 'checkedIn', 'patient', entry.checked_in_at))
    if (entry.status === 'finished' && entry.finished_at)
      list.push(step('finish', 'checkedIn', 'finished', 'staff', entry.finished_at, entry.did))
    if (entry.status === 'cancelled')
      list.push(
        step(
          'cancel',
          'registered',
          'cancelled',
          entry.status_by === 'staff' ? 'staff' : 'patient',
          entry.start_at,
          entry.status_by === 'staff' ? entry.booked_by : null,
          entry.cancel_reason,
        ),
      )
    if (entry.status_by === 'missed' || entry.status_by === 'linkExpired')
      list.push(
        step(entry.status_by, 'registered', 'autoCancelled', 'system', new Date(entry.start_at.getTime() + 180_000)),
      )
    if (entry.status === 'closed')
      list.push(
        step(
          'close',
          'autoCancelled',
          'closed',
          'system',
          new Date(entry.start_at.getTime() + 12 * 3_600_000),
          null,
          entry.cancel_reason,
        ),
      )
    return list
  })
  await insertRows(tx, 'appointment_event', events)
  return planted
}
