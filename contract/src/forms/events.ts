import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, version } from '../core/scalars.ts'
import { responseStates } from './rules.ts'

/** Somebody answers, has answered, or was asked: ids alone. `version`: of the response, so that an open page knows its own saving. */
export const formAnswered = event(
  'form.answered',
  z.object({ id, questionnaire: id, pid: id, state: z.enum(responseStates), version, danger: z.boolean() }),
  { tags: ['forms'] },
)
/** A questionnaire of the institution was changed, published or retired. */
export const questionnaireChanged = event('questionnaire.changed', z.object({ id, version }), {
  tags: ['questionnaires'],
})
