import { readRule, ruleColumns } from '@teleward/contract/prescriptions/checks/read.ts'
import { type DrugRule, knowsSubstance, type SafetyTables } from '@teleward/contract/prescriptions/checks/tables.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

export const importColumns = [...ruleColumns, 'source_url'] as const
export interface ReadRules {
  rules: DrugRule[]
  /** By line of the file, what is wrong with it. */
  wrong: { line: number; why: string }[]
}

/** Cells of a CSV file (RFC 4180): commas, quotes around what holds one, a quote within written twice. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  const end = () => {
    row.push(cell)
    cell = ''
  }
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] ?? ''
    if (quoted && sign === '"' && plain[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (!quoted && sign === ',') end()
    else if (!quoted && sign === '\n') {
      end()
      rows.push(row)
      row = []
    } else cell += sign
  }
  if (cell || row.length) {
    end()
    rows.push(row)
  }
  return rows
}

/** Rules of a file. Each row says its own source, or is wrong; ids are made the set's own. */
export function readRules(text: string, name: string, tables: SafetyTables): ReadRules {
  const [head, ...rows] = csvRows(text)
  if (head?.join() !== importColumns.join()) throw new Error(`The columns have to be ${importColumns.join(',')}`)
  const read: ReadRules = { rules: [], wrong: [] }
  const seen = new Set<string>()
  rows.forEach((cells, at) => {
    const url = cells[ruleColumns.length]?.trim() || null
    try {
      if (cells.length !== importColumns.length) throw new Error(`${cells.length} columns`)
      if (url && !/^https?:\/\//.test(url)) throw new Error(`source_url: ${url}`)
      const source = (title: string) => (title ? { title, url } : undefined)
      const rule = readRule(cells.slice(0, ruleColumns.length), source, (substance) =>
        knowsSubstance(tables, substance),
      )
      if (seen.has(rule.id)) throw new Error(`id: ${rule.id} twice`)
      seen.add(rule.id)
      read.rules.push({ ...rule, id: `${name}:${rule.id}` })
    } catch (error) {
      read.wrong.push({ line: at + 2, why: error instanceof Error ? error.message : String(error) })
    }
  })
  return read
}

/** The set as it is now: an earlier one of its name is gone. Servers that run take it with the next check. */
export const keepRules = (
  tx: Tx,
  set: { name: string; licence: string; rules: readonly DrugRule[] },
  now: Date,
): Promise<unknown> =>
  tx.run(sql`
    insert into drug_rule_set (name, licence, rules, count, imported_at)
    values (${set.name}, ${set.licence}, ${json(set.rules)}, ${set.rules.length}, ${now.toISOString()}::timestamptz)
    on conflict (name) do update set licence = excluded.licence, rules = excluded.rules, count = excluded.count, imported_at = excluded.imported_at`)
export const dropRules = (tx: Tx, name: string): Promise<unknown> =>
  tx.run(sql`delete from drug_rule_set where name = ${name}`)
