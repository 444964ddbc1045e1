import { isAhead } from '@teleward/contract/core/dates.ts'
import { randomUUID } from 'node:crypto'
import type { ExternalReport, ExternalReportBody } from '@teleward/contract/files/external-report-endpoints.ts'
import { canSeeFile, canSeeReport } from '../access/visible.ts'
import { openRecord } from '../emr/access.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { tell } from './uploads.ts'

const MOST = 200

type Row = ExternalReport & { mid: number; unitId: number }
const row = sql`e.id, e.pid, e.unit_id as "unitId", e.mid, e.category, e.title, e.source, e.identifier, e.issued_at as "issuedAt",
  e.received_at as "receivedAt", e.results, e.conclusion, e.file_id as "fileId",
  (select ${staffBriefJson('s')} from staff s where s.mid = e.mid) as by,
  (with recursive earlier as (select r.id from external_report r where r.replaced_by = e.id
     union all select r.id from external_report r join earlier x on r.replaced_by = x.id) select count(*)::int from earlier) as corrects,
  (select jsonb_build_object('id', f.id, 'name', f.name) from (select o.* from medical_file o where o.id = e.file_id) f
     where f.state = 'stored' and ${canSeeFile('f')}) as file,
  case when e.withdrawn_at is null then null else jsonb_build_object('by', (select ${staffBriefJson('s')} from staff s where s.mid = e.withdrawn_by),
    'at', e.withdrawn_at, 'reason', e.withdrawn_reason) end as withdrawn`
type Found = Omit<Row, 'issuedAt' | 'receivedAt'> & { issuedAt: Date; receivedAt: Date }
const shown = ({ mid: _, unitId: __, issuedAt, receivedAt, ...rest }: Found): ExternalReport => ({
  ...rest,
  issuedAt: issuedAt.toISOString(),
  receivedAt: receivedAt.toISOString(),
})

async function one(read: Read, id: string): Promise<Found> {
  const [found] = await read(
    sql<Found>`select ${row} from external_report e where e.id = ${id} and ${canSeeReport('e')}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Results and reports of a patient, the newest first. EMR_NOT_AUTHORISED where the record is closed and none is one's own. */
export async function reportsOf(read: Read, pid: number) {
  const opened = await openRecord(read, pid)
  const found = await read(sql<Found>`select ${row} from external_report e
    where e.pid = ${pid} and e.replaced_by is null and ${canSeeReport('e')} order by e.issued_at desc, e.id limit ${MOST + 1}`)
  if (opened.access === 'none' && !found.length) throw new AppError('EMR_NOT_AUTHORISED')
  return { access: opened.access, reports: found.slice(0, MOST).map(shown), more: found.length > MOST }
}

/** Kept as it was said. NOT_FOUND or MEMBER_DISABLED for a patient of nobody's; VALUE_INVALID for a time to come, or another's file. */
export async function keepReport(tx: Tx, who: StaffActor, now: Date, ask: ExternalReportBody): Promise<ExternalReport> {
  const patient = await patientBrief(tx.many, ask.pid)
  if (!patient) throw await absence(tx.many, ask.pid)
  const refuse = (path: string) => new AppError('VALUE_INVALID', { fields: [{ path, code: 'VALUE_INVALID' }] })
  if (isAhead(new Date(ask.issuedAt), now)) throw refuse('issuedAt')
  if (!ask.results.length && ask.conclusion.trim() === '' && ask.fileId === null)
    throw new AppError('FIELD_EMPTY', { fields: [{ path: 'conclusion', code: 'FIELD_EMPTY' }] })
  if (ask.fileId !== null) {
    const [file] = await tx.many(
      sql`select 1 from medical_file f where f.id = ${ask.fileId} and f.pid = ${ask.pid} and f.state = 'stored' and ${canSeeFile('f')}`,
    )
    if (!file) throw refuse('fileId')
  }
  const id = randomUUID()
  if (ask.identifier !== null)
    await tx.many(sql`select app_report_replace(${ask.pid}::int, ${ask.source}, ${ask.identifier}, ${id}::uuid)`)
  await tx.run(sql`insert into external_report (id, partner_id, unit_id, pid, mid, category, title, source, identifier, issued_at, received_at, results,
      conclusion, file_id)
    values (${id}, ${who.partnerId}, ${patient.unitId}, ${ask.pid}, ${who.mid}, ${ask.category}, ${ask.title}, ${ask.source}, ${ask.identifier}::text,
      ${ask.issuedAt}::timestamptz, ${now}, ${json(ask.results)}, ${ask.conclusion}, ${ask.fileId}::uuid)`)
  await tell(tx, { id, version: 1, mid: who.mid, unitId: patient.unitId })
  return shown(await one(tx.many, id))
}

/** Entered wrongly: by who entered it, or a doctor who reads it. Nobody sees what it corrected in its place again. */
export async function withdrawReport(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  reason: string,
): Promise<ExternalReport> {
  const locked = await tx.maybe(
    sql`select e.id from external_report e where e.id = ${id} and ${canSeeReport('e')} for update`,
  )
  if (!locked) throw new AppError('NOT_FOUND')
  const report = await one(tx.many, id)
  if (report.mid !== who.mid && who.doctortype !== 'doctor') throw new AppError('FORBIDDEN')
  const [stands] = await tx.many(
    sql`select 1 from external_report e where e.id = ${id} and e.replaced_by is null and e.withdrawn_at is null and ${canSeeReport('e')}`,
  )
  if (!stands) throw new AppError('ILLEGAL_STEP')
  if (reason.trim() === '')
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  await tx.run(sql`update external_report e set withdrawn_by = ${who.mid}, withdrawn_at = ${now}, withdrawn_reason = ${reason.trim()}
    where e.id = ${id} and ${canSeeReport('e')}`)
  await tell(tx, { id, version: 2, mid: report.mid, unitId: report.unitId })
  return shown(await one(tx.many, id))
}
