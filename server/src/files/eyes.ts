import type { FindingBody } from '@teleward/contract/files/schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { oneFile, openable, step } from './files.ts'
import * as repo from './repo.ts'
import { tell } from './uploads.ts'

/** Beyond these one looks in the record: ten years of both eyes, four times a year. */
const IMAGES = 80

/** Fundus pictures of the patient whose picture this is, newest first, and this one among them. NOT_FOUND: it is none. */
export async function eyesOf(
  read: Read,
  id: string,
): Promise<{ file: repo.FileRow; images: repo.FileRow[]; more: boolean }> {
  const file = await openable(read, id)
  if (file.kind !== 'eye') throw new AppError('NOT_FOUND')
  // Of nobody yet: it stands alone.
  if (!file.patient) return { file, images: [file], more: false }
  const rows = await read(
    repo.filesOf({ pid: file.patient.pid, kind: 'eye', withdrawn: false, page: 1, pageSize: IMAGES }),
  )
  const images = rows.map((row) => row.file)
  const there = images.some((one) => one.id === file.id)
  return { file, images: there ? images : [...images, file], more: (rows[0]?.total ?? 0) > IMAGES }
}

/** The remark on one eye: as any change of a file, on the version that was read. */
export async function remark(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  ask: { version: number; remark: string },
  shown: (row: repo.FileRow) => unknown,
): Promise<repo.FileRow> {
  if ((await oneFile(tx.many, id)).kind !== 'eye') throw new AppError('NOT_FOUND')
  return step(tx, who, now, id, { action: 'change', ...ask }, shown)
}

const kindOf = { phono: 'phono', eye: 'eye' } as const
/** Adds what a report says. VALUE_INVALID: of another kind of file, of a day to come, or with no value in it. */
export async function find(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  { values, model, date }: FindingBody,
): Promise<repo.FileRow> {
  if (!(await tx.maybe(repo.lockFile(id)))) throw new AppError('NOT_FOUND')
  const file = await oneFile(tx.many, id)
  if (file.state === 'withdrawn') throw new AppError('ILLEGAL_STEP')
  const wrong = (path: string) => new AppError('VALUE_INVALID', { fields: [{ path, code: 'VALUE_INVALID' }] })
  if (file.kind !== kindOf[values.of]) throw wrong('values')
  if (values.of === 'phono' && [values.emat, values.sdi, values.s3, values.s4].every((one) => one === null))
    throw wrong('values')
  // A day further east than the server's is no day to come.
  if (new Date(date).getTime() > now.getTime() + 14 * 3_600_000) throw wrong('date')
  await tx.run(sql`insert into file_finding (file_id, mid, at, found, model, made_on)
    values (${id}, ${who.mid}, ${now}, ${json(values)}, ${model}, ${date})`)
  await tell(tx, { id, version: file.version, mid: file.mid, unitId: file.unitId })
  return oneFile(tx.many, id)
}
