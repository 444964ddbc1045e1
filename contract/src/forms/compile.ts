import {
  type AnswerOption,
  extensionsOf,
  extensionValue,
  type FhirItem,
  numberOf,
  type Questionnaire,
  type Quantity,
  unanswerable,
  urls,
  weightOf,
} from './fhir.ts'

/** How a question is put: what FHIR's `itemControl` says, or what suits its type. */
export type Control =
  | 'radio'
  | 'dropDown'
  | 'checkBox'
  | 'slider'
  | 'textArea'
  | 'textBox'
  | 'help'
  | 'header'
  | 'number'
  | 'yesNo'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'url'
  | 'none'

export interface Choice {
  key: string
  option: AnswerOption
  weight: number | undefined
  /** Chosen alone. */
  exclusive: boolean
}
export interface Node {
  item: FhirItem
  linkId: string
  type: string
  control: Control
  parent: Node | null
  children: Node[]
  /** The repeating groups around it. */
  depth: number
  choices: Choice[]
  scored: boolean
  required: boolean
  repeats: boolean
  hidden: boolean
  /** Written by its expression, never by hand. */
  calculated: string | undefined
  readOnly: boolean
  least: number | undefined
  most: number | undefined
  fewest: number
  atMost: number | undefined
  minLength: number | undefined
  maxLength: number | undefined
  decimals: number | undefined
  step: number | undefined
  units: { unit?: string; code?: string; system?: string }[]
}
export interface Form {
  content: Questionnaire
  roots: Node[]
  byId: ReadonlyMap<string, Node>
  /** In the order of the questionnaire. */
  calculated: Node[]
  scored: Node[]
}

const controls: Record<string, Control> = {
  'radio-button': 'radio',
  'drop-down': 'dropDown',
  'check-box': 'checkBox',
  autocomplete: 'dropDown',
  lookup: 'dropDown',
  slider: 'slider',
  spinner: 'number',
  'text-box': 'textBox',
  'text-area': 'textArea',
  help: 'help',
  prompt: 'help',
  inline: 'help',
  header: 'header',
  footer: 'help',
  'htable-header': 'header',
}
/** Options beyond these are offered in a list. */
const SHOWN = 12
function controlOf(item: FhirItem, choices: number): Control {
  const coded = extensionValue<{ coding?: { code?: string }[] }>(item, urls.control, 'valueCodeableConcept')
  const named = coded?.coding?.map(({ code }) => controls[code ?? '']).find(Boolean)
  switch (item.type) {
    case 'display':
      return named === 'header' || named === 'help' ? named : 'none'
    case 'choice':
    case 'open-choice':
      if (named === 'dropDown' || (choices > SHOWN && named === undefined)) return 'dropDown'
      return item.repeats ? 'checkBox' : 'radio'
    case 'boolean':
      return 'yesNo'
    case 'integer':
    case 'decimal':
      return named === 'slider' ? 'slider' : 'number'
    case 'quantity':
      return 'number'
    case 'text':
      return named === 'textBox' ? 'textBox' : 'textArea'
    case 'string':
      return named === 'textArea' ? 'textArea' : 'textBox'
    case 'date':
    case 'dateTime':
    case 'time':
    case 'url':
      return item.type
    default:
      return 'none'
  }
}

interface Concept {
  system?: string
  code?: string
  display?: string
  contains?: Concept[]
}
/** The options of a value set that the questionnaire brings along; of one that lies elsewhere nothing is known. */
function containedOptions(content: Questionnaire, reference: unknown): AnswerOption[] {
  if (typeof reference !== 'string' || !reference.startsWith('#') || !Array.isArray(content.contained)) return []
  const found = (content.contained as Record<string, unknown>[]).find(
    (one) => one?.resourceType === 'ValueSet' && one.id === reference.slice(1),
  )
  const expanded = (found?.expansion as { contains?: Concept[] } | undefined)?.contains
  const included = (found?.compose as { include?: { system?: string; concept?: Concept[] }[] } | undefined)?.include
  const concepts =
    expanded ?? included?.flatMap(({ system, concept = [] }) => concept.map((one) => ({ ...one, system }))) ?? []
  return concepts
    .filter(({ code }) => typeof code === 'string')
    .map(({ contains: _, ...coding }) => ({ valueCoding: coding }) as AnswerOption)
}
export const optionsOf = (content: Questionnaire, item: FhirItem): AnswerOption[] =>
  Array.isArray(item.answerOption) && item.answerOption.length
    ? item.answerOption
    : containedOptions(content, item.answerValueSet)

