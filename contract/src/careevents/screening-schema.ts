import { z } from 'zod'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { ageBands, factAnswers, facts, outcomes, programmes, stages } from './programmes.ts'
import { careEvent, eventPerson, eventQuery } from './schema.ts'

export const programme = z.enum(programmes)
export const outcome = z.enum(outcomes)
export const stage = z.enum(stages)
export const fact = z.enum(facts)

const missing = z.enum(['birthday', 'sex', 'last', ...facts])
const lastTime = z.union([date, z.literal('never')]).nullable()
export const verdict = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('eligible'),
    why: z.object({
      from: z.number().int(),
      to: z.number().int().nullable(),
      every: z.union([z.number().int(), z.literal('once')]),
      last: lastTime,
    }),
  }),
  z.object({ is: z.literal('unknown'), missing: z.array(missing) }),
  z.object({ is: z.literal('later'), from: date }),
  z.object({ is: z.literal('no'), reason: z.enum(['sex', 'age', 'fact', 'done']) }),
])

export const followUp = z.object({
  id: uuid,
  responsible: staffBrief,
  dueOn: date,
  state: z.enum(['open', 'done']),
  /** Open, and its day is over. */
  late: z.boolean(),
  /** What came of it. */
  note: z.string(),
  doneAt: instant.nullable(),
  version,
})
export type FollowUp = z.output<typeof followUp>

export const screeningResult = z.object({
  id: uuid,
  programme,
  outcome,
  urgent: z.boolean(),
  /** As the laboratory or the reader said it. */
  finding: z.string(),
  examinedOn: date,
  recordedAt: instant,
  by: staffBrief,
  /** The event at which it was done. */
  event: z.object({ id, name: z.string() }),
  /** Why it took the place of another. */
  reason: z.string().nullable(),
  /** Another has taken its place. */
  replaced: z.boolean(),
  followUp: followUp.nullable(),
})
export type ScreeningResult = z.output<typeof screeningResult>

export const personProgramme = z.object({
  programme,
  verdict,
  /** When it was done last, here or as the person said; before the event. */
  last: lastTime,
  invitedAt: instant.nullable(),
  /** Of this event: what stands first, then what it replaced. */
  results: z.array(screeningResult),
  /** Of earlier events, newest first. */
  earlier: z.array(screeningResult),
})
export type PersonProgramme = z.output<typeof personProgramme>
export const screeningPerson = z.object({
  event: careEvent,
  person: eventPerson,
  /** Their number at the event; `null` until they come. */
  number: z.number().int().nullable(),
  facts: z.partialRecord(fact, z.enum(factAnswers)),
  programmes: z.array(personProgramme),
})
export type ScreeningPerson = z.output<typeof screeningPerson>

const count = z.number().int()
export const funnel = z.object({
  programme,
  eligible: count,
  unknown: count,
  invited: count,
  came: count,
  screened: count,
  positive: count,
  followedUp: count,
  /** Positive, and nobody has closed it: of these whose day is over. */
  open: count,
  late: count,
})
export type Funnel = z.output<typeof funnel>
export const screening = z.object({
  event: careEvent,
  funnel: z.array(funnel),
  /** As of when the rules are. */
  rulesOf: date,
})
export type Screening = z.output<typeof screening>

export const peopleQuery = z.object({
  eventid: id,
  programme,
  stage: stage.default('eligible'),
  /** Unless told: positive ones that nobody has closed, who waits longest first. */
  sort: sortBy('number', 'name', 'days').optional(),
  q: singleLine(60).default(''),
  ...paging,
})
export type PeopleQuery = z.output<typeof peopleQuery>
export const programmePerson = z.object({
  person: eventPerson,
  number: z.number().int().nullable(),
  verdict,
  invitedAt: instant.nullable(),
  outcome: outcome.nullable(),
  urgent: z.boolean(),
  examinedOn: date.nullable(),
  followUp: followUp.nullable(),
  /** Who looks after it. */
  responsible: staffBrief.nullable(),
  /** Positive, and for so many days nobody has closed it. */
  openDays: z.number().int().nullable(),
})
export type ProgrammePerson = z.output<typeof programmePerson>

export const invitationBody = z.object({
  programme,
  pids: z.array(id).min(1).max(500),
  /** Sent to them now, by the ways of notices; without it the invitation is only kept. */
  notice: prose(1000).optional(),
})
export const invited = z.object({ invited: count, already: count })
export const factsBody = z.object({
  pid: id,
  facts: z.partialRecord(fact, z.enum(factAnswers)).default({}),
  /** When it was last, as the person says or shows; `null` takes back what was said. */
  last: z
    .array(z.object({ programme, on: lastTime }))
    .max(programmes.length)
    .default([]),
})
export type FactsBody = z.output<typeof factsBody>
export const resultBody = z.object({
  id: uuid,
  pid: id,
  programme,
  outcome,
  urgent: z.boolean().default(false),
  finding: prose(500).default(''),
  examinedOn: date,
  /** The result that it takes the place of, and why. */
  replaces: uuid.optional(),
  reason: reason(singleLine(300)).optional(),
  /** It was done although the programme is not for this person: the card was looked at once more. */
  confirmed: z.boolean().default(false),
  /** Of a positive one: who looks after it until when, and what they are told. */
  followUp: asked(z.object({ responsible: id, dueOn: date, todo: singleLine(500).min(1) }).optional()),
})
export type ResultBody = z.output<typeof resultBody>
export const followUpBody = z.object({
  version,
  /** Whose it is from now on, and until when. */
  responsible: id.optional(),
  dueOn: date.optional(),
  todo: singleLine(500).optional(),
  /** It is done, and what came of it. */
  done: z.object({ note: asked(reason(prose(500))) }).optional(),
})
export type FollowUpBody = z.output<typeof followUpBody>

export const hpaQuery = eventQuery.omit({ kind: true })
export const reportRow = z.object({
  programme,
  sex: z.enum(['female', 'male', 'unknown']),
  ages: z.enum(ageBands),
  invited: count,
  came: count,
  screened: count,
  negative: count,
  positive: count,
  inadequate: count,
  followedUp: count,
  open: count,
})
export type ReportRow = z.output<typeof reportRow>
export const report = z.object({
  event: careEvent,
  rows: z.array(reportRow),
  /** When it was handed to the authority, by whom: once. */
  reported: z.object({ at: instant, by: staffBrief }).nullable(),
  /** As it was handed in; `null` until then. What is counted now may be another number. */
  changedSince: z.boolean(),
})
export type Report = z.output<typeof report>
