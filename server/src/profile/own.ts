import { EXPERIENCE_ROWS } from '@teleward/contract/auth/schema.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import {
  bookableStaffTypes,
  divisionEnglish,
  divisionNames,
  experienceFault,
  offersOf,
  type ServiceFlag,
  type ServiceLanguage,
  serviceFlagsOf,
  serviceLanguages,
  typesOf,
} from '@teleward/contract/profile/rules.ts'
import {
  type BankInfo,
  type experienceBody,
  experiences,
  type MyService,
  type Part,
  type PartVersions,
  type Photo,
  parts,
  type personPart,
  type Profile,
} from '@teleward/contract/profile/schema.ts'
import { maskPhone } from '@teleward/contract/registration/rules.ts'
import type { z } from 'zod'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

export type Read = <T>(query: Compilable<T>) => Promise<T[]>

interface Row {
  name: string
  name_en: string | null
  family_name: string | null
  account: string
  phone: string | null
  servicelang: string[]
  title: string | null
  division: string | null
  division_en: string | null
  service_flags: unknown
  partner: { id: number; name: string }
  units: Profile['serviceunit']
  lines: Profile['line_list']
  own: {
    education: unknown
    career: unknown
    versions: Record<string, number>
    uiastaff: boolean
    doctor_enable: number
  } | null
  bank: (Omit<BankInfo, 'accountLast'> & { account: string }) | null
}

const ownRow = (who: StaffActor): Compilable<Row> => sql<Row>`
  select s.name, s.name_en, s.family_name, s.account, s.phone, s.servicelang, sp.title, sp.division, sp.division_en, sp.service_flags,
    jsonb_build_object('id', p.id, 'name', p.name) as partner,
    (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'main_id', u.main_id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
      from unit u where u.id = any (${[...who.unitIds]}::int[])) as units,
    (select coalesce(jsonb_agg(jsonb_build_object('id', lb.line_id, 'name', lb.name) order by lb.bound_at), '[]')
      from line_binding lb where lb.mid = s.mid) as lines,
    (select jsonb_build_object('education', f.education, 'career', f.career, 'versions', f.versions, 'uiastaff', f.uiastaff,
      'doctor_enable', f.doctor_enable) from staff_profile f where f.mid = s.mid) as own,
    (select jsonb_build_object('kind', b.kind, 'bankCode', b.bank_code, 'branchCode', b.branch_code, 'bankName', b.bank_name,
      'branchName', b.branch_name, 'address', b.address, 'account', b.account, 'accountName', b.account_name, 'swift', b.swift,
      'validFrom', b.valid_from, 'changedAt', b.created_at) from staff_bank b
      where b.mid = s.mid and b.partner_id = p.id order by b.id desc limit 1) as bank
  from staff s join staff_partner sp on sp.mid = s.mid join partner p on p.id = sp.partner_id
  where s.mid = ${who.mid} and p.id = ${who.partnerId}`

const versionsOf = (row: Row): PartVersions =>
  Object.fromEntries(parts.map((part) => [part, row.own?.versions[part] ?? 0])) as PartVersions
const switchesOf = (who: StaffActor, stored: unknown) =>
  serviceFlagsOf(stored, bookableStaffTypes.includes(who.staffType))
export const languagesOf = (stored: readonly string[]) =>
  stored.filter((one): one is ServiceLanguage => (serviceLanguages as readonly string[]).includes(one))

/** As many rows as the wire has, the empty ones last. */
function padded(stored: unknown): z.output<typeof experiences> {
  const rows = Array.isArray(stored) ? stored : []
  const none = { from: '', to: '', organisation: '', title: '' }
  const all = experiences.safeParse(Array.from({ length: EXPERIENCE_ROWS }, (_, at) => ({ ...none, ...rows[at] })))
  return all.success ? all.data : Array.from({ length: EXPERIENCE_ROWS }, () => none)
}

export async function ownProfile(
  read: Read,
  who: StaffActor,
  photos: Record<string, Photo | null>,
  licenceChange: Profile['licenceChange'],
): Promise<Profile> {
  const [row] = await read(ownRow(who))
  if (!row) throw new AppError('NOT_FOUND')
  const { bank } = row
  const flags = switchesOf(who, row.service_flags)
  return {
    did: who.mid,
    mid: who.mid,
    account: row.account,
    name: row.name,
    nameEn: row.name_en,
    family_name: row.family_name,
    avatar: photos.avatar?.url ?? null,
    doctortype: who.doctortype,
    partner: row.partner,
    verify: who.verified && who.onBoard,
    review: who.review,
    uiastaff: row.own?.uiastaff ?? false,
    doctorEnable: row.own?.doctor_enable ?? 2,
    title: row.title,
    division: row.division,
    divisionStrC: row.division,
    divisionStrE: row.division_en,
    phone: row.phone && maskPhone(row.phone),
    serviceunit: row.units,
    servicelang: languagesOf(row.servicelang),
    experience: { education: padded(row.own?.education), career: padded(row.own?.career) },
    flags,
    types: typesOf(flags),
    bank: bank && who.rights['fee.own'] !== '-' ? { ...bank, accountLast: bank.account.slice(-4) } : null,
    photos: {
      avatar: photos.avatar ?? null,
      licenseImage: photos.licenseImage ?? null,
      bankImage: photos.bankImage ?? null,
      personsign: photos.personsign ?? null,
    },
    licenceChange,
    line_list: row.lines,
    versions: versionsOf(row),
  }
}
export async function ownServices(read: Read, who: StaffActor): Promise<MyService> {
  const [row] = await read(ownRow(who))
  if (!row) throw new AppError('NOT_FOUND')
  const flags = switchesOf(who, row.service_flags)
  const { services, languages } = versionsOf(row)
  return {
    flags,
    uiastaff: row.own?.uiastaff ?? false,
    types: typesOf(flags),
    servicelang: languagesOf(row.servicelang),
    versions: { services, languages },
  }
}

