import { isQuestion, type Node } from './compile.ts'
import { type Answer, fieldOf, type Quantity, sameAnswer } from './fhir.ts'
import type { FormState, Instance } from './state.ts'

export const faults = [
  'required',
  'tooFew',
  'tooMany',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooLarge',
  'notWhole',
  'decimals',
  'notADate',
  'notATime',
  'notAnAddress',
  'notAnOption',
  'unit',
  'type',
] as const
export type Fault = (typeof faults)[number]
/** What is wrong at one place, and the limit that is meant. */
export interface FaultAt {
  key: string
  linkId: string
  fault: Fault
  limit?: number
}

const DAY = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/
const MOMENT =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/
const ADDRESS = /^(https?:\/\/|urn:|mailto:)\S+$/i
/** What a text of any kind may have at most, where the question has no limit of its own. */
export const MAX_TEXT = 4000

const isDay = (text: string) =>
  DAY.test(text) && (text.length < 10 || new Date(`${text}T00:00:00Z`).toISOString().startsWith(text))
const realDay = (text: string): boolean => {
  if (!DAY.test(text)) return false
  const at = Date.parse(`${text.padEnd(10, '-01-01'.slice(text.length - 4))}T00:00:00Z`)
  return !Number.isNaN(at) && isDay(text)
}

const fields: Record<string, string[]> = {
  boolean: ['valueBoolean'],
  decimal: ['valueDecimal', 'valueInteger'],
  integer: ['valueInteger'],
  date: ['valueDate'],
  dateTime: ['valueDateTime', 'valueDate'],
  time: ['valueTime'],
  string: ['valueString'],
  text: ['valueString'],
  question: ['valueString'],
  url: ['valueUri'],
  choice: ['valueCoding', 'valueString', 'valueInteger', 'valueDate', 'valueTime'],
  'open-choice': ['valueCoding', 'valueString', 'valueInteger', 'valueDate', 'valueTime'],
  quantity: ['valueQuantity'],
}

const said = (fault: Fault, limit?: number) => ({ fault, ...(limit === undefined ? {} : { limit }) })
function ofText(node: Node, text: string) {
  const length = [...text].length
  if (node.minLength !== undefined && length < node.minLength) return said('tooShort', node.minLength)
  const most = Math.min(node.maxLength ?? MAX_TEXT, MAX_TEXT)
  return length > most ? said('tooLong', most) : null
}
function ofNumber(node: Node, value: number) {
  if (!Number.isFinite(value)) return said('type')
  if (node.type === 'integer' && !Number.isInteger(value)) return said('notWhole')
  if (node.least !== undefined && value < node.least) return said('tooSmall', node.least)
  if (node.most !== undefined && value > node.most) return said('tooLarge', node.most)
  if (
    node.decimals !== undefined &&
    Math.abs(value * 10 ** node.decimals - Math.round(value * 10 ** node.decimals)) > 1e-9
  )
    return said('decimals', node.decimals)
  return null
}
function ofQuantity(node: Node, quantity: Quantity) {
  if (typeof quantity !== 'object' || typeof quantity.value !== 'number') return said('type')
  const known = node.units.map(({ code, unit }) => code ?? unit)
  if (known.length && !known.includes(quantity.code ?? quantity.unit)) return said('unit')
  return ofNumber(node, quantity.value)
}
function ofAnswer(node: Node, answer: Answer): { fault: Fault; limit?: number } | null {
  const field = fieldOf(answer)
  if (field === undefined || !(fields[node.type] ?? []).includes(field)) return said('type')
  const value = answer[field]
  if (field === 'valueCoding' || node.type === 'choice' || node.type === 'open-choice') {
    if (node.choices.some(({ option }) => sameAnswer(answer, option))) return null
    const open =
      node.type === 'open-choice' && typeof answer.valueString === 'string' && answer.valueString.trim() !== ''
    return open ? ofText(node, answer.valueString ?? '') : said('notAnOption')
  }
  if (field === 'valueBoolean') return typeof value === 'boolean' ? null : said('type')
  if (field === 'valueQuantity') return ofQuantity(node, value as Quantity)
  if (field === 'valueInteger' || field === 'valueDecimal')
    return typeof value === 'number' ? ofNumber(node, value) : said('type')
  if (typeof value !== 'string') return said('type')
  if (field === 'valueDate') return realDay(value) ? null : said('notADate')
  if (field === 'valueDateTime') return MOMENT.test(value) && realDay(value.slice(0, 10)) ? null : said('notADate')
  if (field === 'valueTime') return CLOCK.test(value) ? null : said('notATime')
  if (field === 'valueUri') return ADDRESS.test(value) && value.length <= MAX_TEXT ? null : said('notAnAddress')
  return ofText(node, value)
}

/** What is wrong with what was answered at one place; that nothing was, if `whole`. */
export function faultOf(
  node: Node,
  answers: readonly Answer[],
  whole: boolean,
): { fault: Fault; limit?: number } | null {
  if (!isQuestion(node)) return null
  if (!answers.length) {
    if (!whole || node.calculated !== undefined) return null
    return node.required ? said('required') : null
  }
  if (!node.repeats && answers.length > 1) return said('tooMany', 1)
  if (node.atMost !== undefined && answers.length > node.atMost) return said('tooMany', node.atMost)
  if (whole && answers.length < node.fewest) return said('tooFew', node.fewest)
  for (const one of answers) {
    const found = ofAnswer(node, one)
    if (found) return found
  }
  if (node.required && whole && answers.every((one) => one.valueString !== undefined && !one.valueString.trim()))
    return said('required')
  return null
}

/** Everything that is wrong at the places that are asked, in their order. */
export function faultsOf(enabled: ReadonlyMap<string, Instance>, state: FormState, whole: boolean): FaultAt[] {
  const found: FaultAt[] = []
  for (const [key, { node }] of enabled) {
    const wrong = faultOf(node, state.answers[key] ?? [], whole)
    if (wrong) found.push({ key, linkId: node.linkId, ...wrong })
  }
  return found
}
