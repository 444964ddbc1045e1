import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { importFile, importNumber, importProblem, importResultOf, importRowOf, importState } from '../core/import.ts'
import { staffTypes } from '../core/permissions.gen.ts'
import { singleLine, partnerId, uuid } from '../core/scalars.ts'
import { exportOf, localised } from '../core/export.ts'
import { staffTypeLabels } from '../core/staff-labels.ts'

/** Each account gets a password of its own, whose hash takes its time. */
export const STAFF_IMPORT_MAX_ROWS = 200
export const STAFF_IMPORT_MAX_BYTES = 1024 * 1024

/** Titles of the template, in the order of its columns; a file is read by any of the three. */
export const staffImportColumns = {
  account: localised('帳號*', '账号*', 'Account*'),
  name: localised('姓名*', '姓名*', 'Name*'),
  nameEn: localised('英文姓名', '英文姓名', 'Name in English'),
  mobile: localised('手機*', '手机*', 'Mobile*'),
  type: localised('人員類別*', '人员类别*', 'Staff type*'),
  title: localised('職稱', '职称', 'Title'),
  units: localised('單位*', '单位*', 'Units*'),
} as const
export type StaffImportColumn = keyof typeof staffImportColumns

const staffSaid = z.object({
  account: z.string().optional(),
  name: z.string().optional(),
  nameEn: z.string().optional(),
  mobile: z.string().optional(),
  type: z.enum(staffTypes).optional(),
  title: z.string().optional(),
  /** By their names, as they stand in the file. */
  units: z.array(z.string()),
})
export type StaffSaid = z.output<typeof staffSaid>
export const staffImportRow = importRowOf(staffSaid).extend({
  /** Of an account that this very call made: shown this once, kept nowhere. Asked for again the job tells none. */
  initialPassword: z.string().nullable(),
})
export type StaffImportRow = z.output<typeof staffImportRow>
export const staffImportResult = importResultOf(staffImportRow)
export type StaffImportResult = z.output<typeof staffImportResult>

export const importStaff = endpoint({
  method: 'POST',
  path: '/his/api/staffaccounts/imports',
  summary:
    'Reads an Excel file of staff: a preview that marks each bad row; the good ones are invited only when told so',
  permission: 'admin.partner',
  audit: 'write',
  body: z.object({
    /** One import is one job: the same id never imports twice. */
    importId: uuid,
    partner: partnerId.optional(),
    fileName: singleLine(200),
    /** Base64; its size is looked at when it is read, and refused as TOO_LARGE. */
    file: z.string().max(STAFF_IMPORT_MAX_BYTES * 2),
    commit: z.boolean().default(false),
  }),
  response: staffImportResult,
  sheet: exportOf(
    staffImportRow,
    [
      importNumber,
      importState,
      importProblem,
      { path: 'said.account', title: staffImportColumns.account },
      { path: 'said.name', title: staffImportColumns.name },
      { path: 'said.mobile', title: staffImportColumns.mobile },
      { path: 'said.type', title: staffImportColumns.type, words: staffTypeLabels },
      { path: 'said.units', title: staffImportColumns.units, kind: 'texts' },
    ],
    importFile,
    'rows',
  ),
  errors: [
    'NOT_FOUND',
    'EXCEL_ONLY',
    'EXCEL_UNREADABLE',
    'TOO_LARGE',
    'IMPORT_TOO_MANY_ROWS',
    'ACCOUNT_EXISTS',
    'DUPLICATE',
  ],
  tags: ['admin'],
})

export const staffImportTemplate = endpoint({
  method: 'GET',
  path: '/his/api/staffaccounts/imports/template',
  summary: 'An empty Excel file with the columns of an import of staff',
  permission: 'admin.partner',
  audit: 'none',
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  tags: ['admin'],
})