/**
 * Takes a part for writing: whoever read an older version hears so, with how it stands now. The row is held until the
 * transaction ends, so that two tabs come one after the other.
 */
export async function takePart(
  tx: Tx,
  mid: number,
  part: Part,
  version: number,
  current: () => Promise<unknown>,
): Promise<void> {
  await tx.run(sql`insert into staff_profile (mid) values (${mid}) on conflict (mid) do nothing`)
  const { now } = await tx.one(sql<{ now: number }>`
    select coalesce((versions ->> ${part})::int, 0) as now from staff_profile where mid = ${mid} for update`)
  if (now !== version) throw new AppError('VERSION_STALE', { data: await current() })
  await tx.run(sql`update staff_profile set versions = jsonb_set(versions, array[${part}::text], to_jsonb(${now + 1}::int)),
    version = version + 1 where mid = ${mid}`)
}

const orNull = (text: string | null) => text?.trim().toWellFormed() || null
const invalid = (path: string, code: 'VALUE_INVALID' | 'FIELD_EMPTY' = 'VALUE_INVALID') =>
  new AppError(code, { fields: [{ path, code }] })

export async function writePerson(tx: Tx, who: StaffActor, person: z.output<typeof personPart>): Promise<void> {
  const division = orNull(person.division)
  const [row] = await tx.many(ownRow(who))
  if (division && division !== row?.division && !(divisionNames as readonly string[]).includes(division))
    throw invalid('person.division')
  await tx.run(sql`update staff set name = ${person.name.toWellFormed()}, name_en = ${orNull(person.nameEn)}::text,
    family_name = ${orNull(person.family_name)}::text, version = version + 1 where mid = ${who.mid}`)
  const english =
    division === row?.division ? (row?.division_en ?? divisionEnglish(division)) : divisionEnglish(division)
  await tx.run(sql`select app_own_membership(null, ${orNull(person.title)}::text, ${division}::text, ${english}::text)`)
  if (person.doctorEnable !== undefined)
    await tx.run(sql`update staff_profile set doctor_enable = ${person.doctorEnable} where mid = ${who.mid}`)
}

type Experience = z.output<typeof experienceBody>
/** Rows without a word are left out. */
export async function writeExperience(tx: Tx, who: StaffActor, body: Experience, now: Date): Promise<void> {
  const today = localDay(now, who.timeZone)
  for (const list of ['education', 'career'] as const)
    for (const [at, row] of body[list].entries()) {
      const fault = experienceFault(row, today)
      if (fault) throw invalid(`${list}.${at}.${fault.path}`, fault.code)
    }
  const told = (rows: Experience['education']) => json(rows.filter(({ organisation }) => organisation))
  await tx.run(
    sql`update staff_profile set education = ${told(body.education)}, career = ${told(body.career)} where mid = ${who.mid}`,
  )
}

export interface Booked {
  qid: number
  date: string
  time: string
  site: string
}
/** The own visits to come that a switched-off service was booked for. */
const bookedFor = (who: StaffActor, sites: readonly string[], now: Date): Compilable<Booked> => sql<Booked>`
  select q.qid, q.date::text as date, to_char(q.start_at at time zone ${who.timeZone}, 'HH24:MI') as time, q.site
  from appointment q where q.did = ${who.mid} and q.partner_id = ${who.partnerId} and q.unit_id = any (${[...who.unitIds]}::int[])
    and q.start_at > ${now}::timestamptz and q.status in ('held', 'registered', 'checkedIn', 'redial') and q.site = any (${[...sites]}::text[])
  order by q.start_at limit 50`

export async function writeServices(
  tx: Tx,
  who: StaffActor,
  now: Date,
  change: {
    flags: Partial<Record<ServiceFlag, boolean | undefined>> | undefined
    uiastaff: boolean | undefined
    acknowledged: boolean
  },
): Promise<void> {
  const [row] = await tx.many(ownRow(who))
  // What is not said stays as it is kept: one switch sets no other.
  const flags = { ...Object(row?.service_flags), ...change.flags }
  const before = offersOf(switchesOf(who, row?.service_flags))
  const after = offersOf(switchesOf(who, flags))
  const sites = [
    ...(before.video && !after.video ? ['video', 'voice'] : []),
    ...(before.onsite && !after.onsite ? ['onsite'] : []),
  ]
  if (sites.length && !change.acknowledged) {
    const booked = await tx.many(bookedFor(who, sites, now))
    if (booked.length) throw new AppError('ILLEGAL_STEP', { data: { booked } })
  }
  if (change.flags !== undefined) await tx.run(sql`select app_own_membership(${json(flags)}, null, null, null)`)
  if (change.uiastaff !== undefined)
    await tx.run(sql`update staff_profile set uiastaff = ${change.uiastaff} where mid = ${who.mid}`)
}
export const writeLanguages = (tx: Tx, who: StaffActor, languages: readonly string[]) =>
  tx.run(
    sql`update staff set servicelang = ${[...new Set(languages)]}::text[], version = version + 1 where mid = ${who.mid}`,
  )
