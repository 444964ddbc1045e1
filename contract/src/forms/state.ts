import { type Form, isQuestion, type Node } from './compile.ts'
import { type Answer, fieldOf, sameAnswer, type ResponseItem } from './fhir.ts'

/** Answers by the key of their instance, and how often each repeating group is there. */
export interface FormState {
  answers: Readonly<Record<string, readonly Answer[]>>
  groups: Readonly<Record<string, number>>
}
export const NO_ANSWERS: FormState = { answers: {}, groups: {} }

/** A question outside of repeating groups is its `linkId`; inside, which copies it is in follows. */
const BETWEEN = '\u001f'
export const keyOf = (linkId: string, at: readonly number[]): string =>
  at.length ? `${linkId}${BETWEEN}${at.join('.')}` : linkId

/** The question of a place. */
export const linkIdOf = (key: string): string => key.split(BETWEEN, 1)[0] ?? key
/** All answers by their question: those of each copy of a group that repeats stand together. */
export function byQuestion(answers: FormState['answers']): Map<string, Answer[]> {
  const found = new Map<string, Answer[]>()
  for (const [key, said] of Object.entries(answers)) {
    const linkId = linkIdOf(key)
    found.set(linkId, [...(found.get(linkId) ?? []), ...said])
  }
  return found
}

/** One place of a question, group or text on the screen. */
export interface Instance {
  key: string
  node: Node
  at: readonly number[]
}
const repeats = (node: Node) => node.type === 'group' && node.repeats
export const copiesOf = (state: FormState, node: Node, at: readonly number[]): number =>
  Math.max(1, state.groups[keyOf(node.linkId, at)] ?? 1)

export function* instances(
  form: Form,
  state: FormState,
  nodes: readonly Node[] = form.roots,
  at: readonly number[] = [],
): Generator<Instance> {
  for (const node of nodes) {
    if (!repeats(node)) {
      yield { key: keyOf(node.linkId, at), node, at }
      yield* instances(form, state, node.children, at)
      continue
    }
    for (let copy = 0; copy < copiesOf(state, node, at); copy += 1) {
      const inside = [...at, copy]
      yield { key: keyOf(node.linkId, inside), node, at: inside }
      yield* instances(form, state, node.children, inside)
    }
  }
}

/** The place of another question, as seen from `at`: in the same copies of the groups that both are in. */
export const keyFrom = (target: Node, at: readonly number[]): string =>
  keyOf(
    target.linkId,
    Array.from({ length: target.depth }, (_, depth) => at[depth] ?? 0),
  )

/** Without this copy of a group that repeats: those after it move up, and what other groups hold stays. */
export function withoutCopy(state: FormState, group: Node, at: readonly number[]): FormState {
  const depth = at.length - 1
  const inside = new Set<string>()
  const collect = (node: Node) => {
    inside.add(node.linkId)
    for (const one of node.children) collect(one)
  }
  collect(group)
  const place = (key: string): string | null => {
    const [linkId = '', copies = ''] = key.split(BETWEEN)
    const of = copies.split('.').map(Number)
    const beneath =
      inside.has(linkId) && of.length > depth && at.every((one, level) => level === depth || of[level] === one)
    if (!beneath || copies === '') return key
    const own = of[depth] ?? 0
    if (own < (at[depth] ?? 0)) return key
    return own === at[depth] ? null : keyOf(linkId, of.with(depth, own - 1))
  }
  const moved = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, one]) => {
        const to = place(key)
        return to === null ? [] : [[to, one]]
      }),
    )
  const count = keyOf(group.linkId, at.slice(0, -1))
  const { [count]: copies = 1, ...others } = state.groups
  return { answers: moved(state.answers), groups: { ...moved(others), [count]: Math.max(1, copies - 1) } }
}

export function withAnswer(state: FormState, key: string, answers: readonly Answer[]): FormState {
  const { [key]: _, ...others } = state.answers
  return { ...state, answers: answers.length ? { ...others, [key]: answers } : others }
}

