import { slotOf } from '@teleward/contract/appointments/rules.ts'
import { type Appointment, deviceCheck } from '@teleward/contract/appointments/schema.ts'
import { authorisationOf, patientBriefOf } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'
import { overAt, roomLive } from '../visits/current.ts'

/** A row as the database gives it; instants are dates. */
export interface AppointmentRow
  extends Omit<
    Appointment,
    'startAt' | 'overAt' | 'checkedInAt' | 'startedAt' | 'finishedAt' | 'callbackAt' | 'deviceCheck' | 'slot' | 'inRoom'
  > {
  startAt: Date
  overAt: Date
  checkedInAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  deviceCheck: unknown
  callbackAt: Date | null
  inRoom: Appointment['inRoom'] | null
}

/** Columns of `AppointmentRow`, from `appointment a` and `appointmentJoins`. */
export const appointmentColumns = sql`
  a.qid, a.partner_id as "partnerId", a.unit_id as "unitId", u.name as "unitName", u.name_en as "unitNameEn", a.pid, m.name_en as e_name, a.did,
  a.room_id as roomid, (vr.record).id as mr_id, (vr.record).id as mrid, a.pid as "currentPid", a.status, a.status_by as "statusBy", a.finish, a.closed, ${roomLive} as "inConsultation",
  a.kind, a."interval", a.proxy, a.booked_by as "bookedBy", a.date, a.start_at as "startAt", ${overAt} as "overAt",
  a.duration_minutes as "durationMinutes", a.queue_no as "queueNo", a.site, a.service_item as "serviceItem",
  a.consult_problem as "consultProblem", a.call_target as "callTarget", a.fee, a.currency, a.payment, a.p_memo,
  a.cancel_reason as "cancelReason", a.tries, a.sms_room, a.checked_in_at as "checkedInAt", a.started_at as "startedAt",
  a.finished_at as "finishedAt", a.finished_by as "finishedBy", (vr.record).signed as "noteSigned",
  a.device_check as "deviceCheck", a.callback_at as "callbackAt", a.version,
  marks.link, marks."linkFailure", marks."inRoom",
  json_build_object('mid', d.mid, 'name', d.name, 'nameEn', d.name_en) as doctor,
  ${patientBriefOf('json')} as patient`

export const appointmentJoins = sql`
  join member m on m.pid = a.pid
  join unit u on u.id = a.unit_id
  join staff d on d.mid = a.did
  cross join lateral (select app_visit_record(a.qid, a.did) as record offset 0) vr
  left join lateral app_visit_marks(array[a.qid]) marks on true
  ${authorisationOf}`

export const isoOrNull = (at: Date | null): string | null => (at ? at.toISOString() : null)

export function toAppointment(row: AppointmentRow): Appointment {
  // Hardly any visit has one, and to find that nothing is no check costs more than all the rest of the row.
  const check = row.deviceCheck === null ? null : deviceCheck.safeParse(row.deviceCheck)
  return {
    ...row,
    slot: slotOf(row.interval, row.kind),
    startAt: row.startAt.toISOString(),
    overAt: row.overAt.toISOString(),
    checkedInAt: isoOrNull(row.checkedInAt),
    startedAt: isoOrNull(row.startedAt),
    finishedAt: isoOrNull(row.finishedAt),
    callbackAt: isoOrNull(row.callbackAt),
    deviceCheck: check?.success ? check.data : null,
    inRoom: row.inRoom ?? [],
  }
}
