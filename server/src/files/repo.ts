import type { getUploads } from '@teleward/contract/files/endpoints.ts'
import { type FileFormat, type FileKind, kindNumber } from '@teleward/contract/files/kinds.ts'
import { openUploads, type UploadState } from '@teleward/contract/files/rules.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import type { z } from 'zod'
import { inOrder, reachesFile, reachesMember, sql, staffBriefJson } from '../platform/db/index.ts'

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
    'birthday', m.birthday, 'idLast', right(m.id_number, 3)) from member m where m.pid = ${sql.ref(pid)} and ${reachesMember('m')})`

const fileJson = sql`jsonb_build_object('id', f.id, 'mid', f.mid, 'kind', f.kind, 'format', f.format, 'name', f.name, 'bytes', f.bytes,
  'width', f.width, 'height', f.height, 'eye', f.eye, 'rotation', f.rotation, 'remark', f.remark, 'state', f.state,
  'patient', ${whose('f.pid')}, 'unitId', f.unit_id,
  'unitName', (select u.name from unit u where u.id = f.unit_id), 'unitNameEn', (select u.name_en from unit u where u.id = f.unit_id),
  'by', (select ${staffBriefJson('s')} from staff s where s.mid = f.mid), 'createdAt', f.created_at, 'updatedAt', f.updated_at,
  'duplicate', f.duplicate, 'withdrawn', case when f.withdrawn_at is null then null else jsonb_build_object(
    'by', (select ${staffBriefJson('s')} from staff s where s.mid = f.withdrawn_by), 'at', f.withdrawn_at, 'reason', f.withdrawn_reason,
    'wrongPatient', f.wrong_patient) end,
  'moved', f.moved_from is not null, 'hasThumb', f.thumb_key is not null, 'version', f.version)`

export const fileById = (id: string) =>
  sql<{ file: FileRow }>`select ${fileJson} as file from medical_file f where f.id = ${id} and ${reachesFile('f')}`
export const holdFile = (id: string) =>
  sql<{ id: string }>`select f.id from medical_file f where f.id = ${id} and ${reachesFile('f')} for update`

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
    with hit as (select f.id, f.created_at from medical_file f where f.pid = ${ask.pid} and ${reachesFile('f')}
      and (f.state = 'stored' or (${ask.withdrawn} and f.state = 'withdrawn'))
      and (${ask.kind ?? null}::text is null or f.kind = ${ask.kind ?? null}::text)
      and (${ask.since ?? null}::timestamptz is null or f.updated_at > ${ask.since ?? null}::timestamptz))
    select (select ${fileJson} from medical_file f where f.id = p.id) as file, p.total
    from (select h.*, (select count(*)::int from hit) as total from hit h order by h.created_at desc, h.id
      limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}) p
    order by p.created_at desc, p.id`
}

const uploadJson = sql`jsonb_build_object('id', x.id, 'state', x.state, 'kind', coalesce(f.kind, x.kind), 'name', coalesce(f.name, x.name),
  'bytes', x.bytes, 'received', x.received, 'eye', coalesce(f.eye, x.eye), 'patient', ${whose('x.pid')}, 'reason', x.reason,
  'reasonData', x.reason_data, 'createdAt', x.created_at, 'expiresAt', x.expires_at,
  'duplicate', (select jsonb_build_object('id', d.id, 'name', d.name, 'createdAt', d.created_at) from (
    select o.* from medical_file o where o.id = x.duplicate) d where ${reachesFile('d')}),
  'file', case when f.id is null then null else ${fileJson} end)`
/** One's own, in one's institution; of a patient within one's reach, or of nobody yet. */
const mine = (mid: number) => sql`x.mid = ${mid} and x.partner_id = (select app_partner())
  and (x.pid is null or (x.unit_id = any ((select app_units())::int[])
    and ((x.unit_id::bigint << 32) | x.pid) <> all ((select app_held_back())::bigint[])))`
const joined = sql`upload x left join medical_file f on f.id = x.file_id`

export const uploadById = (mid: number, id: string) =>
  sql<{ upload: UploadRow }>`select ${uploadJson} as upload from ${joined} where x.id = ${id} and ${mine(mid)}`

const orders = { name: sql`coalesce(f.name, x.name)`, size: sql`x.bytes`, time: sql`x.created_at` }
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
export interface Held {
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
export const holdUpload = (mid: number, id: string) =>
  sql<Held>`select ${heldColumns} from upload x where x.id = ${id} and ${mine(mid)} for update of x`
/** For timers, which have no caller. */
export const anyUpload = (id: string) => sql<Held>`select ${heldColumns} from upload x where x.id = ${id} for update`

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
