import type { ErrorCode } from '../core/errors.gen.ts'

/** The nine of the specification, as the wire has them. */
export const serviceLanguages = ['zh_TW', 'zh_CN', 'en', 'kh_KH', 'en_PH', 'th_TH', 'vi_VN', 'en_BI', 'en_BM'] as const
export type ServiceLanguage = (typeof serviceLanguages)[number]

/** Ten divisions, Chinese and English; an earlier text that is not among them stays until it is changed. */
export const divisions = [
  ['家庭醫學科', 'Family medicine'],
  ['內科', 'Internal medicine'],
  ['外科', 'Surgery'],
  ['小兒科', 'Paediatrics'],
  ['婦產科', 'Obstetrics and gynaecology'],
  ['精神科', 'Psychiatry'],
  ['復健科', 'Rehabilitation'],
  ['牙科', 'Dentistry'],
  ['中醫科', 'Chinese medicine'],
  ['其他', 'Other'],
] as const
export const divisionNames = divisions.map(([name]) => name)
export const divisionEnglish = (name: string | null): string | null =>
  divisions.find(([own]) => own === name)?.[1] ?? null

export const serviceFlags = ['onsite', 'video', 'freeDiagnosis', 'freeDiagnosisOnsite', 'cn_service'] as const
export type ServiceFlag = (typeof serviceFlags)[number]
export type ServiceFlags = Readonly<Record<ServiceFlag, boolean>>
/** Doctors and the other professions that see patients by appointment: whom nobody can book offers nothing. */
export const bookableStaffTypes: readonly number[] = [1, 3]
/** Of who has set none: every way of a visit is offered, for its fee. */
const NEVER_SET: ServiceFlags = {
  onsite: true,
  video: true,
  freeDiagnosis: false,
  freeDiagnosisOnsite: false,
  cn_service: true,
}
/** How the switches stand, for bookings, fees, lists and the own page alike, from what is kept of them. */
export const serviceFlagsOf = (stored: unknown, bookable = true): ServiceFlags =>
  Object.fromEntries(
    serviceFlags.map((flag) => {
      const set: unknown = Object(stored)[flag]
      return [flag, typeof set === 'boolean' ? set : bookable && NEVER_SET[flag]]
    }),
  ) as ServiceFlags
/** What can be booked: a visit without a fee is one. */
export const offersOf = (flags: ServiceFlags) => ({
  video: flags.video || flags.freeDiagnosis,
  onsite: flags.onsite || flags.freeDiagnosisOnsite,
  mainland: flags.cn_service,
})
export const serviceTypes = ['onlineVideo', 'outpatient', 'onsiteVolunteer', 'mainlandChina'] as const
export type ServiceType = (typeof serviceTypes)[number]
/** What patients are offered follows from the switches alone, so that the two cannot contradict each other. */
export function typesOf(flags: ServiceFlags): ServiceType[] {
  const open: Record<ServiceType, boolean> = {
    onlineVideo: offersOf(flags).video,
    outpatient: flags.onsite,
    onsiteVolunteer: flags.freeDiagnosisOnsite,
    mainlandChina: flags.cn_service,
  }
  return serviceTypes.filter((type) => open[type])
}

/** Not enabled (the default), enabled, disabled. */
export const DOCTOR_ENABLED = 1
export const DOCTOR_DISABLED = 0
export const DOCTOR_NOT_ENABLED = 2

export const PHOTO_MAX_BYTES = 2 * 1024 * 1024
export const PHOTO_MAX_SIDE = 6000
export const photoKinds = ['avatar', 'licenseImage', 'bankImage', 'personsign'] as const
export type PhotoKind = (typeof photoKinds)[number]

