import { canSeeMember, canSeeRow, canSeeVisit } from '../../access/visible.ts'
import type { CallPatientInfo } from '@teleward/contract/calls/schema.ts'
import { AppError } from '../../platform/errors.ts'
import { sql } from '../../platform/db/index.ts'
import { absence } from '../../patients/service.ts'
import type { Read } from './repo.ts'

interface Row {
  pid: number
  name: string
  ip: string | null
}
const lastAddress = sql`(select l.source_ip from video_link l where l.pid = m.pid and ${canSeeRow('l')} and l.source_ip is not null order by l.identity_at desc nulls last limit 1)`
// Media go from browser to browser or through the installation's one LiveKit: none is chosen for callers in mainland China.
const info = ({ pid, name, ip }: Row): CallPatientInfo => ({ pid, name, cn_mcu: false, source_ip: ip })

export async function patientOfVisit(read: Read, qid: number): Promise<CallPatientInfo> {
  const [row] = await read(sql<Row>`
    select m.pid, m.name, ${lastAddress} as ip from appointment a join member m on m.pid = a.pid where a.qid = ${qid} and ${canSeeVisit('a')}`)
  if (!row) throw new AppError('NOT_FOUND')
  return info(row)
}
export async function patientByMid(read: Read, mid: number): Promise<CallPatientInfo> {
  const [row] = await read(
    sql<Row>`select m.pid, m.name, ${lastAddress} as ip from member m where m.pid = ${mid} and ${canSeeMember('m')}`,
  )
  if (!row) throw await absence(read, mid)
  return info(row)
}
/** Whoever is called by person, not by visit, has to be a patient of the caller's units. */
export async function requirePatient(read: Read, pid: number): Promise<void> {
  const found = await read(sql`select 1 from member m where m.pid = ${pid} and ${canSeeMember('m')}`)
  if (!found.length) throw await absence(read, pid)
}
