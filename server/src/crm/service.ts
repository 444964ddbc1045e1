import { canSeeMember, canSeeRow } from '../access/visible.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { createSN } from '@teleward/contract/crm/endpoints.ts'
import { caseChanged, caseNew } from '@teleward/contract/crm/events.ts'
import { type CaseType, mayWriteCase } from '@teleward/contract/crm/rules.ts'
import type { CaseDetail, CaseRow, CrmMember } from '@teleward/contract/crm/schema.ts'
import { clocksOf } from '@teleward/contract/crm/targets.ts'
import { listMembers } from '../members/search.ts'
import { absence, type Read, patientBriefs } from '../patients/service.ts'
import { notify } from '../notifications/notify.ts'
import { visitsOf } from '../patients/row.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { type InstitutionRules, ownersOf, rulesOf } from './config.ts'
import * as repo from './repo.ts'
import { suggestionOf } from './suggestions.ts'

/** Whoever writes on a case. */
export type Author = Pick<StaffActor, 'mid' | 'partnerId' | 'rights'>

export interface CrmDeps {
  timers: Timers
}
/** A target of a case is about to be missed, and is missed. */
export const TARGET = 'case.target'
export const OVERDUE = 'case.overdue'

/** How many of one's own are about to miss their target: the length of the list as it opens. */
export const nearTarget = async (read: Read, who: StaffActor, now: Date): Promise<number> =>
  (await repo.list(read, who, now, { state: 'running', assigned: 'me', late: true, q: '', page: 1, pageSize: 1 })).total

