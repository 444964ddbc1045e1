import type { Form, Node } from './compile.ts'
import { type Answer, type Coding, type EnableWhen, fieldOf, type Quantity, sameCoding, answerValue } from './fhir.ts'
import { type FormState, type Instance, instances, keyFrom, keyOf } from './state.ts'

const wanted = (when: EnableWhen): Answer => {
  const [field] = Object.keys(when).filter((key) => key.startsWith('answer') && when[key] !== undefined)
  return field ? ({ [`value${field.slice('answer'.length)}`]: when[field] } as Answer) : {}
}
/** Below zero, zero or above; nothing where the two cannot be compared. */
function compared(answer: Answer, other: Answer): number | undefined {
  const [one, two] = [answerValue(answer), answerValue(other)]
  if (typeof one === 'number' && typeof two === 'number') return one - two
  if (answer.valueQuantity && other.valueQuantity) {
    const [left, right] = [answer.valueQuantity as Quantity, other.valueQuantity as Quantity]
    const same = (left.code ?? left.unit) === (right.code ?? right.unit) || !(right.code ?? right.unit)
    return same && left.value !== undefined && right.value !== undefined ? left.value - right.value : undefined
  }
  if (typeof one !== 'string' || typeof two !== 'string') return undefined
  if (fieldOf(answer) === 'valueDateTime') {
    const span = Date.parse(one) - Date.parse(two)
    return Number.isNaN(span) ? undefined : span
  }
  return one < two ? -1 : one > two ? 1 : 0
}
function equal(answer: Answer, other: Answer): boolean {
  if (other.valueCoding)
    return answer.valueCoding
      ? sameCoding(answer.valueCoding as Coding, other.valueCoding)
      : answer.valueString !== undefined && answer.valueString === other.valueCoding.display
  if (typeof other.valueBoolean === 'boolean') return answer.valueBoolean === other.valueBoolean
  return compared(answer, other) === 0
}
export function holds(when: EnableWhen, answers: readonly Answer[]): boolean {
  const asked = wanted(when)
  switch (when.operator) {
    case 'exists':
      return answers.length > 0 === (asked.valueBoolean !== false)
    case '=':
      return answers.some((one) => equal(one, asked))
    case '!=':
      return !answers.some((one) => equal(one, asked))
    default:
      return answers.some((one) => {
        const order = compared(one, asked)
        if (order === undefined) return false
        if (when.operator === '>') return order > 0
        if (when.operator === '<') return order < 0
        return when.operator === '>=' ? order >= 0 : order <= 0
      })
  }
}

/**
 * Which places are asked, by their keys, in the order of the questionnaire. An answer of a question that is not asked itself
 * counts as none; it stays in the state, for whoever goes back.
 */
export function enabledOf(form: Form, state: FormState): Map<string, Instance> {
  const known = new Map<string, boolean>()
  const asked = (node: Node, at: readonly number[]): boolean => {
    const key = keyOf(node.linkId, at)
    const before = known.get(key)
    if (before !== undefined) return before
    // Of a circle, which no published questionnaire has, nothing is asked.
    known.set(key, false)
    const outer = node.parent
    const parentAt = outer ? at.slice(0, outer.depth + (outer.type === 'group' && outer.repeats ? 1 : 0)) : []
    const result = (!outer || asked(outer, parentAt)) && conditions(node, at)
    known.set(key, result)
    return result
  }
  const conditions = (node: Node, at: readonly number[]): boolean => {
    const all = node.item.enableWhen
    if (!Array.isArray(all) || !all.length) return true
    const met = (when: EnableWhen): boolean => {
      const target = form.byId.get(when.question)
      if (!target) return false
      const key = keyFrom(target, at)
      const targetAt = Array.from({ length: target.depth }, (_, depth) => at[depth] ?? 0)
      return holds(when, asked(target, targetAt) ? (state.answers[key] ?? []) : [])
    }
    return node.item.enableBehavior === 'any' ? all.some(met) : all.every(met)
  }
  const result = new Map<string, Instance>()
  for (const one of instances(form, state)) if (asked(one.node, one.at)) result.set(one.key, one)
  return result
}
