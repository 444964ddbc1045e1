import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { memberChanged } from '@teleward/contract/members/events.ts'
import { audience } from '@teleward/contract/core/event.ts'
import {
  faultsOfNew,
  type Fault,
  type MemberKept,
  newMember,
  oddBody,
  type Standing,
  standingCode,
} from '@teleward/contract/members/rules.ts'
import type { MemberSaid } from '@teleward/contract/members/schema.ts'
import { askAbout, oddValue } from '../monitoring/odd.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, DbError, isConflict, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import type { Read } from '../patients/service.ts'

/** As the table's columns are called. */
export const asRow = (kept: Partial<MemberKept>) => ({
  account: kept.account,
  id_number: kept.idNumber,
  name: kept.name,
  name_en: kept.nameEn,
  gender: kept.gender,
  birthday: kept.birthday,
  height: kept.height,
  weight: kept.weight,
  nhi_card_number: kept.nhiCardNumber,
  mobile: kept.mobile,
  email: kept.email,
  emergency_contact: kept.emergencyContact,
  language: kept.language,
  vip: kept.vip,
})

/** The unit has to be one of the caller's, living, of the institution (ERR_0002); which of these fails is not said. */
export async function requireUnit(
  read: Read,
  actor: StaffActor,
  unitId: number | null | undefined,
  path = 'unitId',
): Promise<number> {
  const refused = new AppError('ERR_0002', { fields: [{ path, code: 'ERR_0002' }] })
  if (unitId === null || unitId === undefined || !actor.unitIds.includes(unitId)) throw refused
  const [unit] = await read(sql`
    select 1 from unit u where u.id = ${unitId} and u.partner_id = ${asking.partner}::int and u.status = 'active'
      and u.id = any (${asking.units}::int[])`)
  if (!unit) throw refused
  return unitId
}

/** One at a time adds to an institution: whoever waited finds the other's people there, and says so with the right code. */
export const addingAlone = (tx: Tx, { partnerId }: StaffActor) =>
  tx.run(sql`select pg_advisory_xact_lock(7130, ${partnerId}::int)`)

/** Standings of accounts and ids in the institution, seen from one unit; nothing of who they belong to. */
export async function standings(read: Read, unitId: number, values: readonly string[]): Promise<Map<string, Standing>> {
  if (!values.length) return new Map()
  const rows = await read(sql<{ value: string; standing: Standing }>`
    select s.value, s.standing from app_member_standing(${unitId}::int,
      array(select jsonb_array_elements_text(${json(values)}::jsonb))) s`)
  return new Map(rows.map(({ value, standing }) => [value, standing]))
}

/** The fault of a person who is there already, at the field that says so. */
export function standingFault(member: MemberKept, known: Map<string, Standing>): Fault | undefined {
  for (const path of ['account', 'idNumber'] as const) {
    const value = member[path]
    const standing = value === null ? undefined : known.get(value)
    if (standing) return { path, code: standingCode[standing] }
  }
  return undefined
}

export const claimsOf = ({ account, idNumber }: MemberKept) => [
  ...new Set([account, idNumber].filter((value): value is string => Boolean(value))),
]

export const refusal = (faults: readonly Fault[]): AppError => {
  const [first] = faults
  return new AppError(first?.code ?? 'BAD_INPUT', { fields: [...faults] })
}

/** VALUE_IMPLAUSIBLE: a height or a weight that nobody of that age has. */
export const askAboutBody = (body: Parameters<typeof oddBody>[0], today: string): void =>
  askAbout(oddBody(body, today).map(({ path, text }) => oddValue(path, 'VALUE_IMPLAUSIBLE', text)))

/** Puts people into a unit; in their order, what became of each. */
export async function insertPeople(
  tx: Tx,
  unitId: number,
  people: readonly MemberKept[],
): Promise<{ pid: number; memberNo: string }[]> {
  return tx.many(sql<{ pid: number; memberNo: string }>`
    select a.pid, a.member_no as "memberNo" from app_members_add(${unitId}::int, ${json(people.map(asRow))}::jsonb) a order by a.n`)
}

// Which table refused the row, by the codes of the add-member table that say no more than 'it could not be added'.
const byTable: Readonly<Record<string, ErrorCode>> = {
  member: 'ERR_0001',
  member_unit: 'ERR_0003',
  member_claim: 'ERR_0004',
  member_token: 'ERR_0005',
  event_log: 'ERR_0006',
  audit_log: 'ERR_0007',
  idempotency_key: 'ERR_0009',
  member_partner: 'PL_ERR',
}

/** What an unexpected failure is called on this call: a row refused, the line, the time, or anything else. */
export function failureOf(error: unknown): unknown {
  if (isAppError(error)) return error
  if (isConflict(error, 'member_claim_pkey')) return refusal([{ path: 'account', code: 'ERR_0008' }])
  if (!(error instanceof DbError)) return new AppError('SYS_ERR', { cause: error })
  const { code, table } = error
  if (/^(22|23)/.test(code)) return new AppError(byTable[table ?? ''] ?? 'ERR_0012', { cause: error })
  if (/^(08|57P|CONNECT|ECONN)/.test(code)) return new AppError('ERR_0015', { cause: error })
  if (/^(57014|55P03|40)/.test(code)) return new AppError('ERR_0016', { cause: error })
  return new AppError('ERR_0017', { cause: error })
}

export async function addMember(
  tx: Tx,
  actor: StaffActor,
  now: Date,
  { unitId, confirmed, ...said }: MemberSaid & { unitId?: number | null | undefined; confirmed: boolean },
): Promise<{ code: 'ERR_0000'; pid: number; memberNo: string }> {
  const faults = faultsOfNew(said, localDay(now, actor.timeZone))
  if (faults.length) throw refusal(faults)
  const unit = await requireUnit(tx.many, actor, unitId)
  const member = newMember(said)
  if (!confirmed) askAboutBody(member, localDay(now, actor.timeZone))
  await addingAlone(tx, actor)
  const fault = standingFault(member, await standings(tx.many, unit, claimsOf(member)))
  if (fault) throw refusal([fault])
  const [made] = await insertPeople(tx, unit, [member])
  if (!made) throw new AppError('SYS_ERR')
  await tx.emit(memberChanged, [audience.unit(unit)], { pid: made.pid, version: 1 })
  return { code: 'ERR_0000', ...made }
}
