import { toHalfWidth } from '../core/text.ts'
import { frequency } from './frequency.ts'

/** A line of typing taken apart; what was not written is null. */
export interface QuickLine {
  query: string
  strength: number | null
  dose: number | null
  frequency: string | null
  route: string | null
  days: number | null
}

// The English eye and ear forms and the everyday routes; the table's own codes can be passed in.
const usualRoutes: ReadonlySet<string> = new Set(
  'PO SL IM IV IVD SC ID INHL NA OD OS OU AD AS AU TOPI SKIN EXT RECT VAG ORO GAR IRRIG XX'.split(' '),
)

function readNumber(token: string): number | null {
  const half = /^(\d+)\/(\d+)$/.exec(token)
  if (half) return Number(half[2]) > 0 ? Number(half[1]) / Number(half[2]) : null
  return /^(\d+(\.\d+)?|\.\d+)$/.test(token) ? Number(token) : null
}

const read = {
  strength: (token: string) => readNumber(token.replace(/(mg|mcg|ug|g|ml|iu|%)$/i, '')),
  dose: (token: string) => readNumber(token.replace(/(#|tabs?|caps?|pcs?|顆|粒|錠|包|支)$/i, '')),
  days: (token: string) => readNumber(token.replace(/(d|days?|天|日)$/i, '')),
}
const hasUnit = (kind: 'strength' | 'dose', token: string) => readNumber(token) === null && read[kind](token) !== null

/** Strength and dose: what stands before the frequency. One bare number there is the dose. */
function amounts(tokens: readonly string[]): { words: string[]; strength: number | null; dose: number | null } {
  const words = [...tokens]
  let strength: number | null = null
  let dose: number | null = null
  // The drug's name comes first, even when it looks like a number.
  const takeLast = (test: (token: string) => boolean) =>
    words.length > 1 && test(words.at(-1) ?? '') ? words.pop() : undefined
  const last = takeLast((token) => read.dose(token) !== null)
  if (last !== undefined) dose = read.dose(last)
  const before = takeLast((token) => read.strength(token) !== null && (dose !== null || hasUnit('strength', token)))
  if (before !== undefined) strength = read.strength(before)
  return { words, strength, dose }
}

/**
 * `amlo 5 1 qd po 28` → drug words, strength, dose, frequency, route, days. Only the order around the frequency
 * matters: amounts before it, route and days after it in any order.
 */
export function parseQuickLine(
  text: string,
  tables: { frequencies?: ReadonlySet<string>; routes?: ReadonlySet<string> } = {},
): QuickLine {
  const tokens = toHalfWidth(text).trim().split(/\s+/).filter(Boolean)
  const isFrequency = (token: string) => tables.frequencies?.has(token) ?? frequency(token) !== null
  const isRoute = (token: string) => (tables.routes ?? usualRoutes).has(token)
  // From the second word on: the first is the drug.
  const at = tokens.findIndex((token, index) => index > 0 && isFrequency(token.toUpperCase()))
  const head = at < 0 ? tokens : tokens.slice(0, at)
  const tail = at < 0 ? [] : tokens.slice(at + 1)
  const { words, strength, dose } = amounts(head)
  let route: string | null = null
  let days: number | null = null
  for (const token of tail) {
    if (route === null && isRoute(token.toUpperCase())) route = token.toUpperCase()
    else if (days === null) days = read.days(token)
  }
  return {
    query: words.join(' '),
    strength,
    dose,
    frequency: at < 0 ? null : (tokens[at] ?? '').toUpperCase(),
    route,
    days,
  }
}
