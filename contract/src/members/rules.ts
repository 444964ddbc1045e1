import type { ErrorCode } from '../core/errors.gen.ts'
import {
  idNumber,
  normaliseEmail,
  normaliseHealthCard,
  normaliseId,
  normaliseMobile,
  normalisePhone,
} from '../core/identity.ts'
import { ageYears } from '../core/dates.ts'
import { parseDay } from '../core/zone.ts'
import { bodyDoubts } from '../monitoring/body.ts'
import type { Gender } from '../patients/brief.ts'
import type { MemberSaid } from './schema.ts'

export interface Fault {
  path: string
  code: ErrorCode
}
/** What is kept of a member, every value in its one form. */
export interface MemberKept {
  account: string
  name: string
  nameEn: string | null
  idNumber: string | null
  gender: Gender | null
  birthday: string | null
  height: number | null
  weight: number | null
  nhiCardNumber: string | null
  mobile: string | null
  email: string | null
  emergencyContact: { name: string; relation: string | null; phone: string | null } | null
  language: string
  vip: boolean
}

export const BODY = { height: { min: 20, max: 260 }, weight: { min: 0.3, max: 400 } } as const
/** Parts of the body that nobody of that age has: asked about, and kept once they are confirmed. */
export function oddBody(
  { birthday, height, weight }: Pick<MemberKept, 'birthday' | 'height' | 'weight'>,
  today: string,
): { path: 'height' | 'weight'; text: string }[] {
  const age = birthday !== null && isPast(birthday, today) ? ageYears(birthday, today) : null
  return bodyDoubts({ height, weight }, age).map(({ of: [part], text }) => ({
    path: part === 'height' ? part : 'weight',
    text,
  }))
}
const FIRST_DAY = '1890-01-01'

/** A national id, a resident permit of either form, or a Taiwanese mobile, in its one form; else null (ERR_0013). */
export function accountOf(text: string): string | null {
  const id = normaliseId(text)
  return idNumber(id) ? id : normaliseMobile(text)
}

const blank = (text: string | null | undefined): text is null | undefined | '' => !text?.trim()
const kept = (text: string | null | undefined) => (blank(text) ? null : text.trim())

/** A day of the calendar that was, in the institution's zone; `today` as `YYYY-MM-DD`. */
const isPast = (day: string, today: string) => parseDay(day) !== null && day >= FIRST_DAY && day <= today

const checks: { [K in keyof MemberSaid]?: (said: NonNullable<MemberSaid[K]>, today: string) => ErrorCode | null } = {
  name: (name) => (blank(name) ? 'MEMBER_NAME_REQUIRED' : null),
  account: (account) => (blank(account) ? 'MEMBER_ACCOUNT_REQUIRED' : accountOf(account) === null ? 'ERR_0013' : null),
  idNumber: (id) => (!blank(id) && idNumber(normaliseId(id)) === null ? 'VALUE_INVALID' : null),
  nhiCardNumber: (card) => (!blank(card) && normaliseHealthCard(card) === null ? 'ERR_0014' : null),
  mobile: (mobile) => (!blank(mobile) && normaliseMobile(mobile) === null ? 'PHONE_INVALID' : null),
  email: (email) => (!blank(email) && normaliseEmail(email) === null ? 'VALUE_INVALID' : null),
  birthday: (day, today) => (!blank(day) && !isPast(day, today) ? 'VALUE_INVALID' : null),
  height: (height) => (height < BODY.height.min || height > BODY.height.max ? 'VALUE_INVALID' : null),
  weight: (weight) => (weight < BODY.weight.min || weight > BODY.weight.max ? 'VALUE_INVALID' : null),
}

/** Faults of the fields that were said, each at its field, in the order of the form. */
export function faultsOf(said: Partial<MemberSaid>, today: string): Fault[] {
  const faults = (Object.keys(checks) as (keyof MemberSaid)[]).flatMap((path): Fault[] => {
    const value = said[path]
    const check = checks[path] as ((value: unknown, today: string) => ErrorCode | null) | undefined
    const code = value === undefined || value === null || !check ? null : check(value, today)
    return code ? [{ path, code }] : []
  })
  return [...faults, ...faultsOfContact(said.emergencyContact)]
}