/** NOT_FOUND: no such case, or none the caller may know of. */
export async function oneCase(read: Read, sn: number): Promise<CaseRow> {
  const found = await repo.bySn(read, sn)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

export async function caseInFull(read: Read, who: StaffActor, sn: number, now: Date): Promise<CaseDetail> {
  const one = await oneCase(read, sn)
  const patient = (await patientBriefs(read, [one.pid], one.unitId)).get(one.pid)
  if (!patient) throw new AppError('NOT_FOUND')
  const [visits] = await read(sql<{ next: CaseDetail['next'] }>`
    select coming.visit as next from member m ${visitsOf(now)} where m.pid = ${one.pid} and ${canSeeMember('m')}`)
  return {
    ...one,
    patient,
    entries: await repo.entries(read, sn),
    others: await repo.others(read, one),
    next: visits?.next ?? null,
    suggestion: await suggestionOf(read, who, sn),
  }
}

/** FORBIDDEN: a case that one sees and has no hand in, for who writes on the own alone. */
export function refuseForeign(who: Author, one: CaseRow): void {
  const owned = { owner: one.owner?.mid ?? null, openedBy: one.openedBy.mid }
  if (!mayWriteCase(who.rights['crm.write'], who.mid, owned)) throw new AppError('FORBIDDEN')
}

type What = 'changed' | 'assigned' | 'late'
/** The unit, which sees its cases, and who has it, wherever they are. Ids alone. */
export async function tell(tx: Tx, one: CaseRow, what: What, who: Author, now: Date) {
  const { sn, version, unitId, pid } = one
  const mid = one.owner?.mid ?? null
  const to = [audience.unit(unitId), ...(mid === null ? [] : [audience.staff(mid)])]
  await tx.emit(caseChanged, to, { id: sn, version, what, mid, by: who.mid })
  if (mid !== null && what === 'assigned')
    await leaveEntry(
      tx,
      { partnerId: who.partnerId, sn, pid, mid, from: who.mid, what: 'case.assigned', once: String(version) },
      now,
    )
}

interface CaseEntry {
  partnerId: number
  sn: number
  pid: number
  mid: number
  from: number | null
  what: 'case.assigned' | 'case.late'
  once: string
}
/** In the bell of who has the case. */
export const leaveEntry = (tx: Tx, { sn, ...entry }: CaseEntry, now: Date) =>
  notify(tx, {
    ...entry,
    kind: 'noti',
    subject: { kind: 'case', id: sn },
    link: { screen: 'crm', search: { open: String(sn) } },
    at: now,
  })

/** The alarms of an open case: when the next of its targets is about to be missed, and missed. One that has rung rings no more. */
export async function setAlarm(tx: Tx, { timers }: CrmDeps, sn: number, now: Date): Promise<void> {
  const { near, late } = await repo.alarmsOf(tx.many, sn, now)
  for (const [kind, at] of [
    [TARGET, near],
    [OVERDUE, late],
  ] as const)
    if (at) await timers.set(tx, kind, String(sn), at)
    else await timers.clear(tx, kind, String(sn))
}

export interface Entry {
  kind: string
  text?: string | null
  to?: number | null
  call?: string
  message?: number
}
export const write = (tx: Tx, who: Author, now: Date, one: CaseRow, { kind, text, to, call, message }: Entry) =>
  tx.run(sql`
    insert into crm_entry (sn, partner_id, unit_id, pid, kind, text, mid, to_mid, call_id, message_id, at)
    values (${one.sn}, ${who.partnerId}, ${one.unitId}, ${one.pid}, ${kind}, ${text ?? null}::text, ${who.mid}, ${to ?? null}::int,
      ${call ?? null}::uuid, ${message ?? null}::int, ${now})
    on conflict do nothing`)

/** Who a case goes to: somebody at work in its unit. FIELD_RELATED, at the field that names them: anybody else. */
export async function recipientOf(
  read: Read,
  who: StaffActor,
  unitId: number,
  mid: number,
  path: 'to' | 'owner' = 'to',
): Promise<number> {
  const there = (await ownersOf(read, who)).some((one) => one.mid === mid && one.units.includes(unitId))
  if (!there) throw new AppError('FIELD_RELATED', { fields: [{ path, code: 'FIELD_RELATED' }] })
  return mid
}

/** Whom the institution named for the type, while they are at work in the unit. */
async function usualOwner(read: Read, who: StaffActor, unitId: number, named: number | null): Promise<number | null> {
  if (named === null) return null
  return (await ownersOf(read, who)).some(({ mid, units }) => mid === named && units.includes(unitId)) ? named : null
}

/** FIELD_RELATED, at its field: of a type that the institution does not offer nothing becomes one. */
export function refuseType(targets: InstitutionRules['targets'], type: CaseType): void {
  if (!targets[type].offered) throw new AppError('FIELD_RELATED', { fields: [{ path: 'type', code: 'FIELD_RELATED' }] })
}

/** In which of the caller's units the member is; the one that was asked for, else the first. */
async function unitOf(tx: Tx, pid: number, asked: number | undefined): Promise<number> {
  const rows = await tx.many(sql<{ unitId: number }>`
    select mu.unit_id as "unitId" from member m join member_unit mu on mu.pid = m.pid
    where m.pid = ${pid} and mu.status = 'active' and ${canSeeMember('m')} and ${canSeeRow('mu')} order by mu.unit_id`)
  const found = asked === undefined ? rows[0] : rows.find(({ unitId }) => unitId === asked)
  if (found) return found.unitId
  throw rows.length ? new AppError('NOT_FOUND') : await absence(tx.many, pid)
}

type Wish = EndpointParsed<typeof createSN>['body']
/** TITLE_REQUIRED, CASE_TYPE_REQUIRED, PATIENT_REQUIRED all at once by their fields; NOT_FOUND: a member whom one does not see. */
export async function open(tx: Tx, deps: CrmDeps, who: StaffActor, now: Date, wish: Wish): Promise<CaseRow> {
  const missing = [
    ...(wish.pid === undefined ? [{ path: 'pid', code: 'PATIENT_REQUIRED' as const }] : []),
    ...(wish.title === '' ? [{ path: 'title', code: 'TITLE_REQUIRED' as const }] : []),
    ...(wish.type === undefined ? [{ path: 'type', code: 'CASE_TYPE_REQUIRED' as const }] : []),
  ]
  if (missing[0] || wish.pid === undefined || wish.type === undefined)
    throw new AppError(missing[0]?.code ?? 'PATIENT_REQUIRED', { fields: missing })
  const unitId = await unitOf(tx, wish.pid, wish.unitId)
  const { targets, calendar } = await rulesOf(tx.many, who.partnerId)
  refuseType(targets, wish.type)
  const owner =
    wish.owner === undefined
      ? await usualOwner(tx.many, who, unitId, targets[wish.type].owner)
      : wish.owner && (await recipientOf(tx.many, who, unitId, wish.owner, 'owner'))
  const clocks = clocksOf(now, targets[wish.type], calendar)
  const { sn } = await tx.one(sql<{ sn: number }>`
    insert into crm_case (partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, owner_mid, assigned_from, assigned_to,
      assigned_at, first_warn, first_due, done_warn, done_due, updated_at)
    values (${who.partnerId}, ${unitId}, ${wish.pid}, ${wish.title}, ${wish.type}, ${wish.origin}, ${who.mid}, ${now}, ${owner}::int,
      ${owner === null ? null : who.mid}::int, ${owner}::int, ${owner === null ? null : now}::timestamptz, ${clocks.firstWarn}::timestamptz,
      ${clocks.firstDue}::timestamptz, ${clocks.doneWarn}::timestamptz, ${clocks.doneDue}::timestamptz, ${now})
    returning sn`)
  const made = await oneCase(tx.many, sn)
  await write(tx, who, now, made, { kind: 'open' })
  if (owner !== null) await write(tx, who, now, made, { kind: 'assign', to: owner })
  // What is known from the beginning is no answer: the first target goes on.
  if (wish.note?.trim()) await write(tx, who, now, made, { kind: 'note', text: wish.note.trim() })
  await setAlarm(tx, deps, sn, now)
  await tx.emit(caseNew, [audience.unit(unitId)], { id: sn, version: made.version, by: who.mid })
  if (owner !== null && owner !== who.mid) await tell(tx, made, 'assigned', who, now)
  return oneCase(tx.many, sn)
}

/** Members by a part of a name or a whole number, or one of them, each with how many cases stand open. */
export async function crmMembers(
  read: Read,
  now: Date,
  { q, pid }: { q: string; pid?: number | undefined },
): Promise<CrmMember[]> {
  const query = { q, page: 1, pageSize: 20, memberStatus: 'active' as const }
  const found =
    pid === undefined ? (await listMembers(read, query, now)).rows : [...(await patientBriefs(read, [pid])).values()]
  const open = await repo.openOf(
    read,
    found.map((one) => one.pid),
  )
  return found.map((one) => ({
    pid: one.pid,
    patient_name: one.name,
    patientNameEn: one.nameEn,
    memberNo: one.memberNo,
    gender: one.gender,
    birthday: one.birthday,
    vip: one.vip,
    unitId: one.unitId,
    unitName: one.unitName,
    unitNameEn: one.unitNameEn,
    openCases: open.get(one.pid) ?? 0,
  }))
}
