import {
  type StaffImportColumn,
  type StaffSaid,
  staffImportColumns,
} from '@teleward/contract/admin/import-endpoints.ts'
import { isOwnAccount, normaliseAccount } from '@teleward/contract/auth/rules.ts'
import { cleanLine, cleanText } from '@teleward/contract/core/clean-text.ts'
import { staffTypeLabels } from '@teleward/contract/core/staff-labels.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { normaliseMobile } from '@teleward/contract/core/identity.ts'
import { type StaffType, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { type CellsOf, takeCells } from '../platform/xlsx/import-cells.ts'
import { titled } from '../platform/xlsx/import.ts'
import type { ReadRow } from '../platform/xlsx/read.ts'

export interface Fault {
  path: StaffImportColumn
  code: ErrorCode
  data?: Record<string, string>
}
export interface Understood {
  number: number
  said: StaffSaid
  faults: Fault[]
  cells: CellsOf<StaffImportColumn>
}
export interface RowsOfFile {
  rows: Understood[]
  unknown: string[]
}

/** What lists of staff call the same columns. */
const otherTitles: Readonly<Partial<Record<StaffImportColumn, readonly string[]>>> = {
  account: ['登入帳號', '使用者帳號', '员工账号', '員工帳號', '登录账号', '用户账号', 'login', 'user name', 'user id'],
  name: ['中文姓名', '員工姓名', '人員姓名', '员工姓名', '人员姓名', 'full name', 'staff name'],
  nameEn: ['英文名', '英文名字', 'english name', 'name (english)'],
  mobile: [
    ...['手機號碼', '手機號', '行動電話', '電話', '聯絡電話', '手机号码', '手机号', '移动电话', '电话', '联系电话'],
    ...['mobile phone', 'mobile number', 'cell phone', 'phone', 'phone number'],
  ],
  type: ['類別', '人員類型', '職類', '类别', '人员类型', '职类', 'type', 'profession', 'role'],
  title: ['職務', '職位', '职务', '职位', 'job title', 'position'],
  units: ['所屬單位', '服務單位', '所属单位', '服务单位', 'unit', 'department'],
}

/** Besides the labels, what lists of staff call a profession. */
const otherTypes: Readonly<Partial<Record<StaffType, readonly string[]>>> = {
  doctor: ['醫生', '医生', 'physician'],
  nurse: ['護士', '護理人員', '护理师', '护理人员', 'rn', 'registered nurse'],
  pharmacist: ['藥劑師', '药剂师'],
  dietitian: ['dietician', 'nutritionist'],
  medical_technologist: ['檢驗師', '醫檢師', '检验师'],
  radiologic_technologist: ['醫事放射師', '放射师'],
  case_manager: ['個管師', '个管师'],
  caregiver: ['照服員', '照服员'],
  volunteer: ['義工', '义工'],
  customer_service: ['客服'],
  admin: ['系統管理員', '管理者', '系统管理员'],
}
const called = (text: string) => toHalfWidth(text).replace(/\s/g, '').toLowerCase()
const types = new Map<string, StaffType>(
  staffTypes.flatMap((type) =>
    [type, ...Object.values(staffTypeLabels[type]), ...(otherTypes[type] ?? [])].map(
      (word) => [called(word), type] as const,
    ),
  ),
)
export const isLogin = (account: string): boolean => /^[a-z0-9][a-z0-9._-]{2,39}$/.test(account)

/** The rows below the titles; null where no row has those an account needs. */
export function understand(rows: readonly ReadRow[]): RowsOfFile | null {
  const found = titled(rows, staffImportColumns, ['account', 'name', 'mobile', 'type', 'units'], otherTitles)
  return found && { rows: found.rows.map((row) => rowOf(row, found.columns)), unknown: found.unknown }
}

const UNITS_LENGTH = 500

function rowOf(row: ReadRow, columns: readonly (StaffImportColumn | undefined)[]): Understood {
  const faults: Fault[] = []
  const say = (path: StaffImportColumn, code: ErrorCode) => {
    if (!faults.some((fault) => fault.path === path)) faults.push({ path, code })
  }
  const { texts, cells } = takeCells(row, columns, say)
  const text = (column: StaffImportColumn, max: number, needed = false) => {
    const value = cleanLine(texts[column]?.text ?? '').trim()
    if (!value) {
      if (needed) say(column, 'FIELD_EMPTY')
      return undefined
    }
    if (value.length > max) say(column, 'VALUE_INVALID')
    return value.slice(0, max)
  }
  const account = text('account', 60, true)
  const login = account === undefined ? undefined : normaliseAccount(account)
  if (login !== undefined && !isLogin(login)) say('account', 'LOGIN_NAME_FORMAT')
  const typed = text('mobile', 20, true)
  // A mobile whose first zero a sheet has eaten.
  const whole = typed && texts.mobile?.numeric && /^9\d{8}$/.test(typed) ? `0${typed}` : typed
  const mobile = whole === undefined ? undefined : (normaliseMobile(whole) ?? undefined)
  if (whole !== undefined && mobile === undefined) say('mobile', 'PHONE_INVALID')
  if (login !== undefined && mobile !== undefined && !isOwnAccount(login, mobile)) say('mobile', 'FIELD_RELATED')
  const kind = text('type', 60, true)
  const type = kind === undefined ? undefined : types.get(called(kind))
  if (kind !== undefined && type === undefined) say('type', 'STAFF_TYPE_UNKNOWN')
  text('units', UNITS_LENGTH, true)
  // Several lines of one cell are several units.
  const units = cleanText(texts.units?.text ?? '')
    .slice(0, UNITS_LENGTH)
    .split(/[、，,;；\n]/)
    .map((one) => cleanLine(one).trim())
    .filter(Boolean)
  return {
    number: row.number,
    cells,
    said: {
      account: login ?? account,
      name: text('name', 60, true),
      nameEn: text('nameEn', 80),
      mobile: mobile ?? whole,
      type,
      title: text('title', 40),
      units,
    },
    faults,
  }
}
