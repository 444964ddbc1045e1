import type { DietDay, Meal } from '@teleward/contract/diet/schema.ts'

/** First to sixth of a day. */
export const MEAL_NUMBERS = [1, 2, 3, 4, 5, 6] as const

/** The meals that a course has on a day; undefined where these days do not tell of it. */
export const mealsOn = (days: readonly DietDay[], day: string, course: number): Meal[] | undefined =>
  days.find((one) => one.day === day)?.meals.filter((one) => one.course === course)

/** Where a new meal goes: to the number that was chosen while nobody has it, else to the first free one; undefined: none is. */
export function slotOf(there: readonly Pick<Meal, 'meal'>[], chosen: number | undefined): number | undefined {
  const free = MEAL_NUMBERS.filter((one) => !there.some(({ meal }) => meal === one))
  return free.find((one) => one === chosen) ?? free[0]
}
