import { z } from 'zod'

/**
 * Which fields FHIR gives which shape, as far as they are read here; all others may be anything. Whoever imports a questionnaire,
 * or answers one by hand, may send any JSON: what has this shape is shown, scored and kept without an error.
 */
const text = z.string().optional()
const number = z.number().optional()
const extension = z.looseObject({
  get extension() {
    return extensions
  },
  get valueCoding() {
    return coding.optional()
  },
  get valueCodeableConcept() {
    return z.looseObject({ coding: z.array(coding).optional() }).optional()
  },
  valueQuantity: z.looseObject({ value: number }).optional(),
  valueExpression: z.looseObject({ expression: text, language: text }).optional(),
})
const extensions: z.ZodOptional<z.ZodArray<z.ZodType>> = z.array(extension).optional()
/** What stands beside a text: its translations. */
const beside = z.looseObject({ extension: extensions }).optional()
const coding: z.ZodType = z.looseObject({
  system: text,
  code: text,
  display: text,
  _display: beside,
  extension: extensions,
})
const codings = z.array(coding).optional()
const quantity = z.looseObject({ value: number, unit: text, code: text, system: text }).optional()
const value = {
  valueCoding: coding.optional(),
  valueQuantity: quantity,
  valueString: text,
  valueUri: text,
  valueDate: text,
  valueDateTime: text,
  valueTime: text,
}
const values = z.array(z.looseObject({ ...value, extension: extensions })).optional()
const when = z.looseObject({ answerCoding: coding.optional(), answerQuantity: quantity })

/** One item, without those beneath it. */
export const itemShape = z.looseObject({
  text,
  _text: beside,
  prefix: text,
  code: codings,
  maxLength: number,
  enableWhen: z.array(when).optional(),
  enableBehavior: text,
  answerOption: values,
  answerValueSet: text,
  initial: values,
  extension: extensions,
})
const concepts = z.array(z.looseObject({ code: text, display: text })).optional()
const contained = z.looseObject({
  compose: z.looseObject({ include: z.array(z.looseObject({ concept: concepts })).optional() }).optional(),
  expansion: z.looseObject({ contains: concepts }).optional(),
})
/** The questionnaire, without its items. */
export const questionnaireShape = z.looseObject({
  title: text,
  _title: beside,
  name: text,
  url: text,
  description: text,
  _description: beside,
  language: text,
  code: codings,
  extension: extensions,
  contained: z.array(contained).optional(),
})

const MOST_DEEP = 40
const isObject = (one: unknown): one is Record<string, unknown> =>
  typeof one === 'object' && one !== null && !Array.isArray(one)
/** Items of a QuestionnaireResponse, at any depth: each names its question, and answers are objects in a list. */
export function isResponse(items: unknown, depth = 0): boolean {
  if (items === undefined) return true
  if (!Array.isArray(items) || depth > MOST_DEEP) return false
  return items.every(
    (row: unknown) =>
      isObject(row) &&
      typeof row.linkId === 'string' &&
      isResponse(row.item, depth + 1) &&
      (row.answer === undefined ||
        (Array.isArray(row.answer) &&
          row.answer.every((one: unknown) => isObject(one) && isResponse(one.item, depth + 1)))),
  )
}
/** PostgreSQL's JSON has no U+0000, and half a character is none: such text is kept nowhere. */
export const isStorable = (json: unknown): boolean => {
  const written = JSON.stringify(json) ?? ''
  return !/\\u0000|\\ud[89a-f]/i.test(written.replaceAll('\\\\', ''))
}
