import { canReadFile, canSeeFile, canSeeUpload, canSeeMember } from '../access/visible.ts'
import type { getUploads } from '@teleward/contract/files/endpoints.ts'
import { type FileFormat, type FileKind, kindNumber } from '@teleward/contract/core/file-kinds.ts'
import { openUploads, type UploadState } from '@teleward/contract/files/rules.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import type { z } from 'zod'
import { inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

/** As a row has it; addresses are signed on the way out. */
export type FileRow = Omit<MedicalFile, 'thumb' | 'opens' | 'number' | 'mime'> & {
  mid: number
  hasThumb: boolean
  updatedAt: string
}
export type UploadRow = Omit<Upload, 'file'> & { file: FileRow | null }

const whose = (
  pid: string,
) => sql`(select jsonb_build_object('pid', m.pid, 'name', m.name, 'nameEn', m.name_en, 'memberNo', m.member_no,
    'birthday', m.birthday, 'idLast', right(m.id_number, 3)) from member m where m.pid = ${sql.ref(pid)} and ${canSeeMember('m')})`

/** The history has what each change found: the last one that found another remark wrote this one. */
const remarked = sql`(select jsonb_build_object('by', (select ${staffBriefJson('s')} from staff s where s.mid = (h.was ->> 'mid')::int), 'at', h.was -> 'at')
  from (select x.was, x.n, lead(x.was ->> 'remark', 1, f.remark) over (order by x.n) as became
    from jsonb_array_elements(f.history) with ordinality as x(was, n)) h
  where h.was ->> 'remark' is distinct from h.became order by h.n desc limit 1)`
const newestFinding = sql`(select jsonb_build_object('values', g.found, 'model', g.model, 'date', g.made_on, 'at', g.at,
    'by', (select ${staffBriefJson('s')} from staff s where s.mid = g.mid))
  from file_finding g where g.file_id = f.id order by g.id desc limit 1)`
const fileJson = sql`jsonb_build_object('id', f.id, 'mid', f.mid, 'kind', f.kind, 'format', f.format, 'name', f.name, 'bytes', f.bytes,
  'width', f.width, 'height', f.height, 'eye', f.eye, 'rotation', f.rotation, 'remark', f.remark, 'state', f.state,
  'patient', ${whose('f.pid')}, 'unitId', f.unit_id,
  'unitName', (select u.name from unit u where u.id = f.unit_id), 'unitNameEn', (select u.name_en from unit u where u.id = f.unit_id),
  'by', (select ${staffBriefJson('s')} from staff s where s.mid = f.mid), 'createdAt', f.created_at, 'updatedAt', f.updated_at,
  'duplicate', f.duplicate, 'withdrawn', case when f.withdrawn_at is null then null else jsonb_build_object(
    'by', (select ${staffBriefJson('s')} from staff s where s.mid = f.withdrawn_by), 'at', f.withdrawn_at, 'reason', f.withdrawn_reason,
    'wrongPatient', f.wrong_patient) end,
  'data', case when f.data_key is null then null else jsonb_build_object('name', f.data_name, 'bytes', f.data_bytes) end,
  'remarked', case when f.remark = '' then null else ${remarked} end, 'finding', ${newestFinding}, 'moved', f.moved_from is not null, 'hasThumb', f.thumb_key is not null, 'version', f.version)`

export const fileById = (id: string) =>
  sql<{ file: FileRow }>`select ${fileJson} as file from medical_file f where f.id = ${id} and ${canReadFile('f')}`
export const lockFile = (id: string) =>
  sql<{ id: string }>`select f.id from medical_file f where f.id = ${id} and ${canSeeFile('f')} for update`

export interface FilesAsk {
  pid: number
  since?: string | undefined
  kind?: FileKind | undefined
  withdrawn: boolean
  page: number
  pageSize: number
}
export function filesOf(ask: FilesAsk) {
  return sql<{ file: FileRow; total: number }>`
    with hit as (select f.id, f.created_at from medical_file f where f.pid = ${ask.pid} and ${canSeeFile('f')}
      and (f.state = 'stored' or (${ask.withdrawn} and f.state = 'withdrawn'))
      and (${ask.kind ?? null}::text is null or f.kind = ${ask.kind ?? null}::text)
      and (${ask.since ?? null}::timestamptz is null or f.updated_at > ${ask.since ?? null}::timestamptz))
    select (select ${fileJson} from medical_file f where f.id = p.id) as file, p.total
    from (select h.*, (select count(*)::int from hit) as total from hit h order by h.created_at desc, h.id
      limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}) p
    order by p.created_at desc, p.id`
}

/** As the file is called now; data beside a header keep the name they came by. */
const uploadName = sql`case when lower(right(x.name, 4)) = '.dat' then x.name else coalesce(f.name, x.name) end`
const uploadJson = sql`jsonb_build_object('id', x.id, 'state', x.state, 'kind', coalesce(f.kind, x.kind), 'name', ${uploadName},
  'bytes', x.bytes, 'received', x.received, 'eye', coalesce(f.eye, x.eye), 'patient', ${whose('x.pid')}, 'reason', x.reason,
  'reasonData', x.reason_data, 'createdAt', x.created_at, 'expiresAt', x.expires_at,
  'duplicate', (select jsonb_build_object('id', d.id, 'name', d.name, 'createdAt', d.created_at) from (
    select o.* from medical_file o where o.id = x.duplicate) d where ${canSeeFile('d')}),
  'file', case when f.id is null then null else ${fileJson} end)`
/** One's own, in one's institution; of a patient within one's reach, or of nobody yet. */
const mine = (mid: number) => sql`x.mid = ${mid} and ${canSeeUpload('x')}`
const joined = sql`upload x left join medical_file f on f.id = x.file_id`

export const uploadById = (mid: number, id: string) =>
  sql<{ upload: UploadRow }>`select ${uploadJson} as upload from ${joined} where x.id = ${id} and ${mine(mid)}`

const orders = { name: uploadName, size: sql`x.bytes`, time: sql`x.created_at` }
type ListAsk = z.output<typeof getUploads.query>
export const uploadsOf = (mid: number, { state, kind, pid, sort, page, pageSize }: ListAsk) => {
  const states: readonly UploadState[] | null = state === 'all' ? null : state === 'open' ? openUploads : [state]
  const by = inOrder(sort, orders, sql`x.id`, sql`x.created_at desc, x.id`)
  return sql<{ upload: UploadRow; total: number }>`
    with hit as (select x.id, row_number() over (order by ${by}) as place from ${joined} where ${mine(mid)}
      and ${states ? sql`x.state in (${sql.join([...states])})` : sql`true`}
      and (${kind ?? null}::text is null or coalesce(f.kind, x.kind) = ${kind ?? null}::text)
      and (${pid ?? null}::int is null or x.pid = ${pid ?? null}::int))
    select (select ${uploadJson} from ${joined} where x.id = p.id) as upload, (select count(*)::int from hit) as total
    from hit p where p.place > ${(page - 1) * pageSize}::int and p.place <= ${page * pageSize}::int order by p.place`
}

/** What the steps of an upload need, of one's own alone. */
export interface LockedFile {
  id: string
  mid: number
  partnerId: number
  unitId: number | null
  pid: number | null
  kind: FileKind
  name: string
  bytes: number
  received: number
  sha256: string | null
  eye: 'L' | 'R' | null
  thumbKey: string | null
  state: UploadState
  lease: string | null
  leasedUntil: Date | null
  createdAt: Date
  expiresAt: Date
}
const heldColumns = sql`x.id, x.mid, x.partner_id as "partnerId", x.unit_id as "unitId", x.pid, x.kind, x.name, x.bytes::float8 as bytes,
  x.received::float8 as received, x.sha256, x.eye, x.thumb_key as "thumbKey", x.state, x.lease, x.leased_until as "leasedUntil",
  x.created_at as "createdAt", x.expires_at as "expiresAt"`
export const lockUpload = (mid: number, id: string) =>
  sql<LockedFile>`select ${heldColumns} from upload x where x.id = ${id} and ${mine(mid)} for update of x`
/** For timers, which have no caller. */
export const anyUpload = (id: string) => sql<LockedFile>`${uploadAsItIs(id)} for update`
export const uploadAsItIs = (id: string) => sql<LockedFile>`select ${heldColumns} from upload x where x.id = ${id}`

export interface Header {
  id: string
  key: string
  state: 'stored' | 'unassigned'
}
/** Headers of ECGs that one brought for the same patient, or for nobody yet, and whose data have not come: the newest first. */
export const headersWithoutData = (upload: LockedFile) => sql<Header>`
  select f.id, f.key, f.state from medical_file f where f.partner_id = ${upload.partnerId} and f.mid = ${upload.mid} and f.format = 'hea'
    and f.data_key is null and f.state in ('stored', 'unassigned') and f.pid is not distinct from ${upload.pid}::int
  order by f.created_at desc, f.id limit 20`

export const numberOf = (kind: FileKind) => kindNumber[kind] ?? null
export interface Stored {
  id: string
  format: FileFormat
  sha256: string
  width: number | null
  height: number | null
  key: string
  copyKey: string | null
  thumbKey: string | null
  duplicate: boolean
}