/** What the questionnaire itself begins with. */
export function initialState(form: Form): FormState {
  const answers: Record<string, Answer[]> = {}
  for (const { key, node } of instances(form, NO_ANSWERS)) {
    if (!isQuestion(node) || node.calculated !== undefined) continue
    const chosen = node.choices
      .filter(({ option }) => option.initialSelected === true)
      .map(({ option }) => answerOf(option))
    const said = (Array.isArray(node.item.initial) ? node.item.initial : []).filter((one) => fieldOf(one) !== undefined)
    const first = said.length ? said.map(answerOf) : chosen
    if (first.length) answers[key] = node.repeats ? first : first.slice(0, 1)
  }
  return { answers, groups: {} }
}
/** The value alone: what an option or a draft carries beside it is not of the answer. */
export function answerOf(from: Answer): Answer {
  const field = fieldOf(from)
  if (field === undefined) return {}
  if (field !== 'valueCoding') return { [field]: from[field] } as Answer
  const { system, code, display } = from.valueCoding ?? {}
  return {
    valueCoding: {
      ...(system === undefined ? {} : { system }),
      ...(code === undefined ? {} : { code }),
      ...(display === undefined ? {} : { display }),
    },
  }
}

/** Of a choice its own words: what is read of a code must be what is scored of it. */
const asOption = ({ choices }: Node, answer: Answer): Answer =>
  (answer.valueCoding && choices.find(({ option }) => sameAnswer(answer, option))?.option) || answer

/** As FHIR's response has it. `shown`: without what is not asked any more. */
export function toItems(form: Form, state: FormState, shown?: (key: string) => boolean): ResponseItem[] {
  const build = (nodes: readonly Node[], at: readonly number[]): ResponseItem[] =>
    nodes.flatMap((node) => {
      if (node.type === 'display') return []
      if (repeats(node))
        return Array.from({ length: copiesOf(state, node, at) }, (_, copy) => one(node, [...at, copy])).flat()
      return one(node, at)
    })
  const one = (node: Node, at: readonly number[]): ResponseItem[] => {
    const key = keyOf(node.linkId, at)
    if (shown && !shown(key)) return []
    const beneath = build(node.children, at)
    const text = node.item.text === undefined ? {} : { text: node.item.text }
    if (node.type === 'group')
      return beneath.length || repeats(node)
        ? [{ linkId: node.linkId, ...text, ...(beneath.length ? { item: beneath } : {}) }]
        : []
    const said = (state.answers[key] ?? []).map((answer) => answerOf(asOption(node, answer)))
    if (!said.length && !beneath.length) return []
    // What was asked beneath a question stands beneath its first answer, or beside, where it has none yet.
    if (!said.length) return [{ linkId: node.linkId, ...text, item: beneath }]
    const [first, ...rest] = said
    return [
      {
        linkId: node.linkId,
        ...text,
        answer: [{ ...first, ...(beneath.length ? { item: beneath } : {}) }, ...rest],
      },
    ]
  }
  return build(form.roots, [])
}

/** What a response says, of the questions that this form has. */
export function fromItems(form: Form, items: readonly ResponseItem[]): FormState {
  const answers: Record<string, Answer[]> = {}
  const groups: Record<string, number> = {}
  const read = (rows: readonly ResponseItem[], at: readonly number[]) => {
    for (const row of rows) {
      const node = form.byId.get(row.linkId)
      if (!node || node.depth !== at.length) continue
      if (repeats(node)) {
        const group = keyOf(node.linkId, at)
        const copy = groups[group] ?? 0
        groups[group] = copy + 1
        read(row.item ?? [], [...at, copy])
        continue
      }
      const said = (row.answer ?? []).filter((one) => fieldOf(one) !== undefined)
      if (isQuestion(node) && said.length) answers[keyOf(node.linkId, at)] = said.map(answerOf)
      read([...(row.item ?? []), ...(row.answer ?? []).flatMap(({ item }) => item ?? [])], at)
    }
  }
  read(items, [])
  return { answers, groups }
}
