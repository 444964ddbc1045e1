import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { exportOf, localised } from '../core/export.ts'
import { paging, sortBy } from '../core/paging.ts'
import { id, instant, prose, singleLine, uuid } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { fileName } from './schema.ts'

/** Of one file, at once: the drive is for forms and leaflets. */
export const DRIVE_MAX_MB = 20
export const driveFormats = ['jpg', 'png', 'pdf', 'mp4', 'mov'] as const

export const driveFile = z.object({
  id: uuid,
  name: z.string(),
  remark: z.string(),
  format: z.enum(driveFormats),
  bytes: z.number().int(),
  /** Of one unit; `null`: of the whole institution. */
  unitId: id.nullable(),
  unitName: z.string().nullable(),
  unitNameEn: z.string().nullable(),
  by: staffBrief,
  createdAt: instant,
  /** A signed address, short-lived: to be looked at, and to be saved. */
  url: z.string(),
  download: z.string(),
})
export type DriveFile = z.output<typeof driveFile>
export const driveSort = sortBy('name', 'size', 'time')

export const getDriveFiles = endpoint({
  method: 'GET',
  path: '/his/api/drivefiles',
  summary: 'Files that colleagues share, of no patient: those of the institution and of the units of the caller',
  permission: 'file.upload',
  audit: 'none',
  query: z.object({ q: singleLine(60).default(''), sort: driveSort.optional(), ...paging }),
  response: driveFile,
  list: true,
  sheet: exportOf(
    driveFile,
    [
      { path: 'name', title: localised('檔名', '文件名', 'File name'), width: 30 },
      { path: 'remark', title: localised('說明', '说明', 'Remark'), width: 40 },
      { path: 'unitName', en: 'unitNameEn', title: localised('單位', '单位', 'Unit') },
      { path: 'bytes', title: localised('大小（位元組）', '大小（字节）', 'Size (bytes)'), kind: 'number', width: 14 },
      { path: 'by.name', en: 'by.nameEn', title: localised('分享者', '分享者', 'Shared by') },
      { path: 'createdAt', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 17 },
    ],
    { q: localised('搜尋', '搜索', 'Search') },
  ),
  tags: ['files'],
})
export const postDriveFile = endpoint({
  method: 'POST',
  path: '/his/api/drivefiles',
  summary: 'Share a file with colleagues: a picture, a PDF or a film that is of no patient',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  body: z.object({
    name: fileName.min(1),
    remark: prose(500).default(''),
    unitId: id.nullable().default(null),
    /** Base64; more than DRIVE_MAX_MB is UPLOAD_TOO_LARGE. */
    file: z.string().max(DRIVE_MAX_MB * 1024 * 1024 * 2),
  }),
  response: driveFile,
  errors: ['NOT_FOUND', 'UPLOAD_EMPTY', 'UPLOAD_TYPE', 'UPLOAD_TOO_LARGE', 'UPLOAD_PIXELS', 'UPLOAD_CONTENT'],
  tags: ['files'],
})
export const deleteDriveFile = endpoint({
  method: 'DELETE',
  path: '/his/api/drivefiles/{id}',
  summary: 'Take a shared file off the list: who shared it, or who administers the institution',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  response: z.object({ id: uuid }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  tags: ['files'],
})
export const driveContent = endpoint({
  method: 'GET',
  path: '/his/api/drivefiles/{id}/content',
  summary: 'The content of a shared file, by a signed address',
  permission: 'public',
  audit: 'none',
  params: z.object({ id: uuid }),
  query: z.object({ ticket: singleLine(512) }),
  response: z.unknown(),
  raw: true,
  file: 'medicalFile',
  errors: ['FILE_LINK_EXPIRED', 'NOT_FOUND'],
  tags: [],
})
