/**
 * FHIR R4's Questionnaire and QuestionnaireResponse as far as questionnaires are shown, answered and scored here. What is not
 * named stays in the object and goes out again as it came in.
 */
export interface Extension {
  url?: unknown
  [key: string]: unknown
}
export interface Coding {
  system?: string
  code?: string
  display?: string
  extension?: Extension[]
  [key: string]: unknown
}
export interface Quantity {
  value?: number
  unit?: string
  system?: string
  code?: string
}
/** One answer: exactly one `value[x]`; `item` holds what was asked beneath it. */
export interface Answer {
  valueBoolean?: boolean
  valueDecimal?: number
  valueInteger?: number
  valueDate?: string
  valueDateTime?: string
  valueTime?: string
  valueString?: string
  valueUri?: string
  valueCoding?: Coding
  valueQuantity?: Quantity
  item?: ResponseItem[]
  [key: string]: unknown
}
export interface ResponseItem {
  linkId: string
  text?: string
  answer?: Answer[]
  item?: ResponseItem[]
  [key: string]: unknown
}
export interface EnableWhen {
  question: string
  operator: 'exists' | '=' | '!=' | '>' | '<' | '>=' | '<='
  [answer: string]: unknown
}
export interface AnswerOption extends Answer {
  initialSelected?: boolean
  extension?: Extension[]
}
export interface FhirItem {
  linkId: string
  type: string
  text?: string
  prefix?: string
  code?: Coding[]
  required?: boolean
  repeats?: boolean
  readOnly?: boolean
  maxLength?: number
  enableWhen?: EnableWhen[]
  enableBehavior?: string
  answerOption?: AnswerOption[]
  answerValueSet?: string
  initial?: Answer[]
  extension?: Extension[]
  item?: FhirItem[]
  [key: string]: unknown
}
export interface Questionnaire {
  resourceType: 'Questionnaire'
  url?: string
  name?: string
  title?: string
  description?: string
  language?: string
  copyright?: string
  code?: Coding[]
  item?: FhirItem[]
  extension?: Extension[]
  [key: string]: unknown
}

export const itemTypes = [
  'group',
  'display',
  'question',
  'boolean',
  'decimal',
  'integer',
  'date',
  'dateTime',
  'time',
  'string',
  'text',
  'url',
  'choice',
  'open-choice',
  'attachment',
  'reference',
  'quantity',
] as const
export type ItemType = (typeof itemTypes)[number]
/** Shown with a sentence that they cannot be answered here. */
export const unanswerable: readonly string[] = ['attachment', 'reference']

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
export const urls = {
  ordinal: `${HL7}ordinalValue`,
  weights: [`${HL7}ordinalValue`, `${HL7}itemWeight`, `${HL7}questionnaire-ordinalValue`],
  control: `${HL7}questionnaire-itemControl`,
  controls: 'http://hl7.org/fhir/questionnaire-item-control',
  hidden: `${HL7}questionnaire-hidden`,
  exclusive: `${HL7}questionnaire-optionExclusive`,
  minOccurs: `${HL7}questionnaire-minOccurs`,
  maxOccurs: `${HL7}questionnaire-maxOccurs`,
  unit: `${HL7}questionnaire-unit`,
  unitOption: `${HL7}questionnaire-unitOption`,
  step: `${HL7}questionnaire-sliderStepValue`,
  minLength: `${HL7}minLength`,
  minValue: `${HL7}minValue`,
  maxValue: `${HL7}maxValue`,
  decimals: `${HL7}maxDecimalPlaces`,
  translation: `${HL7}translation`,
  entryFormat: `${HL7}entryFormat`,
  variable: `${HL7}variable`,
  calculated: `${SDC}calculatedExpression`,
  /** Of the house: what a score means, and from which score of one answer somebody has to be told at once. */
  bands: 'https://example.invalid/StructureDefinition/score-bands',
  alert: 'https://example.invalid/StructureDefinition/alert-from',
} as const

interface Extended {
  extension?: Extension[] | undefined
}
export const extensionsOf = (element: Extended | undefined, url: string): Extension[] =>
  Array.isArray(element?.extension) ? element.extension.filter((one) => one?.url === url) : []
/** The `value[x]` of the first extension of this name, if it is of one of these types. */
export function extensionValue<T>(element: Extended | undefined, url: string, ...fields: string[]): T | undefined {
  for (const one of extensionsOf(element, url))
    for (const field of fields) if (one[field] !== undefined) return one[field] as T
  return undefined
}
const numberIn = (element: Extended | undefined, url: string): number | undefined => {
  const value = extensionValue<unknown>(element, url, 'valueDecimal', 'valueInteger', 'valuePositiveInt')
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
export const numberOf = numberIn
/** What an option weighs: on the option or on its coding. */
export const weightOf = (option: AnswerOption): number | undefined =>
  urls.weights
    .map((url) => numberIn(option, url) ?? numberIn(option.valueCoding, url))
    .find((value) => value !== undefined)

/** A text of an element in the asked language, where its `translation` has one; else as it stands. */
export function textOf(element: Record<string, unknown>, field: string, language: string): string {
  const beside = element[`_${field}`] as Extended | undefined
  for (const one of extensionsOf(beside, urls.translation)) {
    const parts = Array.isArray(one.extension) ? (one.extension as Extension[]) : []
    const lang = parts.find(({ url }) => url === 'lang')?.valueCode
    const content = parts.find(({ url }) => url === 'content')
    const said = content?.valueString ?? content?.valueMarkdown
    if (lang === language && typeof said === 'string' && said) return said
  }
  const own = element[field]
  return typeof own === 'string' ? own : ''
}
export const titleOf = (content: Questionnaire, language: string): string =>
  textOf(content, 'title', language) || content.name || ''

const answerFields = [
  'valueBoolean',
  'valueDecimal',
  'valueInteger',
  'valueDate',
  'valueDateTime',
  'valueTime',
  'valueString',
  'valueUri',
  'valueCoding',
  'valueQuantity',
] as const
export type AnswerField = (typeof answerFields)[number]
export const fieldOf = (answer: Answer): AnswerField | undefined =>
  answerFields.find((field) => answer[field] !== undefined && answer[field] !== null)
export const answerValue = (answer: Answer): unknown => {
  const field = fieldOf(answer)
  return field === undefined ? undefined : answer[field]
}
export const sameCoding = (one: Coding, other: Coding): boolean =>
  one.code !== undefined &&
  one.code === other.code &&
  (one.system === other.system || one.system === undefined || other.system === undefined)
/** The same answer, whatever hangs beneath it. */
export function sameAnswer(one: Answer, other: Answer): boolean {
  if (one.valueCoding && other.valueCoding)
    return one.valueCoding.code === undefined
      ? one.valueCoding.display === other.valueCoding.display
      : sameCoding(one.valueCoding, other.valueCoding)
  return fieldOf(one) === fieldOf(other) && JSON.stringify(answerValue(one)) === JSON.stringify(answerValue(other))
}
