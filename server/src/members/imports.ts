import { localDay } from '@teleward/contract/core/dates.ts'
import { isErrorCode } from '@teleward/contract/core/errors.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { membersImported } from '@teleward/contract/members/events.ts'
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_ROWS,
  type ImportColumn,
  type ImportResult,
  type ImportRow,
  importColumns,
} from '@teleward/contract/members/register-endpoints.ts'
import { type Fault as FaultOfRule, faultsOfNew, type MemberKept, newMember } from '@teleward/contract/members/rules.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { wordedFaults } from '../platform/xlsx/import-cells.ts'
import { type OfBook, readImport, importSummary } from '../platform/xlsx/import.ts'
import { addingAlone, claimsOf, insertPeople, requireUnit, standingFault, standings } from './add.ts'
import { type Fault, type RowsOfFile as Rows, type Understood, understand } from './import-read.ts'

type Sheet = Rows & OfBook

export const readFile = (file: string): Promise<{ sheet: Sheet; hash: string }> =>
  readImport(file, { bytes: IMPORT_MAX_BYTES, rows: IMPORT_MAX_ROWS }, understand)

interface Looked {
  row: Understood
  faults: Fault[]
  member: MemberKept | undefined
}

const columns: Readonly<Record<string, ImportColumn>> = {
  'emergencyContact.name': 'contactName',
  'emergencyContact.relation': 'contactRelation',
  'emergencyContact.phone': 'contactPhone',
}
/** A fault of a rule, at the column its field has. */
const inColumn = ({ path, code }: FaultOfRule): Fault => ({ path: columns[path] ?? (path as ImportColumn), code })

/** Each row by itself, against the others of the file, and against who is there already. */
async function lookedAt(tx: Tx, unitId: number, today: string, rows: readonly Understood[]): Promise<Looked[]> {
  const looked = rows.map((row): Looked => {
    const own = new Set(row.faults.map(({ path }) => path))
    const faults = [
      ...row.faults,
      ...faultsOfNew(row.said, today)
        .map(inColumn)
        .filter(({ path }) => !own.has(path)),
    ]
    return { row, faults, member: faults.length ? undefined : newMember(row.said) }
  })
  const wanted = looked.flatMap(({ member }) => (member ? claimsOf(member) : []))
  const known = await standings(tx.many, unitId, [...new Set(wanted)])
  const before = new Set<string>()
  for (const one of looked) {
    if (!one.member) continue
    const twice = claimsOf(one.member).find((value) => before.has(value))
    const standing = standingFault(one.member, known)
    const fault: Fault | undefined = twice
      ? ({ path: twice === one.member.account ? 'account' : 'idNumber', code: 'ERR_0011' } as const)
      : standing && inColumn(standing)
    for (const value of claimsOf(one.member)) before.add(value)
    if (!fault) continue
    one.faults.push(fault)
    one.member = undefined
  }
  return looked
}

function shown({ row, faults }: Looked, lang: Locale, state: ImportRow['state']): ImportRow {
  const worded = wordedFaults(row.cells, faults, importColumns, lang)
  const doubtful = wordedFaults(row.cells, row.doubts, importColumns, lang)
  const problem = [worded.problem, doubtful.problem].filter(Boolean).join(lang === 'en' ? '; ' : '；')
  return { number: row.number, said: row.said, state, faults: worded.faults, doubts: doubtful.faults, problem }
}

export interface ImportWish {
  importId: string
  unitId: number
  commit: boolean
}
/** What is kept of a job: the number of each row that went in, and the codes of those that did not. */
type Outcome = [number: number, codes: [path: string, code: string][] | null][]

/**
 * A preview keeps nothing. With `commit` the good rows go in, all in one transaction with the job itself: broken off,
 * nothing went in; repeated, or asked twice at once, the job answers what it came to.
 */
export async function importMembers(
  tx: Tx,
  actor: StaffActor,
  now: Date,
  lang: Locale,
  { sheet, hash }: { sheet: Sheet; hash: string },
  wish: ImportWish,
): Promise<ImportResult> {
  const unitId = await requireUnit(tx.many, actor, wish.unitId)
  const { importId, commit } = wish
  const done = await earlier(tx, importId, hash)
  if (done) return answered(importId, sheet, lang, done)
  const today = localDay(now, actor.timeZone)
  if (!commit) {
    const looked = await lookedAt(tx, unitId, today, sheet.rows)
    const rows = looked.map((one) => shown(one, lang, one.member ? 'good' : 'bad'))
    return { importId, state: 'preview', imported: 0, ...importSummary(sheet), rows, ...counted(rows) }
  }
  await addingAlone(tx, actor)
  // The job's row comes first: whoever asks for the same job at the same time waits here, and then finds it done.
  const mine = await tx.run(sql`
    insert into member_import (id, partner_id, at_unit, mid, file_hash, total, imported, outcome)
    values (${importId}, ${actor.partnerId}, ${unitId}, ${actor.mid}, ${hash}, ${sheet.rows.length}, 0, '[]') on conflict do nothing`)
  if (!mine) {
    const found = await earlier(tx, importId, hash)
    if (!found) throw new AppError('DUPLICATE')
    return answered(importId, sheet, lang, found)
  }
  const looked = await lookedAt(tx, unitId, today, sheet.rows)
  const good = looked.flatMap(({ member }) => (member ? [member] : []))
  if (good.length) await insertPeople(tx, unitId, good)
  const rows = looked.map((one) => shown(one, lang, one.member ? 'imported' : 'skipped'))
  const outcome: Outcome = looked.map(({ row, faults, member }) => [
    row.number,
    member ? null : faults.map(({ path, code }) => [path, code]),
  ])
  await tx.run(sql`
    update member_import set imported = ${good.length}, outcome = ${json(outcome)} where id = ${importId} and mid = ${actor.mid}`)
  if (good.length) await tx.emit(membersImported, [audience.unit(unitId)], { imported: good.length })
  return { importId, state: 'done', imported: good.length, ...importSummary(sheet), rows, ...counted(rows) }
}

const counted = (rows: readonly ImportRow[]) => {
  const bad = rows.filter(({ faults }) => faults.length > 0).length
  return { total: rows.length, good: rows.length - bad, bad }
}

interface Job {
  hash: string
  outcome: Outcome
}
/** The caller's own job of that id; with another file it is another job, and refused. */
async function earlier(tx: Tx, importId: string, hash: string): Promise<Job | undefined> {
  const job = await tx.maybe(sql<Job>`
    select i.file_hash as hash, i.outcome from member_import i where i.id = ${importId} and i.mid = ${asking.mid}::int and i.partner_id = ${asking.partner}::int
      and i.at_unit = any (${asking.units}::int[])`)
  if (job && job.hash !== hash) throw new AppError('DUPLICATE')
  return job
}

function answered(importId: string, sheet: Sheet, lang: Locale, { outcome }: Job): ImportResult {
  const byNumber = new Map(outcome)
  const rows = sheet.rows.map((row) => {
    const codes = byNumber.get(row.number) ?? null
    const faults = (codes ?? []).flatMap(([path, code]) => (isErrorCode(code) ? [inColumn({ path, code })] : []))
    return shown({ row, faults, member: undefined }, lang, codes === null ? 'imported' : 'skipped')
  })
  const imported = rows.filter(({ state }) => state === 'imported').length
  return { importId, state: 'done', imported, ...importSummary(sheet), rows, ...counted(rows) }
}
