import type { AccessRight } from './rights.ts'

/**
 * A rule of access says of one row whether somebody sees or changes it. It is written once, of columns of the row and of
 * what is known of the caller, and printed twice: as a row-level-security policy, where the caller is what the settings of
 * the transaction say (`policies.ts`), and as a condition of a statement, where the values are bound from the caller
 * (`condition.ts`).
 */
export class Column {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
/** What a rule may know of the caller. A right is `y`, `o` (own patients or own rows alone) or `-`. */
export type Known = 'kind' | 'mid' | 'partner' | 'units' | 'pid' | 'qid' | AccessRight
export class Caller {
  readonly known: Known
  constructor(known: Known) {
    this.known = known
  }
}
export type Part = string | Column | Caller | Rule
export class Rule {
  readonly parts: readonly Part[]
  /** Its name, where it is one of the vocabulary (`atoms.ts`): `proof/matrix` opens each by it. */
  readonly atom: string | undefined
  /** What it is made of, where all of these have to hold. */
  readonly every: readonly Rule[] | undefined
  constructor(parts: readonly Part[], atom?: string, every?: readonly Rule[]) {
    this.parts = parts
    this.atom = atom
    this.every = every
  }
}

export const column = (name: string) => new Column(name)
export const caller = (known: Known) => new Caller(known)
export const atom =
  (name: string) =>
  (texts: TemplateStringsArray, ...parts: Part[]): Rule =>
    new Rule(
      texts
        .flatMap((text, at) => (at < parts.length ? [text, parts[at] as Part] : [text]))
        .filter((part) => part !== ''),
      name,
    )
const between = (word: string, rules: readonly Rule[]): Part[] => [
  '(',
  ...rules.flatMap((rule, at) => (at ? [word, rule] : [rule])),
  ')',
]
/** Every one of them holds. What is said twice is asked once. */
export function allOf(...rules: Rule[]): Rule {
  const every = [...new Set(rules.flatMap((rule) => rule.every ?? [rule]))]
  return every.length === 1 && every[0] ? every[0] : new Rule(between(' and ', every), undefined, every)
}
/** At least one of them holds. */
export function anyOf(...rules: Rule[]): Rule {
  return rules.length === 1 && rules[0] ? rules[0] : new Rule(between(' or ', rules))
}
export const everybody = new Rule(['true'])

/** The text of a rule, its columns and callers printed by the given printer; `open` are atoms that say yes to everything. */
export function print<T>(rule: Rule, piece: (part: string | Column | Caller) => T, open?: ReadonlySet<string>): T[] {
  if (rule.atom !== undefined && open?.has(rule.atom)) return [piece('true')]
  return rule.parts.flatMap((part) => (part instanceof Rule ? print(part, piece, open) : [piece(part)]))
}

/** The names of the vocabulary that the rule is made of. */
export const atomsOf = (rule: Rule): Set<string> =>
  new Set([
    ...(rule.atom === undefined ? [] : [rule.atom]),
    ...rule.parts.flatMap((part) => (part instanceof Rule ? [...atomsOf(part)] : [])),
  ])
