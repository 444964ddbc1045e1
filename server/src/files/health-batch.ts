import { ageYears, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import { isErrorCode } from '@teleward/contract/core/errors.ts'
import { normaliseId } from '@teleward/contract/core/identity.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import {
  HEALTH_MAX_BYTES,
  HEALTH_MAX_ROWS,
  type HealthColumn,
  type HealthResult,
  type HealthRow,
  type HealthSaid,
  healthColumns,
} from '@teleward/contract/files/health-batch-endpoints.ts'
import { weightSpan } from '@teleward/contract/monitoring/body.ts'
import { kindRules, type StatedKind } from '@teleward/contract/monitoring/rules.ts'
import { canSeeMember, canSeeRow } from '../access/visible.ts'
import { arrivedOfBatch } from '../monitoring/watch.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { wordedFaults } from '../platform/xlsx/import-cells.ts'
import { importSummary, type OfBook, readImport } from '../platform/xlsx/import.ts'
import { type Fault, type RowsOfFile, type Understood, understand } from './health-read.ts'

type Sheet = RowsOfFile & OfBook
interface Read {
  sheet: Sheet
  hash: string
}
export const readHealthFile = (file: string): Promise<Read> =>
  readImport(file, { bytes: HEALTH_MAX_BYTES, rows: HEALTH_MAX_ROWS }, understand)

type Member = Required<Pick<HealthSaid, 'nameEn' | 'birthday'>> & { pid: number; name: string; memberNo: string }
interface Looked {
  row: Understood
  member: Member | undefined
  replaces: StatedKind[]
  faults: Fault[]
}
const columnOf = (kind: StatedKind): HealthColumn => (kind === 'blood_pressure' ? 'systolic' : kind)

/** Whom the accounts and ids mean: complete ones of one person in one's own units. */
async function membersOf(tx: Tx, words: readonly string[]): Promise<Map<string, Member>> {
  const asked = [...new Set(words)]
  const rows = await tx.many(sql<Member & { word: string }>`
    select a.word, m.pid, m.name, m.name_en as "nameEn", m.member_no as "memberNo", m.birthday
    from unnest(${asked}::text[], ${asked.map(normaliseId)}::text[]) as a(word, id)
      join member m on m.account = a.word or m.id_number = a.id
    where ${canSeeMember('m')} and exists (select 1 from member_unit mu where mu.pid = m.pid and mu.status = 'active' and ${canSeeRow('mu')})`)
  const found = new Map<string, Member>()
  const twice = new Set<string>()
  for (const { word, ...member } of rows) {
    if (found.has(word)) twice.add(word)
    found.set(word, member)
  }
  // A word that means two people means nobody.
  for (const word of twice) found.delete(word)
  return found
}

/** Each row by itself, against the members one knows, against the others of the file, and beside what is there. */
async function lookedAt(tx: Tx, who: StaffActor, now: Date, rows: readonly Understood[]): Promise<Looked[]> {
  const members = await membersOf(
    tx,
    rows.flatMap((row) => row.who ?? []),
  )
  const today = localDay(now, who.timeZone)
  const before = new Set<string>()
  const looked = rows.map((row): Looked => {
    const faults = [...row.faults]
    const member = row.who === undefined ? undefined : members.get(row.who)
    if (row.who !== undefined && !member) faults.push({ path: 'who', code: 'MEMBER_NOT_FOUND' })
    if (row.date !== undefined && (row.date > today || (member?.birthday && row.date < member.birthday)))
      faults.push({ path: 'date', code: 'RECORD_DATE_INVALID' })
    // As of a device by the age, and refused: nobody confirms a row. What is so after all is entered by hand.
    const kg = row.values.find(({ kind }) => kind === 'weight')?.value
    if (kg !== undefined && member?.birthday && row.date !== undefined) {
      const { from, to } = weightSpan(ageYears(member.birthday, row.date))
      if (kg < from || kg > to)
        faults.push({ path: 'weight', code: 'VALUE_OUT_OF_RANGE', data: { from: String(from), to: String(to) } })
    }
    const keys = row.values.map(({ kind }) => [kind, `${member?.pid} ${row.date} ${kind}`] as const)
    for (const [kind, key] of keys)
      if (member && before.has(key)) faults.push({ path: columnOf(kind), code: 'DUPLICATE' })
    // A row that does not go in keeps no later one out.
    if (faults.length === 0) for (const [, key] of keys) before.add(key)
    return { row, member, replaces: [], faults }
  })
  const good = looked.filter(({ faults }) => faults.length === 0)
  const there = await tx.many(sql<{ pid: number; kind: StatedKind; day: string }>`
    select pid, kind, day::text as day from app_health_days(${good.map(({ member }) => member?.pid ?? 0)}::int[], ${good.map(({ row }) => row.date ?? '')}::date[])`)
  const known = new Set(there.map(({ pid, kind, day }) => `${pid} ${day} ${kind}`))
  for (const one of good)
    one.replaces = one.row.values
      .map(({ kind }) => kind)
      .filter((kind) => known.has(`${one.member?.pid} ${one.row.date} ${kind}`))
  return looked
}

