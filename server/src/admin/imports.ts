import {
  STAFF_IMPORT_MAX_BYTES,
  STAFF_IMPORT_MAX_ROWS,
  type StaffImportColumn,
  type StaffImportResult,
  type StaffImportRow,
  staffImportColumns,
} from '@teleward/contract/admin/import-endpoints.ts'
import { needsLicence, staffTypeOf } from '@teleward/contract/admin/rules.ts'
import { isErrorCode } from '@teleward/contract/core/errors.ts'
import { type StaffType, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { staffTypeLabels } from '@teleward/contract/core/staff-labels.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, type Db, isConflict, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { wordedFaults } from '../platform/xlsx/import-cells.ts'
import { type OfBook, readImport, importSummary } from '../platform/xlsx/import.ts'
import { type Fault, type RowsOfFile as Rows, type Understood, understand } from './import-read.ts'
import { institutionOf, adminScopeOf, takeTurn } from './scope.ts'
import { initialPassword, tell } from './staff-change.ts'

type Sheet = Rows & OfBook

interface Deps {
  db: Db
  now: Date
}
export interface Read {
  sheet: Sheet
  hash: string
  /** A password for each row and its hash, made before anything is locked; only where the rows are to go in. */
  passwords: { plain: string; hash: string }[]
}
export async function readFile(file: string, commit: boolean): Promise<Read> {
  const read = await readImport(file, { bytes: STAFF_IMPORT_MAX_BYTES, rows: STAFF_IMPORT_MAX_ROWS }, understand)
  const plain = commit ? read.sheet.rows.map(() => initialPassword()) : []
  const passwords: Read['passwords'] = []
  for (const one of plain) passwords.push({ plain: one, hash: await hashPassword(one) })
  return { ...read, passwords }
}

interface Looked {
  row: Understood
  faults: Fault[]
  units: number[]
}
const called = (name: string) => toHalfWidth(name).replace(/\s/g, '').toLowerCase()

/** Each row by itself, against the others of the file, and against who has an account already. */
async function lookedAt(tx: Tx, who: StaffActor, institution: number, rows: readonly Understood[]): Promise<Looked[]> {
  const scope = await adminScopeOf(tx.many, who)
  const houses = await tx.many(sql<{ id: number; name: string; nameEn: string | null }>`
    select u.id, u.name, u.name_en as "nameEn" from unit u where u.partner_id = ${institution} and u.status = 'active'
      and (${scope !== 'units'}::boolean or u.id = any (${[...who.unitIds]}::int[]))`)
  const byName = Map.groupBy(
    houses.flatMap(({ id, name, nameEn }) => [name, nameEn].flatMap((one) => (one ? [{ id, name: called(one) }] : []))),
    ({ name }) => name,
  )
  const said = (of: (row: Understood) => string | undefined) => rows.flatMap((row) => of(row) ?? [])
  const taken = new Set(
    (
      await tx.many(sql<{ value: string }>`
        select value from app_staff_taken(${said((row) => row.said.account)}::text[], ${said((row) => row.said.mobile)}::text[])`)
    ).map(({ value }) => value),
  )
  const before = new Set<string>()
  return rows.map((row) => {
    const faults = [...row.faults]
    const say = (path: StaffImportColumn, code: Fault['code'], data?: Fault['data']) => {
      if (!faults.some((fault) => fault.path === path)) faults.push({ path, code, ...(data && { data }) })
    }
    for (const path of ['account', 'mobile'] as const) {
      const value = row.said[path]
      if (value === undefined) continue
      if (before.has(value)) say(path, 'DUPLICATE')
      else if (taken.has(value)) say(path, 'ACCOUNT_EXISTS')
    }
    // Of the rows above: within one the account may be the mobile.
    for (const value of [row.said.account, row.said.mobile]) if (value !== undefined) before.add(value)
    // A name that two units share says neither.
    const units = row.said.units.map((name) => [...new Set(byName.get(called(name))?.map(({ id }) => id))])
    const unknown = row.said.units.filter((_, at) => units[at]?.length !== 1)
    if (unknown.length) say('units', 'UNITS_UNKNOWN', { names: unknown.join('、') })
    return { row, faults, units: [...new Set(units.flat())] }
  })
}

const knownTypes = (lang: Locale) =>
  staffTypes.map((type) => staffTypeLabels[type][lang]).join(lang === 'en' ? ', ' : '、')

function shown(
  { row, faults }: Pick<Looked, 'row' | 'faults'>,
  lang: Locale,
  state: StaffImportRow['state'],
  password: string | null = null,
): StaffImportRow {
  const said = faults.map((one) =>
    one.code === 'STAFF_TYPE_UNKNOWN' ? { ...one, data: { known: knownTypes(lang) } } : one,
  )
  const { faults: worded, problem } = wordedFaults(row.cells, said, staffImportColumns, lang)
  return { number: row.number, said: row.said, faults: worded, state, problem, initialPassword: password }
}

type Outcome = [number: number, codes: [path: string, code: string, data?: Record<string, string>][] | null][]
interface Wish {
  importId: string
  partner?: number | undefined
  commit: boolean
}
/**
 * A preview keeps nothing. With `commit` the good rows are invited, all in one transaction with the job itself: broken
 * off, nobody was; repeated, or asked twice at once, the job answers what it came to, without the passwords.
 */
export async function importStaff(
  deps: Deps,
  tx: Tx,
  who: StaffActor,
  lang: Locale,
  { sheet, hash, passwords }: Read,
  { importId, partner, commit }: Wish,
): Promise<StaffImportResult> {
  const institution = await institutionOf(tx.many, who, partner)
  const done = await earlier(tx, institution, importId, hash)
  if (done) return answered(importId, sheet, lang, done)
  if (!commit) {
    const looked = await lookedAt(tx, who, institution, sheet.rows)
    return result(
      importId,
      'preview',
      sheet,
      looked.map((one) => shown(one, lang, one.faults.length ? 'bad' : 'good')),
    )
  }
  await takeTurn(tx, who, institution)
  // The job's row comes first: whoever asks for the same job at the same time waits here, and then finds it done.
  const mine = await tx.run(sql`
    insert into staff_import (id, partner_id, mid, file_hash, total, imported, outcome)
    values (${importId}::uuid, ${institution}, ${who.mid}, ${hash}, ${sheet.rows.length}, 0, '[]') on conflict do nothing`)
  if (!mine) {
    const found = await earlier(tx, institution, importId, hash)
    if (!found) throw new AppError('DUPLICATE')
    return answered(importId, sheet, lang, found)
  }
  const looked = await lookedAt(tx, who, institution, sheet.rows)
  const rows: StaffImportRow[] = []
  for (const [index, one] of looked.entries()) {
    const password = passwords[index]
    const good = one.faults.length === 0 && password !== undefined
    if (good) await invited(tx, institution, one, password.hash)
    rows.push(shown(one, lang, good ? 'imported' : 'skipped', good ? password.plain : null))
  }
  const outcome: Outcome = looked.map(({ row, faults }) => [
    row.number,
    faults.length ? faults.map(({ path, code, data }) => (data ? [path, code, data] : [path, code])) : null,
  ])
  const said = result(importId, 'done', sheet, rows)
  await tx.run(sql`
    update staff_import set imported = ${said.imported}, outcome = ${json(outcome)} where id = ${importId}::uuid and mid = ${who.mid}`)
  if (said.imported) await tell(deps, tx, institution)
  return said
}

async function invited(tx: Tx, institution: number, { row: { said }, units }: Looked, hash: string): Promise<void> {
  const type = said.type as StaffType
  const rights = type === 'doctor' ? ['medical_decision'] : []
  try {
    await tx.run(sql`
      select app_invite_staff(${institution}, ${said.account ?? ''}, ${said.mobile ?? ''}, ${said.name ?? ''}, ${said.nameEn ?? null}::text,
        ${hash}, ${type}, ${staffTypeOf(type)}::smallint, ${said.title ?? null}::text, ${needsLicence(type) ? 'registered' : 'onBoard'},
        ${rights}::text[], ${units}::int[])`)
  } catch (error) {
    // Somebody took the account between the look and now: nothing goes in, and the next preview says which row.
    if (isConflict(error)) throw new AppError('ACCOUNT_EXISTS', { cause: error })
    throw error
  }
}

function result(importId: string, state: 'preview' | 'done', sheet: Sheet, rows: StaffImportRow[]): StaffImportResult {
  const bad = rows.filter(({ faults }) => faults.length > 0).length
  const imported = rows.filter((row) => row.state === 'imported').length
  return { importId, state, ...importSummary(sheet), rows, total: rows.length, good: rows.length - bad, bad, imported }
}

/** The caller's own job of that id; with another file, or for another institution, it is another job, and refused. */
async function earlier(tx: Tx, institution: number, importId: string, hash: string): Promise<Outcome | undefined> {
  const job = await tx.maybe(sql<{ hash: string; partnerId: number; outcome: Outcome }>`
    select i.file_hash as hash, i.partner_id as "partnerId", i.outcome from staff_import i
    where i.id = ${importId}::uuid and i.mid = ${asking.mid}::int`)
  if (job && (job.hash !== hash || job.partnerId !== institution)) throw new AppError('DUPLICATE')
  return job?.outcome
}
function answered(importId: string, sheet: Sheet, lang: Locale, outcome: Outcome): StaffImportResult {
  const byNumber = new Map(outcome)
  const rows = sheet.rows.map((row) => {
    const codes = byNumber.get(row.number) ?? null
    const faults = (codes ?? []).flatMap(([path, code, data]) =>
      isErrorCode(code) ? [{ path: path as StaffImportColumn, code, ...(data && { data }) }] : [],
    )
    return shown({ row, faults }, lang, codes === null ? 'imported' : 'skipped')
  })
  return result(importId, 'done', sheet, rows)
}
