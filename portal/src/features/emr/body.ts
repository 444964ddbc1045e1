/**
 * What follows from height, weight and pressure. Each answers `null` where one of them is not known.
 *
 * - Body-mass index: Quetelet; its names for adults are those of the Health Promotion Administration, Taiwan.
 * - Body surface: Mosteller, N Engl J Med 1987;317:1098.
 * - Mean arterial pressure: a third of the pulse pressure above the diastolic one.
 */
export type BmiName = 'under' | 'normal' | 'over' | 'obese'

const plausible = (cm: number | null, kg: number | null): [m: number, kg: number] | null =>
  cm !== null && kg !== null && cm >= 30 && cm <= 250 && kg > 0 ? [cm / 100, kg] : null

export function bmiOf(cm: number | null, kg: number | null): number | null {
  const body = plausible(cm, kg)
  return body && body[1] / body[0] ** 2
}
export function bmiName(bmi: number): BmiName {
  // Named as it is shown: 23.96 is shown as 24.0.
  const shown = Math.round(bmi * 10) / 10
  return shown < 18.5 ? 'under' : shown < 24 ? 'normal' : shown < 27 ? 'over' : 'obese'
}
/** m² */
export function surfaceOf(cm: number | null, kg: number | null): number | null {
  const body = plausible(cm, kg)
  return body && Math.sqrt((body[0] * 100 * body[1]) / 3600)
}
export function pressureOf(systolic: number, diastolic: number | null): { mean: number; pulse: number } | null {
  if (diastolic === null || diastolic >= systolic) return null
  return { mean: diastolic + (systolic - diastolic) / 3, pulse: systolic - diastolic }
}
