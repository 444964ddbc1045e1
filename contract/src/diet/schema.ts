import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, instant, singleLine, prose, uuid, version } from '../core/scalars.ts'
import { gender, patientBrief } from '../patients/brief.ts'
import { each, labelFaults, MAX_GRAMS, maxPer100, MIN_GRAMS, nutrients } from './nutrients.ts'
import { activities, conditions, HEIGHT, sources, type Source, WEIGHT } from './targets.ts'

export const nutrient = z.enum(nutrients)
export const activity = z.enum(activities)
export const condition = z.enum(conditions)
/** First to sixth of a day. */
export const mealNumber = z.number().int().min(1).max(6)
export const MAX_ADVICE = 2000
export const MAX_FOODS = 40
export const MAX_PICTURES = 6
export const MOST_DAYS = 92
/** Members that one word of advice goes to at once. */
export const MOST_ADVISED = 50

const perNutrient = <T extends z.ZodType>(of: T) => z.object(each(() => of))
const range = z.object({ min: z.number().nullable(), max: z.number().nullable() })
/** Entries of meals and their corrections are numbered in each course: the n-th of it. */
const entry = z.number().int().min(0)
const totals = perNutrient(z.object({ value: z.number().nullable(), unknown: z.number().int() }))
const sourceName = z.enum(Object.keys(sources) as [Source, ...Source[]])
const targets = perNutrient(range.extend({ source: sourceName }))

/** A food of the table, by 100 g. */
export const food = z.object({
  code: z.string(),
  nameEn: z.string(),
  nameZhTw: z.string().nullable(),
  per100: perNutrient(z.number().nullable()),
  /** A household measure: what it is called, and what it weighs. */
  serving: z.object({ name: z.string(), grams: z.number() }).nullable(),
})
export type Food = z.output<typeof food>

export const eaten = z.object({
  id,
  code: z.string().nullable(),
  name: z.string(),
  nameEn: z.string().nullable(),
  grams: z.number(),
  measure: z.string().nullable(),
  per100: perNutrient(z.number().nullable()),
  /** Who said it: the patient, or staff for them. */
  origin: z.enum(['patient', 'staff']),
  by: staffBrief.nullable(),
  at: instant,
  /** The entry that this one corrects; both are stored. */
  corrects: id.nullable(),
  removed: z.object({ by: staffBrief, at: instant }).nullable(),
})
export type Eaten = z.output<typeof eaten>

export const picture = z.object({
  id: uuid,
  name: z.string(),
  /** Signed addresses; null where the caller may not look at files. */
  thumb: z.string().nullable(),
  view: z.string().nullable(),
})
export const meal = z.object({
  id: uuid,
  course: id,
  /** The day the patient counts it to, whatever the clock said. */
  day: date,
  meal: mealNumber,
  time: z.string().nullable(),
  note: z.string(),
  foods: z.array(eaten),
  pictures: z.array(picture),
  totals,
  enteredAt: instant,
  version,
})
export type Meal = z.output<typeof meal>

export const standard = z.object({
  course: id,
  version,
  /** From this day on. */
  from: date,
  gender: z.enum(['male', 'female']),
  age: z.number().int(),
  weightKg: z.number(),
  heightCm: z.number().nullable(),
  activity,
  condition,
  bmi: z.number().nullable(),
  values: targets,
  by: staffBrief,
  at: instant,
  /** A plan that was taken back before its day came. */
  withdrawn: z.object({ by: staffBrief, at: instant }).nullable(),
})
export type Standard = z.output<typeof standard>

export const adviceVersion = z.object({ version, text: z.string(), by: staffBrief, at: instant })
export const advice = z.object({
  id: uuid,
  course: id,
  text: z.string(),
  by: staffBrief,
  at: instant,
  /** The last entry of a meal that whoever wrote it had before them; 0: none. What came or changed later waits. */
  mealsTo: entry,
  /** Who changed it last, where somebody did. */
  changed: z.object({ by: staffBrief, at: instant }).nullable(),
  /** What stood before, the first one first. */
  earlier: z.array(adviceVersion),
  version,
})
export type Advice = z.output<typeof advice>

