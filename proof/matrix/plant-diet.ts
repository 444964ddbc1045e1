import { each as perNutrient } from '@teleward/contract/diet/nutrients.ts'
import { targetsOf } from '@teleward/contract/diet/targets.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, trace } from './folders.ts'
import { seeder } from './put.ts'

const blank = perNutrient(() => null)

/** Diet management: a course with its targets, a meal of it, and advice. */
export async function seedDiet(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  await each('diet_course', (folder) => ({
    id: folder.dietCourse,
    ...at(folder),
    began_by: folder.did,
    // Meals of a course are of its time.
    began_at: new Date('2026-01-01T00:00:00Z'),
    version: 1,
  }))
  const course = (folder: PatientFixture) => ({ course_id: folder.dietCourse, ...at(folder), mid: folder.did })
  await each('diet_target', (folder) => ({
    ...course(folder),
    n: 1,
    from_day: '2026-01-01',
    gender: 'female',
    age: 60,
    weight_kg: 60,
    activity: 'low',
    condition: 'none',
    values: targetsOf({ gender: 'female', age: 60, weightKg: 60, heightCm: null, activity: 'low', condition: 'none' }),
    at: now,
  }))
  await each('diet_meal', (folder) => ({
    id: folder.dietMeal,
    ...course(folder),
    day: '2026-01-01',
    meal: 1,
    note: trace('d', folder.n),
    pictures: '{}',
    entered_at: now,
    updated_at: now,
    version: 1,
  }))
  await each('diet_food', (folder) => ({
    id: 1_000_000 + folder.n,
    meal_id: folder.dietMeal,
    ...at(folder),
    mid: folder.did,
    place: 0,
    name: trace('d', folder.n),
    per100: blank,
    grams: 100,
    origin: 'staff',
    at: now,
  }))
  await each('diet_advice', (folder) => ({
    id: folder.dietAdvice,
    ...course(folder),
    text: trace('d', folder.n),
    at: now,
    version: 1,
    history: [],
  }))
}