/** Whoever is rung in an emergency has a name, where anything is said of them: no number is thrown away for want of one. */
function faultsOfContact(contact: MemberSaid['emergencyContact']): Fault[] {
  if (!contact) return []
  const { name, relation, phone } = contact
  const faults: Fault[] = []
  if (blank(name) && !(blank(relation) && blank(phone)))
    faults.push({ path: 'emergencyContact.name', code: 'FIELD_EMPTY' })
  if (!blank(phone) && normalisePhone(phone) === null)
    faults.push({ path: 'emergencyContact.phone', code: 'CONTACT_PHONE_INVALID' })
  return faults
}

/** A new member needs a name and an account, whatever else is said. */
export const faultsOfNew = (said: MemberSaid, today: string): Fault[] =>
  faultsOf({ ...said, name: said.name ?? '', account: said.account ?? '' }, today)

/** Every value in its one form, of fields without a fault. */
export function inOneForm(said: Partial<MemberSaid>): Partial<MemberKept> {
  const one: Partial<MemberKept> = {}
  if (said.account !== undefined) one.account = accountOf(said.account ?? '') ?? (said.account ?? '').trim()
  if (said.name !== undefined) one.name = (said.name ?? '').trim().replace(/\s+/g, ' ')
  if (said.nameEn !== undefined) one.nameEn = kept(said.nameEn)
  if (said.idNumber !== undefined) one.idNumber = blank(said.idNumber) ? null : normaliseId(said.idNumber)
  if (said.gender !== undefined) one.gender = said.gender
  if (said.birthday !== undefined) one.birthday = kept(said.birthday)
  if (said.height !== undefined) one.height = said.height
  if (said.weight !== undefined) one.weight = said.weight
  if (said.nhiCardNumber !== undefined)
    one.nhiCardNumber = blank(said.nhiCardNumber) ? null : normaliseHealthCard(said.nhiCardNumber)
  if (said.mobile !== undefined) one.mobile = blank(said.mobile) ? null : normaliseMobile(said.mobile)
  if (said.email !== undefined) one.email = blank(said.email) ? null : normaliseEmail(said.email)
  if (said.emergencyContact !== undefined) {
    const { name = '', relation = null, phone = null } = said.emergencyContact ?? {}
    one.emergencyContact = blank(name)
      ? null
      : { name: name.trim(), relation: kept(relation), phone: blank(phone) ? null : normalisePhone(phone) }
  }
  if (said.language !== undefined && said.language !== null) one.language = said.language
  if (said.vip !== undefined && said.vip !== null) one.vip = said.vip
  return one
}

/** A new member: an account that is an id is the id, one that is a mobile the mobile; the id says the sex. */
export function newMember(said: MemberSaid): MemberKept {
  const one = inOneForm(said)
  const account = one.account ?? ''
  const id = one.idNumber ?? (idNumber(account) ? account : null)
  return {
    account,
    name: one.name ?? '',
    nameEn: one.nameEn ?? null,
    idNumber: id,
    gender: one.gender ?? (id ? (idNumber(id)?.sex ?? null) : null),
    birthday: one.birthday ?? null,
    height: one.height ?? null,
    weight: one.weight ?? null,
    nhiCardNumber: one.nhiCardNumber ?? null,
    mobile: one.mobile ?? (idNumber(account) ? null : normaliseMobile(account)),
    email: one.email ?? null,
    emergencyContact: one.emergencyContact ?? null,
    language: one.language ?? 'zh-TW',
    vip: one.vip ?? false,
  }
}

/** How an account stands to the unit it is added to → the code of the add-member table (§8). */
export const standingCode = {
  unit: 'ERR_0011',
  unitDisabled: 'ERR_0010',
  partner: 'ERR_0008',
} as const satisfies Record<string, ErrorCode>
export type Standing = keyof typeof standingCode

/** Why two members are not merged (states: MERGE_CONFLICT). */
export const hindrances = ['ids', 'visit', 'sameTime', 'disabled', 'consent', 'later'] as const
export type Hindrance = (typeof hindrances)[number]

/** Fields that a merge may take from the other entry, by their column. */
export const takeable = {
  account: 'account',
  idNumber: 'id_number',
  name: 'name',
  nameEn: 'name_en',
  gender: 'gender',
  birthday: 'birthday',
  height: 'height',
  weight: 'weight',
  nhiCardNumber: 'nhi_card_number',
  mobile: 'mobile',
  email: 'email',
  emergencyContact: 'emergency_contact',
  language: 'language',
  vip: 'vip',
  avatar: 'avatar',
} as const
export type Takeable = keyof typeof takeable
