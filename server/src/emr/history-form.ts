import { canSeeRow } from '../access/visible.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { isNone, NONE_KNOWN } from '@teleward/contract/members/allergies.ts'
import { historyChanged } from '@teleward/contract/members/events.ts'
import {
  type HistoryChange,
  type HistoryInput,
  historyFaults,
  type MedHistory,
  type WithdrawnFact,
  type WithdrawnWhy,
} from '@teleward/contract/members/history.ts'
import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import { historyItems } from '@teleward/contract/members/history-items.ts'
import { type HistoryKind, historyKind } from '@teleward/contract/members/schema.ts'
import { substancesOf } from '@teleward/contract/prescriptions/checks/allergy-words.ts'
import { knowsSubstance } from '@teleward/contract/prescriptions/checks/tables.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { reference } from '../reference/catalogue.ts'
import { openRecord } from './access.ts'
import { visitFor } from './record.ts'

const named = (mid: string) => sql`(select s.name from staff s where s.mid = ${sql.ref(mid)})`

/** The form of a patient whose record is open to the caller. Each new entry and each mark makes another version. */
export async function formOf(read: Read, pid: number): Promise<MedHistory> {
  const rows = await read(sql<{ fact: WithdrawnFact & { withdrawnAt: string | null } }>`
    select jsonb_build_object('id', h.id, 'kind', h.kind, 'note', h.note, 'ename', h.ename, 'mh_other_value', h.mh_other_value,
      'severity', h.severity, 'recordedAt', h.recorded_at, 'recordedBy', ${named('h.recorded_by')}, 'item', h.item,
      'verification', h.verification, 'criticality', h.criticality, 'reaction', h.reaction, 'substance', h.substance,
      'withdrawnAt', h.withdrawn_at, 'withdrawnBy', ${named('h.withdrawn_by')}, 'withdrawnWhy', h.withdrawn_why,
      'withdrawnReason', h.withdrawn_reason) as fact
    from member_history h where h.pid = ${pid} and ${canSeeRow('h')} order by h.id`)
  const all = rows.map(({ fact }) => fact)
  const withdrawn = all.filter(({ withdrawnAt }) => withdrawnAt !== null)
  return {
    pid,
    version: 1 + all.length + withdrawn.length,
    entries: all.filter(({ withdrawnAt }) => withdrawnAt === null),
    withdrawn: withdrawn.sort((a, b) => (a.withdrawnAt < b.withdrawnAt ? 1 : -1)),
  }
}

/** The form, of an open record alone. */
export async function medHistory(read: Read, pid: number): Promise<{ form: MedHistory; reason: string }> {
  const { access } = await openRecord(read, pid)
  if (access === 'none') throw new AppError('EMR_NOT_AUTHORISED')
  return { form: await formOf(read, pid), reason: access }
}

/** Two who write at once: the later one is told what stands now, and nothing of either is lost. */
export async function changeHistory(tx: Tx, who: StaffActor, now: Date, ask: HistoryChange): Promise<MedHistory> {
  const { pid } = ask
  const visit = ask.qid === undefined ? null : await visitFor(tx.many, pid, ask.qid)
  const { access, patient } = await openRecord(tx.many, pid, visit?.unitId)
  if (access === 'none') throw new AppError('EMR_NOT_AUTHORISED')
  await tx.run(sql`select pg_advisory_xact_lock(7340, ${pid}::int)`)
  const before = await formOf(tx.many, pid)
  if (before.version !== ask.version) throw new AppError('VERSION_STALE', { data: before })
  refuseFaults(ask, before)
  const unitId = visit?.unitId ?? patient.unitId
  const mark = (id: number, why: WithdrawnWhy, reason: string | null) =>
    tx.run(sql`
      update member_history h set withdrawn_at = ${now.toISOString()}::timestamptz, withdrawn_by = ${who.mid}, withdrawn_why = ${why},
        withdrawn_reason = ${reason}::text where h.id = ${id} and h.pid = ${pid} and h.withdrawn_at is null and ${canSeeRow('h')}`)
  for (const { id, why, reason } of ask.withdrawn ?? []) await mark(id, why, reason.trim().toWellFormed())
  for (const kind of historyKind.options)
    for (const input of ask[kind] ?? []) {
      const old = before.entries.filter(
        (entry) => entry.kind === kind && (entry.id === input.id || (!input.none && isNone(entry))),
      )
      for (const entry of old) await mark(entry.id, 'replaced', null)
      await insert(tx, { ...who, unitId, now }, pid, kind, input, input.id ?? old[0]?.id ?? null)
    }
  const after = await formOf(tx.many, pid)
  await tx.emit(historyChanged, [audience.unit(unitId)], { pid, version: after.version })
  return after
}

