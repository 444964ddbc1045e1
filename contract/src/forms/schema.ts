import { z } from 'zod'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, locale, prose, reason, singleLine, version } from '../core/scalars.ts'
import { patientBrief } from '../patients/brief.ts'
import { staffBrief } from '../staff/brief.ts'
import { FEWEST_SHOWN, questionnaireStates, responseStates, SENDING_MAX } from './rules.ts'
import { problemCodes } from './problems.ts'
import { isResponse, isStorable } from './shape.ts'

/** A FHIR Questionnaire as it is: what is not understood here stays in it. */
export const fhirQuestionnaire = z.looseObject({ resourceType: z.literal('Questionnaire') })
/** Items of a FHIR QuestionnaireResponse. */
export const fhirItems = z.array(z.looseObject({ linkId: z.string().max(255) })).max(2000)
const answeredItems = fhirItems.refine(isResponse).refine(isStorable).meta({
  description:
    'Items of a QuestionnaireResponse at any depth, each with its linkId; no U+0000 and no half of a character',
})

export const questionnaireState = z.enum(questionnaireStates)
export const responseState = z.enum(responseStates)
export const questionnaireKind = z.enum(['standard', 'own'])
export const meaning = z.object({
  kind: z.enum(['band', 'positive', 'negative', 'bySex']),
  text: z.string().nullable(),
  texts: z.record(z.string(), z.string()),
  over: z.boolean(),
})
export type MeaningSaid = z.output<typeof meaning>
export const score = z.object({ value: z.number(), most: z.number().nullable(), missing: z.number().int() })
export type ScoreSaid = z.output<typeof score>

export const questionnaireRow = z.object({
  id,
  title: z.string(),
  titleEn: z.string().nullable(),
  kind: questionnaireKind,
  state: questionnaireState,
  /** What is published; nothing: never yet. */
  number: z.number().int().nullable(),
  /** Beside what is published there is a draft. */
  drafted: z.boolean(),
  language: z.string(),
  author: staffBrief.nullable(),
  questions: z.number().int(),
  /** Of the caller's members; nothing for who builds and collects no answers. */
  sent: z.number().int().nullable(),
  answered: z.number().int().nullable(),
  over: z.number().int().nullable(),
  /** Answers that told of danger, and nobody has said that they looked after it. */
  unattended: z.number().int().nullable(),
  lastAnswerAt: instant.nullable(),
  lastUsedAt: instant,
  version,
})
export type QuestionnaireRow = z.output<typeof questionnaireRow>
export const questionnaireSort = sortBy('lastUsed', 'title', 'sent', 'answered', 'lastAnswer')
export const questionnaireQuery = z.object({
  ...paging,
  state: questionnaireState.optional(),
  kind: questionnaireKind.optional(),
  /** 'me': made by the caller. */
  author: z.enum(['me', 'others']).optional(),
  language: locale.optional(),
  q: singleLine(60).default(''),
  sort: questionnaireSort.optional(),
})
export type QuestionnaireQuery = z.output<typeof questionnaireQuery>

export const problem = z.object({ code: z.enum(problemCodes), linkId: z.string().nullable() })
export const questionnaireDetail = z.object({
  row: questionnaireRow,
  draft: fhirQuestionnaire.nullable(),
  /** The version that is asked for; the newest unless told. */
  content: fhirQuestionnaire.nullable(),
  number: z.number().int().nullable(),
  versions: z.array(z.object({ number: z.number().int(), at: instant, by: staffBrief.nullable() })),
  /** What keeps the draft from being published. */
  problems: z.array(problem),
  /** The caller builds, or sends and reads answers. */
  may: z.object({ build: z.boolean(), collect: z.boolean() }),
})
export type QuestionnaireDetail = z.output<typeof questionnaireDetail>

export const questionnaireBody = z.union([z.object({ content: fhirQuestionnaire }), z.object({ copyOf: id })])
export const questionnaireChange = z.object({
  version,
  /** The draft, whole. */
  content: fhirQuestionnaire.optional(),
  /** The draft is given up; what is published stays. */
  discard: z.literal(true).optional(),
  /** `finish`: open ones can be finished. `stop`: they close, with what was answered so far. */
  retire: z.enum(['finish', 'stop']).optional(),
})
export type QuestionnaireChange = z.output<typeof questionnaireChange>

/** `here`: staff ask it, on this screen. `message`: by a link. `notice`: in the conversation, and by a link. */
export const sendingWay = z.enum(['here', 'message', 'notice'])
export const sendingBody = z.object({
  pids: asked(z.array(id).max(SENDING_MAX)),
  way: sendingWay,
  endAt: instant.optional(),
  released: z.boolean().default(false),
})
export type SendingBody = z.output<typeof sendingBody>
export const sendingAnswer = z.object({
  forms: z.array(z.object({ id, pid: id })),
  /** Whom it does not reach, and why. */
  failed: z.array(z.object({ pid: id, name: z.string(), code: z.enum(['NO_CHANNEL', 'NOT_FOUND']) })),
})
export type SendingAnswer = z.output<typeof sendingAnswer>
export const reminderBody = z.object({ forms: z.array(id).min(1).max(SENDING_MAX).optional() })
export const reminderAnswer = z.object({ sent: z.number().int(), failed: z.number().int() })

