import type { RawBuilder } from 'kysely'
import { Bound } from '../db/bound.ts'
import { sql } from '../db/kysely.ts'
import { Caller, Column, print, type Rule } from './rule.ts'

const cast: Readonly<Record<string, string>> = {
  units: '::int[]',
  mid: '::int',
  partner: '::int',
  pid: '::int',
  qid: '::int',
}
const made = new WeakMap<Rule, Map<string, RawBuilder<boolean>>>()

/**
 * The rule as a condition on the row under this alias, its values bound from whoever runs the statement (`Db`, `Tx`). The
 * system, which precedes or outlives a caller, is held by what it looks up by.
 */
export function condition(rule: Rule, row: string): RawBuilder<boolean> {
  const rows = made.get(rule) ?? new Map<string, RawBuilder<boolean>>()
  const found = rows.get(row) ?? printCondition(rule, row)
  made.set(rule, rows.set(row, found))
  return found
}

/** The same, made anew. `open` are atoms that say yes to everything: `proof/matrix` shows that each is missed. */
export function printCondition(rule: Rule, row: string, open?: ReadonlySet<string>): RawBuilder<boolean> {
  const texts: string[] = ['((']
  const values: unknown[] = []
  const value = (one: unknown) => {
    values.push(one)
    texts.push('')
  }
  const say = (said: string) => {
    texts[texts.length - 1] += said
  }
  const piece = (part: string | Column | Caller) => {
    if (part instanceof Column) value(sql.ref(`${row}.${part.name}`))
    else if (part instanceof Caller) {
      value(new Bound(part.known))
      say(cast[part.known] ?? '::text')
    } else say(part)
  }
  piece(new Caller('kind'))
  say(") = 'system' or ")
  print(rule, piece, open)
  say(')')
  return sql<boolean>(Object.assign([...texts], { raw: texts }) as unknown as TemplateStringsArray, ...values)
}