export interface BankEntry {
  kind?: 'local' | 'foreign' | undefined
  bankCode?: string | undefined
  branchCode?: string | undefined
  bankName?: string | undefined
  branchName?: string | undefined
  address?: string | undefined
  /** Left out: the one that is stored. */
  account?: string | undefined
  accountName?: string | undefined
  swift?: string | undefined
}
type BankCode = Extract<ErrorCode, 'BANK_KIND_REQUIRED' | 'BANK_INCOMPLETE' | 'VALUE_INVALID'>
export interface BankProblem {
  path: keyof BankEntry
  code: BankCode
}
const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

/** ISO 13616: the remainder of an IBAN's digits by 97 is 1. */
export function ibanFits(account: string): boolean {
  const digits = [...(account.slice(4) + account.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
export const plainAccount = (account: string) => account.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

const plainName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
/**
 * The account that is stored may stay where none is typed: only at the very bank. One of the country is known by its code, one
 * abroad by its name and SWIFT code.
 */
export function isSameBank(
  entry: BankEntry,
  stored: { kind: string; bankCode: string | null; bankName: string; swift: string | null },
): boolean {
  if (entry.kind !== stored.kind) return false
  if (entry.kind === 'local') return (entry.bankCode ?? null) === stored.bankCode
  const plain = (bankName: string | undefined, swift: string | null | undefined) =>
    `${plainName(bankName ?? '')} ${plainAccount(swift ?? '')}`
  return plain(entry.bankName, entry.swift) === plain(stored.bankName, stored.swift)
}

/** Everything that is missing or cannot be, at once. `stored`: an account is there already and may be left out. */
export function bankProblems(entry: BankEntry, stored: boolean): BankProblem[] {
  if (entry.kind !== 'local' && entry.kind !== 'foreign') return [{ path: 'kind', code: 'BANK_KIND_REQUIRED' }]
  const local = entry.kind === 'local'
  const needed: (keyof BankEntry)[] = local
    ? ['bankCode', 'branchName', 'address', 'accountName']
    : ['bankName', 'address', 'accountName', 'swift']
  if (!stored || entry.account) needed.push('account')
  const missing = needed.filter((path) => !entry[path]?.trim())
  const problems: BankProblem[] = missing
    .filter((path) => !(path === 'branchName' && entry.branchCode))
    .map((path) => ({ path, code: 'BANK_INCOMPLETE' }))
  const account = plainAccount(entry.account ?? '')
  const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)
  if (
    account &&
    (local ? !/^\d{6,16}$/.test(account) : !/^[A-Z0-9]{4,34}$/.test(account) || (iban && !ibanFits(account)))
  )
    problems.push({ path: 'account', code: 'VALUE_INVALID' })
  if (!local && entry.swift && !SWIFT.test(plainAccount(entry.swift)))
    problems.push({ path: 'swift', code: 'VALUE_INVALID' })
  return problems
}

interface Span {
  from: string
  to: string
  organisation: string
  title: string
}
const FIRST_YEAR = '1900'
/** An end may lie ahead, as that of a course does; nobody knows it further than this. */
const YEARS_AHEAD = 10
/**
 * What of a row of education or career cannot be, at its field; null where nothing is wrong. Times are a year, or a month of
 * it; `today` as `YYYY-MM-DD`. One that began has to say where, and an end says when it began.
 */
export function experienceFault(
  { from, to, organisation, title }: Span,
  today: string,
): { path: keyof Span; code: 'FIELD_EMPTY' | 'VALUE_INVALID' } | null {
  if (!organisation && (from || to || title)) return { path: 'organisation', code: 'FIELD_EMPTY' }
  if (to && !from) return { path: 'from', code: 'FIELD_EMPTY' }
  if (from && (from < FIRST_YEAR || from > today.slice(0, from.length))) return { path: 'from', code: 'VALUE_INVALID' }
  const latest = String(Number(today.slice(0, 4)) + YEARS_AHEAD)
  if (to && (to < from.slice(0, to.length) || to.slice(0, 4) > latest)) return { path: 'to', code: 'VALUE_INVALID' }
  return null
}