export const danger = z.object({
  /** The questions, by their names. */
  linkIds: z.array(z.string()),
  at: instant,
  told: z.array(staffBrief),
  attended: z.object({ at: instant, by: staffBrief, note: z.string() }).nullable(),
})
export type Danger = z.output<typeof danger>
export const answeredBy = z.object({
  who: z.enum(['patient', 'proxy', 'staff']),
  staff: staffBrief.nullable(),
  name: z.string().nullable(),
  relation: z.string().nullable(),
})
export const resultRow = z.object({
  id,
  pid: id,
  memberNo: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  unit: z.object({ id, name: z.string(), nameEn: z.string().nullable() }),
  state: responseState,
  number: z.number().int(),
  way: sendingWay,
  sentAt: instant,
  sentBy: staffBrief,
  endAt: instant.nullable(),
  remindedAt: instant.nullable(),
  completedAt: instant.nullable(),
  answeredBy: answeredBy.nullable(),
  score: score.nullable(),
  meaning: meaning.nullable(),
  danger: danger.nullable(),
})
export type ResultRow = z.output<typeof resultRow>
const resultFilter = {
  from: date.optional(),
  to: date.optional(),
  unit: id.optional(),
  state: z.enum([...responseStates, 'open', 'answered']).optional(),
  /** Over the cut-off, or of danger. */
  score: z.enum(['over', 'danger']).optional(),
}
export const resultSort = sortBy('sent', 'name', 'completed', 'score')
export const resultQuery = z.object({ ...paging, ...resultFilter, sort: resultSort.optional() })
export type ResultQuery = z.output<typeof resultQuery>
export const summaryQuery = z.object({
  from: resultFilter.from,
  to: resultFilter.to,
  unit: resultFilter.unit,
  number: id.optional(),
})
export type SummaryQuery = z.output<typeof summaryQuery>
/** How the answers of a version are spread. Of fewer than `FEWEST_SHOWN` people nothing is broken down. */
export const summary = z.object({
  number: z.number().int(),
  answered: z.number().int(),
  /** How many of them, the newest, are in what follows. */
  counted: z.number().int(),
  people: z.number().int(),
  shown: z.boolean().meta({ description: `False: fewer than ${FEWEST_SHOWN} people answered` }),
  scores: z.object({ mean: z.number(), median: z.number(), least: z.number(), most: z.number() }).nullable(),
  bands: z.array(z.object({ text: z.string(), texts: z.record(z.string(), z.string()), count: z.number().int() })),
  questions: z.array(
    z.object({
      linkId: z.string(),
      text: z.string(),
      type: z.string(),
      answered: z.number().int(),
      options: z.array(z.object({ text: z.string(), count: z.number().int() })),
      numbers: z.object({ mean: z.number(), median: z.number(), least: z.number(), most: z.number() }).nullable(),
    }),
  ),
})
export type Summary = z.output<typeof summary>

export const formView = z.object({
  id,
  questionnaire: id,
  number: z.number().int(),
  content: fhirQuestionnaire,
  patient: patientBrief,
  state: responseState,
  /** The questionnaire was retired: open ones can be finished, unless they closed with it. */
  retired: z.boolean(),
  withdrawn: z.boolean(),
  items: fhirItems,
  version,
  way: sendingWay,
  sentAt: instant,
  sentBy: staffBrief,
  endAt: instant.nullable(),
  savedAt: instant.nullable(),
  completedAt: instant.nullable(),
  answeredBy: answeredBy.nullable(),
  score: score.nullable(),
  meaning: meaning.nullable(),
  danger: danger.nullable(),
  /** Each time it was submitted or amended, the newest first. */
  history: z.array(
    z.object({
      number: z.number().int(),
      at: instant,
      by: answeredBy,
      reason: z.string().nullable(),
      score: score.nullable(),
      meaning: meaning.nullable(),
      items: fhirItems,
    }),
  ),
  /** The time before, of the same questionnaire; nothing also where the record is not open to the caller. */
  before: z.object({ id, at: instant, score: score.nullable(), meaning: meaning.nullable() }).nullable(),
})
export type FormView = z.output<typeof formView>

export const proxy = z.object({ name: asked(singleLine(60)), relation: asked(singleLine(30)) })
export const formChange = z.object({
  version,
  step: z.enum(['save', 'submit', 'amend', 'attend']),
  items: answeredItems.optional(),
  /** Told by somebody in the patient's place; nothing: by staff, with the patient. */
  proxy: proxy.optional(),
  /** Why it is amended; what was done about an answer of danger. */
  reason: reason(prose(500)).optional(),
})
export type FormChange = z.output<typeof formChange>

export const linkForm = z.object({
  state: responseState,
  content: fhirQuestionnaire,
  items: fhirItems,
  version,
  retired: z.boolean(),
  withdrawn: z.boolean(),
  askedBy: z.object({ name: z.string(), nameEn: z.string().nullable() }),
  endAt: instant.nullable(),
  savedAt: instant.nullable(),
  completedAt: instant.nullable(),
  proxy: z.object({ name: z.string(), relation: z.string() }).nullable(),
  /** An answer tells of danger: the page shows help, and somebody has been told. */
  danger: z.boolean(),
  /** Released to the patient. */
  score: score.nullable(),
  meaning: meaning.nullable(),
})
export type LinkForm = z.output<typeof linkForm>
export const linkAnswers = z.object({
  version,
  step: z.enum(['save', 'submit']),
  items: answeredItems,
  proxy: proxy.optional(),
})
export type LinkAnswers = z.output<typeof linkAnswers>

export const memberForm = z.object({
  id,
  title: z.string(),
  titleEn: z.string().nullable(),
  state: responseState,
  at: instant,
  score: score.nullable(),
  meaning: meaning.nullable(),
  danger: z.boolean(),
})
export type MemberForm = z.output<typeof memberForm>
