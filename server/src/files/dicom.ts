import {
  DICOM_FORM,
  type DicomContents,
  type DicomInstance,
  type DicomStudy,
  type DicomSummary,
} from '@teleward/contract/files/dicom.ts'
import { canReadFile, canSeeFile, canSeeMember } from '../access/visible.ts'
import { contentsOf } from '../dicom/contents.ts'
import { summaryOf } from '../dicom/summary.ts'
import { type Known, matchesOf } from '../dicom/whose.ts'
import type { Read } from '../patients/service.ts'
import { type Db, json, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Opened, Storage } from '../storage/index.ts'
import { fileAddress, type FileSigner } from './addresses.ts'
import { openable } from './files.ts'
import type { FileRow } from './repo.ts'

/** Of one study: more is asked for by another of its files. */
const MOST = 2000

const FORM = String(DICOM_FORM)

interface StudyRow {
  id: string
  name: string
  bytes: number
  key: string
  dicom: DicomSummary | null
}
interface StudyDeps {
  db: Db
  storage: Storage
}

/** NOT_FOUND, DICOM_UNREADABLE (no DICOM file). */
async function dicomFile(read: Read, id: string): Promise<FileRow> {
  const file = await openable(read, id)
  if (file.format !== 'dcm') throw new AppError('DICOM_UNREADABLE')
  return file
}
const columns = sql`f.id, f.name, f.bytes::float8 as bytes, f.key, f.dicom`

/** The study of a file, as far as the caller may see it. */
export async function studyOf(
  { db, storage }: StudyDeps,
  read: Read,
  signer: FileSigner,
  id: string,
): Promise<{ study: DicomStudy; pid: number | null }> {
  const file = await dicomFile(read, id)
  const pid = file.patient?.pid ?? null
  await readFirst({ db, storage }, read, id, pid)
  const [own] = await read(
    sql<
      StudyRow & { seen: boolean | null }
    >`select ${columns}, ${canSeeFile('f')} as seen from medical_file f where f.id = ${id} and ${canReadFile('f')}`,
  )
  if (own?.dicom?.form !== DICOM_FORM) throw new AppError('DICOM_UNREADABLE')
  const said = own.dicom
  const rows = pid === null || said.study === null ? [own] : await siblings(read, pid, said.study)
  const found = rows.some((row) => row.id === id) ? rows : [own, ...rows]
  const address = fileAddress(signer, id, 'view')
  return {
    pid,
    study: {
      fileId: id,
      kind: file.kind,
      expiresAt: address.expiresAt,
      patient: file.patient,
      matches: matchesOf(pid === null ? null : await knownOf(read, pid), said.person),
      instances: inOrder(found.slice(0, MOST).flatMap((row) => shown(signer, row))),
      more: Math.max(0, found.length - MOST),
      onlyShown: own.seen !== true,
    },
  }
}
const siblings = (read: Read, pid: number, study: string) =>
  read(sql<StudyRow>`select ${columns} from medical_file f where f.pid = ${pid} and f.dicom->>'study' = ${study} and f.dicom->>'form' = ${FORM} and f.state = 'stored'
    and ${canSeeFile('f')} order by f.created_at limit ${MOST + 1}`)
const knownOf = async (read: Read, pid: number): Promise<Known | null> =>
  (
    await read(sql<Known>`select m.pid, m.name, m.name_en as "nameEn", m.account, m.id_number as "idNumber", m.member_no as "memberNo",
      m.birthday::text as birthday from member m where m.pid = ${pid} and ${canSeeMember('m')}`)
  )[0] ?? null

function shown(signer: FileSigner, { id, name, bytes, dicom }: StudyRow): DicomInstance[] {
  if (!dicom) return []
  const url = fileAddress(signer, id, 'view').url
  return [{ ...dicom, fileId: id, name, bytes, url, download: fileAddress(signer, id, 'original').url }]
}
const rank = (value: number | null) => value ?? Number.MAX_SAFE_INTEGER
const inOrder = (list: DicomInstance[]) =>
  list.sort(
    (a, b) =>
      rank(a.seriesNumber) - rank(b.seriesNumber) ||
      (a.series ?? '').localeCompare(b.series ?? '') ||
      rank(a.number) - rank(b.number) ||
      a.name.localeCompare(b.name),
  )

/** Files that were stored before they were looked into: this one, and the patient's others, which may be of its study. */
async function readFirst({ db, storage }: StudyDeps, read: Read, id: string, pid: number | null): Promise<void> {
  const rows = await read(sql<{ id: string; key: string }>`select f.id, f.key from medical_file f
    where (f.id = ${id} or f.pid = ${pid}::int) and f.format = 'dcm' and f.dicom->>'form' is distinct from ${FORM}
    and ${canReadFile('f')} limit ${MOST}`)
  for (const row of rows) {
    const summary = await opened(storage, row.key, summaryOf)
    if (summary)
      await db.system.tx((tx) => tx.run(sql`update medical_file set dicom = ${json(summary)} where id = ${row.id}`))
  }
}
/** `null`: its bytes are not there. */
async function opened<T>(storage: Storage, key: string, look: (file: Opened) => Promise<T>): Promise<T | null> {
  const file = await storage.open(key)
  if (!file) return null
  try {
    return await look(file)
  } finally {
    await file.close()
  }
}

/** Its elements and, of a report, its text. */
export async function dicomContentsOf(
  storage: Storage,
  read: Read,
  id: string,
): Promise<{ contents: DicomContents; pid: number | null }> {
  const file = await dicomFile(read, id)
  const [row] = await read(
    sql<{ key: string }>`select f.key from medical_file f where f.id = ${id} and ${canReadFile('f')}`,
  )
  const contents = row && (await opened(storage, row.key, contentsOf))
  if (!contents) throw new AppError('DICOM_UNREADABLE')
  return { contents, pid: file.patient?.pid ?? null }
}
