import { toHalfWidth } from '../core/text.ts'
import { frequency } from './frequency.ts'
import { readNumber, withPoint } from './quantity.ts'
import { type Figure, figureOf } from './strength.ts'

/** A quantity as typed: what it may be (strength, dose) depends on its unit and on the drug. */
export interface Amount {
  /** The words as typed, for whoever has to be asked about them. */
  text: string
  /** `piece`: tablets and the like; `other`: what is measured out (mL, IU, puffs, drops); null: a bare number. */
  kind: 'strength' | 'piece' | 'other' | null
  figures: readonly Figure[]
}
/** A line of typing taken apart; what was not written is null. */
export interface QuickLine {
  query: string
  strength: Amount | null
  dose: Amount | null
  /** The one bare number of the line: the drug says whether it is a strength or a dose (`quick-drug.ts`). */
  bare: Amount | null
  frequency: string | null
  route: string | null
  days: number | null
  /** The days were written without a unit. */
  bareDays: boolean
  /** Words that nobody understood, as typed. A line that has any is asked about and not taken. */
  unclear: readonly string[]
}

export interface QuickTables {
  frequencies?: ReadonlySet<string>
  routes?: ReadonlySet<string>
}

// The English eye and ear forms and the everyday routes; the table's own codes can be passed in.
const usualRoutes: ReadonlySet<string> = new Set(
  'PO SL IM IV IVD SC ID INHL NA OD OS OU AD AS AU TOPI SKIN EXT RECT VAG ORO GAR IRRIG XX'.split(' '),
)
/** Codes of two letters that are words of drugs' names, too: routes only behind a number or a frequency. */
const ALSO_NAMES: ReadonlySet<string> = new Set('NA IT IS IE LA LI HD ET ID IA XX'.split(' '))

// `pc` alone is after a meal.
const PIECE = '#|tabs?|tablets?|caps?|capsules?|pcs|pills?|顆|粒|錠|片|包|支|丸|膠囊'
const OTHER = 'ml|cc|iu|u|units?|puffs?|drops?|gtts?|噴|滴|單位|毫升'
const MASS = 'mg|mcg|ug|μg|g|%'
const DAY: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['d', 'day', 'days', '天', '日'].map((word) => [word, 1])),
  ...Object.fromEntries(['w', 'wk', 'wks', 'week', 'weeks', '週', '周', '星期', '禮拜'].map((word) => [word, 7])),
  // As pharmacies count a month of a chronic prescription.
  ...Object.fromEntries(['m', 'mo', 'month', 'months', '月', '個月'].map((word) => [word, 30])),
}
const DAYS = Object.keys(DAY).join('|')
const NUMBER = String.raw`\d+(?:\.\d+)?|\.\d+|\d+/\d+|半|[一二兩三四五六七八九十]`
const whole = (units: string) => new RegExp(`^(${NUMBER})(${units})$`, 'i')
const FORMS = { piece: whole(PIECE), other: whole(OTHER), strength: whole(MASS), days: whole(DAYS) } as const
const bareNumber = new RegExp(`^(?:${NUMBER})$`)
const unitAlone = new RegExp(`^(?:${[PIECE, OTHER, MASS, DAYS].join('|')})$`, 'i')
const compound = new RegExp(String.raw`^(\d+(?:\.\d+)?(?:${MASS})?(?:/\d+(?:\.\d+)?(?:${MASS})?)+)$`, 'i')
const endsInUnit = new RegExp(`(?:${DAYS})$`, 'i')
const TIMES = /^(x|×|\*|for|共)$/i

/** A range, a sign, an exponent: somebody meant a quantity, and nobody knows which. */
const likeNumber = /^[-+~±<>≤≥]?\d[\d.,]*([-~–—e至到]\d[\d.,]*)?$/i

interface Piece {
  text: string
  /** How many words of typing it is made of; where it stands. */
  at: number
}

