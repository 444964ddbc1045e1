import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { importFile, importNumber, importProblem, importResultOf, importRowOf, importState } from '../core/import.ts'
import { id, singleLine, uuid } from '../core/scalars.ts'
import { exportOf, localised } from '../core/export.ts'
import { type Takeable, takeable } from './rules.ts'
import { memberSaid } from './schema.ts'

export const IMPORT_MAX_ROWS = 2000
/** Bytes of the file; as text in the body it takes a third more. */
export const IMPORT_MAX_BYTES = 2 * 1024 * 1024

/** Titles of the template, in the order of its columns; a file is read by any of the three, wherever the column stands. */
export const importColumns = {
  account: localised('帳號*', '账号*', 'Account*'),
  name: localised('姓名*', '姓名*', 'Name*'),
  nameEn: localised('英文姓名', '英文姓名', 'Name in English'),
  idNumber: localised('身分證號', '身份证号', 'ID number'),
  gender: localised('性別', '性别', 'Sex'),
  birthday: localised('出生日期', '出生日期', 'Date of birth'),
  height: localised('身高', '身高', 'Height'),
  weight: localised('體重', '体重', 'Weight'),
  nhiCardNumber: localised('健保卡號', '健保卡号', 'Health card'),
  mobile: localised('手機', '手机', 'Mobile'),
  email: localised('電子郵件', '电子邮件', 'Email'),
  contactName: localised('緊急聯絡人', '紧急联系人', 'Emergency contact'),
  contactRelation: localised('關係', '关系', 'Relation'),
  contactPhone: localised('緊急聯絡電話', '紧急联系电话', 'Emergency phone'),
  vip: localised('VIP', 'VIP', 'VIP'),
} as const
export type ImportColumn = keyof typeof importColumns

const row = importRowOf(memberSaid)
/** `doubts`: cells that can be read in two ways. Such a row goes in as it was understood, and its `problem` says so. */
export const importRow = row.extend({ doubts: row.shape.faults })
export type ImportRow = z.output<typeof importRow>

export const importResult = importResultOf(importRow)
export type ImportResult = z.output<typeof importResult>

export const importMembers = endpoint({
  method: 'POST',
  path: '/his/api/members/imports',
  summary: 'Reads an Excel file of members: a preview that marks each bad row; the good ones go in only when told so',
  permission: 'member.import',
  audit: 'write',
  idempotent: true,
  body: z.object({
    /** One import is one job: the same id never imports twice. */
    importId: uuid,
    unitId: id,
    fileName: singleLine(200),
    /** Base64; its size is looked at when it is read, and refused as TOO_LARGE. */
    file: z.string().max(IMPORT_MAX_BYTES * 2),
    /** Take in the good rows, leave the bad ones. Without it nothing is kept. */
    commit: z.boolean().default(false),
  }),
  response: importResult,
  sheet: exportOf(
    importResult.shape.rows.element,
    [
      importNumber,
      importState,
      importProblem,
      { path: 'said.account', title: importColumns.account },
      { path: 'said.name', title: importColumns.name },
      { path: 'said.birthday', title: importColumns.birthday },
      { path: 'said.mobile', title: importColumns.mobile },
    ],
    importFile,
    'rows',
  ),
  errors: [
    'ERR_0002',
    'EXCEL_ONLY',
    'EXCEL_UNREADABLE',
    'TOO_LARGE',
    'IMPORT_TOO_MANY_ROWS',
    'IMPORT_ROWS_BAD',
    'DUPLICATE',
  ],
  tags: ['members'],
})

export const importTemplate = endpoint({
  method: 'GET',
  path: '/his/api/members/imports/template',
  summary: 'An empty Excel file with the columns of an import',
  permission: 'member.import',
  audit: 'none',
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  tags: ['members'],
})

const fields = Object.keys(takeable) as [Takeable, ...Takeable[]]

export const mergeMembers = endpoint({
  method: 'POST',
  path: '/his/api/members/merges',
  summary: 'Makes two entries of one person one, in the own units; both histories stay, and it can be undone',
  permission: 'member.import',
  audit: 'write',
  idempotent: true,
  body: z.object({
    kept: id,
    merged: id,
    /** Fields that the entry which stays takes from the other. */
    take: z.array(z.enum(fields)).max(fields.length).default([]),
    keptVersion: z.number().int().min(1),
    mergedVersion: z.number().int().min(1),
  }),
  response: z.object({ id, kept: id }),
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'VERSION_STALE', 'MERGE_CONFLICT'],
  tags: ['members', 'appointments', 'record', 'notes', 'consents', 'readings', 'recordings', 'counts'],
})

export const undoMerge = endpoint({
  method: 'DELETE',
  path: '/his/api/members/merges/{id}',
  summary: 'Takes a merge back: every row goes where it was, and with a visit what was added to it since',
  permission: 'member.import',
  audit: 'write',
  params: z.object({ id }),
  response: z.object({ kept: id, restored: id }),
  errors: ['NOT_FOUND', 'MERGE_CONFLICT'],
  tags: ['members', 'appointments', 'record', 'notes', 'consents', 'readings', 'recordings', 'counts'],
})