const bound = (item: FhirItem, url: string): number | undefined => {
  const plain = numberOf(item, url)
  if (plain !== undefined) return plain
  return extensionValue<Quantity>(item, url, 'valueQuantity')?.value
}
function nodeOf(content: Questionnaire, item: FhirItem, parent: Node | null): Node {
  const choices = optionsOf(content, item).map(
    (option, at): Choice => ({
      key: String(at),
      option,
      weight: weightOf(option),
      exclusive: extensionValue<boolean>(option, urls.exclusive, 'valueBoolean') === true,
    }),
  )
  const calculated = extensionValue<{ expression?: string }>(item, urls.calculated, 'valueExpression')?.expression
  const repeating = parent ? parent.depth + (parent.type === 'group' && parent.repeats ? 1 : 0) : 0
  const units = [...extensionsOf(item, urls.unit), ...extensionsOf(item, urls.unitOption)].flatMap(
    ({ valueCoding }) => {
      const coding = valueCoding as { display?: string; code?: string; system?: string } | undefined
      if (!coding) return []
      const { display, code, system } = coding
      return [{ unit: display ?? code ?? '', ...(code ? { code } : {}), ...(system ? { system } : {}) }]
    },
  )
  // What stands in a group that is not shown is not shown either.
  const hidden = parent?.hidden === true || extensionValue<boolean>(item, urls.hidden, 'valueBoolean') === true
  const written = item.readOnly !== true && !unanswerable.includes(item.type) && item.type !== 'display'
  const offered = item.type !== 'choice' || choices.length > 0
  return {
    item,
    linkId: item.linkId,
    type: item.type,
    control: controlOf(item, choices.length),
    parent,
    children: [],
    depth: repeating,
    choices,
    scored: choices.some(({ weight }) => weight !== undefined),
    // Whoever answers cannot answer what is not shown, or cannot be given here.
    required: item.required === true && !hidden && written && offered,
    repeats: item.repeats === true,
    hidden,
    calculated: typeof calculated === 'string' && calculated ? calculated : undefined,
    readOnly: item.readOnly === true,
    least: bound(item, urls.minValue),
    most: bound(item, urls.maxValue),
    fewest: numberOf(item, urls.minOccurs) ?? 0,
    atMost: numberOf(item, urls.maxOccurs),
    minLength: numberOf(item, urls.minLength),
    maxLength: typeof item.maxLength === 'number' ? item.maxLength : undefined,
    decimals: numberOf(item, urls.decimals),
    step: numberOf(item, urls.step),
    units,
  }
}

/** Of a questionnaire that `problemsOf` finds nothing wrong with. */
export function compile(content: Questionnaire): Form {
  const byId = new Map<string, Node>()
  const [calculated, scored]: [Node[], Node[]] = [[], []]
  const build = (items: readonly FhirItem[], parent: Node | null): Node[] =>
    items.map((item) => {
      const node = nodeOf(content, item, parent)
      byId.set(node.linkId, node)
      if (node.calculated !== undefined) calculated.push(node)
      if (node.scored) scored.push(node)
      node.children = build(item.item ?? [], node)
      return node
    })
  const roots = build(content.item ?? [], null)
  return { content, roots, byId, calculated, scored }
}
/** Takes an answer: neither a group nor a mere text. */
export const isQuestion = ({ type }: Pick<Node, 'type'>): boolean => type !== 'group' && type !== 'display'
