import { isErrorCode } from '@teleward/contract/core/errors.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import {
  WORD_IMPORT_MAX_BYTES,
  WORD_IMPORT_MAX_ROWS,
  type WordImportColumn,
  type WordImportResult,
  type WordImportRow,
  wordImportColumns,
} from '@teleward/contract/snippets/import-endpoints.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { wordedFaults } from '../platform/xlsx/import-cells.ts'
import { importSummary, type OfBook, readImport } from '../platform/xlsx/import.ts'
import { type Fault, type RowsOfFile, type Understood, understand } from './import-read.ts'
import { takeTurns, words } from './service.ts'

type Sheet = RowsOfFile & OfBook
interface Read {
  sheet: Sheet
  hash: string
}
/** 300 emoji of several parts each are a phrase still: longer cells are read than in other imports. */
export const readFile = (file: string): Promise<Read> =>
  readImport(file, { bytes: WORD_IMPORT_MAX_BYTES, rows: WORD_IMPORT_MAX_ROWS, text: 10_000 }, understand)

interface Looked {
  row: Understood
  faults: Fault[]
}
/** Each row by itself, against the others of the file, and against the words one has. */
async function lookedAt(tx: Tx, rows: readonly Understood[]): Promise<Looked[]> {
  const there = new Set<string>()
  const texts = (type: string, word: string) => JSON.stringify([type, word])
  const codes = (type: string, code: string) => JSON.stringify([type, 'code', code.toLowerCase()])
  for (const { type, word, code } of await words(tx.many)) {
    there.add(texts(type, word))
    if (code) there.add(codes(type, code))
  }
  const before = new Set<string>()
  return rows.map((row) => {
    const faults = [...row.faults]
    const { type, word, code } = row.said
    const keys: [WordImportColumn, string][] = []
    if (type && word) keys.push(['word', texts(type, word)])
    if (type && code) keys.push(['code', codes(type, code)])
    for (const [path, key] of keys) {
      if (faults.some((fault) => fault.path === path)) continue
      if (there.has(key)) faults.push({ path, code: 'PHRASE_DUPLICATE' })
      else if (before.has(key)) faults.push({ path, code: 'DUPLICATE' })
    }
    // A row that does not go in keeps no later one out.
    if (faults.length === 0) for (const [, key] of keys) before.add(key)
    return { row, faults }
  })
}

function shown({ row, faults }: Looked, lang: Locale, state: WordImportRow['state']): WordImportRow {
  const { faults: worded, problem } = wordedFaults(row.cells, faults, wordImportColumns, lang)
  return { number: row.number, said: row.said, faults: worded, state, problem }
}

type Outcome = [number: number, codes: [path: string, code: string][] | null][]
interface Wish {
  importId: string
  commit: boolean
}
/**
 * A preview keeps nothing. With `commit` the good rows go in behind the words that are there, in the file's order, in one
 * transaction with the job itself: broken off, none did; repeated, or asked twice at once, the job answers what it came to.
 */
export async function importWords(
  tx: Tx,
  who: StaffActor,
  lang: Locale,
  { sheet, hash }: Read,
  { importId, commit }: Wish,
): Promise<WordImportResult> {
  if (commit) await takeTurns(tx, who)
  const done = await earlier(tx, importId, hash)
  if (done) return answered(importId, sheet, lang, done)
  const looked = await lookedAt(tx, sheet.rows)
  const rows = (good: WordImportRow['state'], bad: WordImportRow['state']) =>
    looked.map((one) => shown(one, lang, one.faults.length ? bad : good))
  if (!commit) return result(importId, 'preview', sheet, rows('good', 'bad'))

  const outcome: Outcome = looked.map(({ row, faults }) => [
    row.number,
    faults.length ? faults.map(({ path, code }) => [path, code]) : null,
  ])
  const said = result(importId, 'done', sheet, rows('imported', 'skipped'))
  const mine = await tx.run(sql`
    insert into word_import (id, partner_id, mid, file_hash, total, imported, outcome)
    values (${importId}::uuid, ${who.partnerId}, ${who.mid}, ${hash}, ${said.total}, ${said.imported}, ${json(outcome)}) on conflict do nothing`)
  // The id is somebody else's job, which the caller does not see.
  if (!mine) throw new AppError('DUPLICATE')
  const good = looked.flatMap(({ row, faults }) => (faults.length ? [] : [row.said]))
  if (good.length)
    await tx.run(sql`
      insert into word (mid, partner_id, type, code, word, sort)
      select ${who.mid}, ${who.partnerId}, n.row ->> 'type', n.row ->> 'code', n.row ->> 'word',
        coalesce((select max(w.sort) + 1 from word w where w.type = n.row ->> 'type'), 0) + n.place - 1
      from jsonb_array_elements(${json(good)}) with ordinality as n(row, place)`)
  return said
}

function result(importId: string, state: 'preview' | 'done', sheet: Sheet, rows: WordImportRow[]): WordImportResult {
  const bad = rows.filter(({ faults }) => faults.length > 0).length
  const imported = rows.filter((row) => row.state === 'imported').length
  return { importId, state, ...importSummary(sheet), rows, total: rows.length, good: rows.length - bad, bad, imported }
}

/** The caller's own job of that id; with another file it is another job, and refused. */
async function earlier(tx: Tx, importId: string, hash: string): Promise<Outcome | undefined> {
  const job = await tx.maybe(sql<{ hash: string; outcome: Outcome }>`
    select i.file_hash as hash, i.outcome from word_import i where i.id = ${importId}::uuid and i.mid = ${asking.mid}::int`)
  if (job && job.hash !== hash) throw new AppError('DUPLICATE')
  return job?.outcome
}
function answered(importId: string, sheet: Sheet, lang: Locale, outcome: Outcome): WordImportResult {
  const byNumber = new Map(outcome)
  const rows = sheet.rows.map((row) => {
    const codes = byNumber.get(row.number) ?? null
    const faults = (codes ?? []).flatMap(([path, code]) =>
      isErrorCode(code) ? [{ path: path as WordImportColumn, code }] : [],
    )
    return shown({ row, faults }, lang, codes === null ? 'imported' : 'skipped')
  })
  return result(importId, 'done', sheet, rows)
}