function refuseFaults(ask: HistoryChange, before: MedHistory): void {
  const standing = new Map(before.entries.map((entry) => [entry.id, entry]))
  const gone = new Set((ask.withdrawn ?? []).map(({ id }) => id))
  const { tables } = reference.safety()
  const fields: { path: string; code: string }[] = (ask.withdrawn ?? []).flatMap(({ id, reason }, at) => [
    ...(standing.has(id) ? [] : [{ path: `withdrawn.${at}.id`, code: 'VALUE_INVALID' }]),
    ...(reason.trim() ? [] : [{ path: `withdrawn.${at}.reason`, code: 'REASON_REQUIRED' }]),
  ])
  for (const kind of historyKind.options) {
    const inputs = ask[kind] ?? []
    inputs.forEach((input, at) => {
      const faults = historyFaults(kind, input, historyItems, (substance) => knowsSubstance(tables, substance))
      fields.push(...faults.map(({ path, code }) => ({ path: `${kind}.${at}.${path}`, code })))
      if (input.id !== undefined && (standing.get(input.id)?.kind !== kind || gone.has(input.id)))
        fields.push({ path: `${kind}.${at}.id`, code: 'VALUE_INVALID' })
      if (input.none && stays(kind, before.entries, inputs, gone))
        fields.push({ path: `${kind}.${at}.none`, code: 'VALUE_INVALID' })
    })
  }
  if (fields.some(({ code }) => code === 'REASON_REQUIRED')) throw new AppError('REASON_REQUIRED', { fields })
  if (fields.length) throw new AppError('BAD_INPUT', { fields })
  const none = historyKind.options.every((kind) => !ask[kind]?.length) && !ask.withdrawn?.length
  if (none) throw new AppError('BAD_INPUT')
}

/** 'None' is no answer beside something that is there. */
function stays(
  kind: HistoryKind,
  entries: readonly HistoryFact[],
  inputs: readonly HistoryInput[],
  gone: ReadonlySet<number>,
): boolean {
  const replaced = new Set(inputs.map(({ id }) => id))
  return (
    inputs.some((input) => !input.none) ||
    entries.some((entry) => entry.kind === kind && !isNone(entry) && !gone.has(entry.id) && !replaced.has(entry.id))
  )
}

interface Place {
  mid: number
  partnerId: number
  unitId: number
  now: Date
}
const NONE = { note: '無', ename: 'None' }
const NO_ALLERGY = { note: '無已知過敏', ename: 'No known allergies' }

/** Words that name one thing of the tables are coded as it; of several, or of none, they stay words. */
function codeOf({ note, ename }: HistoryInput): string | null {
  const meant = substancesOf({ id: 0, note, ename: ename ?? null, substance: null }, reference.safety().tables)
  return meant.length === 1 ? (meant[0] ?? null) : null
}

async function insert(
  tx: Tx,
  place: Place,
  pid: number,
  kind: HistoryKind,
  input: HistoryInput,
  replaces: number | null,
): Promise<void> {
  const item = historyItems.find(({ code }) => code === input.item)
  const none = input.none ? (kind === 'sensitive_matters' ? NO_ALLERGY : NONE) : undefined
  const allergy = kind === 'sensitive_matters' && !none
  const text = (value: string | null | undefined) => value?.toWellFormed() || null
  const row = {
    note: none?.note ?? (text(input.note) || item?.note || ''),
    ename: none?.ename ?? (text(input.ename) || item?.ename || null),
    other: none ? null : text(input.mh_other_value),
    severity: none ? NONE_KNOWN : (input.severity ?? null),
    verification: input.verification ?? 'unconfirmed',
    criticality: allergy ? (input.criticality ?? null) : null,
    reaction: allergy ? text(input.reaction) : null,
    substance: allergy ? (input.substance ?? item?.substance ?? codeOf(input)) : null,
  }
  await tx.run(sql`
    insert into member_history (pid, partner_id, unit_id, kind, note, ename, mh_other_value, severity, recorded_by, recorded_at,
      item, verification, criticality, reaction, substance, replaces)
    values (${pid}, ${place.partnerId}, ${place.unitId}, ${kind}, ${row.note}, ${row.ename}::text, ${row.other}::text, ${row.severity}::text,
      ${place.mid}, ${place.now.toISOString()}::timestamptz, ${none ? null : (item?.code ?? null)}::text, ${row.verification},
      ${row.criticality}::text, ${row.reaction}::text, ${row.substance}::text, ${replaces}::int)`)
}