function shown({ row, member, replaces, faults }: Looked, lang: Locale, state: HealthRow['state']): HealthRow {
  const { faults: worded, problem } = wordedFaults(row.cells, faults, healthColumns, lang)
  const { who, date, values } = row
  return { number: row.number, said: { who, date, ...member, values, replaces }, faults: worded, state, problem }
}

type Outcome = [number: number, faults: Fault[] | null, replaced: StatedKind[]][]
/**
 * A preview keeps nothing. With `commit` the good rows go in, in one transaction with the job itself: broken off, none did;
 * repeated, or asked twice at once, the job answers what it came to. Of two workbooks of one day the later one stands.
 */
export async function healthBatch(
  tx: Tx,
  who: StaffActor,
  lang: Locale,
  now: Date,
  { sheet, hash }: Read,
  { importId, commit }: { importId: string; commit: boolean },
): Promise<HealthResult> {
  // One's own jobs follow each other: the same one, sent twice at once, is there for the second.
  if (commit) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`health_data:${who.mid}`}, 0))`)
  const done = await earlier(tx, importId, hash)
  const looked = await lookedAt(tx, who, now, sheet.rows)
  if (done) return answered(importId, sheet, lang, looked, done)
  const rows = (good: HealthRow['state'], bad: HealthRow['state']) =>
    looked.map((one) => shown(one, lang, one.faults.length ? bad : good))
  if (!commit) return result(importId, 'preview', sheet, rows('good', 'bad'))

  const said = result(importId, 'done', sheet, rows('imported', 'skipped'))
  const outcome: Outcome = looked.map(({ row, faults, replaces }) => [
    row.number,
    faults.length ? faults : null,
    replaces,
  ])
  const mine = await tx.run(sql`
    insert into health_data_batch (id, partner_id, mid, file_hash, total, imported, outcome, at)
    values (${importId}::uuid, ${who.partnerId}, ${who.mid}, ${hash}, ${said.total}, ${said.imported}, ${json(outcome)}, ${now}) on conflict do nothing`)
  // The id is somebody else's job, which the caller does not see.
  if (!mine) throw new AppError('DUPLICATE')
  await put(tx, who, now, importId, looked)
  return said
}

async function put(tx: Tx, who: StaffActor, now: Date, batch: string, looked: readonly Looked[]): Promise<void> {
  const good = looked.flatMap(({ row, member, faults }) => (faults.length || !member ? [] : [{ row, pid: member.pid }]))
  const data = good.flatMap(({ row, pid }) =>
    row.values.map((value) => ({ ...value, pid, day: row.date ?? '', unit: kindRules[value.kind].unit })),
  )
  // Limits are held against what the cells say: what is stored of it is rounded.
  const exact = good.flatMap(({ row }) => row.exact)
  if (!data.length) return
  const kept = await tx.many(sql<{ place: number; unitId: number; outcome: string }>`
    select place, unit_id as "unitId", outcome from app_health_put(${json(data)}, ${batch}::uuid, ${who.timeZone}, ${now})`)
  const changed = new Map<number, Record<string, number>>()
  for (const { place, outcome } of kept) {
    const pid = data[place - 1]?.pid
    if (pid === undefined) continue
    const counts = changed.get(pid) ?? {}
    counts[outcome] = (counts[outcome] ?? 0) + 1
    changed.set(pid, counts)
  }
  for (const [pid, detail] of changed)
    await tx.audit({
      action: 'healthData.stored',
      kind: 'write',
      target: { kind: 'healthDataBatch', id: batch },
      pid,
      detail,
    })
  await arrivedOfBatch(
    tx,
    who.timeZone,
    now,
    kept.flatMap(({ place, unitId, outcome }) => {
      const one = data[place - 1]
      if (!one || outcome === 'same') return []
      return [{ ...one, ...exact[place - 1], unitId, measurementTime: startOfDay(one.day, who.timeZone).toISOString() }]
    }),
  )
}

function result(importId: string, state: 'preview' | 'done', sheet: Sheet, rows: HealthRow[]): HealthResult {
  const bad = rows.filter(({ faults }) => faults.length > 0).length
  const imported = rows.filter((row) => row.state === 'imported').length
  return { importId, state, ...importSummary(sheet), rows, total: rows.length, good: rows.length - bad, bad, imported }
}

/** The caller's own job of that id; with another file it is another job, and refused. */
async function earlier(tx: Tx, importId: string, hash: string): Promise<Outcome | undefined> {
  const job = await tx.maybe(sql<{ hash: string; outcome: Outcome }>`
    select b.file_hash as hash, b.outcome from health_data_batch b where b.id = ${importId}::uuid and b.mid = ${asking.mid}::int`)
  if (job && job.hash !== hash) throw new AppError('DUPLICATE')
  return job?.outcome
}
function answered(
  importId: string,
  sheet: Sheet,
  lang: Locale,
  looked: readonly Looked[],
  outcome: Outcome,
): HealthResult {
  const byNumber = new Map(outcome.map(([number, ...rest]) => [number, rest]))
  const rows = looked.map((one) => {
    const [faults, replaces] = byNumber.get(one.row.number) ?? [null, []]
    const known = (faults ?? []).filter(({ code }) => isErrorCode(code))
    return shown({ ...one, replaces, faults: known }, lang, faults === null ? 'imported' : 'skipped')
  })
  return result(importId, 'done', sheet, rows)
}