/** Words of typing; a number and the unit behind it are one, and so is `x 28`. */
function piecesOf(text: string): Piece[] {
  const words = toHalfWidth(text)
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : withPoint(word)))
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    // The first word is the drug's, even where it looks like a number.
    if (at > 0 && TIMES.test(word) && readNumber(next) !== null) {
      const after = words[at + 2] ?? ''
      const counted = after.toLowerCase() in DAY
      pieces.push({ text: [word, next, ...(counted ? [after] : [])].join(' '), at })
      at += counted ? 2 : 1
    } else if (at > 0 && bareNumber.test(word) && unitAlone.test(next)) {
      pieces.push({ text: `${word} ${next}`, at })
      at += 1
    } else pieces.push({ text: word, at })
  }
  return pieces
}

type Understood =
  | { is: 'frequency'; code: string }
  | { is: 'route'; code: string }
  | { is: 'days'; days: number }
  | { is: 'amount'; amount: Amount }
  | { is: 'word' }

function amountOf(text: string): Amount | null {
  const close = text.replace(/\s/g, '')
  for (const kind of ['piece', 'other', 'strength'] as const) {
    const [, number = '', unit = ''] = FORMS[kind].exec(close) ?? []
    const value = readNumber(number)
    if (value !== null) return { text, kind, figures: [figureOf(value, kind === 'piece' ? null : unit)] }
  }
  const value = readNumber(close)
  if (value !== null) return { text, kind: null, figures: [figureOf(value, null)] }
  if (!compound.test(close)) return null
  const parts = close.split('/').map((part) => /^(\d+(?:\.\d+)?)(.*)$/.exec(part) ?? [])
  const unit = parts.at(-1)?.[2] || null
  const figures = parts.map(([, number, own]) => figureOf(Number(number), own || unit))
  return { text, kind: 'strength', figures }
}

function daysOf(text: string): number | null {
  const times = /^(?:x|×|\*|for|共)\s*(.+)$/i.exec(text)
  const close = (times?.[1] ?? text).replace(/\s/g, '')
  const [, number = '', unit = ''] = FORMS.days.exec(close) ?? []
  const value = readNumber(number)
  if (value !== null) return value * (DAY[unit.toLowerCase()] ?? 1)
  return times ? readNumber(close) : null
}

/** PRN, AC, PC and HS behind a frequency, or before it, are one code with it where there is one. */
const MODIFIERS: ReadonlySet<string> = new Set(['PRN', 'AC', 'PC', 'HS'])
function joined(codes: readonly string[], known: (code: string) => boolean): { code: string | null; left: string[] } {
  const base = codes.find((code) => !MODIFIERS.has(code)) ?? codes[0]
  if (base === undefined) return { code: null, left: [] }
  let code = base
  const left: string[] = []
  let own = true
  for (const one of codes) {
    if (own && one === base) {
      own = false
      continue
    }
    const together = MODIFIERS.has(one) ? [`${code}${one}`, `${code}&${one}`].find(known) : undefined
    if (together) code = together
    else left.push(one)
  }
  return { code, left }
}

/**
 * `amlo 5 1 qd po 28` → drug words, strength, dose, frequency, route, days. The drug comes first; everything behind it may stand
 * in any order, but of bare numbers the days are last, behind the frequency. What is not understood is `unclear`: nothing that
 * was typed is left out in silence.
 */