export const course = z.object({
  id,
  pid: id,
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  beganAt: instant,
  beganBy: staffBrief,
  ended: z.object({ by: staffBrief, at: instant, reason: z.string() }).nullable(),
  version,
})
export type Course = z.output<typeof course>

const shownTargets = z.object({
  energy: range,
  protein: range,
  carbohydrate: range,
  fat: range,
  sodium: range,
})
const shownMean = z.object({
  energy: z.number().nullable(),
  protein: z.number().nullable(),
  carbohydrate: z.number().nullable(),
  fat: z.number().nullable(),
  sodium: z.number().nullable(),
})
/** A member in diet management. Without the patient's authorisation what was eaten and said stays null. */
export const dietRow = course.extend({
  patient_name: z.string(),
  patientNameEn: z.string().nullable(),
  memberNo: z.string(),
  gender: gender.nullable(),
  birthday: date.nullable(),
  vip: z.boolean(),
  open: z.boolean(),
  condition: condition.nullable(),
  bmi: z.number().nullable(),
  target: shownTargets.nullable(),
  /** Of the last days, today last, how many meals were entered. */
  days: z.array(z.object({ day: date, meals: z.number().int() })).nullable(),
  mean: shownMean.nullable(),
  lastMeal: z.object({ day: date, meal: mealNumber, at: instant }).nullable(),
  lastPicture: picture.nullable(),
  /** The last entry of a meal that this row knows of: what advice written from it looks at. */
  mealsTo: entry,
  lastAdvice: z.object({ text: z.string(), by: staffBrief, at: instant }).nullable(),
  /** Since when a meal waits for advice, and how many do. */
  waitingSince: instant.nullable(),
  waiting: z.number().int(),
})
export type DietRow = z.output<typeof dietRow>

export const dietSort = sortBy('patient', 'unit', 'began', 'waiting', 'lastMeal')
export const dietQuery = z.object({
  q: singleLine(60).default(''),
  pid: id.optional(),
  unit: id.optional(),
  condition: condition.optional(),
  /** Those in a monitoring group of the own units. */
  group: uuid.optional(),
  /** Only those with meals that nobody has said anything about. */
  waiting: z.boolean().default(false),
  /** Those whose diet management has ended, instead. */
  ended: z.boolean().default(false),
  days: z.union([z.literal(7), z.literal(14), z.literal(30)]).default(7),
  sort: dietSort.optional(),
  ...paging,
})
export type DietQuery = z.input<typeof dietQuery>

/** What the targets are computed from, as far as it is known without asking. */
export const profile = z.object({
  gender: z.enum(['male', 'female']).nullable(),
  age: z.number().int().nullable(),
  weightKg: z.number().nullable(),
  /** When it was measured; null of what the base data says. */
  weightAt: instant.nullable(),
  /** The one measured before it, where there is one. */
  weightBefore: z.object({ kg: z.number(), at: instant }).nullable(),
  heightCm: z.number().nullable(),
})
export const dietDetail = z.object({
  patient: patientBrief,
  course: course.nullable(),
  open: z.boolean(),
  profile: profile.nullable(),
  /** In force today. */
  standard: standard.nullable(),
  /** For days to come, the next first. */
  planned: z.array(standard),
  /** Of the last that was set in the course, whenever it holds: what setting another names. */
  latest: z.number().int().min(0),
})
export type DietDetail = z.output<typeof dietDetail>

/** A span of days, both of it. */
export const span = z
  .object({ pid: id, from: date, to: date })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000, {
    path: ['to'],
    params: { code: 'FIELD_RELATED' },
  })
  .describe(`at most ${MOST_DAYS} days, the first before the last`)
export const dietDay = z.object({
  day: date,
  meals: z.array(meal),
  totals: totals.nullable(),
  /** As it stood on that day. */
  standard: standard.nullable(),
})
export type DietDay = z.output<typeof dietDay>
export const dietInfo = z.object({
  days: z.array(dietDay),
  /** Where nothing was entered in the span: the last day with a meal. */
  lastDay: date.nullable(),
  advice: z.array(advice),
  /** The last entry of a meal that this answer knows of in the open course. */
  mealsTo: entry,
})
export type DietInfo = z.output<typeof dietInfo>

