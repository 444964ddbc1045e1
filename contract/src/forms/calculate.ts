import type { Form, Node } from './compile.ts'
import { enabledOf } from './enable.ts'
import { type Answer, extensionsOf, type ResponseItem, urls } from './fhir.ts'
import { type FormState, toItems, withAnswer } from './state.ts'

/** Evaluates one FHIRPath expression. Given from outside: the library is loaded where it is needed, in a thread that can be stopped. */
export type Evaluate = (expression: string, response: object, variables: Record<string, unknown>) => unknown[]

/** `loop`: values that never come to rest. `expression`: it cannot be evaluated. `slow`: it was stopped. */
export type CalculationFault = { code: 'loop' | 'expression' | 'slow'; linkIds: string[] }
export interface Calculation {
  /** The answers of the calculated questions by their names; what has none is empty. */
  values: Record<string, Answer[]>
  fault: CalculationFault | null
}

/** How long expressions of one form may take; what goes on for longer is stopped. */
export const CALCULATION_MS = 1500
const ROUNDS = 12

function asAnswer(node: Node, value: unknown): Answer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (node.type === 'integer') return Number.isInteger(value) ? { valueInteger: value } : null
    if (node.type === 'decimal') return { valueDecimal: Math.round(value * 1e6) / 1e6 }
    if (node.type === 'quantity') {
      const unit = node.units[0]
      return { valueQuantity: { value: Math.round(value * 1e6) / 1e6, ...(unit ?? {}) } }
    }
    return null
  }
  if (typeof value === 'boolean') return node.type === 'boolean' ? { valueBoolean: value } : null
  const text = typeof value === 'object' && 'asStr' in value ? String((value as { asStr: unknown }).asStr) : value
  if (typeof text === 'string') {
    if (node.type === 'string' || node.type === 'text') return { valueString: text }
    if (node.type === 'date') return { valueDate: text }
    if (node.type === 'dateTime') return { valueDateTime: text }
    const choice = node.choices.find(({ option }) => option.valueCoding?.code === text || option.valueString === text)
    return choice ? choice.option : null
  }
  if (typeof value === 'object') {
    const coding = value as { code?: string; value?: number }
    if (node.type === 'quantity' && typeof coding.value === 'number')
      return { valueQuantity: coding as { value: number } }
    const choice = node.choices.find(
      ({ option }) => coding.code !== undefined && option.valueCoding?.code === coding.code,
    )
    return choice ? choice.option : null
  }
  return null
}

const responseOf = (form: Form, items: ResponseItem[]) => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire: form.content.url ?? '',
  status: 'in-progress',
  item: items,
})
function variablesOf(form: Form, response: object, evaluate: Evaluate): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  for (const { valueExpression } of extensionsOf(form.content, urls.variable)) {
    const { name, expression } = (valueExpression ?? {}) as { name?: unknown; expression?: unknown }
    if (typeof name !== 'string' || typeof expression !== 'string') continue
    known[name] = evaluate(expression, response, known)
  }
  return known
}

/** Until nothing changes any more; a circle that the names do not show never comes to rest, and is told. */
export function calculate(form: Form, state: FormState, evaluate: Evaluate): Calculation {
  let now = state
  let values: Record<string, Answer[]> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    const enabled = enabledOf(form, now)
    const response = responseOf(
      form,
      toItems(form, now, (key) => enabled.has(key)),
    )
    const changed: string[] = []
    const next: Record<string, Answer[]> = {}
    let at: string[] = []
    try {
      const variables = {
        questionnaire: form.content,
        resource: response,
        context: response,
        ...variablesOf(form, response, evaluate),
      }
      for (const node of form.calculated) {
        at = [node.linkId]
        const found = evaluate(node.calculated ?? '', response, variables)
        const answers = found.map((value) => asAnswer(node, value)).filter((one) => one !== null)
        next[node.linkId] = node.repeats ? answers : answers.slice(0, 1)
      }
    } catch {
      // What an earlier round came to is not at rest either.
      return { values: {}, fault: { code: 'expression', linkIds: at } }
    }
    for (const [linkId, answers] of Object.entries(next)) {
      if (JSON.stringify(now.answers[linkId] ?? []) !== JSON.stringify(answers)) changed.push(linkId)
      now = withAnswer(now, linkId, answers)
    }
    values = next
    if (!changed.length) return { values, fault: null }
    if (round === ROUNDS - 1) return { values: {}, fault: { code: 'loop', linkIds: changed } }
  }
  return { values, fault: null }
}
/** The state with what was calculated. */
export const withCalculated = (state: FormState, { values }: Calculation): FormState =>
  Object.entries(values).reduce((now, [linkId, answers]) => withAnswer(now, linkId, answers), state)
