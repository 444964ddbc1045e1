import type { CalculationFault } from '@teleward/contract/forms/calculate.ts'
import { withCalculated } from '@teleward/contract/forms/calculate.ts'
import { faultsOf } from '@teleward/contract/forms/check.ts'
import { compile } from '@teleward/contract/forms/compile.ts'
import { enabledOf } from '@teleward/contract/forms/enable.ts'
import type { Questionnaire, ResponseItem } from '@teleward/contract/forms/fhir.ts'
import type { MeaningSaid, ScoreSaid } from '@teleward/contract/forms/schema.ts'
import { dangersOf, meaningOf, scoreOf } from '@teleward/contract/forms/score.ts'
import { fromItems, toItems, withAnswer } from '@teleward/contract/forms/state.ts'
import { AppError } from '../platform/errors.ts'
import { calculated } from './calculator.ts'

export interface Judgement {
  items: ResponseItem[]
  score: ScoreSaid | null
  meaning: MeaningSaid | null
  danger: string[]
  fault: CalculationFault | null
}
/** What stays refused of a half-filled form: it is no answer of the question's kind at all. */
const NO_ANSWER = new Set(['type', 'tooLong', 'notAnOption'])

/**
 * What the answers come to. `whole`: everything that is asked has to be answered rightly (ANSWER_REQUIRED, ANSWER_INVALID name
 * the questions), and what is not asked any more is left out; else what is half-filled is kept as it is.
 */
export async function judge(
  content: Questionnaire,
  items: readonly ResponseItem[],
  { whole, gender }: { whole: boolean; gender: string | null },
): Promise<Judgement> {
  const form = compile(content)
  const written = fromItems(form, items)
  // What a calculated question says is worked out here: what somebody wrote into it counts for nothing, also where that fails.
  const said = whole ? form.calculated.reduce((now, { linkId }) => withAnswer(now, linkId, []), written) : written
  const worked = whole ? await calculated(form, said) : { values: {}, fault: null }
  const state = withCalculated(said, worked)
  const enabled = enabledOf(form, state)
  const wrong = faultsOf(enabled, state, whole).filter(({ fault }) => whole || NO_ANSWER.has(fault))
  const [first] = wrong
  if (first)
    throw new AppError(first.fault === 'required' ? 'ANSWER_REQUIRED' : 'ANSWER_INVALID', {
      data: { faults: wrong.slice(0, 100) },
      fields: [
        { path: `items.${first.linkId}`, code: first.fault === 'required' ? 'ANSWER_REQUIRED' : 'ANSWER_INVALID' },
      ],
    })
  const score = scoreOf(form, enabled, state)
  return {
    items: toItems(form, state, whole ? (key) => enabled.has(key) : undefined),
    score,
    meaning: meaningOf(content, score, gender),
    danger: dangersOf(form, enabled, state),
    fault: worked.fault,
  }
}

/** The questions whose answers tell of danger as they stand. */
export function dangersIn(content: Questionnaire, items: readonly ResponseItem[]): string[] {
  const form = compile(content)
  const state = fromItems(form, items)
  return dangersOf(form, enabledOf(form, state), state)
}