export function parseQuickLine(text: string, tables: QuickTables = {}): QuickLine {
  const isFrequency = (code: string) => tables.frequencies?.has(code) ?? frequency(code) !== null
  const isRoute = (code: string) => (tables.routes ?? usualRoutes).has(code)
  const pieces = piecesOf(text)

  const understand = (piece: Piece, begun: boolean): Understood => {
    // `q.d.` is QD; a code has no other use for a point.
    const code = piece.text.toUpperCase().replace(/([A-Z])\.(?=[A-Z]|$)/g, '$1')
    if (isFrequency(code)) return { is: 'frequency', code }
    if (isRoute(code) && (begun || !ALSO_NAMES.has(code))) return { is: 'route', code }
    const days = daysOf(piece.text)
    if (days !== null) return Number.isInteger(days) && days > 0 ? { is: 'days', days } : { is: 'word' }
    const amount = amountOf(piece.text)
    return amount ? { is: 'amount', amount } : { is: 'word' }
  }

  const query: string[] = []
  const unclear: string[] = []
  const frequencies: string[] = []
  const routes: { code: string; text: string }[] = []
  const days: { days: number; text: string }[] = []
  const amounts: { amount: Amount; behind: boolean }[] = []
  let begun = false
  for (const piece of pieces) {
    const what: Understood = piece.at === 0 ? { is: 'word' } : understand(piece, begun)
    if (what.is === 'word') {
      if (piece.at === 0 || (!begun && !likeNumber.test(piece.text) && daysOf(piece.text) === null))
        query.push(piece.text)
      else unclear.push(piece.text)
      continue
    }
    begun = true
    if (what.is === 'frequency') frequencies.push(what.code)
    else if (what.is === 'route') routes.push({ code: what.code, text: piece.text })
    else if (what.is === 'days') days.push({ days: what.days, text: piece.text })
    else amounts.push({ amount: what.amount, behind: frequencies.length > 0 })
  }

  const often = joined(frequencies, isFrequency)
  unclear.push(
    ...often.left,
    ...days.slice(1).map(({ text: word }) => word),
    ...routes.slice(1).map(({ text: word }) => word),
  )
  let route = routes[0] ?? null
  // Once a day, or the right eye: where no frequency stands beside it, nobody knows.
  if (route?.code === 'OD' && often.code === null) {
    unclear.push(route.text)
    route = null
  }
  const [written] = days
  const length = written?.days ?? takeDays(amounts)
  const { strength, dose, bare, left } = sorted(amounts.map(({ amount }) => amount))
  return {
    query: query.join(' '),
    strength,
    dose,
    bare,
    frequency: often.code,
    route: route?.code ?? null,
    days: length,
    bareDays: length !== null && !(written && endsInUnit.test(written.text)),
    unclear: [...unclear, ...left],
  }
}

/** Fewer are more likely a dose that was written behind the frequency: `qd 1` alone is asked about. */
const FEWEST_BARE_DAYS = 3
/** The days without a unit: the last bare number behind the frequency. It is taken out. */
function takeDays(amounts: { amount: Amount; behind: boolean }[]): number | null {
  const at = amounts.findLastIndex(({ amount, behind }) => behind && amount.kind === null)
  const value = amounts[at]?.amount.figures[0]?.written
  if (value === undefined || !Number.isInteger(value)) return null
  if (value < FEWEST_BARE_DAYS && amounts.length < 2) return null
  amounts.splice(at, 1)
  return value
}

/** Which of the amounts is the strength, and which the dose; what cannot be either is left. */
function sorted(amounts: readonly Amount[]): Pick<QuickLine, 'strength' | 'dose' | 'bare'> & { left: string[] } {
  const [first, second, ...more] = amounts
  const left = more.map(({ text }) => text)
  const none = { strength: null, dose: null, bare: null, left }
  if (!first) return none
  if (!second) {
    if (first.kind === 'strength') return { ...none, strength: first }
    if (first.kind === null) return { ...none, bare: first }
    return { ...none, dose: first }
  }
  const isDose = ({ kind }: Amount) => kind === 'piece' || kind === 'other'
  // `1 1/2` is one and a half, or the half of one that has 1 mg.
  const mixed = first.kind === null && /\//.test(second.text) && (first.figures[0]?.written ?? 0) <= FEWEST_BARE_DAYS
  if (mixed) return { ...none, left: [`${first.text} ${second.text}`, ...left] }
  if (second.kind === 'strength' && first.kind !== 'strength') return { ...none, strength: second, dose: first }
  if (isDose(first) || second.kind === 'strength') return { ...none, ...sorted([first]), left: [second.text, ...left] }
  return { ...none, strength: first, dose: second }
}

/** What is taken less often than every second day is spoken of in weeks: `qw 4` may be four of them, `qw 28` is none. */
export function mayBeWeeks({ frequency: code, days, bareDays }: QuickLine): boolean {
  const often = code === null ? null : (frequency(code)?.timesPerDay ?? null)
  if (!bareDays || days === null || often === null || often >= 0.5) return false
  return days < 14 || days % 7 !== 0
}
