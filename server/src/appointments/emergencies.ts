import { permissions, type Right, type StaffType, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { AWAY } from '@teleward/contract/staff/rules.ts'
import { notify } from '../notifications/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Timers } from '../platform/timers/index.ts'
import { emergency } from '../visits/current.ts'
import { onStep } from './transition.ts'

/** Those who serve the emergency list are told by a timer: a patient's link neither looks for colleagues nor writes to them. */
const EMERGENCY_TIMER = 'booking.emergency'
type Happened = 'booked' | 'arrived'

/** With the transaction in which it was booked, or in which the patient came. `by`: whose doing it was. */
export const emergencyIs = (
  tx: Tx,
  timers: Pick<Timers, 'set'>,
  now: Date,
  { qid, what, by }: { qid: number; what: Happened; by: number | null },
) => timers.set(tx, EMERGENCY_TIMER, `${qid}:${what}`, now, { qid, what, by })

const reads = (level: Right) => staffTypes.filter((type) => permissions['appointment.read'][type] === level)
/** The list of a unit is read by these; of the others only whoever has the visit sees it. */
const unitReaders: readonly StaffType[] = reads('y')
const ownReaders: readonly StaffType[] = reads('o')

interface Visit {
  qid: number
  partnerId: number
  unitId: number
  pid: number
  did: number
  bookedBy: number | null
}
/** Who serves the emergency list (`uiastaff`) in the visit's unit and may look at it; whoever is there first. */
const servers = ({ partnerId, unitId, did, bookedBy }: Visit) => sql<{ mid: number }>`
  select f.mid from staff_profile f
    join staff s on s.mid = f.mid and s.status = 'active'
    join staff_partner sp on sp.mid = f.mid and sp.partner_id = ${partnerId} and sp.status = 'active' and sp.review = 'onBoard'
    join staff_unit su on su.mid = f.mid and su.partner_id = sp.partner_id and su.unit_id = ${unitId}
    left join presence pr on pr.mid = f.mid
  where f.uiastaff and (sp.doctortype = any (${[...unitReaders]}::text[])
    or (sp.doctortype = any (${[...ownReaders]}::text[]) and f.mid in (${did}::int, coalesce(${bookedBy}::int, 0))))
  order by coalesce(pr.code, ${AWAY}::int), f.mid`

async function tell({ db, clock }: Pick<Deps, 'db' | 'clock'>, qid: number, what: Happened, by: number | null) {
  const now = clock.now()
  await db.system.tx(async (tx) => {
    const visit = await tx.maybe(sql<Visit>`
      select a.qid, a.partner_id as "partnerId", a.unit_id as "unitId", a.pid, a.did, a.booked_by as "bookedBy" from appointment a
      where a.qid = ${qid} and ${emergency} and a.status in ('registered', 'checkedIn', 'redial')`)
    if (!visit) return
    for (const { mid } of await tx.many(servers(visit)))
      await notify(tx, {
        partnerId: visit.partnerId,
        mid,
        kind: 'alert',
        what: `emergency.${what}`,
        subject: { kind: 'visit', id: qid },
        link: { screen: 'apptmgmt', search: { tab: 'emergency', did: 'all', open: String(qid) } },
        from: by,
        pid: visit.pid,
        once: what,
        at: now,
      })
  })
}

export function registerEmergencies(deps: Pick<Deps, 'db' | 'clock' | 'timers'>): void {
  const { timers } = deps
  timers.on(EMERGENCY_TIMER, ({ payload: { qid, what, by } }) =>
    tell(deps, Number(qid), what === 'arrived' ? what : 'booked', typeof by === 'number' ? by : null),
  )
  // The patient comes by the link; at the desk it is a colleague who lets them in.
  onStep('emergencies', async (tx, { qid, action, by }, now) => {
    if (action !== 'checkIn' || by !== 'patient') return
    const found = await tx.maybe(sql`select a.qid from appointment a where a.qid = ${qid} and ${emergency}`)
    if (found) await emergencyIs(tx, timers, now, { qid, what: 'arrived', by: null })
  })
}
