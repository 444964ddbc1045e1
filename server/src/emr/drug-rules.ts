import type { DrugRule, SafetyTables } from '@teleward/contract/prescriptions/checks/tables.ts'
import type { Read } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'

/** Which sets of rules were brought in beside the shipped ones, and when; `null`: none. A value for a statement. */
export const importedRules = sql`(select string_agg(s.name || ' ' || s.imported_at, E'\\n' order by s.name) from drug_rule_set s)`

let cached: { edition: string; of: SafetyTables; tables: SafetyTables } | undefined

/** The shipped tables with what was brought in; read once an edition and process. */
export async function withRules(read: Read, shipped: SafetyTables, edition: string | null): Promise<SafetyTables> {
  if (edition === null) return shipped
  if (cached?.edition === edition && cached.of === shipped) return cached.tables
  const sets = await read(sql<{ rules: DrugRule[] }>`select s.rules from drug_rule_set s order by s.name`)
  const tables = { ...shipped, rules: [...shipped.rules, ...sets.flatMap(({ rules }) => rules)] }
  cached = { edition, of: shipped, tables }
  return tables
}
