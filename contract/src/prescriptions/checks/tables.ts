import type { IssueSeverity, RuleSource } from './issue.ts'

export interface Ingredient {
  name: string
  nameZhTw: string
  atc: readonly string[]
  /** Other names of it. */
  names?: readonly string[]
}
export interface DrugClass {
  code: string
  nameEn: string
  nameZhTw: string
  /** Names of ingredients. */
  members: ReadonlySet<string>
  /** Other names of it, as people write them. */
  names?: readonly string[]
}
export const ruleKinds = ['cross', 'duplicate', 'interaction', 'dose', 'pregnancy'] as const
export type RuleKind = (typeof ruleKinds)[number]

const measures = ['age', 'kg', 'egfr', 'mgday', 'mgkgday', 'interval'] as const
export type Measure = (typeof measures)[number]
/** `age` in years, `mgday` and `mgkgday` of the ingredient, `interval` in days from dose to dose. */
export interface Condition {
  measure: Measure
  sign: '<' | '>' | '>=' | '<='
  value: number
}
export interface DrugRule {
  id: string
  kind: RuleKind
  /** `ingredient:…` or `class:…`. */
  a: string
  b: string | null
  severity: IssueSeverity
  when: readonly Condition[]
  text: { en: string; zhTw: string }
  source: RuleSource
}
export interface SafetyTables {
  ingredients: ReadonlyMap<string, Ingredient>
  classes: ReadonlyMap<string, DrugClass>
  rules: readonly DrugRule[]
  /** Brands with the names of their ingredients. */
  brands?: ReadonlyMap<string, readonly string[]>
}

const condition = /^([a-z]+)(<=|>=|<|>)(\d+(?:\.\d+)?)$/
/** `age<12 mgday>4000`: all of them have to be so. Throws where it is not of this form. */
export function readConditions(text: string): Condition[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => {
      const [, measure = '', sign = '', value = ''] = condition.exec(part) ?? []
      const known = measures.find((one) => one === measure)
      if (!known || (sign !== '<' && sign !== '>' && sign !== '<=' && sign !== '>='))
        throw new Error(`not a condition: ${part}`)
      return { measure: known, sign, value: Number(value) }
    })
}

/** Members of a class: ATC codes by their beginning, or names of ingredients; with a minus those that are none. */
export function classMembers(list: string, ingredients: ReadonlyMap<string, Ingredient>): Set<string> {
  const members = new Set<string>()
  for (const part of list
    .split('|')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const not = part.startsWith('-')
    const wanted = not ? part.slice(1) : part
    const named = ingredients.has(wanted)
      ? [wanted]
      : [...ingredients.values()]
          .filter(({ atc }) => atc.some((code) => code.startsWith(wanted)))
          .map(({ name }) => name)
    if (!named.length || (!ingredients.has(wanted) && !/^[A-Z]\d\d/.test(wanted)))
      throw new Error(`no ingredient is meant by ${wanted}`)
    for (const name of named)
      if (not) members.delete(name)
      else members.add(name)
  }
  return members
}

/** Is this a name the tables have: `ingredient:…`, `class:…`? */
export const knowsSubstance = (tables: SafetyTables, substance: string): boolean => {
  const [kind, name = ''] = substance.split(':')
  return kind === 'ingredient' ? tables.ingredients.has(name) : kind === 'class' && tables.classes.has(name)
}