/** How a glucose that was measured stands to a meal. */
export const glucoseKinds = [
  'glucose_fasting',
  'glucose_before_meal',
  'glucose_after_meal',
  'glucose_unspecified',
] as const
export type GlucoseKind = (typeof glucoseKinds)[number]
const amounts = perNutrient(z.number().nullable())
export const chartDay = z.object({
  day: date,
  meals: z.number().int(),
  amounts: amounts.nullable(),
  /** Of these the foods of the day say it in part: the amount is at least that. */
  atLeast: z.array(nutrient),
  target: perNutrient(range).nullable(),
})
export const dietChart = z.object({
  days: z.array(chartDay),
  weights: z.array(z.object({ at: instant, value: z.number() })),
  glucose: z.array(z.object({ at: instant, value: z.number(), kind: z.enum(glucoseKinds) })),
})
export type DietChart = z.output<typeof dietChart>

export const standards = z.object({ current: standard.nullable(), all: z.array(standard) })

const grams = z.number().min(MIN_GRAMS).max(MAX_GRAMS)
const ownPer100 = z
  .object(each((one) => z.number().min(0).max(maxPer100(one)).nullable().default(null)))
  .superRefine((label, context) => {
    for (const fault of labelFaults(label))
      context.addIssue({
        code: 'custom',
        path: fault.kind === 'part' ? [fault.part] : [],
        params: { code: 'FIELD_RELATED' },
      })
  })
  .describe('a part is at most its whole, and 100 g hold at most 100 g')
export const mealFood = z.object({
  /** The id of a food that the meal has already; a new one has none. */
  id: id.optional(),
  /** Of the table; or one's own, with what its label says. */
  code: singleLine(10).optional(),
  own: z.object({ name: singleLine(80).min(1), per100: ownPer100 }).optional(),
  grams,
  measure: singleLine(60).optional(),
})
export type MealFood = z.input<typeof mealFood>
export const mealBody = z.object({
  course: id,
  day: date,
  meal: mealNumber,
  /** Of the meal as it was read; 0 of one that is not there yet. */
  version: z.number().int().min(0),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable()
    .default(null),
  note: prose(500).default(''),
  foods: z.array(mealFood).max(MAX_FOODS),
  /** Pictures of the member that were uploaded before. */
  pictures: z.array(uuid).max(MAX_PICTURES).default([]),
})
export type MealBody = z.input<typeof mealBody>

const handRange = z
  .object({ min: z.number().min(0).max(100_000).nullable(), max: z.number().min(0).max(100_000).nullable() })
  .refine(({ min, max }) => min === null || max === null || min <= max, { params: { code: 'FIELD_RELATED' } })
  .describe('`min` is at most `max`')
export const standardBody = z.object({
  course: id,
  /** Of the last one as it was read; 0 where there is none yet. */
  version: z.number().int().min(0),
  from: date.optional(),
  activity: activity.optional(),
  condition: condition.default('none'),
  /** Said here where the base data does not, or to compute with another one. */
  gender: z.enum(['male', 'female']).optional(),
  age: z.number().int().min(0).max(130).optional(),
  weightKg: z.number().min(WEIGHT.min).max(WEIGHT.max).optional(),
  heightCm: z.number().min(HEIGHT.min).max(HEIGHT.max).optional(),
  /** What stands otherwise than computed. */
  hand: z.partialRecord(nutrient, handRange).default({}),
  /** What was asked about is right: a body or an amount that is not usual, or the day. */
  confirmed: z.boolean().default(false),
})
export type StandardBody = z.input<typeof standardBody>

export const adviceBody = z.object({
  courses: z.array(id).min(1).max(MOST_ADVISED),
  /** Of each course the last entry of a meal that was before the writer. Without it no meal ceases to wait. */
  mealsTo: z
    .array(z.object({ course: id, entry }))
    .max(MOST_ADVISED)
    .default([]),
  text: prose(MAX_ADVICE).default(''),
})
export const adviceOutcome = z.object({
  results: z.array(
    z.object({
      course: id,
      /** OK, or what refused it. */
      code: z.string(),
      message: z.string().nullable(),
      advice: advice.nullable(),
    }),
  ),
})
export type AdviceOutcome = z.output<typeof adviceOutcome>
