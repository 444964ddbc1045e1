import type { UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { isTree, same, type Tree } from './changes.ts'

/** Something that two administrators changed at once, each in another way; the places are those of the configuration. */
export interface Conflict {
  path: string
  mine: unknown
  theirs: unknown
}

/** Parts whose names are fields of their own: a menu item, a file's extension, a kind of file. */
const NAMED: readonly string[] = ['menu.labels', 'menu.seenBy', 'uploads.perExtension', 'uploads.perKind']

/** The configuration field by field, by place: what is below one of these is changed as a whole. */
export function fieldsOf(config: UiConfig): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  const walk = (path: readonly string[], value: unknown) => {
    if (isTree(value) && (path.length < 2 || NAMED.includes(path.join('.'))))
      for (const [name, inner] of Object.entries(value)) walk([...path, name], inner)
    else fields.set(path.join('.'), value)
  }
  walk([], config)
  return fields
}

/** The places at which two configurations differ. */
export function differences(a: UiConfig, b: UiConfig): string[] {
  const [before, after] = [fieldsOf(a), fieldsOf(b)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => !same(before.get(path), after.get(path)))
}

/** The configuration with another value at a place; `undefined` takes the name away. */
export function put(config: UiConfig, path: string, value: unknown): UiConfig {
  const set = (tree: Tree, [name = '', ...rest]: readonly string[]): Tree => {
    const { [name]: inner, ...others } = tree
    if (rest.length) return { ...tree, [name]: set(isTree(inner) ? inner : {}, rest) }
    return value === undefined ? others : { ...tree, [name]: value }
  }
  return set(config, path.split('.')) as UiConfig
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** Of what is hidden each counts by itself: two who hide, or show again, never contradict each other. */
function together(before: unknown, mine: unknown, theirs: unknown): unknown[] {
  const [was, own, other] = [listed(before), listed(mine), listed(theirs)]
  return [
    ...other.filter((one) => own.includes(one) || !was.includes(one)),
    ...own.filter((one) => !was.includes(one) && !other.includes(one)),
  ]
}

/**
 * What was edited here, put over what another saved meanwhile; both began with `before`. What only one of them changed is
 * as that one has it. What both changed stays as it was saved, and is told, so that nobody's is lost without a choice.
 */
export function merge(
  before: UiConfig,
  mine: UiConfig,
  theirs: UiConfig,
): { config: UiConfig; conflicts: readonly Conflict[] } {
  const [was, own, other] = [fieldsOf(before), fieldsOf(mine), fieldsOf(theirs)]
  let config = theirs
  const conflicts: Conflict[] = []
  for (const path of new Set([...was.keys(), ...own.keys()])) {
    const [a, b, c] = [was.get(path), own.get(path), other.get(path)]
    if (same(a, b) || same(b, c)) continue
    if (same(a, c)) config = put(config, path, b)
    else if (path.endsWith('.hidden')) config = put(config, path, together(a, b, c))
    else conflicts.push({ path, mine: b, theirs: c })
  }
  return { config, conflicts }
}
